// What the elements of the sources of $X must be, and which of them are read.

// PTO-PROPERTY: {"id":"source-definedness","contract":"$X","function":"Property_${X}_SourceDefinedness","applies":["calls"],"title":"An undefined valid element of a source rejects with Fault_TileLegality and no effect; undefined padding does not.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2],"source":$source_numbers},"scope":"every payload, ${any_pad}nonzero mask; element [0, 0] of one source defined or not","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_SourceDefinedness(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    source: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    ResetProfileState();
    for other = 1 to $sources do
        PropertySource(other, SourceType_$X(other, data_type), valid_rows, valid_columns, mask);
    end;
    let blocked = Blocked_$X(data_type, valid_rows, valid_columns);
    let whole = ARBITRARY: boolean;
    if !whole then
        let word = ReadTileElement(source, 0, 0);
        PropertyConfigure(
            source, SourceType_$X(source, data_type), valid_rows, valid_columns, mask);
        for row = 0 to valid_rows - 1 do
            for column = 0 to valid_columns - 1 do
                if row + column > 0 then
                    WriteTileElement(
                        source, row as integer{0..1}, column as integer{0..1}, ARBITRARY: bits(64));
                end;
            end;
        end;
    end;
    Show_$X();
    let tiles = _Tiles;
    let accepted = Bundle_$X(
        0, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    Cover(accepted);
    if whole then
        assert accepted == !blocked;
    else
        assert !accepted && _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"encoding-validity","contract":"$X","function":"Property_${X}_EncodingValidity","applies":["calls","elementwise"],"title":"A valid element with a bit set that its format leaves without use rejects with Fault_TileLegality and no effect; no other encoding does.","cases":{"data_type":$types,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, ${any_pad}nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_EncodingValidity(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    var unused = FALSE;
    for source = 1 to $sources do
        unused = unused || PropertyHasUnusedBits(source, data_type, valid_rows, valid_columns);
    end;
    let accepted = Bundle_$X(
        0, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    Cover(accepted);
    assert !(accepted && unused);
    if unused then
        assert _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    else
        assert accepted == !Blocked_$X(data_type, valid_rows, valid_columns);
    end;
end;

// PTO-PROPERTY: {"id":"encoding-validity","contract":"$X","function":"Property_${X}_EncodingValidity","applies":["calls","indexed"],"title":"Which bits a value element has never rejects: only its indices do.","cases":{"data_type":$types,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_EncodingValidity(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, '00', mask);
    Cover(accepted);
    let illegal = PropertyScatterIllegal(
        2, SourceType_$X(2, data_type), valid_rows, valid_columns, valid_rows);
    assert accepted == !illegal;
end;

// PTO-PROPERTY: {"id":"padding-not-read","contract":"$X","function":"Property_${X}_PaddingNotRead","applies":["calls"],"title":"What lies in the padding of the sources, defined or not, changes nothing.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, ${any_pad}nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_PaddingNotRead(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let pad = ARBITRARY: bits(2);
    ResetProfileState();
    for source = 1 to $sources do
        PropertySource(source, SourceType_$X(source, data_type), valid_rows, valid_columns, mask);
    end;
    let undefined = _Tiles;
    let masks = _TileAllocationMasks;
    for source = 1 to $sources do
        PropertyPadSource(source, valid_rows, valid_columns);
    end;
    Show_$X();
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, pad, mask);
    Cover(accepted);
    let got = _Tiles[[0]];
    let fault = _LastFault;
    ResetProfileState();
    _Tiles = undefined;
    _TileAllocationMasks = masks;
    let again = Bundle_$X(0, data_type, valid_rows, valid_columns, pad, mask);
    Explain("accepted with padding", accepted);
    Explain("expected", _Tiles[[0]]);
    Explain("got", got);
    assert accepted == again && fault == _LastFault;
    assert SameValue(got, _Tiles[[0]]);
end;

// PTO-PROPERTY: {"id":"snapshot-aliasing","contract":"$X","function":"Property_${X}_SnapshotAliasing","applies":["calls","elementwise"],"title":"Writing over a source gives the result that a separate destination gets.","cases":{"data_type":$types,"valid_rows":[1,2],"valid_columns":[1,2],"destination":$source_numbers},"scope":"every payload that is not rejected","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_SnapshotAliasing(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    destination: TileIndex)
begin
    Operands_$X(data_type, valid_rows, valid_columns);
    if Blocked_$X(data_type, valid_rows, valid_columns) then return; end;
    let before = _Tiles;
    if !Direct_$X(0) then return; end;
    let separate = _Tiles[[0]];
    _Tiles = before;
    let accepted = Direct_$X(destination);
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

// PTO-PROPERTY: {"id":"snapshot-aliasing","contract":"$X","function":"Property_${X}_SnapshotAliasing","applies":["calls","indexed"],"title":"A bundle that writes over a source gives the result that a separate destination gets.","cases":{"data_type":$types,"valid_rows":[1,2],"valid_columns":[1,2],"destination":$source_numbers},"scope":"every payload, nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_SnapshotAliasing(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    destination: TileIndex)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, '00', mask);
    Cover(accepted);
    let separate = _Tiles[[0]];
    ResetProfileState();
    _Tiles = tiles;
    _TileAllocationMasks = masks;
    let again = Bundle_$X(destination, data_type, valid_rows, valid_columns, '00', mask);
    assert again == accepted;
    if accepted then
        Explain("expected", separate);
        Explain("got", _Tiles[[destination]]);
        assert SameValue(separate, _Tiles[[destination]]);
    end;
end;

// PTO-PROPERTY: {"id":"destination-not-read","contract":"$X","function":"Property_${X}_DestinationNotRead","applies":["calls"],"title":"What the destination tile held before, if it was allocated at all, changes nothing.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, earlier destination, ${any_pad}nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_DestinationNotRead(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let pad = ARBITRARY: bits(2);
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    PropertyPartialSource(0, data_type, valid_rows, valid_columns, mask);
    PropertyPadSource(0, valid_rows, valid_columns);
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, pad, mask);
    Cover(accepted);
    let got = _Tiles[[0]];
    ResetProfileState();
    _Tiles = tiles;
    _TileAllocationMasks = masks;
    let again = Bundle_$X(0, data_type, valid_rows, valid_columns, pad, mask);
    Explain("accepted over another", accepted);
    assert accepted == again;
    if accepted then
        Explain("expected", _Tiles[[0]]);
        Explain("got", got);
        assert SameValue(got, _Tiles[[0]]);
    end;
end;
