// PTO-TEST: {"id":"PTOPROVE-MODEL-PADDING-TEST","needs":["support.asl"]}

// Null leaves the outside of the valid rectangle undefined; the others define all of it.

func CheckPad(data_type: TileDataType, pad_value: bits(2), expected: Word)
begin
    ResetProfileState();
    MakeScalar(0, data_type, 7);
    MakeScalar(1, data_type, 3);
    ScalarTrem(data_type);
    Pad(pad_value);
    let executed = ExecuteBundleTileOperation();
    assert executed;
    let tile = _Tiles[[2]];
    for row = 0 to tile.rows - 1 do
        for column = 0 to tile.columns - 1 do
            if row == 0 && column == 0 then
                assert TileElementDefined(2, row, column);
            elsif pad_value == '11' then
                assert !TileElementDefined(2, row, column);
            else
                assert ReadTileElement(2, row, column) == expected;
            end;
        end;
    end;
end;

func main() => integer
begin
    CheckPad(TileDataType_S16, '00', Zeros{64});
    CheckPad(TileDataType_S16, '01', 0x7FFF[63:0]);
    CheckPad(TileDataType_S16, '10', (-32768)[63:0]);
    CheckPad(TileDataType_S16, '11', Zeros{64});
    CheckPad(TileDataType_U32, '01', 0xFFFF_FFFF[63:0]);
    CheckPad(TileDataType_U32, '10', Zeros{64});
    CheckPad(TileDataType_FP32, '01', 0x7F7F_FFFF[63:0]);
    CheckPad(TileDataType_FP32, '10', 0xFF7F_FFFF[63:0]);
    CheckPad(TileDataType_BF16, '10', 0xFF7F[63:0]);

    // Directly, the open bundle selects the padding, and contents of the destination are dropped.
    ResetProfileState();
    for index = 0 to 2 do
        MakeScalar(index, TileDataType_S32, 5);
    end;
    WriteTileElement(2, 7, 3, 99[63:0]);
    InstructionContractExecute_TREM(2, 0, 1);
    assert ReadTileElement(2, 0, 0) == Zeros{64} && !TileElementDefined(2, 7, 3);
    StartTrem(TileDataType_S32);
    Pad('01');
    InstructionContractExecute_TREM(2, 0, 1);
    assert ReadTileElement(2, 7, 3) == 0x7FFF_FFFF[63:0];

    // What a replaced destination held does not show through.
    ResetProfileState();
    MakeScalar(0, TileDataType_S32, 7);
    MakeScalar(1, TileDataType_S32, 3);
    MakeTile(2, TileDataType_S32, 8, 4);
    WriteTileElement(2, 7, 3, 99[63:0]);
    ScalarTrem(TileDataType_S32);
    let executed = ExecuteBundleTileOperation();
    assert executed;
    assert !TileElementDefined(2, 7, 3) && _Tiles[[2]].valid_rows == 1;
    return 0;
end;
