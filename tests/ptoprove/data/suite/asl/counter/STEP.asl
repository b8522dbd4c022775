// PTO-INSTRUCTION: {"mnemonic": "STEP", "summary": "Add to the counter.", "surface": "demo", "classification": ["counter", "add"], "contract": {"defaults": ["none"], "legality": ["by is not zero", "the mode is not idle"]}}
func Execute_STEP(by: bits(8)) => boolean
begin
    if by == '00000000' then
        return FALSE;
    end;
    Step(by);
    return Decoded(by);
end;
