// PTO-TEST: {"id":"PTOPROVE-MODEL-TDIV-TEST","needs":["support.asl"]}

// TDIV: quotients by value, what is stored of them, and what rejects.

func Divide(data_type: TileDataType, numerator: integer, denominator: integer)
begin
    ResetProfileState();
    MakeScalar(0, data_type, numerator);
    MakeScalar(1, data_type, denominator);
    StartBundle('00', '00011', data_type);
    Dimension(0, 1);
    Dimension(2, 4);
    Bind(2, 0, 1);
end;

func Quotient(data_type: TileDataType, numerator: integer, denominator: integer, result: integer)
begin
    Divide(data_type, numerator, denominator);
    let executed = ExecuteBundleTileOperation();
    assert executed && _LastFault == Fault_None;
    assert ReadTileElement(2, 0, 0) == result[63:0];
end;

func main() => integer
begin
    Quotient(TileDataType_S32, 7, 2, 3);
    Quotient(TileDataType_S32, -7, 2, -3);
    Quotient(TileDataType_S32, 7, -2, -3);
    Quotient(TileDataType_S32, -7, -2, 3);
    Quotient(TileDataType_U8, 255, 2, 127);
    Quotient(TileDataType_U64, -1, 3, 0x5555_5555_5555_5555);

    // Only the low bits of a stored word count, and the result is stored extended.
    Quotient(TileDataType_S8, 0x1F9, 0x302, -3);
    Quotient(TileDataType_U16, 0x7_0009, 0x3_0002, 4);

    // The least value and -1.
    Quotient(TileDataType_S8, -128, -1, -128);
    Quotient(TileDataType_S16, -32768, -1, -32768);
    Quotient(TileDataType_S32, -0x8000_0000, -1, -0x8000_0000);
    Quotient(TileDataType_S64, -0x8000_0000_0000_0000, -1, -0x8000_0000_0000_0000);

    // An integer zero rejects, one whose high bits are set too.
    Divide(TileDataType_S16, 1, 0x1_0000);
    CheckRejected(Rejection_ZeroDivisor, Fault_TileLegality);

    // A floating zero is the profile's: infinity, and a flag.
    Quotient(TileDataType_FP32, 0x3F80_0000, 0, 0x7F80_0000);
    assert NumericStatusFlags() == NumericStatus_DivideByZero;
    Quotient(TileDataType_FP16, 0xBC00, 0x4200, 0xB555);        // -1 / 3
    assert NumericStatusFlags() == NumericStatus_Inexact;
    Quotient(TileDataType_E4M3, 0x38, 0x44, 0x2B);              // 1 / 3
    Quotient(TileDataType_TF32, 0x3F80_0000, 0x4040_0000, 0x3EAA_A000);

    // TF32 has bits without use: a set one rejects.
    Divide(TileDataType_TF32, 0x3F80_0001, 0x4000_0000);
    CheckRejected(Rejection_FloatingEncoding, Fault_TileLegality);
    return 0;
end;
