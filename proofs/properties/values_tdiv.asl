// What a TDIV result is: the properties of its values.

// What the contract asks for, for a reader to compare with: of a quotient the low bits count.
func TdivExpected(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2}) => TileInfo
begin
    let before = _Tiles[[63]];
    PropertyConfigure(63, data_type, valid_rows, valid_columns, '0001');
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let at_row = row as integer{0..1};
            let at_column = column as integer{0..1};
            let numerator = PropertyElement(1, at_row, at_column, data_type);
            let denominator = PropertyElement(2, at_row, at_column, data_type);
            WriteTileElement(63, at_row, at_column, PropertyTruncatedQuotient(numerator, denominator)[63:0]);
        end;
    end;
    let expected = _Tiles[[63]];
    _Tiles[[63]] = before;
    return expected;
end;

// PTO-PROPERTY: {"id":"quotient","contract":"TDIV","function":"Property_TDIV_Quotient","title":"An integer result is the quotient truncated toward zero; the one that a signed element cannot hold, of the least value and -1, is the least value.","cases":{"data_type":["S64","S32","S16","S8","U64","U32","U16","U8"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no zero denominator","bounds":"shapes 1x1 to 2x2"}
func Property_TDIV_Quotient(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TDIV(data_type, valid_rows, valid_columns);
    if Blocked_TDIV(data_type, valid_rows, valid_columns) || !Direct_TDIV(0) then return; end;
    Explain("expected", TdivExpected(data_type, valid_rows, valid_columns));
    Explain("got", _Tiles[[0]]);
    let least = if TileDataTypeIsSigned(data_type) then -(2 ^ (TileElementBits(data_type) - 1))
        else 0;
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let at_row = row as integer{0..1};
            let at_column = column as integer{0..1};
            let numerator = PropertyElement(1, at_row, at_column, data_type);
            let denominator = PropertyElement(2, at_row, at_column, data_type);
            let result = PropertyElement(0, at_row, at_column, data_type);
            if denominator == -1 && numerator == least then
                assert result == least;
            else
                assert result == PropertyTruncatedQuotient(numerator, denominator);
            end;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"quotient","contract":"TDIV","function":"Property_TDIV_FloatingQuotient","title":"A floating result is the quotient rounded once, to nearest even.","cases":{"data_type":["FP64","FP32","TF32","HF32","FP16","BF16","E4M3","E5M2"]},"profiles":["ieee754"],"scope":"every payload, zero denominators and special values too","bounds":"shape 1x1"}
func Property_TDIV_FloatingQuotient(data_type: TileDataType)
begin
    Operands_TDIV(data_type, 1, 1);
    if Blocked_TDIV(data_type, 1, 1) then return; end;
    let numerator = ReadTileElement(1, 0, 0);
    let denominator = ReadTileElement(2, 0, 0);
    let accepted = Direct_TDIV(0);
    let format = UInt(TileDataTypeToEncoding(data_type));
    let expected = FloatDiv(format, 0, numerator, denominator);
    PropertyShowFloating(data_type, expected);
    assert accepted;
    assert ReadTileElement(0, 0, 0) == expected[63:0];
end;

// PTO-PROPERTY: {"id":"status","contract":"TDIV","function":"Property_TDIV_Status","title":"A bundle raises the flags of its floating divisions, and no other; one of integers raises none.","cases":{"data_type":["FP64","FP32","TF32","HF32","FP16","BF16","E4M3","E5M2","S64","S32","S16","S8","U64","U32","U16","U8"],"valid_columns":[1,2]},"profiles":["ieee754"],"scope":"every payload, nonzero mask, no B.DATR","bounds":"shapes 1x1 and 1x2"}
func Property_TDIV_Status(data_type: TileDataType, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_TDIV(data_type, 1, valid_columns, mask);
    if Blocked_TDIV(data_type, 1, valid_columns) then return; end;
    let format = UInt(TileDataTypeToEncoding(data_type));
    var expected = Zeros{5};
    if TileDataTypeIsFloating(data_type) then
        for column = 0 to valid_columns - 1 do
            let numerator = ReadTileElement(1, 0, column);
            let denominator = ReadTileElement(2, 0, column);
            expected = expected OR FloatDiv(format, 0, numerator, denominator)[68:64];
        end;
    end;
    if !Start_TDIV(TileDataTypeToEncoding(data_type)) then return; end;
    Dimensions_TDIV(1, valid_columns);
    Bind_TDIV(0, mask);
    let accepted = PropertyStop();
    Explain("expected flags", expected);
    Explain("flags", NumericStatusFlags());
    Explain("got", _Tiles[[0]]);
    assert accepted;
    assert NumericStatusFlags() == expected;
end;

// PTO-PROPERTY: {"id":"representable","contract":"TDIV","function":"Property_TDIV_Representable","title":"A stored result is the normal form of its element: sign-extended if it is a signed integer, zero-extended otherwise.","cases":{"data_type":["FP64","FP32","TF32","HF32","FP16","BF16","E4M3","E5M2","S64","S32","S16","S8","U64","U32","U16","U8"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, no integer zero denominator","bounds":"shapes 1x1 to 2x2"}
func Property_TDIV_Representable(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TDIV(data_type, valid_rows, valid_columns);
    if Blocked_TDIV(data_type, valid_rows, valid_columns) || !Direct_TDIV(0) then return; end;
    Explain("got", _Tiles[[0]]);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let word = ReadTileElement(0, row as integer{0..1}, column as integer{0..1});
            assert PropertyIsNormal(word, data_type);
        end;
    end;
end;
