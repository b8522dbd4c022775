// PTO-TEST: {"id": "DEMO-STEP-RESULT-001", "kind": "execution", "summary": "It returns something else"}
func main() => integer
begin
    return 3;
end;
