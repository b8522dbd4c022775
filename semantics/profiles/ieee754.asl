// PTO-UNIT: {"id":"PTOPROVE-PROFILE-IEEE754","surface":"architecture","classification":["profile","numeric"],"depends_on":[]}

// The numeric profile `ieee754`: every floating hook is the correctly rounded operation of IEEE
// 754-2019 in the element's own format, with its flags. docs/profiles.md says what that means for
// the formats that IEEE 754 does not have.

// The rounding modes that have a meaning in IEEE 754, and rounding to odd, as Float… number them.
pure func IeeeRounding(mode: NumericRoundingMode) => integer{0..5}
begin
    case mode of
        when NumericRound_RNE => return 0;
        when NumericRound_RTM => return 1;
        when NumericRound_RTP => return 2;
        when NumericRound_RTZ => return 3;
        when NumericRound_RNA => return 4;
        when NumericRound_RTO => return 5;
    end;
end;

// A format is numbered by the data type code of its elements.
implementation func ScalarFPBinaryProfile(
    operation: FloatingBinaryOperation, rounding_mode: NumericRoundingMode,
    source_type: bits(5), left: Word, right: Word) => (Word, bits(5))
begin
    let format = UInt(source_type);
    let mode = IeeeRounding(rounding_mode);
    var result: bits(69);
    case operation of
        when FloatingBinary_ADD => result = FloatAdd(format, mode, left, right);
        when FloatingBinary_SUB => result = FloatSub(format, mode, left, right);
        when FloatingBinary_MUL => result = FloatMul(format, mode, left, right);
        when FloatingBinary_DIV => result = FloatDiv(format, mode, left, right);
        when FloatingBinary_MIN => result = FloatMinimumNumber(format, left, right);
        when FloatingBinary_MAX => result = FloatMaximumNumber(format, left, right);
    end;
    return (result[63:0], result[68:64]);
end;

// x - floor(x / y) * y exactly, then rounded once to nearest even.
implementation func TileProfileFloatingModulo(
    data_type: TileDataType, left: Word, right: Word) => Word
begin
    let format = UInt(TileDataTypeToEncoding(data_type));
    return FloatFloorModulo(format, 0, left, right)[63:0];
end;

implementation func TileProfileFloatingModuloFlags(
    data_type: TileDataType, left: Word, right: Word) => bits(5)
begin
    let format = UInt(TileDataTypeToEncoding(data_type));
    return FloatFloorModulo(format, 0, left, right)[68:64];
end;

// A product and an addend of either sign, negated or not, rounded once.
implementation func ScalarFPFusedProfile(
    operation: FloatingFusedOperation, rounding_mode: NumericRoundingMode, source_type: bits(5),
    addend: Word, left: Word, right: Word) => (Word, bits(5))
begin
    let format = UInt(source_type);
    let sign = LSL(Zeros{64} + 1, IeeeElementBits(source_type) - 1);
    let negated = operation IN {FloatingFused_NMADD, FloatingFused_NMSUB};
    let subtracted = operation IN {FloatingFused_MSUB, FloatingFused_NMSUB};
    let x = if negated then left XOR sign else left;
    let z = if negated != subtracted then addend XOR sign else addend;
    let result = FloatFma(format, IeeeRounding(rounding_mode), x, right, z);
    return (result[63:0], result[68:64]);
end;

// Bits of an element by its data type code: of integers and of the IEEE formats.
pure func IeeeElementBits(code: bits(5)) => integer{4, 8, 16, 32, 64}
begin
    case UInt(code) of
        when 0, 16, 24 => return 64;
        when 1..3, 17, 25 => return 32;
        when 4..5, 18, 26 => return 16;
        when 20, 28 => return 4;
        otherwise => return 8;
    end;
end;

// Signed integers have the codes 16 to 20, unsigned ones 24 to 28.
implementation func ScalarFPToIntegerProfile(
    rounding_mode: NumericRoundingMode, destination_type: bits(5), source_type: bits(5),
    value: Word) => (Word, bits(5))
begin
    let format = UInt(source_type);
    let mode = IeeeRounding(rounding_mode);
    let width = IeeeElementBits(destination_type);
    let result = if UInt(destination_type) < 24 then FloatToSigned(format, mode, width, value)
        else FloatToUnsigned(format, mode, width, value);
    return (result[63:0], result[68:64]);
end;

implementation func ScalarFPConvertProfile(
    rounding_mode: NumericRoundingMode, destination_type: bits(5), source_type: bits(5),
    value: Word) => (Word, bits(5))
begin
    let result = FloatConvert(
        UInt(source_type), UInt(destination_type), IeeeRounding(rounding_mode), value);
    return (result[63:0], result[68:64]);
end;

implementation func ScalarIntegerToFPProfile(
    rounding_mode: NumericRoundingMode, source_type: bits(5), destination_type: bits(5),
    value: Word) => (Word, bits(5))
begin
    let signed = UInt(source_type) < 24;
    let result = FloatFromInt(
        UInt(destination_type), IeeeRounding(rounding_mode), IeeeElementBits(source_type), signed,
        value);
    return (result[63:0], result[68:64]);
end;
