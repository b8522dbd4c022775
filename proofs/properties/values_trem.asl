// What a TREM result is: the properties of its values.

// PTO-PROPERTY: {"id":"divisor-sign","contract":"TREM","function":"Property_TREM_DivisorSign","title":"A result is zero or has the sign of its divisor.","cases":{"data_type":$legal_integers,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_DivisorSign(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TREM(data_type, valid_rows, valid_columns);
    if Blocked_TREM(data_type, valid_rows, valid_columns) || !Direct_TREM(0) then return; end;
    TremShowResult(data_type, valid_rows, valid_columns);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let divisor = PropertyElement(2, row as integer{0..1}, column as integer{0..1}, data_type);
            let result = PropertyElement(0, row as integer{0..1}, column as integer{0..1}, data_type);
            assert result == 0 || (result < 0) == (divisor < 0);
        end;
    end;
end;

// PTO-PROPERTY: {"id":"range","contract":"TREM","function":"Property_TREM_Range","title":"A result is smaller in magnitude than its divisor.","cases":{"data_type":$legal_integers,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_Range(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TREM(data_type, valid_rows, valid_columns);
    if Blocked_TREM(data_type, valid_rows, valid_columns) || !Direct_TREM(0) then return; end;
    TremShowResult(data_type, valid_rows, valid_columns);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let divisor = PropertyElement(2, row as integer{0..1}, column as integer{0..1}, data_type);
            let result = PropertyElement(0, row as integer{0..1}, column as integer{0..1}, data_type);
            assert Abs(result) < Abs(divisor);
        end;
    end;
end;

// PTO-PROPERTY: {"id":"floor-congruence","contract":"TREM","function":"Property_TREM_FloorCongruence","title":"dividend = floor(dividend / divisor) * divisor + result, over the mathematical integers.","cases":{"data_type":$legal_integers,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_FloorCongruence(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TREM(data_type, valid_rows, valid_columns);
    if Blocked_TREM(data_type, valid_rows, valid_columns) || !Direct_TREM(0) then return; end;
    TremShowResult(data_type, valid_rows, valid_columns);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let dividend = PropertyElement(1, row as integer{0..1}, column as integer{0..1}, data_type);
            let divisor = PropertyElement(2, row as integer{0..1}, column as integer{0..1}, data_type);
            let result = PropertyElement(0, row as integer{0..1}, column as integer{0..1}, data_type);
            let quotient = PropertyFloorQuotient(dividend, divisor);
            assert dividend == (quotient * divisor) + result;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"representable","contract":"TREM","function":"Property_TREM_Representable","title":"A stored result is the normal form of its element: sign- or zero-extended to the word.","cases":{"data_type":$legal_integers,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_Representable(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TREM(data_type, valid_rows, valid_columns);
    if Blocked_TREM(data_type, valid_rows, valid_columns) || !Direct_TREM(0) then return; end;
    TremShowResult(data_type, valid_rows, valid_columns);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let word = ReadTileElement(0, row as integer{0..1}, column as integer{0..1});
            if TileDataTypeIsSigned(data_type) then
                assert SInt(word) == PropertyInteger(word, data_type);
            else
                assert UInt(word) == PropertyInteger(word, data_type);
            end;
        end;
    end;
end;

// What the contract asks for: the floor remainder of every element, for a reader to compare with.
func TremExpected(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2}) => TileInfo
begin
    let before = _Tiles[[63]];
    PropertyConfigure(63, data_type, valid_rows, valid_columns, '0001');
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let at_row = row as integer{0..1};
            let at_column = column as integer{0..1};
            let dividend = PropertyElement(1, at_row, at_column, data_type);
            let divisor = PropertyElement(2, at_row, at_column, data_type);
            let quotient = PropertyFloorQuotient(dividend, divisor);
            WriteTileElement(63, at_row, at_column, (dividend - (quotient * divisor))[63:0]);
        end;
    end;
    let expected = _Tiles[[63]];
    _Tiles[[63]] = before;
    return expected;
end;

func TremShowResult(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Explain("expected", TremExpected(data_type, valid_rows, valid_columns));
    Explain("got", _Tiles[[0]]);
end;

// Any finite dividend, and any finite divisor that is not zero; `moderate` ones are both of a
// magnitude of 1 to 1024.
pure func TremFinite(
    data_type: TileDataType, dividend: Word, divisor: Word, moderate: boolean) => boolean
begin
    let inside = PropertyIsFinite(data_type, dividend) && PropertyIsFinite(data_type, divisor)
        && PropertyOrder(data_type, divisor, Zeros{64}) != '01';
    return inside && (!moderate
        || (PropertyIsModerate(data_type, dividend) && PropertyIsModerate(data_type, divisor)));
end;

// Dividend, divisor and result as tiles of one element, and the exact remainder rounded once.
func TremShowElement(data_type: TileDataType, dividend: Word, divisor: Word, result: Word)
begin
    ResetProfileState();
    for index = 0 to 3 do
        PropertyConfigure(index, data_type, 1, 1, '0001');
    end;
    let format = UInt(TileDataTypeToEncoding(data_type));
    WriteTileElement(0, 0, 0, result);
    WriteTileElement(1, 0, 0, dividend);
    WriteTileElement(2, 0, 0, divisor);
    WriteTileElement(3, 0, 0, FloatFloorModulo(format, 0, dividend, divisor)[63:0]);
    Show_TREM();
    Explain("expected", _Tiles[[3]]);
    Explain("got", _Tiles[[0]]);
end;

// PTO-PROPERTY: {"id":"divisor-sign","contract":"TREM","function":"Property_TREM_FloatingDivisorSign","title":"A floating result is zero, whatever its sign bit, or has the sign of its divisor.","cases":{"data_type":["FP16","BF16","FP32"],"magnitudes":["any","moderate"]},"case_values":{"any":0,"moderate":1},"profiles":["ieee754","tile-library"],"scope":"every finite dividend, every finite divisor but zero; moderate: both of a magnitude of 1 to 1024"}
func Property_TREM_FloatingDivisorSign(data_type: TileDataType, magnitudes: integer{0..1})
begin
    let dividend = ARBITRARY: bits(64);
    let divisor = ARBITRARY: bits(64);
    if !TremFinite(data_type, dividend, divisor, magnitudes == 1) then return; end;
    let result = TileProfileFloatingModulo(data_type, dividend, divisor);
    TremShowElement(data_type, dividend, divisor, result);
    let order = PropertyOrder(data_type, result, Zeros{64});
    assert order == '01' || order == PropertyOrder(data_type, divisor, Zeros{64});
end;

// PTO-PROPERTY: {"id":"floor-congruence","contract":"TREM","function":"Property_TREM_FloatingCongruence","title":"A floating result is dividend - floor(dividend / divisor) * divisor exactly, rounded once, to nearest even.","cases":{"data_type":["FP16","BF16","FP32"]},"profiles":["ieee754"],"scope":"every payload, zero divisors and special values too","bounds":"shape 1x1"}
func Property_TREM_FloatingCongruence(data_type: TileDataType)
begin
    Operands_TREM(data_type, 1, 1);
    let dividend = ReadTileElement(1, 0, 0);
    let divisor = ReadTileElement(2, 0, 0);
    let accepted = Direct_TREM(0);
    let format = UInt(TileDataTypeToEncoding(data_type));
    let expected = FloatFloorModulo(format, 0, dividend, divisor);
    PropertyShowFloating(data_type, expected);
    assert accepted;
    assert ReadTileElement(0, 0, 0) == expected[63:0];
end;

// PTO-PROPERTY: {"id":"status","contract":"TREM","function":"Property_TREM_Status","title":"A bundle raises the flags of its floating modulos, and no other; one of integers raises none.","cases":{"data_type":["S32","U32","S16","U16","FP32","FP16","BF16"],"valid_columns":[1,2]},"profiles":["ieee754"],"scope":"every payload, nonzero mask, no B.DATR","bounds":"shapes 1x1 and 1x2"}
func Property_TREM_Status(data_type: TileDataType, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_TREM(data_type, 1, valid_columns, mask);
    if Blocked_TREM(data_type, 1, valid_columns) then return; end;
    let format = UInt(TileDataTypeToEncoding(data_type));
    var expected = Zeros{5};
    if TileDataTypeIsFloating(data_type) then
        for column = 0 to valid_columns - 1 do
            let dividend = ReadTileElement(1, 0, column);
            let divisor = ReadTileElement(2, 0, column);
            expected = expected OR FloatFloorModulo(format, 0, dividend, divisor)[68:64];
        end;
    end;
    if !Start_TREM(TileDataTypeToEncoding(data_type)) then return; end;
    Dimensions_TREM(1, valid_columns);
    Bind_TREM(0, mask);
    let accepted = PropertyStop();
    Explain("expected flags", expected);
    Explain("flags", NumericStatusFlags());
    Explain("got", _Tiles[[0]]);
    assert accepted;
    assert NumericStatusFlags() == expected;
end;

// PTO-PROPERTY: {"id":"range","contract":"TREM","function":"Property_TREM_FloatingRange","title":"A floating result is smaller in magnitude than its divisor, which no clause promises.","clauses":[],"cases":{"data_type":["FP16","BF16","FP32"]},"profiles":["ieee754","tile-library"],"scope":"every finite dividend, every finite divisor but zero"}
func Property_TREM_FloatingRange(data_type: TileDataType)
begin
    let dividend = ARBITRARY: bits(64);
    let divisor = ARBITRARY: bits(64);
    if !TremFinite(data_type, dividend, divisor, FALSE) then return; end;
    let result = TileProfileFloatingModulo(data_type, dividend, divisor);
    TremShowElement(data_type, dividend, divisor, result);
    let size = PropertyMagnitude(data_type, result);
    assert PropertyOrder(data_type, size, PropertyMagnitude(data_type, divisor)) == '00';
end;

// PTO-PROPERTY: {"id":"rounded-range","contract":"TREM","function":"Property_TREM_RoundedRange","title":"A floating result is no larger in magnitude than its divisor, to which it may round.","cases":{"data_type":["FP16","BF16","FP32"]},"profiles":["ieee754","tile-library"],"scope":"every finite dividend, every finite divisor but zero"}
func Property_TREM_RoundedRange(data_type: TileDataType)
begin
    let dividend = ARBITRARY: bits(64);
    let divisor = ARBITRARY: bits(64);
    if !TremFinite(data_type, dividend, divisor, FALSE) then return; end;
    let result = TileProfileFloatingModulo(data_type, dividend, divisor);
    TremShowElement(data_type, dividend, divisor, result);
    let size = PropertyMagnitude(data_type, result);
    let order = PropertyOrder(data_type, size, PropertyMagnitude(data_type, divisor));
    assert order IN {'00', '01'};
end;
