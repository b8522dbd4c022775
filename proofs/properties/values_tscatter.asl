// What a TSCATTER result is: the properties of its values.

// Value source and index source of one valid shape, and a destination of as many columns.
func ScatterOperands(
    data_type: TileDataType, index_type: TileDataType, source_rows: integer{1..2},
    valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    ResetProfileState();
    PropertyConfigure(0, data_type, valid_rows, valid_columns, '0001');
    PropertySource(1, data_type, source_rows, valid_columns, '0001');
    PropertySource(2, index_type, source_rows, valid_columns, '0001');
    Show_TSCATTER();
end;

// The source row that goes to a row of a column, or -1.
readonly func ScatterSource(
    index_type: TileDataType, source_rows: integer{1..2}, row: integer, column: integer{0..1})
    => integer
begin
    var found: integer = -1;
    for source = 0 to source_rows - 1 do
        if PropertyElement(2, source as integer{0..1}, column, index_type) == row then
            found = source;
        end;
    end;
    return found;
end;

// PTO-PROPERTY: {"id":"scatter","contract":"TSCATTER","function":"Property_TSCATTER_Scatter","title":"The element at [r, c] of the value source is, bit for bit, the destination's element at [index[r, c], c].","cases":{"data_type":["FP64","FP32","TF32","HF32","FP16","BF16","HiF8","E4M3","E5M2","E3M2","E2M3","E8M0","S64","S32","S16","S8","U64","U32","U16","U8"],"index_type":["S16","U16","S32","U32","S64","U64"]},"scope":"every payload that is not rejected","bounds":"sources 1x2 and 2x2, destination 2x2"}
func Property_TSCATTER_Scatter(data_type: TileDataType, index_type: TileDataType)
begin
    // Two rows in two can not tell scattering from gathering: such a permutation is its own inverse.
    for source_rows = 1 to 2 do
        ScatterMoves(data_type, index_type, source_rows);
    end;
end;

func ScatterMoves(
    data_type: TileDataType, index_type: TileDataType, source_rows: integer{1..2})
begin
    ScatterOperands(data_type, index_type, source_rows, 2, 2);
    let accepted = Direct_TSCATTER(0);
    Cover(accepted);
    if !accepted then return; end;
    Explain("got", _Tiles[[0]]);
    for row = 0 to source_rows - 1 do
        for column = 0 to 1 do
            let at_row = row as integer{0..1};
            let selected = PropertyElement(2, at_row, column, index_type);
            assert selected IN {0, 1};
            let value = PropertyCarrier(ReadTileElement(1, at_row, column), data_type);
            for target = 0 to 1 do
                if selected == target then
                    let moved = ReadTileElement(0, target, column);
                    assert PropertyCarrier(moved, data_type) == value;
                end;
            end;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"zero-fill","contract":"TSCATTER","function":"Property_TSCATTER_ZeroFill","title":"Every physical element of the destination that no source element goes to is defined and zero.","cases":{"data_type":["FP64","FP32","TF32","HF32","FP16","BF16","HiF8","E4M3","E5M2","E3M2","E2M3","E8M0","S64","S32","S16","S8","U64","U32","U16","U8"],"source_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload that is not rejected, every earlier destination, S32 indices","bounds":"sources 1x1 to 2x2, destination 2x1 and 2x2"}
func Property_TSCATTER_ZeroFill(
    data_type: TileDataType, source_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let index_type = TileDataType_S32;
    ScatterOperands(data_type, index_type, source_rows, 2, valid_columns);
    PropertySource(0, data_type, 2, valid_columns, '0001');
    PropertyPadSource(0, 2, valid_columns);
    Explain("destination", _Tiles[[0]]);
    if !Direct_TSCATTER(0) then
        assert PropertyScatterIllegal(2, index_type, source_rows, valid_columns, 2);
        return;
    end;
    Explain("got", _Tiles[[0]]);
    for row = 0 to _Tiles[[0]].rows - 1 do
        for column = 0 to PropertyColumns(valid_columns) - 1 do
            let (at_row, at_column) = (row as integer{0..65535}, column as integer{0..65535});
            assert TileElementDefined(0, at_row, at_column);
            var selected = FALSE;
            if row < 2 && column < valid_columns then
                selected = ScatterSource(index_type, source_rows, row, column as integer{0..1}) >= 0;
            end;
            if !selected then
                assert IsZero(PropertyCarrier(ReadTileElement(0, at_row, at_column), data_type));
            end;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"duplicate-rejection","contract":"TSCATTER","function":"Property_TSCATTER_DuplicateRejection","title":"Two source elements of one column that select the same row reject with Fault_TileLegality and no effect; equal rows in different columns do not.","cases":{"index_type":["S16","U16","S32","U32","S64","U64"]},"scope":"every payload with indices in range, nonzero mask","bounds":"U32 values, sources and destination 2x2"}
func Property_TSCATTER_DuplicateRejection(index_type: TileDataType)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    ScatterSources(index_type, mask);
    var inside = TRUE;
    var duplicate = FALSE;
    for column = 0 to 1 do
        let first = PropertyElement(2, 0, column, index_type);
        let second = PropertyElement(2, 1, column, index_type);
        inside = inside && first IN {0, 1} && second IN {0, 1};
        duplicate = duplicate || first == second;
    end;
    if !inside then return; end;
    Cover(duplicate);
    Cover(PropertyElement(2, 0, 0, index_type) == PropertyElement(2, 0, 1, index_type)
        && !duplicate);
    let tiles = _Tiles;
    let accepted = Bundle_TSCATTER(0, TileDataType_U32, 2, 2, '00', mask);
    assert accepted == !duplicate;
    if duplicate then
        assert _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"index-range","contract":"TSCATTER","function":"Property_TSCATTER_IndexRange","title":"A negative index, or one that is no valid row of the destination, rejects with Fault_TileLegality and no effect, whatever the bits above the element.","cases":{"index_type":["S16","U16","S32","U32","S64","U64"]},"scope":"every payload, nonzero mask","bounds":"U32 values, sources and destination 2x2"}
func Property_TSCATTER_IndexRange(index_type: TileDataType)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    ScatterSources(index_type, mask);
    var outside = FALSE;
    for row = 0 to 1 do
        for column = 0 to 1 do
            let selected = PropertyElement(2, row, column, index_type);
            outside = outside || selected < 0 || selected >= 2;
        end;
    end;
    let tiles = _Tiles;
    let accepted = Bundle_TSCATTER(0, TileDataType_U32, 2, 2, '00', mask);
    Cover(accepted);
    if outside then
        assert !accepted && _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;

func ScatterSources(index_type: TileDataType, mask: bits(4))
begin
    ResetProfileState();
    PropertySource(1, TileDataType_U32, 2, 2, mask);
    PropertySource(2, index_type, 2, 2, mask);
    Show_TSCATTER();
end;
