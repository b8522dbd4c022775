// The commands of a bundle as words, in an encoding made up for the tests.

// PTO-INSTRUCTION: {"id":"TEST-BSTART","surface":"block","mnemonic":"BSTART.TEPL","classification":["execution"],"catalog_records":[{"asm":"BSTART.TEPL Mode, Function, DataType","encoding":[{"mask":"0x000fffff","match":"0x00019181"}],"encoding_kind":"L32","fields":[{"name":"DataType","pieces":[{"instruction_lsb":27,"value_lsb":0,"width":5}]},{"name":"Mode","pieces":[{"instruction_lsb":25,"value_lsb":0,"width":2}]},{"name":"Function","pieces":[{"instruction_lsb":20,"value_lsb":0,"width":5}]}]}]}

// PTO-INSTRUCTION: {"id":"TEST-DIM","surface":"block","mnemonic":"B.DIM","classification":["attributes"],"catalog_records":[{"asm":"B.DIM uimm, ->LB0","encoding":[{"mask":"0x000000ff","match":"0x00000003"}],"encoding_kind":"L32","fields":[{"name":"uimm17","pieces":[{"instruction_lsb":24,"value_lsb":0,"width":8},{"instruction_lsb":8,"value_lsb":8,"width":9}]}]},{"asm":"B.DIM uimm, ->LB1","encoding":[{"mask":"0x000000ff","match":"0x00000023"}],"encoding_kind":"L32","fields":[{"name":"uimm17","pieces":[{"instruction_lsb":24,"value_lsb":0,"width":8},{"instruction_lsb":8,"value_lsb":8,"width":9}]}]},{"asm":"B.DIM uimm, ->LB2","encoding":[{"mask":"0x000000ff","match":"0x00000043"}],"encoding_kind":"L32","fields":[{"name":"uimm17","pieces":[{"instruction_lsb":24,"value_lsb":0,"width":8},{"instruction_lsb":8,"value_lsb":8,"width":9}]}]}]}

// PTO-INSTRUCTION: {"id":"TEST-DATR","surface":"block","mnemonic":"B.DATR","classification":["attributes"],"catalog_records":[{"asm":"B.DATR","encoding":[{"mask":"0x0000007f","match":"0x00000007"}],"encoding_kind":"L32","fields":[{"name":"DataType","pieces":[{"instruction_lsb":8,"value_lsb":0,"width":5}]},{"name":"PadValueOrByteId","pieces":[{"instruction_lsb":16,"value_lsb":0,"width":2}]},{"name":"RMode","pieces":[{"instruction_lsb":20,"value_lsb":0,"width":3}]}]}]}

// PTO-INSTRUCTION: {"id":"TEST-IOT","surface":"block","mnemonic":"B.IOT","classification":["operands"],"catalog_records":[{"asm":"B.IOT SrcTile0, ->DstTile","encoding":[{"mask":"0x0000007f","match":"0x00000005"}],"encoding_kind":"L32","fields":[{"name":"SrcTile0","pieces":[{"instruction_lsb":20,"value_lsb":0,"width":6}]},{"name":"L","pieces":[{"instruction_lsb":19,"value_lsb":0,"width":1}]},{"name":"SizeCode","pieces":[{"instruction_lsb":15,"value_lsb":0,"width":4}]},{"name":"PEMode","pieces":[{"instruction_lsb":9,"value_lsb":0,"width":3}]},{"name":"DstTile","pieces":[{"instruction_lsb":7,"value_lsb":0,"width":2}]}]},{"asm":"B.IOT SrcTile0, SrcTile1, ->DstTile","encoding":[{"mask":"0x0000007f","match":"0x00000009"}],"encoding_kind":"L32","fields":[{"name":"SrcTile1","pieces":[{"instruction_lsb":26,"value_lsb":0,"width":6}]},{"name":"SrcTile0","pieces":[{"instruction_lsb":20,"value_lsb":0,"width":6}]},{"name":"L","pieces":[{"instruction_lsb":19,"value_lsb":0,"width":1}]},{"name":"SizeCode","pieces":[{"instruction_lsb":15,"value_lsb":0,"width":4}]},{"name":"PEMode","pieces":[{"instruction_lsb":9,"value_lsb":0,"width":3}]},{"name":"DstTile","pieces":[{"instruction_lsb":7,"value_lsb":0,"width":2}]}]}]}

// PEMode 0 is nobody, 4 the first PE alone, and any other all of them.
pure func TestMask(mode: bits(3)) => bits(4)
begin
    return if IsZero(mode) then '0000' else if mode == '100' then '0001' else '1111';
end;

// Whether a word is a command of the header, which then is executed.
func ExecuteHeaderCommand(instruction: bits(64)) => boolean
begin
    case instruction[6:0] of
        when '0000111' =>
            SetBundleDataAttributeState(
                instruction[12:8], '00000', instruction[17:16], '000', instruction[22:20], FALSE,
                FALSE);
        when '0000101', '0001001' =>
            AddBundleTileBinding(
                TRUE, 16 * UInt(instruction[8:7]), UInt(instruction[18:15]),
                TestMask(instruction[11:9]), TRUE, instruction[3] == '1',
                UInt(instruction[25:20]), UInt(instruction[31:26]), instruction[19] == '1');
        when '0000011', '0100011', '1000011' =>
            let value = ZeroExtend{64}(instruction[16:8] :: instruction[31:24]);
            SetBundleDimension(UInt(instruction[6:5]) as integer{0..2}, value);
        otherwise => return FALSE;
    end;
    return TRUE;
end;
