// PTO-TEST: {"id": "DEMO-STEP-WRONG-002", "kind": "execution", "summary": "The sum is wrong here too"}
func main() => integer
begin
    CheckCounter(Mode_Idle, '00000001');
    return 0;
end;
