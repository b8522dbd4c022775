// PTO-UNIT: {"id":"PTOPROVE-MODEL-FLOATING","surface":"tile","classification":["model","numeric"],"depends_on":["PTOPROVE-MODEL-ARCHITECTURE","PTOPROVE-MODEL-DATA-TYPES"]}

// Binary floating formats as integers. A finite value is a sign and a magnitude that counts units
// of the format's least subnormal, so exact arithmetic is integer arithmetic.

pure func FloatingFractionBits(data_type: TileDataType) => integer
begin
    case data_type of
        when TileDataType_FP64 => return 52;
        when TileDataType_FP32 => return 23;
        when TileDataType_FP16 => return 10;
        when TileDataType_BF16 => return 7;
    end;
end;

// The weight of the sign bit: encodings below it are the nonnegative ones, in order.
pure func FloatingSignWeight(data_type: TileDataType) => integer
begin
    let width: integer = TileElementBits(data_type);
    return 2^(width - 1);
end;

pure func FloatingIsNegative(data_type: TileDataType, value: Word) => boolean
begin
    let code: integer = UInt(TileElementCarrier(value, data_type));
    return code >= FloatingSignWeight(data_type);
end;

// The encoding of the absolute value.
pure func FloatingAbsoluteCode(data_type: TileDataType, value: Word) => integer
begin
    let code: integer = UInt(TileElementCarrier(value, data_type));
    return code MOD FloatingSignWeight(data_type);
end;

pure func FloatingInfinityCode(data_type: TileDataType) => integer
begin
    return FloatingSignWeight(data_type) - 2^FloatingFractionBits(data_type);
end;

// Quiet, positive, without payload.
pure func FloatingDefaultNaN(data_type: TileDataType) => Word
begin
    let quiet: integer = 2^(FloatingFractionBits(data_type) - 1);
    let code: integer = FloatingInfinityCode(data_type) + quiet;
    return code[63:0];
end;

pure func FloatingIsNaN(data_type: TileDataType, value: Word) => boolean
begin
    return FloatingAbsoluteCode(data_type, value) > FloatingInfinityCode(data_type);
end;

pure func FloatingIsSignalling(data_type: TileDataType, value: Word) => boolean
begin
    return FloatingIsNaN(data_type, value)
        && FloatingAbsoluteCode(data_type, value) < UInt(FloatingDefaultNaN(data_type));
end;

pure func FloatingIsInfinite(data_type: TileDataType, value: Word) => boolean
begin
    return FloatingAbsoluteCode(data_type, value) == FloatingInfinityCode(data_type);
end;

// A finite value in units of the least subnormal, with its sign.
pure func FloatingUnits(data_type: TileDataType, value: Word) => integer
begin
    let hidden: integer = 2^FloatingFractionBits(data_type);
    let code: integer = FloatingAbsoluteCode(data_type, value);
    let exponent: integer = code DIVRM hidden;
    let fraction: integer = code MOD hidden;
    let magnitude: integer =
        if exponent == 0 then fraction else (hidden + fraction) * 2^(exponent - 1);
    return if FloatingIsNegative(data_type, value) then -magnitude else magnitude;
end;

pure func FloatingWithSign(
    data_type: TileDataType, absolute_code: integer, negative: boolean) => Word
begin
    let code: integer =
        if negative then absolute_code + FloatingSignWeight(data_type) else absolute_code;
    return code[63:0];
end;

// The encoding of a magnitude that the format's range holds, rounded to nearest, ties to even.
// The carry of a significand that rounds up runs into the exponent, where it belongs.
pure func FloatingRoundedCode(data_type: TileDataType, magnitude: integer) => (integer, boolean)
begin
    let fraction_bits: integer = FloatingFractionBits(data_type);
    if magnitude < 2^fraction_bits then
        return (magnitude, TRUE);
    end;
    let shift: integer = FloorLog2(magnitude) - fraction_bits;
    let step: integer = 2^shift;
    let kept: integer = magnitude DIVRM step;
    let dropped: integer = magnitude MOD step;
    let up = 2 * dropped > step || (2 * dropped == step && IsOdd(kept));
    let significand: integer = if up then kept + 1 else kept;
    return (shift * 2^fraction_bits + significand, dropped == 0);
end;

// left - floor(left / right) * right, exact, then rounded once. A zero result and an infinite
// divisor take the divisor's sign, as a nonzero result does.
pure func FloatingFloorModulo(
    data_type: TileDataType, left: Word, right: Word) => (Word, bits(5))
begin
    if FloatingIsNaN(data_type, left) || FloatingIsNaN(data_type, right) then
        let signalling = FloatingIsSignalling(data_type, left)
            || FloatingIsSignalling(data_type, right);
        return (
            FloatingDefaultNaN(data_type),
            if signalling then NumericStatus_Invalid else Zeros{5});
    end;
    let negative = FloatingIsNegative(data_type, right);
    if FloatingIsInfinite(data_type, left) || FloatingAbsoluteCode(data_type, right) == 0 then
        return (FloatingDefaultNaN(data_type), NumericStatus_Invalid);
    end;
    let n: integer = FloatingUnits(data_type, left);
    if FloatingIsInfinite(data_type, right) then
        // The floor quotient is 0 or, when the signs differ, -1.
        let same_side = n == 0 || (n < 0) == negative;
        let code: integer = if same_side then FloatingAbsoluteCode(data_type, left)
            else FloatingInfinityCode(data_type);
        return (FloatingWithSign(data_type, code, negative), Zeros{5});
    end;
    let d: integer = FloatingUnits(data_type, right);
    let magnitude: integer = if d > 0 then n MOD d else (-n) MOD (-d);
    let (code, exact) = FloatingRoundedCode(data_type, magnitude);
    return (
        FloatingWithSign(data_type, code, negative),
        if exact then Zeros{5} else NumericStatus_Inexact);
end;
