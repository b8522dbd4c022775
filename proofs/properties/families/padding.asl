// What $X leaves outside the valid rectangle.

// PTO-PROPERTY: {"id":"padding","contract":"$X","function":"Property_${X}_Padding","applies":["calls","pad-value"],"title":"Outside the valid rectangle the destination holds the selected typed constant, or is undefined for Null and where B.DATR is left out.","cases":{"data_type":$types,"valid_rows":[1,2],"valid_columns":[1,2],"attributes":["TRUE","FALSE"]},"scope":"every payload, ${any_pad}nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_Padding(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    attributes: boolean)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let pad = ARBITRARY: bits(2);
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    if !Start_$X(TileDataTypeToEncoding(data_type)) then return; end;
    Dimensions_$X(valid_rows, valid_columns);
    if attributes then Attributes_$X('00000', pad); end;
    Bind_$X(0, mask);
    if !PropertyStop() then return; end;
    Explain("PadValue", pad);
    Explain("got", _Tiles[[0]]);
    let null = !attributes || pad == '11';
    for row = 0 to _Tiles[[0]].rows - 1 do
        for column = 0 to PropertyColumns(valid_columns) - 1 do
            let (at_row, at_column) = (row as integer{0..65535}, column as integer{0..65535});
            if row >= valid_rows || column >= valid_columns then
                assert TileElementDefined(0, at_row, at_column) == !null;
                if !null then
                    assert PropertyIsPad(ReadTileElement(0, at_row, at_column), pad, data_type);
                end;
            else
                assert TileElementDefined(0, at_row, at_column);
            end;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"direct-padding","contract":"$X","function":"Property_${X}_DirectPadding","applies":["calls","pad-value"],"title":"The operation itself, without a bundle that selects a PadValue, leaves the padding of its destination undefined, whatever it held.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload that is not rejected, every padding of the destination before","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_DirectPadding(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_$X(data_type, valid_rows, valid_columns);
    PropertyPadSource(0, valid_rows, valid_columns);
    let accepted = Direct_$X(0);
    Cover(accepted);
    if !accepted then return; end;
    Explain("got", _Tiles[[0]]);
    for row = 0 to _Tiles[[0]].rows - 1 do
        for column = 0 to PropertyColumns(valid_columns) - 1 do
            let (at_row, at_column) = (row as integer{0..65535}, column as integer{0..65535});
            let valid = row < valid_rows && column < valid_columns;
            assert TileElementDefined(0, at_row, at_column) == valid;
        end;
    end;
end;
