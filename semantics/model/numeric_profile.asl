// PTO-UNIT: {"id":"PTOPROVE-MODEL-NUMERIC-PROFILE","surface":"tile","classification":["model","numeric"],"depends_on":["PTOPROVE-MODEL-DATA-TYPES","PTOPROVE-MODEL-FLOATING"]}

// Element rules: exact for integers; floating ones are hooks that the selected profile owns.

type TileBinaryOperation of enumeration { TileBinary_REM };

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

// The reference profile: exact modulo by floor division, rounded to nearest even.
readonly impdef func TileProfileFloatingModulo(
    data_type: TileDataType, left: Word, right: Word) => Word
begin
    let (value, -) = FloatingFloorModulo(data_type, left, right);
    return value;
end;

readonly impdef func TileProfileFloatingModuloFlags(
    data_type: TileDataType, left: Word, right: Word) => bits(5)
begin
    let (-, flags) = FloatingFloorModulo(data_type, left, right);
    return flags;
end;

// One element of the result, in the form in which it is stored, and the status it raises.
readonly func TileBinaryElement(
    op: TileBinaryOperation, data_type: TileDataType, left: Word, right: Word) => (Word, bits(5))
begin
    case op of
        when TileBinary_REM =>
            if TileDataTypeIsInteger(data_type) then
                return (TileIntegerRemainder(data_type, left, right), Zeros{5});
            end;
            return (
                TileProfileFloatingModulo(data_type, left, right),
                TileProfileFloatingModuloFlags(data_type, left, right));
    end;
end;
