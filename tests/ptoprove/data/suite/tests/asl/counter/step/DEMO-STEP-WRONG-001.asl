// PTO-TEST: {"id": "DEMO-STEP-WRONG-001", "kind": "boundary", "summary": "The sum is wrong"}
func main() => integer
begin
    Step('00000001');
    CheckCounter(Mode_Up, '00000010');
    return 0;
end;
