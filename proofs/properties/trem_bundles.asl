// What a TREM bundle does and when it is rejected.

// PTO-PROPERTY: {"id":"zero-divisor-rejection","contract":"TREM","function":"Property_TREM_ZeroDivisorRejection","title":"A zero anywhere in the valid divisor rectangle rejects with Fault_TileLegality and no effect at all; a zero in divisor padding does not.","clauses":["exceptions[0]","PTO-TREM-CONTRACT-001"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, PadValue, nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_ZeroDivisorRejection(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    TremSources(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = NumericStatusFlags();
    let zero = PropertyHasZero(2, data_type, valid_rows, valid_columns);
    let accepted = TremBundle(0, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    assert accepted == !zero;
    if zero then
        assert _LastFault == Fault_TileLegality;
        assert SameValue(tiles, _Tiles);
        assert SameValue(masks, _TileAllocationMasks);
        assert status == NumericStatusFlags();
    else
        assert _LastFault == Fault_None;
    end;
end;

// PTO-PROPERTY: {"id":"atomic-publication","contract":"TREM","function":"Property_TREM_AtomicPublication","title":"A rejected bundle leaves tiles, allocation and status as they were; an accepted one writes its destination once, and then neither reads a source nor faults.","clauses":["state_effects[1]","ordering[0]"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2],"destination":[0,1,2]},"scope":"every payload, padding, PadValue, nonzero mask; element [0, 0] defined or not","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_AtomicPublication(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    destination: TileIndex)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    TremPartialSources(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = NumericStatusFlags();
    TraceStart();
    let accepted = TremBundle(
        destination, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    Cover(accepted);
    Cover(!accepted);
    if accepted then
        assert WritesOf("_Tiles", destination) == 1 && WritesOf("_Tiles", -1) == 1;
        assert WritesOf("_TileAllocationMasks", -1) == WritesOf("_TileAllocationMasks", destination);
        assert WritesOf("_TileAllocationMasks", -1) <= 1;
        assert ReadsAfterWrite("_Tiles", 1, "_Tiles", destination) == 0;
        assert ReadsAfterWrite("_Tiles", 2, "_Tiles", destination) == 0;
        assert WritesAfterWrite("_LastFault", -1, "_Tiles", destination) == 0;
        assert _LastFault == Fault_None;
    else
        assert _LastFault != Fault_None;
        assert SameValue(tiles, _Tiles);
        assert SameValue(masks, _TileAllocationMasks);
        assert status == NumericStatusFlags();
    end;
end;

// PTO-PROPERTY: {"id":"source-persistence","contract":"TREM","function":"Property_TREM_SourcePersistence","title":"Sources that are not the destination keep descriptor, contents and allocation.","clauses":["state_effects[1]","ordering[0]"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, PadValue, nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_SourcePersistence(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    TremSources(data_type, valid_rows, valid_columns, mask);
    let dividend = _Tiles[[1]];
    let divisor = _Tiles[[2]];
    let accepted = TremBundle(0, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    Cover(accepted);
    assert SameValue(dividend, _Tiles[[1]]) && SameValue(divisor, _Tiles[[2]]);
    assert _TileAllocationMasks[[1]] == mask && _TileAllocationMasks[[2]] == mask;
end;

// The typed constant that PadValue selects, as a number.
pure func TremPadNumber(pad: bits(2), data_type: TileDataType) => integer
begin
    let width = TileElementBits(data_type);
    let signed = TileDataTypeIsSigned(data_type);
    case pad of
        when '01' => return if signed then (2 ^ (width - 1)) - 1 else (2 ^ width) - 1;
        when '10' => return if signed then -(2 ^ (width - 1)) else 0;
        otherwise => return 0;
    end;
end;

// PTO-PROPERTY: {"id":"padding","contract":"TREM","function":"Property_TREM_Padding","title":"Outside the valid rectangle the destination holds the selected typed constant, or is undefined for Null and where B.DATR is left out.","clauses":["defaults[1]","state_effects[1]"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2],"attributes":["TRUE","FALSE"]},"scope":"every payload, PadValue, nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_Padding(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    attributes: boolean)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let pad = ARBITRARY: bits(2);
    TremSources(data_type, valid_rows, valid_columns, mask);
    if !TremStart(TileDataTypeToEncoding(data_type)) then return; end;
    SetBundleDimension(0, valid_columns[63:0]);
    SetBundleDimension(1, valid_rows[63:0]);
    SetBundleDimension(2, PropertyColumns(valid_columns)[63:0]);
    if attributes then TremPad(pad); end;
    TremBind(0, mask);
    if !ExecuteBundleTileOperation() then return; end;
    Explain("got", _Tiles[[0]]);
    let null = !attributes || pad == '11';
    for row = 0 to _Tiles[[0]].rows - 1 do
        for column = 0 to PropertyColumns(valid_columns) - 1 do
            if row >= valid_rows || column >= valid_columns then
                assert TileElementDefined(0, row, column) == !null;
                if !null then
                    let word = ReadTileElement(0, row, column);
                    assert PropertyInteger(word, data_type) == TremPadNumber(pad, data_type);
                end;
            else
                assert TileElementDefined(0, row, column);
            end;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"padding-not-read","contract":"TREM","function":"Property_TREM_PaddingNotRead","title":"What lies in the padding of the sources, defined or not, changes nothing.","clauses":["exceptions[0]","PTO-TREM-CONTRACT-001"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, PadValue, nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_PaddingNotRead(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let pad = ARBITRARY: bits(2);
    ResetProfileState();
    PropertySource(1, data_type, valid_rows, valid_columns, mask);
    PropertySource(2, data_type, valid_rows, valid_columns, mask);
    let undefined = _Tiles;
    let masks = _TileAllocationMasks;
    PropertyPadSource(1, valid_rows, valid_columns);
    PropertyPadSource(2, valid_rows, valid_columns);
    PropertyShowSources();
    let accepted = TremBundle(0, data_type, valid_rows, valid_columns, pad, mask);
    Cover(accepted);
    let got = _Tiles[[0]];
    let fault = _LastFault;
    ResetProfileState();
    _Tiles = undefined;
    _TileAllocationMasks = masks;
    let again = TremBundle(0, data_type, valid_rows, valid_columns, pad, mask);
    Explain("expected", _Tiles[[0]]);
    Explain("got", got);
    assert accepted == again && fault == _LastFault;
    assert SameValue(got, _Tiles[[0]]);
end;

// PTO-PROPERTY: {"id":"pe-mask-noop","contract":"TREM","function":"Property_TREM_PeMaskNoop","title":"With PE_MASK 0000 nothing is read, written, allocated or reported, however wrong the rest of the bundle is.","clauses":["legality[1]"],"cases":{"data_type":["S32","U32","S16","U16","FP32","S64"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, type code, dimension, PadValue, binding","bounds":"shapes 1x1 to 2x2"}
func Property_TREM_PeMaskNoop(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    TremPartialSources(data_type, valid_rows, valid_columns, '1111');
    for source = 1 to 2 do
        _Tiles[[source]].allocated = ARBITRARY: boolean;
    end;
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = ARBITRARY: bits(5);
    RecordNumericStatusFlags(status);
    if !TremStart(ARBITRARY: bits(5)) then return; end;
    for dimension = 0 to 2 do
        if ARBITRARY: boolean then SetBundleDimension(dimension, ARBITRARY: bits(64)); end;
    end;
    TremPad(ARBITRARY: bits(2));
    AddBundleTileBinding(TRUE, ARBITRARY: TileIndex, ARBITRARY: integer{0..15}, '0000',
        ARBITRARY: boolean, ARBITRARY: boolean, 1, 2, ARBITRARY: boolean);
    TraceStart();
    let accepted = ExecuteBundleTileOperation();
    assert accepted;
    assert ReadsOf("_Tiles", -1) == 0 && WritesOf("_Tiles", -1) == 0;
    assert WritesOf("_TileAllocationMasks", -1) == 0;
    assert WritesOf("_LastFault", -1) == 0;
    assert SameValue(tiles, _Tiles) && SameValue(masks, _TileAllocationMasks);
    assert _LastFault == Fault_None && NumericStatusFlags() == status;
end;
