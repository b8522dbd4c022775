// PTO-TEST: {"id":"PTOPROVE-MODEL-TREM-BASIC","needs":["support.asl"]}

// The element rule on integers, through whole bundles and directly.

func CheckDirect()
begin
    ResetProfileState();
    MakeTile(0, TileDataType_S32, 2, 3);
    MakeTile(1, TileDataType_S32, 2, 3);
    MakeTile(2, TileDataType_S32, 2, 3);
    for row = 0 to 1 do
        for column = 0 to 2 do
            let n: integer = (3 * row + column) - 3;
            WriteTileElement(0, row, column, n[63:0]);
            WriteTileElement(1, row, column, (-4)[63:0]);
        end;
    end;
    assert InstructionContractOperandsLegal_TREM(2, 0, 1);
    InstructionContractExecute_TREM(2, 0, 1);
    assert _LastFault == Fault_None;
    for row = 0 to 1 do
        for column = 0 to 2 do
            let n: integer = (3 * row + column) - 3;
            let expected: integer = if n > 0 then n - 4 else n;
            assert ReadTileElement(2, row, column) == expected[63:0];
        end;
    end;
    assert !TileElementDefined(2, 0, 3) && !TileElementDefined(2, 2, 0);
end;

// Read-before-write: the destination is both sources at once.
func CheckAlias()
begin
    ResetProfileState();
    MakeScalar(2, TileDataType_U16, 9);
    StartTrem(TileDataType_U16);
    Dimension(0, 1);
    Dimension(2, 4);
    Bind(2, 2, 2);
    let executed = ExecuteBundleTileOperation();
    assert executed;
    assert ReadTileElement(2, 0, 0) == Zeros{64};
end;

// Only the element's low bits of a stored word count.
func CheckStoredHighBits()
begin
    ResetProfileState();
    MakeScalar(0, TileDataType_U16, 0x5_0007);
    MakeScalar(1, TileDataType_U16, 0xFFFF_0004);
    ScalarTrem(TileDataType_U16);
    let executed = ExecuteBundleTileOperation();
    assert executed;
    assert ReadTileElement(2, 0, 0) == 3[63:0];
end;

func main() => integer
begin
    CheckScalar(TileDataType_S32, -7, 3, 2);
    CheckScalar(TileDataType_S32, 7, -3, -2);
    CheckScalar(TileDataType_S32, 7, 3, 1);
    CheckScalar(TileDataType_S32, -7, -3, -1);
    CheckScalar(TileDataType_S32, 6, -3, 0);
    CheckScalar(TileDataType_S32, -2147483648, -1, 0);
    CheckScalar(TileDataType_S32, -2147483648, 2147483647, 2147483646);
    CheckScalar(TileDataType_S16, -32768, -1, 0);
    CheckScalar(TileDataType_S16, -32768, 32767, 32766);
    CheckScalar(TileDataType_S16, 1, -32768, -32767);
    CheckScalar(TileDataType_U16, 65535, 16, 15);
    CheckScalar(TileDataType_U16, 7, 65535, 7);
    CheckScalar(TileDataType_U32, 4294967295, 2, 1);
    CheckDirect();
    CheckAlias();
    CheckStoredHighBits();
    return 0;
end;
