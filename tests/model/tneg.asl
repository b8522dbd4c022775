// PTO-TEST: {"id":"PTOPROVE-MODEL-TNEG-TEST","needs":["support.asl"]}

// TNEG: one source; integers modulo their width, floats by their sign bit.

func Negate(data_type: TileDataType, value: integer)
begin
    ResetProfileState();
    MakeScalar(0, data_type, value);
    StartBundle('00', '10001', data_type);
    Dimension(0, 1);
    Dimension(2, 4);
    AddBundleTileBinding(TRUE, 2, 1, '0001', TRUE, FALSE, 0, 0, TRUE);
end;

func Negated(data_type: TileDataType, value: integer, result: integer)
begin
    Negate(data_type, value);
    let executed = ExecuteBundleTileOperation();
    assert executed && _LastFault == Fault_None && IsZero(NumericStatusFlags());
    assert ReadTileElement(2, 0, 0) == result[63:0];
end;

func main() => integer
begin
    Negated(TileDataType_S32, 5, -5);
    Negated(TileDataType_S16, 0x7_FFFF, 1);
    Negated(TileDataType_S8, 0, 0);
    Negated(TileDataType_S8, -128, -128);
    Negated(TileDataType_S32, -0x8000_0000, -0x8000_0000);

    Negated(TileDataType_FP32, 0, 0x8000_0000);
    Negated(TileDataType_FP32, 0xFF80_0000, 0x7F80_0000);
    Negated(TileDataType_FP16, 0x7C01, 0xFC01);         // a signalling NaN keeps its payload
    Negated(TileDataType_BF16, 0xFFFF, 0x7FFF);
    Negated(TileDataType_FP16, 0x5_3C00, 0xBC00);

    // Not a type of TNEG, though one of TDIV.
    Negate(TileDataType_S64, 1);
    CheckRejected(Rejection_DataType, Fault_TileLegality);

    // Two sources are one too many.
    ResetProfileState();
    MakeScalar(0, TileDataType_S32, 1);
    MakeScalar(1, TileDataType_S32, 1);
    StartBundle('00', '10001', TileDataType_S32);
    Dimension(0, 1);
    Dimension(2, 4);
    Bind(2, 0, 1);
    CheckRejected(Rejection_Binding, Fault_TileLegality);

    // So is a destination that holds less than the valid rectangle.
    ResetProfileState();
    ConfigureTile(0, 256, 9, 4, 9, 4, TileDataType_S32, TileLayout_RowMajor, TileLocation_Vector);
    StartBundle('00', '10001', TileDataType_S32);
    Dimension(0, 4);
    Dimension(1, 9);
    AddBundleTileBinding(TRUE, 2, 1, '0001', TRUE, FALSE, 0, 0, TRUE);
    CheckRejected(Rejection_Capacity, Fault_TileAllocation);
    return 0;
end;
