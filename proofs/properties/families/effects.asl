// What a bundle of $X does to the state, and when.

// PTO-PROPERTY: {"id":"rejection-purity","contract":"$X","function":"Property_${X}_RejectionPurity","applies":["calls"],"title":"A rejected bundle, whatever is wrong with it, faults and leaves tiles, allocation and status as they were.","cases":{"data_type":$two,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, B.DATR, mask, binding; commands left out","bounds":"shapes 1x1 to 2x2, own type or a reserved code, $bound_sources"}
func Property_${X}_RejectionPurity(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    PartialSources_$X(data_type, valid_rows, valid_columns, '0001');
    RecordNumericStatusFlags(ARBITRARY: bits(5));
    UnknownBundle_$X(data_type, valid_rows, valid_columns);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = NumericStatusFlags();
    let accepted = PropertyStop();
    Cover(!accepted);
    Cover(accepted && _Tiles[[0]].allocated);
    assert accepted == (_LastFault == Fault_None);
    if !accepted then
        assert SameValue(tiles, _Tiles) && SameValue(masks, _TileAllocationMasks);
        assert NumericStatusFlags() == status;
    end;
end;

// PTO-PROPERTY: {"id":"fault-order","contract":"$X","function":"Property_${X}_FaultOrder","applies":["calls"],"title":"What is wrong with the form of a bundle is reported before too small a destination, and that before what is wrong with its operands; the first fault stays, with the place of its bundle and the reason.","cases":{"data_type":$few,"columns":[4,128]},"scope":"every payload, nonzero mask, place, every combination of the defects","bounds":"shape 2x2; defects: B.IOR, B.IOS, a zero dimension, TSize 0, Col 128 (of which no destination holds two rows), an unallocated source"}
func Property_${X}_FaultOrder(data_type: TileDataType, columns: integer{4, 128})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, 2, 2, mask);
    let blocked = Blocked_$X(data_type, 2, 2);
    let (scalar, shared) = (ARBITRARY: boolean, ARBITRARY: boolean);
    let (zero_rows, no_size) = (ARBITRARY: boolean, ARBITRARY: boolean);
    let missing = ARBITRARY: boolean;
    let place = ARBITRARY: bits(64);
    _TPC = place;
    Explain("B.IOR", scalar);
    Explain("B.IOS", shared);
    Explain("zero LB1", zero_rows);
    Explain("TSize 0", no_size);
    Explain("unallocated source", missing);
    if missing then ReleaseTile(1); end;
    if !Start_$X(TileDataTypeToEncoding(data_type)) then return; end;
    SetBundleDimension(0, Zeros{64} + 2);
    SetBundleDimension(1, if zero_rows then Zeros{64} else Zeros{64} + 2);
    SetBundleDimension(2, columns[63:0]);
    if scalar then AddBundleScalarBinding(); end;
    if shared then AddBundleSharedBinding(); end;
    AddBundleTileBinding(TRUE, 0, (if no_size then 0 else PropertySizeCode), mask, TRUE, $second,
        1, $second_index, TRUE);
    let accepted = PropertyStop();
    Cover(accepted || columns == 128);
    let first = _LastFault;
    if scalar || shared || zero_rows then
        assert first == Fault_TileLegality;
    elsif no_size || columns == 128 then
        assert first == Fault_TileAllocation;
    elsif missing || blocked then
        assert first == Fault_TileLegality;
    else
        assert accepted && first == Fault_None;
    end;
    assert RejectionFault(_LastRejection) == first;
    _TPC = NOT place;
    - = Start_$X('11111');
    SetBundleDimension(0, Zeros{64});
    - = PropertyStop();
    Explain("first fault", first);
    assert first == Fault_None || (_LastFault == first && _LastFaultAddress == place);
end;

// PTO-PROPERTY: {"id":"direct-rejection","contract":"$X","function":"Property_${X}_DirectRejection","applies":["calls"],"title":"The operation itself, without a bundle, faults exactly if its operands are illegal, and then has no effect.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, earlier status; element [0, 0] of the sources defined or not; the destination allocated or not, for elements or a predicate","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_DirectRejection(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    PartialSources_$X(data_type, valid_rows, valid_columns, '0001');
    PropertyConfigure(0, data_type, valid_rows, valid_columns, '0001');
    _Tiles[[0]].allocated = ARBITRARY: boolean;
    if ARBITRARY: boolean then _Tiles[[0]].storage_kind = TileStorage_Predicate; end;
    RecordNumericStatusFlags(ARBITRARY: bits(5));
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = NumericStatusFlags();
    let legal = InstructionContractOperandsLegal_$X(0, $source_list);
    Explain("legal", legal);
    Cover(legal);
    Cover(!legal);
    if legal then
        InstructionContractExecute_$X(0, $source_list);
        assert _LastFault == Fault_None;
        assert tiles[[0]].allocated && tiles[[0]].storage_kind == TileStorage_Numeric;
    else
        InstructionContractExecute_$X(0, $source_list);
        assert _LastFault != Fault_None;
        assert SameValue(tiles, _Tiles) && SameValue(masks, _TileAllocationMasks);
        assert NumericStatusFlags() == status;
    end;
end;

// PTO-PROPERTY: {"id":"atomic-publication","contract":"$X","function":"Property_${X}_AtomicPublication","applies":["calls"],"title":"A rejected bundle leaves tiles, allocation and status as they were; an accepted one writes its destination once, allocated for the PE_MASK, and then neither reads a source nor faults.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2],"destination":$tile_numbers},"scope":"every payload, padding, ${any_pad}nonzero mask; element [0, 0] defined or not","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_AtomicPublication(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    destination: TileIndex)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    PartialSources_$X(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = NumericStatusFlags();
    TraceStart();
    let accepted = Bundle_$X(
        destination, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    Cover(accepted);
    Cover(!accepted);
    if accepted then
        assert WritesOf("_Tiles", destination) == 1 && WritesOf("_Tiles", -1) == 1;
        assert WritesOf("_TileAllocationMasks", -1) == WritesOf("_TileAllocationMasks", destination);
        assert WritesOf("_TileAllocationMasks", -1) <= 1;
        for source = 1 to $sources do
            assert ReadsAfterWrite("_Tiles", source, "_Tiles", destination) == 0;
        end;
        assert WritesAfterWrite("_LastFault", -1, "_Tiles", destination) == 0;
        assert _LastFault == Fault_None;
        assert _Tiles[[destination]].allocated && _TileAllocationMasks[[destination]] == mask;
    else
        assert _LastFault != Fault_None;
        assert SameValue(tiles, _Tiles);
        assert SameValue(masks, _TileAllocationMasks);
        assert status == NumericStatusFlags();
    end;
end;

// PTO-PROPERTY: {"id":"source-persistence","contract":"$X","function":"Property_${X}_SourcePersistence","applies":["calls"],"title":"Sources that are not the destination keep descriptor, contents and allocation.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, ${any_pad}nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_SourcePersistence(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    Cover(accepted);
    for source = 1 to $sources do
        assert SameValue(tiles[[source]], _Tiles[[source]]);
        assert _TileAllocationMasks[[source]] == mask;
    end;
end;

// PTO-PROPERTY: {"id":"frame","contract":"$X","function":"Property_${X}_Frame","applies":["calls"],"title":"Of the architectural state a bundle changes the destination, its allocation, the numeric status, which is sticky, and the fault registers: nothing else.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, ${any_pad}nonzero mask, earlier status","bounds":"shapes 1x1 to 2x2, one tile besides the operands"}
func Property_${X}_Frame(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    PropertySource(63, data_type, valid_rows, valid_columns, mask);
    RecordNumericStatusFlags(ARBITRARY: bits(5));
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = NumericStatusFlags();
    let place = ReadTPC();
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    Cover(accepted);
    for other = 1 to 63 do
        assert SameValue(tiles[[other]], _Tiles[[other]]);
        assert masks[[other]] == _TileAllocationMasks[[other]];
    end;
    Explain("status before", status);
    Explain("status", NumericStatusFlags());
    assert ReadTPC() == place;
    assert (NumericStatusFlags() AND status) == status;
    if !($raises_status) then
        assert NumericStatusFlags() == status;
    end;
end;

// PTO-PROPERTY: {"id":"no-memory-effect","contract":"$X","function":"Property_${X}_NoMemoryEffect","applies":["calls"],"title":"Every write goes to tiles, allocation, numeric status, fault registers or the bundle's own state: none to memory.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, ${any_pad}nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_NoMemoryEffect(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    TraceStart();
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    Cover(accepted);
    let tiles = WritesOf("_Tiles", -1) + WritesOf("_TileAllocationMasks", -1);
    let status = WritesOf("_NumericStatus", -1);
    let faults = WritesOf("_LastFault", -1) + WritesOf("_LastFaultAddress", -1)
        + WritesOf("_LastRejection", -1);
    let bundle = WritesOf("_BundleOperation", -1) + WritesOf("_BundleDimensions", -1)
        + WritesOf("_BundleDimensionPresent", -1) + WritesOf("_BundleDataAttributes", -1)
        + WritesOf("_BundleDataAttributesPresent", -1) + WritesOf("_BundleTileBindings", -1)
        + WritesOf("_BundleTileBindingCount", -1) + WritesOf("_BundleScalarBindingPresent", -1)
        + WritesOf("_BundleSharedBindingPresent", -1) + WritesOf("_BundleMalformed", -1);
    assert WritesOf("*", -1) == tiles + status + faults + bundle;
end;

// PTO-PROPERTY: {"id":"determinism","contract":"$X","function":"Property_${X}_Determinism","applies":["calls"],"title":"The same bundle in the same state has the same outcome.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, ${any_pad}nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_Determinism(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let pad = ARBITRARY: bits(2);
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, pad, mask);
    Cover(accepted);
    let after = _Tiles;
    let fault = _LastFault;
    let status = NumericStatusFlags();
    ResetProfileState();
    _Tiles = tiles;
    _TileAllocationMasks = masks;
    let again = Bundle_$X(0, data_type, valid_rows, valid_columns, pad, mask);
    Explain("accepted first", accepted);
    Explain("status first", status);
    Explain("status", NumericStatusFlags());
    Explain("expected", after[[0]]);
    Explain("got", _Tiles[[0]]);
    assert accepted == again && fault == _LastFault && status == NumericStatusFlags();
    assert SameValue(after, _Tiles);
end;

// PTO-PROPERTY: {"id":"pe-mask-noop","contract":"$X","function":"Property_${X}_PeMaskNoop","applies":["calls"],"title":"With PE_MASK 0000 nothing is read, written, allocated or reported, however wrong the rest of the bundle is.","cases":{"data_type":$few,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, type code, dimension, PadValue, binding","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_PeMaskNoop(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    PartialSources_$X(data_type, valid_rows, valid_columns, '1111');
    for source = 1 to $sources do
        _Tiles[[source]].allocated = ARBITRARY: boolean;
    end;
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = ARBITRARY: bits(5);
    RecordNumericStatusFlags(status);
    if !Start_$X(ARBITRARY: bits(5)) then return; end;
    for dimension = 0 to 2 do
        if ARBITRARY: boolean then SetBundleDimension(dimension, ARBITRARY: bits(64)); end;
    end;
    Attributes_$X('00000', ARBITRARY: bits(2));
    AddBundleTileBinding(TRUE, ARBITRARY: TileIndex, ARBITRARY: integer{0..15}, '0000',
        ARBITRARY: boolean, ARBITRARY: boolean, 1, 2, ARBITRARY: boolean);
    TraceStart();
    let accepted = PropertyStop();
    assert accepted;
    assert ReadsOf("_Tiles", -1) == 0 && WritesOf("_Tiles", -1) == 0;
    assert WritesOf("_TileAllocationMasks", -1) == 0;
    assert WritesOf("_LastFault", -1) == 0;
    assert SameValue(tiles, _Tiles) && SameValue(masks, _TileAllocationMasks);
    assert _LastFault == Fault_None && NumericStatusFlags() == status;
end;
