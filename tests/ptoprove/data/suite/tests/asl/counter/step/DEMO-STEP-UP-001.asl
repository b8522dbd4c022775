// PTO-TEST: {"id": "DEMO-STEP-UP-001", "kind": "execution", "summary": "A step adds"}
func main() => integer
begin
    Step('00000011');
    CheckCounter(Mode_Up, '00000011');
    return 0;
end;
