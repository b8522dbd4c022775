// PTO-INSTRUCTION: {"assembly":["TDEMO <bundle operands>"],"block":["BSTART.SFU TDEMO, DataType","B.DATR PadValue (optional)","B.DIM LB0=ValidCol","B.DIM LB1=ValidRow (optional)","B.DIM LB2=Col (optional)","B.IOT Left, Right, mask=PE_MASK, <last>, ->DstTile<TSize>","BSTOP"],"catalog_records":[{"arguments":[{"constant":"Demo"},{"operand":"destination0"},{"operand":"source0"},{"operand":"source1"}],"command_mnemonic":"BSTART.TEPL","datr_contract":{"allowed_nonzero_fields":["PadValueOrByteId"]},"effect_contract":"ExecuteDemo","fault_contract":"DemoFaults","function":9,"legality_handler":"DemoLegal","mode":1,"name":"TDEMO","operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"left-source"},{"field":"source1","role":"right-source"}],"restart_contract":"DemoRestarts","selector":"0x029","semantic_handler":"ExecuteDemo","state_effects":["operand:destination0:destination","operand:source0:left","operand:source1:right"]}],"classification":["elementwise-tile-tile","arithmetic"],"contract":{"block_composition":["BSTART.SFU TDEMO, DataType","B.DATR PadValue (optional)","B.DIM LB0=ValidCol","B.DIM LB1=ValidRow (optional)","B.DIM LB2=Col (optional)","B.IOT Left, Right, mask=PE_MASK, <last>, ->DstTile<TSize>","BSTOP"],"canonical_assembly":["TDEMO <bundle operands>"],"defaults":["LB0 is required and nonzero; omitted LB1 selects ValidRow=1 and omitted LB2 selects Col=ValidCol.","Omitted B.DATR selects PadValue=Null; explicit 00, 01, 10, and 11 select Zero, Max, Min, and Null.","The numeric profile owns fixed rounding."],"examples":["BSTART.SFU TDEMO, S32; B.DIM LB0=ValidCol; B.IOT Left, Right, mask=PE_MASK, <last>, ->DstTile<TSize>; BSTOP"],"exceptions":["An integer zero in the valid right rectangle raises Fault_TileLegality before effects; right padding is not read."],"legality":["TDEMO uses the TEPL encoding carrier Mode 1 Function 9, is canonically assembled with BSTART.SFU, and has no standalone opcode.","Exactly one terminating Local B.IOT supplies ordered left and right sources plus one new Local destination; B.IOR and B.IOS are illegal.","DataType is exactly S32, U32, or FP16.","Only B.DATR PadValueOrByteId is applicable; nondefault RMode, or Layout is illegal.","A demonstration is not a proof."],"memory_effects":["none"],"operands":[{"field":"destination0","role":"new Local destination"},{"field":"source0","role":"ordered left source"},{"field":"source1","role":"ordered right source"}],"ordering":["Both source payloads are snapshotted after all legality checks, so aliasing is read-before-write."],"standalone_opcode":false,"state_effects":["Signed integers use signed division, unsigned integers use unsigned division, and floating values use the selected floating division profile."]},"engine":"SFU","mnemonic":"TDEMO","summary":"A contract that agrees with itself."}
// NDF-BEGIN: PTO-TDEMO-CONTRACT-001
// ndf: kind=contract level=L1 layer=tile status=accepted
// TDEMO MUST select SFU Mode 1 Function 9. Integer zero in the valid right
// rectangle MUST raise Fault_TileLegality before effects.
// NDF-END: PTO-TDEMO-CONTRACT-001

type TileDataType of enumeration {
    TileDataType_FP16, TileDataType_S32, TileDataType_S16, TileDataType_U32
};

type TileOperation of enumeration { TileOperation_TDEMO, TileOperation_None };

type TileSemanticHandler of enumeration { TileHandler_ExecuteDemo, TileHandler_None };

constant BSTART_TEPL = '00011001000110000001';

pure func DecodeTileOperation(selector: bits(7)) => (boolean, TileOperation)
begin
    if selector == '0101001' then
        return (TRUE, TileOperation_TDEMO);
    end;
    return (FALSE, TileOperation_None);
end;

pure func InstructionContractOperation_TDEMO() => TileOperation
begin
    return TileOperation_TDEMO;
end;

pure func InstructionContractHandler_TDEMO() => TileSemanticHandler
begin
    return TileHandler_ExecuteDemo;
end;

pure func InstructionContractDataTypeLegal_TDEMO(data_type: TileDataType) => boolean
begin
    return data_type IN {TileDataType_FP16, TileDataType_S32, TileDataType_U32};
end;

pure func InstructionContractOperandsLegal_TDEMO() => boolean
begin
    return DemoLegal();
end;

func InstructionContractExecute_TDEMO()
begin
    ExecuteDemo();
end;

pure func DemoLegal() => boolean
begin
    return TRUE;
end;

func ExecuteDemo()
begin
    pass;
end;
