// PTO-TEST: {"id":"PTOPROVE-MODEL-FLOATING-TEST","needs":["support.asl"]}

// The reference profile's floating modulo, by encodings.

func Check(data_type: TileDataType, left: integer, right: integer, result: integer,
           flags: bits(5))
begin
    let l = left[63:0];
    let r = right[63:0];
    let modulo = TileProfileFloatingModulo(data_type, l, r);
    let raised = TileProfileFloatingModuloFlags(data_type, l, r);
    assert modulo == result[63:0];
    assert raised == flags;
end;

func main() => integer
begin
    let none = Zeros{5};
    let fp32 = TileDataType_FP32;
    Check(fp32, 0xC0E0_0000, 0x4040_0000, 0x4000_0000, none);       // -7 mod 3 = 2
    Check(fp32, 0x40E0_0000, 0xC040_0000, 0xC000_0000, none);       // 7 mod -3 = -2
    Check(fp32, 0x40C0_0000, 0xC040_0000, 0x8000_0000, none);       // 6 mod -3 = -0
    Check(fp32, 0x0000_0003, 0x0000_0002, 0x0000_0001, none);       // subnormals
    Check(fp32, 0x7F7F_FFFF, 0x0000_0001, 0x0000_0000, none);
    Check(fp32, 0x8000_0001, 0x3F80_0000, 0x3F80_0000, NumericStatus_Inexact);  // rounds to 1
    Check(fp32, 0xBF80_0000, 0x7F80_0000, 0x7F80_0000, none);       // -1 mod inf = inf
    Check(fp32, 0x3F80_0000, 0x7F80_0000, 0x3F80_0000, none);
    Check(fp32, 0x7F80_0000, 0x3F80_0000, 0x7FC0_0000, NumericStatus_Invalid);
    Check(fp32, 0x3F80_0000, 0x8000_0000, 0x7FC0_0000, NumericStatus_Invalid);
    Check(fp32, 0x7FC0_0000, 0x3F80_0000, 0x7FC0_0000, none);
    Check(fp32, 0x3F80_0000, 0x7F80_0001, 0x7FC0_0000, NumericStatus_Invalid);
    Check(TileDataType_FP16, 0xC700, 0x4200, 0x4000, none);
    Check(TileDataType_BF16, 0xC0E0, 0x4040, 0x4000, none);
    Check(TileDataType_FP64, 0xC01C_0000_0000_0000, 0x4008_0000_0000_0000,
        0x4000_0000_0000_0000, none);

    // 1 - 2^-25 and 1 - 3 * 2^-25 lie halfway between two values, and go to the even one.
    Check(fp32, 0xB300_0000, 0x3F80_0000, 0x3F80_0000, NumericStatus_Inexact);
    Check(fp32, 0xB3C0_0000, 0x3F80_0000, 0x3F7F_FFFE, NumericStatus_Inexact);

    // A zero divisor is the profile's business: no rejection, and the status is kept.
    ResetProfileState();
    MakeScalar(0, fp32, 0x3F80_0000);
    MakeScalar(1, fp32, 0);
    ScalarTrem(fp32);
    let executed = ExecuteBundleTileOperation();
    assert executed;
    assert _LastFault == Fault_None && _NumericStatus == NumericStatus_Invalid;
    assert ReadTileElement(2, 0, 0) == 0x7FC0_0000[63:0];

    // The status is sticky.
    MakeScalar(0, fp32, 0x8000_0001);
    MakeScalar(1, fp32, 0x3F80_0000);
    ScalarTrem(fp32);
    let again = ExecuteBundleTileOperation();
    assert again;
    assert _NumericStatus == (NumericStatus_Invalid OR NumericStatus_Inexact);

    // It collects what every element raises: here the first one and not the last.
    ResetProfileState();
    for index = 0 to 1 do
        MakeTile(index, fp32, 1, 2);
        WriteTileElement(index, 0, 0, Zeros{64});
        WriteTileElement(index, 0, 1, 0x3F80_0000[63:0]);
    end;
    StartTrem(fp32);
    Dimension(0, 2);
    Dimension(2, 4);
    Bind(2, 0, 1);
    let row = ExecuteBundleTileOperation();
    assert row;
    assert _NumericStatus == NumericStatus_Invalid;
    return 0;
end;
