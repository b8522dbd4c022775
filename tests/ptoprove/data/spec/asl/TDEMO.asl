// PTO-INSTRUCTION: {"mnemonic":"TDEMO","engine":"VEC","summary":"Copy a tile, and be brief.","block":["BSTART.VEC TDEMO, DataType","B.DIM LB0=ValidCol","BSTOP"],"catalog_records":[{"command_mnemonic":"BSTART.TEPL","mode":1,"function":9}],"contract":{"legality":["DataType is exactly S32."],"state_effects":["The destination holds [bold]the source[/bold]."],"operands":[{"field":"destination0","role":"copy"},{"field":"source0","role":"original"}]}}
// NDF-BEGIN: PTO-TDEMO-001
// ndf: kind=contract level=L1
// TDEMO MUST copy.
// NDF-END: PTO-TDEMO-001
func Execute_TDEMO()
begin
    pass;
end;
