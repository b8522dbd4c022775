// PTO-TEST: {"id": "DEMO-LIMITS-LOOP-001", "kind": "fault", "summary": "It loops for ever"}
func main() => integer
begin
    while TRUE do _Counter.mode = Mode_Idle; end;
    return 0;
end;
