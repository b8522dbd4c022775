// PTO-UNIT: {"id":"PTOPROVE-MODEL-PADDING","surface":"architecture","classification":["model","padding"],"depends_on":["PTOPROVE-MODEL-DATA-TYPES"]}

// What fills the physical elements outside the valid rectangle.

type TilePadValue of enumeration { TilePad_Zero, TilePad_Max, TilePad_Min, TilePad_Null };

pure func TilePadValueFromEncoding(code: bits(2)) => TilePadValue
begin
    case code of
        when '00' => return TilePad_Zero;
        when '01' => return TilePad_Max;
        when '10' => return TilePad_Min;
        when '11' => return TilePad_Null;
    end;
end;

// An integer pad is stored in the normal form of results (a signed minimum is sign-extended);
// a floating one is its encoding, zero-extended. Null defines nothing and has no value.
pure func TilePadValueForDataType(pad: TilePadValue, data_type: TileDataType) => Word
begin
    assert pad != TilePad_Null;
    if pad == TilePad_Zero then
        return Zeros{64};
    elsif TileDataTypeIsInteger(data_type) then
        return TileIntegerExtreme(pad == TilePad_Max, data_type);
    elsif pad == TilePad_Max then
        return TileFloatingLargest(data_type);
    elsif data_type == TileDataType_E8M0 then
        return Zeros{64};   // it has no sign: its least value is 2^-127
    else
        return TileFloatingLargest(data_type) OR TileFloatingSign(data_type);
    end;
end;

pure func TileIntegerExtreme(maximum: boolean, data_type: TileDataType) => Word
begin
    let width: integer = TileElementBits(data_type);
    if TileDataTypeIsUnsignedInteger(data_type) then
        let extreme: integer = if maximum then 2^width - 1 else 0;
        return extreme[63:0];
    end;
    let half: integer = 2^(width - 1);
    let extreme: integer = if maximum then half - 1 else -half;
    return extreme[63:0];
end;

// The largest finite value of each format. No seed gives them: they follow from the formats.
pure func TileFloatingLargest(data_type: TileDataType) => Word
begin
    case data_type of
        when TileDataType_FP64 => return 0x7FEF_FFFF_FFFF_FFFF[63:0];
        when TileDataType_FP32 => return 0x7F7F_FFFF[63:0];
        when TileDataType_TF32 => return 0x7F7F_E000[63:0];
        when TileDataType_HF32 => return 0x7F7F_F000[63:0];
        when TileDataType_FP16 => return 0x7BFF[63:0];
        when TileDataType_BF16 => return 0x7F7F[63:0];
        when TileDataType_HiF8 => return 0x6E[63:0];
        when TileDataType_E4M3 => return 0x7E[63:0];
        when TileDataType_E5M2 => return 0x7B[63:0];
        when TileDataType_E3M2, TileDataType_E2M3 => return 0x1F[63:0];
        when TileDataType_E2M1X2, TileDataType_E1M2X2, TileDataType_HiF4X2 => return 0x7[63:0];
        when TileDataType_E8M0 => return 0xFE[63:0];
    end;
end;

// The sign bit of a signed floating format.
pure func TileFloatingSign(data_type: TileDataType) => Word
begin
    case data_type of
        when TileDataType_FP64 => return 0x8000_0000_0000_0000[63:0];
        when TileDataType_FP32, TileDataType_TF32, TileDataType_HF32 => return 0x8000_0000[63:0];
        when TileDataType_FP16, TileDataType_BF16 => return 0x8000[63:0];
        when TileDataType_HiF8, TileDataType_E4M3, TileDataType_E5M2 => return 0x80[63:0];
        when TileDataType_E3M2, TileDataType_E2M3 => return 0x20[63:0];
        when TileDataType_E2M1X2, TileDataType_E1M2X2, TileDataType_HiF4X2 => return 0x8[63:0];
    end;
end;
