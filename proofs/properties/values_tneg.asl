// What a TNEG result is: the properties of its values.

// PTO-PROPERTY: {"id":"negation","contract":"TNEG","function":"Property_TNEG_Negation","title":"An integer result is zero minus the source modulo the element width: the least value is its own negation.","cases":{"data_type":["S32","S16","S8"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload","bounds":"shapes 1x1 to 2x2"}
func Property_TNEG_Negation(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TNEG(data_type, valid_rows, valid_columns);
    let accepted = Direct_TNEG(0);
    assert accepted;
    Explain("got", _Tiles[[0]]);
    let least = -(2 ^ (TileElementBits(data_type) - 1));
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let at_row = row as integer{0..1};
            let at_column = column as integer{0..1};
            let source = PropertyElement(1, at_row, at_column, data_type);
            let result = PropertyElement(0, at_row, at_column, data_type);
            assert result == (if source == least then least else -source);
            assert PropertyIsNormal(ReadTileElement(0, at_row, at_column), data_type);
        end;
    end;
end;

// PTO-PROPERTY: {"id":"involution","contract":"TNEG","function":"Property_TNEG_Involution","title":"Negating twice gives the source back.","cases":{"data_type":["S32","S16","S8","FP32","FP16","BF16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload","bounds":"shapes 1x1 to 2x2"}
func Property_TNEG_Involution(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TNEG(data_type, valid_rows, valid_columns);
    let source = _Tiles[[1]];
    let once = Direct_TNEG(0);
    _Tiles[[1]] = _Tiles[[0]];
    let twice = Direct_TNEG(0);
    assert once && twice;
    Explain("expected", source);
    Explain("got", _Tiles[[0]]);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let at_row = row as integer{0..1};
            let at_column = column as integer{0..1};
            let element = TileLogicalLinearIndex(source, at_row, at_column);
            let before = TileReadLogicalElement(source, element);
            let after = ReadTileElement(0, at_row, at_column);
            assert PropertyCarrier(after, data_type) == PropertyCarrier(before, data_type);
        end;
    end;
end;

// PTO-PROPERTY: {"id":"sign-bit-only","contract":"TNEG","function":"Property_TNEG_SignBitOnly","title":"A floating result differs from its source in the sign bit alone, zeros, infinities and the payloads of NaNs included, and no status is raised.","cases":{"data_type":["FP32","FP16","BF16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload","bounds":"shapes 1x1 to 2x2"}
func Property_TNEG_SignBitOnly(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TNEG(data_type, valid_rows, valid_columns);
    let status = NumericStatusFlags();
    let accepted = Direct_TNEG(0);
    assert accepted && NumericStatusFlags() == status;
    Explain("got", _Tiles[[0]]);
    let sign = LSL(Zeros{64} + 1, TileElementBits(data_type) - 1);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let at_row = row as integer{0..1};
            let at_column = column as integer{0..1};
            let source = PropertyCarrier(ReadTileElement(1, at_row, at_column), data_type);
            assert ReadTileElement(0, at_row, at_column) == (source XOR sign);
        end;
    end;
end;
