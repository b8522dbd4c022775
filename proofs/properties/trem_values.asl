// What a TREM result is: the properties of its values.

// PTO-PROPERTY: {"id":"divisor-sign","contract":"TREM","function":"Property_TREM_DivisorSign","title":"A result is zero or has the sign of its divisor.","clauses":["state_effects[0]","PTO-TREM-CONTRACT-001"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_DivisorSign(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    TremOperands(data_type, valid_rows, valid_columns);
    if !TremDirect(0, data_type, valid_rows, valid_columns) then return; end;
    TremShowResult(data_type, valid_rows, valid_columns);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let divisor = PropertyElement(2, row as integer{0..1}, column as integer{0..1}, data_type);
            let result = PropertyElement(0, row as integer{0..1}, column as integer{0..1}, data_type);
            assert result == 0 || (result < 0) == (divisor < 0);
        end;
    end;
end;

// PTO-PROPERTY: {"id":"range","contract":"TREM","function":"Property_TREM_Range","title":"A result is smaller in magnitude than its divisor.","clauses":["state_effects[0]","PTO-TREM-CONTRACT-001"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_Range(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    TremOperands(data_type, valid_rows, valid_columns);
    if !TremDirect(0, data_type, valid_rows, valid_columns) then return; end;
    TremShowResult(data_type, valid_rows, valid_columns);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let divisor = PropertyElement(2, row as integer{0..1}, column as integer{0..1}, data_type);
            let result = PropertyElement(0, row as integer{0..1}, column as integer{0..1}, data_type);
            assert Abs(result) < Abs(divisor);
        end;
    end;
end;

// PTO-PROPERTY: {"id":"floor-congruence","contract":"TREM","function":"Property_TREM_FloorCongruence","title":"dividend = floor(dividend / divisor) * divisor + result, over the mathematical integers.","clauses":["state_effects[0]","PTO-TREM-CONTRACT-001"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_FloorCongruence(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    TremOperands(data_type, valid_rows, valid_columns);
    if !TremDirect(0, data_type, valid_rows, valid_columns) then return; end;
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

// PTO-PROPERTY: {"id":"representable","contract":"TREM","function":"Property_TREM_Representable","title":"A stored result is the normal form of its element: sign- or zero-extended to the word.","clauses":["state_effects[0]"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_Representable(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    TremOperands(data_type, valid_rows, valid_columns);
    if !TremDirect(0, data_type, valid_rows, valid_columns) then return; end;
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

// PTO-PROPERTY: {"id":"snapshot-aliasing","contract":"TREM","function":"Property_TREM_SnapshotAliasing","title":"Writing over a source gives the result that a separate destination gets.","clauses":["ordering[0]"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2],"destination":[1,2]},"scope":"every payload, no zero divisor","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_SnapshotAliasing(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    destination: TileIndex)
begin
    TremOperands(data_type, valid_rows, valid_columns);
    let before = _Tiles;
    if !TremDirect(0, data_type, valid_rows, valid_columns) then return; end;
    let separate = _Tiles[[0]];
    _Tiles = before;
    let accepted = TremDirect(destination, data_type, valid_rows, valid_columns);
    assert accepted;
    Explain("expected", separate);
    Explain("got", _Tiles[[destination]]);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let got = ReadTileElement(destination, row as integer{0..1}, column as integer{0..1});
            let element = TileLogicalLinearIndex(separate, row as integer{0..1}, column as integer{0..1});
            assert got == TileReadLogicalElement(separate, element);
        end;
    end;
end;
