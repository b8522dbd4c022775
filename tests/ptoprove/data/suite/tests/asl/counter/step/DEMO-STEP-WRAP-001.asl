// PTO-TEST: {"id": "DEMO-STEP-WRAP-001", "kind": "boundary", "summary": "A step wraps"}
func main() => integer
begin
    Step('11111111');
    Step('00000010');
    CheckCounter(Mode_Up, '00000001');
    return 0;
end;
