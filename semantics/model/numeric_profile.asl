// PTO-UNIT: {"id":"PTOPROVE-MODEL-NUMERIC-PROFILE","surface":"tile","classification":["model","numeric"],"depends_on":["PTOPROVE-MODEL-DATA-TYPES","PTOPROVE-MODEL-PADDING"]}

// Element rules: exact for integers; floating arithmetic are hooks that a numeric profile owns.

type TileBinaryOperation of enumeration { TileBinary_DIV, TileBinary_REM };

type TileUnaryOperation of enumeration { TileUnary_NEG };

type FloatingBinaryOperation of enumeration {
    FloatingBinary_ADD, FloatingBinary_SUB, FloatingBinary_MUL, FloatingBinary_DIV,
    FloatingBinary_MIN, FloatingBinary_MAX
};

// To nearest even, toward minus and plus infinity, toward zero, to nearest away, to odd.
type NumericRoundingMode of enumeration {
    NumericRound_RNE, NumericRound_RTM, NumericRound_RTP, NumericRound_RTZ, NumericRound_RNA,
    NumericRound_RTO
};

// The hooks: a value with the status it raises, or the two apart. What stands here is executable
// and no arithmetic; a profile gives them their meaning (semantics/profiles/).
impdef func ScalarFPBinaryProfile(
    operation: FloatingBinaryOperation, rounding_mode: NumericRoundingMode,
    source_type: bits(5), left: Word, right: Word) => (Word, bits(5))
begin
    return (left, Zeros{5});
end;

impdef func TileProfileFloatingModulo(
    data_type: TileDataType, left: Word, right: Word) => Word
begin
    return left;
end;

impdef func TileProfileFloatingModuloFlags(
    data_type: TileDataType, left: Word, right: Word) => bits(5)
begin
    return Zeros{5};
end;

// Modulo by floor division. The operands are read in their own signedness, so one formula serves
// both: with a positive divisor the remainder is in 0..divisor-1, with a negative one it mirrors.
pure func TileIntegerRemainder(data_type: TileDataType, dividend: Word, divisor: Word) => Word
begin
    let n: integer = TileElementInteger(dividend, data_type);
    let d: integer = TileElementInteger(divisor, data_type);
    assert d != 0;
    let remainder: integer = if d > 0 then n MOD d else -((-n) MOD (-d));
    return remainder[63:0];
end;

// The quotient of magnitudes with the sign of the product: truncation. The one quotient that no
// signed element holds, that of the least value and -1, wraps to the least value.
pure func TileIntegerQuotient(data_type: TileDataType, dividend: Word, divisor: Word) => Word
begin
    let n: integer = TileElementInteger(dividend, data_type);
    let d: integer = TileElementInteger(divisor, data_type);
    assert d != 0;
    let magnitude: integer = if d > 0 then Abs(n) DIVRM d else Abs(n) DIVRM (-d);
    let quotient: integer = if (n < 0) == (d < 0) then magnitude else -magnitude;
    return NormalizeTileInteger(quotient[63:0], data_type);
end;

// One element of the result, in the form in which it is stored, and the status it raises.
func TileBinaryElement(
    op: TileBinaryOperation, data_type: TileDataType, left: Word, right: Word) => (Word, bits(5))
begin
    let integral = TileDataTypeIsInteger(data_type);
    case op of
        when TileBinary_DIV =>
            if integral then
                return (TileIntegerQuotient(data_type, left, right), Zeros{5});
            end;
            return ScalarFPBinaryProfile(
                FloatingBinary_DIV, NumericRound_RNE, TileDataTypeToEncoding(data_type),
                left, right);
        when TileBinary_REM =>
            if integral then
                return (TileIntegerRemainder(data_type, left, right), Zeros{5});
            end;
            return (
                TileProfileFloatingModulo(data_type, left, right),
                TileProfileFloatingModuloFlags(data_type, left, right));
    end;
end;

// Negation raises no status: of a floating element it turns only the sign bit, of a NaN too.
pure func TileUnaryElement(
    op: TileUnaryOperation, data_type: TileDataType, value: Word) => Word
begin
    case op of
        when TileUnary_NEG =>
            if TileDataTypeIsInteger(data_type) then
                return NormalizeTileInteger(Zeros{64} - value, data_type);
            end;
            return TileElementCarrier(value, data_type) XOR TileFloatingSign(data_type);
    end;
end;
