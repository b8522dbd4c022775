// PTO-TEST: {"id": "DEMO-STEP-DECODE-001", "kind": "decode-positive", "summary": "It calls what only a decoder has"}
func main() => integer
begin
    let done = Execute_STEP('00000001');
    assert done;
    return 0;
end;
