// PTO-TEST: {"id": "DEMO-LIMITS-MAIN-001", "kind": "fault"}
func other() => integer
begin
    return 0;
end;
