// What a bundle of $X may say: its encoding, its types, its dimensions.

// PTO-PROPERTY: {"id":"encoding","contract":"$X","function":"Property_${X}_Encoding","applies":["calls"],"title":"A BSTART word is $X exactly if it is the TEPL carrier with Mode $mode_number and Function $function_number; its upper five bits are the data type.","cases":{},"scope":"every 32-bit word"}
func Property_${X}_Encoding()
begin
    ResetProfileState();
    let word = ARBITRARY: bits(32);
    let selected = word[26:25] == '$mode' && word[24:20] == '$function'
        && word[19:0] == '00011001000110000001';
    Explain("data type", word[31:27]);
    Explain("Mode", word[26:25]);
    Explain("Function", word[24:20]);
    Explain("TEPL carrier", word[19:0] == '00011001000110000001');
    let status = ExecuteCommandInstruction(ZeroExtend{64}(word), 32);
    let decoded = status == CommandExecution_Executed
        && _BundleOperation.operation == InstructionContractOperation_$X();
    assert decoded == selected;
    if selected then
        assert _BundleOperation.data_type == word[31:27];
        assert _LastFault == Fault_None;
    end;
end;

// PTO-PROPERTY: {"id":"type-domain","contract":"$X","function":"Property_${X}_TypeDomain","applies":["elementwise"],"title":"The legal data types are exactly $type_names.","cases":{},"scope":"every data type"}
func Property_${X}_TypeDomain()
begin
    let data_type = ARBITRARY: TileDataType;
    let listed = data_type IN {$type_labels};
    Explain("data type", data_type);
    assert InstructionContractDataTypeLegal_$X(data_type) == listed;
end;

// PTO-PROPERTY: {"id":"type-domain","contract":"$X","function":"Property_${X}_TypePairs","applies":["indexed"],"title":"The legal pairs of value and index types are exactly those of $type_names with $index_names.","cases":{},"scope":"every pair of data types"}
func Property_${X}_TypePairs()
begin
    let value_type = ARBITRARY: TileDataType;
    let index_type = ARBITRARY: TileDataType;
    let listed = value_type IN {$type_labels} && index_type IN {$index_labels};
    Explain("value type", value_type);
    Explain("index type", index_type);
    assert InstructionContractTypePairLegal_$X(value_type, index_type) == listed;
end;

// PTO-PROPERTY: {"id":"type-domain-bundle","contract":"$X","function":"Property_${X}_TypeDomainBundle","title":"A bundle whose operands are in order is accepted exactly if its data type is in the list; another type, or a reserved code, faults without effect.","cases":{"encoding":["0..31"]},"scope":"every integer payload of the first source, nonzero mask","bounds":"shape 1x1"}
func Property_${X}_TypeDomainBundle(encoding: integer{0..31})
begin
    let code = encoding[4:0];
    let assigned = TileDataTypeEncodingValid(code);
    let data_type = if assigned then TileDataTypeFromEncoding(code) else TileDataType_S32;
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    ResetProfileState();
    for source = 1 to $sources do
        ConfigureTileForMask(source, 128, 1, 2, 1, 1, SourceType_$X(source, data_type),
            TileLayout_RowMajor, TileLocation_Any, mask);
    end;
    if TileDataTypeIsInteger(data_type) then
        WriteTileElement(1, 0, 0, ARBITRARY: bits(64));
    else
        WriteTileElement(1, 0, 0, Zeros{64});
    end;
$write_second
    let tiles = _Tiles;
    var accepted = FALSE;
    if Start_$X(code) then
        SetBundleDimension(0, Zeros{64} + 1);
        SetBundleDimension(2, Zeros{64} + 2);
        Bind_$X(0, mask);
        accepted = PropertyStop();
    end;
    let listed = assigned && data_type IN {$type_labels};
    Explain("data type", data_type);
    assert accepted == listed;
    assert (_LastFault == Fault_None) == listed;
    if !listed then
        assert SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"shape-defaults","contract":"$X","function":"Property_${X}_ShapeDefaults","applies":["calls"],"title":"LB0 is required and nonzero; LB1 left out means ValidRow 1, LB2 left out means Col = ValidCol; a zero is rejected.","cases":{"columns":["absent","0","1","2"],"rows":["absent","0","1","2"],"physical":["absent","0","1","2","4"]},"case_values":{"absent":-1},"scope":"every payload, nonzero mask","bounds":"$first, dimensions 0 to 4"}
func Property_${X}_ShapeDefaults(
    columns: integer{-1..2}, rows: integer{-1..2}, physical: integer{-1..4})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let data_type = TileDataType_$first;
    let valid_columns = Max(columns, 1) as integer{1..2};
    let valid_rows = (if rows < 1 then 1 else rows) as integer{1..2};
    let wide = (if physical < valid_columns then valid_columns else physical) as integer{1..4};
    ResetProfileState();
    for source = 1 to $sources do
        ConfigureTileForMask(source, 128, valid_rows, wide, valid_rows, valid_columns,
            SourceType_$X(source, data_type), TileLayout_RowMajor, TileLocation_Any, mask);
        for row = 0 to valid_rows - 1 do
            for column = 0 to valid_columns - 1 do
                WriteTileElement(source, row, column, ARBITRARY: bits(64));
            end;
        end;
    end;
    if Blocked_$X(data_type, valid_rows, valid_columns) then return; end;
    if !Start_$X(TileDataTypeToEncoding(data_type)) then return; end;
    if columns >= 0 then SetBundleDimension(0, columns[63:0]); end;
    if rows >= 0 then SetBundleDimension(1, rows[63:0]); end;
    if physical >= 0 then SetBundleDimension(2, physical[63:0]); end;
    Bind_$X(0, mask);
    let accepted = PropertyStop();
    let legal = columns >= 1 && rows != 0 && (physical == -1 || physical >= columns);
    Explain("got", _Tiles[[0]]);
    assert accepted == legal;
    if legal then
        assert _Tiles[[0]].valid_columns == columns;
        assert _Tiles[[0]].valid_rows == (if rows == -1 then 1 else rows);
        assert _Tiles[[0]].columns == (if physical == -1 then columns else physical);
    else
        assert _LastFault != Fault_None && !_Tiles[[0]].allocated;
    end;
end;

// PTO-PROPERTY: {"id":"shape-legality","contract":"$X","function":"Property_${X}_ShapeLegality","applies":["calls"],"title":"$shape_rule","cases":{"tile":$tile_numbers,"difference":["none","valid columns","valid rows","columns","rows"]},"case_values":{"none":0,"valid columns":1,"valid rows":2,"columns":3,"rows":4},"scope":"every payload, nonzero mask, no B.DATR; one of destination (tile 0) and sources differs","bounds":"$first, the others 2x2"}
func Property_${X}_ShapeLegality(tile: integer{0..2}, difference: integer{0..4})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let data_type = TileDataType_$first;
    Sources_$X(data_type, 2, 2, mask);
    let valid_rows = (if difference == 2 then 1 else 2) as integer{1..2};
    let valid_columns = (if difference == 1 then 1 else 2) as integer{1..2};
    let columns = (if difference == 3 then 2 else 4) as integer{2, 4};
    let size = (if difference == 4 then 2 else PropertySizeCode) as integer{1, 2};
    if tile > 0 then
        ConfigureTileForMask(tile, 128 * size, valid_rows, columns, valid_rows, valid_columns,
            SourceType_$X(tile as integer{1..2}, data_type), TileLayout_RowMajor,
            TileLocation_Any, mask);
        for row = 0 to valid_rows - 1 do
            for column = 0 to valid_columns - 1 do
                WriteTileElement(tile, row, column, ARBITRARY: bits(64));
            end;
        end;
    end;
    Show_$X();
    let tiles = _Tiles;
    if !Start_$X(TileDataTypeToEncoding(data_type)) then return; end;
    let new = tile == 0;
    SetBundleDimension(0, (if new then valid_columns else 2)[63:0]);
    SetBundleDimension(1, (if new then valid_rows else 2)[63:0]);
    SetBundleDimension(2, (if new then columns else 4)[63:0]);
    AddBundleTileBinding(TRUE, 0, (if new then size else PropertySizeCode), mask, TRUE, $second,
        1, $second_index, TRUE);
    let accepted = PropertyStop();
    if difference IN {$same_shapes} then
        assert accepted == !Blocked_$X(data_type, 2, 2);
    else
        assert !accepted && _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"layout-legality","contract":"$X","function":"Property_${X}_LayoutLegality","applies":["calls","elementwise"],"title":"A source or a configured destination that is not row-major is rejected with Fault_TileLegality and no effect; a new destination is row-major.","cases":{"column_major":$tile_numbers},"scope":"every payload, ${any_pad}nonzero mask","bounds":"$first, shape 2x2"}
func Property_${X}_LayoutLegality(column_major: TileIndex)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let data_type = TileDataType_$first;
    Sources_$X(data_type, 2, 2, mask);
    PropertyConfigure(0, data_type, 2, 2, mask);
    let direct = InstructionContractOperandsLegal_$X(0, $source_list);
    assert direct == !Blocked_$X(data_type, 2, 2);
    _Tiles[[column_major]].layout = TileLayout_ColumnMajor;
    assert !InstructionContractOperandsLegal_$X(0, $source_list);
    let tiles = _Tiles;
    let accepted = Bundle_$X(0, data_type, 2, 2, ARBITRARY: bits(2), mask);
    if column_major == 0 then
        assert accepted == direct;
        if accepted then
            assert _Tiles[[0]].layout == TileLayout_RowMajor;
        end;
    else
        assert !accepted && _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"layout-legality","contract":"$X","function":"Property_${X}_LayoutLegality","applies":["calls","layout"],"title":"Without B.DATR the destination is row-major; an assigned Layout decides its placement and nothing else; a reserved one is rejected with Fault_TileLegality and no effect.","cases":{"attributes":["TRUE","FALSE"]},"scope":"every payload, Layout code, nonzero mask","bounds":"$first, shape 2x2"}
func Property_${X}_LayoutLegality(attributes: boolean)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let data_type = TileDataType_$first;
    let layout = if attributes then ARBITRARY: bits(5) else '00000';
    Sources_$X(data_type, 2, 2, mask);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let blocked = Blocked_$X(data_type, 2, 2);
    let plain = Bundle_$X(0, data_type, 2, 2, '00', mask);
    let expected = _Tiles[[0]];
    ResetProfileState();
    _Tiles = tiles;
    _TileAllocationMasks = masks;
    if !Start_$X(TileDataTypeToEncoding(data_type)) then return; end;
    Dimensions_$X(2, 2);
    if attributes then Attributes_$X(layout, '00'); end;
    Bind_$X(0, mask);
    let accepted = PropertyStop();
    Explain("Layout", layout);
    Explain("layout of the destination", _Tiles[[0]].layout);
    Cover(accepted);
    assert accepted == (!blocked && UInt(layout) <= 1);
    if accepted then
        let placed = if UInt(layout) == 1 then TileLayout_ColumnMajor else TileLayout_RowMajor;
        assert plain && _Tiles[[0]].layout == placed;
        _Tiles[[0]].layout = expected.layout;
        assert SameValue(_Tiles[[0]], expected);
    else
        assert _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"no-runtime-error","contract":"$X","function":"Property_${X}_NoRuntimeError","applies":["calls"],"title":"No bundle, however malformed, makes the specification itself fail: no assertion, cast, index, division or missing case of its text.","cases":{"data_type":$two,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, B.DATR, mask, binding; commands left out","bounds":"shapes 1x1 to 2x2, own type or a reserved code, $bound_sources"}
func Property_${X}_NoRuntimeError(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    PartialSources_$X(data_type, valid_rows, valid_columns, '0001');
    UnknownBundle_$X(data_type, valid_rows, valid_columns);
    let accepted = PropertyStop();
    Cover(accepted && _Tiles[[0]].allocated);
end;

// PTO-PROPERTY: {"id":"binding-legality","contract":"$X","function":"Property_${X}_BindingLegality","applies":["calls"],"title":"Legal is exactly one B.IOT, terminating, with $source_count and a new destination; with any other, with B.IOR or with B.IOS the bundle is rejected with Fault_TileLegality and no effect.","cases":{"data_type":["$first"]},"scope":"every payload, nonzero mask; a second B.IOT, B.IOR and B.IOS present or not","bounds":"shape 1x1"}
func Property_${X}_BindingLegality(data_type: TileDataType)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, 1, 1, mask);
    if Blocked_$X(data_type, 1, 1) then return; end;
    let tiles = _Tiles;
    let (scalar, shared) = (ARBITRARY: boolean, ARBITRARY: boolean);
    let (first, second) = (ARBITRARY: boolean, ARBITRARY: boolean);
    let (destination, last) = (ARBITRARY: boolean, ARBITRARY: boolean);
    let another = ARBITRARY: boolean;
    if last && another then return; end;
    Explain("B.IOR", scalar);
    Explain("B.IOS", shared);
    Explain("first source", first);
    Explain("second source", second);
    Explain("destination", destination);
    Explain("last", last);
    Explain("a second B.IOT", another);
    if !Start_$X(TileDataTypeToEncoding(data_type)) then return; end;
    Dimensions_$X(1, 1);
    if scalar then AddBundleScalarBinding(); end;
    if shared then AddBundleSharedBinding(); end;
    AddBundleTileBinding(
        destination, 0, PropertySizeCode, mask, first, second, 1, $second_index, last);
    if another then
        AddBundleTileBinding(
            destination, 0, PropertySizeCode, mask, first, second, 1, $second_index, TRUE);
    end;
    let accepted = PropertyStop();
    let legal = !scalar && !shared && !another && last && destination
        && first && second == $second;
    Cover(accepted);
    assert accepted == legal;
    if !legal then
        assert _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"attribute-legality","contract":"$X","function":"Property_${X}_AttributeLegality","applies":["calls"],"title":"Of the fields of B.DATR only $attribute may be other than zero, and its data type may say none or again what BSTART said; else the bundle is rejected with Fault_TileLegality and no effect.","cases":{"data_type":["$first"]},"scope":"every payload, B.DATR, nonzero mask","bounds":"shape 1x1"}
func Property_${X}_AttributeLegality(data_type: TileDataType)
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, 1, 1, mask);
    if Blocked_$X(data_type, 1, 1) then return; end;
    let tiles = _Tiles;
    let layout = ARBITRARY: bits(5);
    let pad = ARBITRARY: bits(2);
    let (comparison, rounding) = (ARBITRARY: bits(3), ARBITRARY: bits(3));
    let (saturating, canonicalize) = (ARBITRARY: boolean, ARBITRARY: boolean);
    let secondary = ARBITRARY: bits(5);
    let code = TileDataTypeToEncoding(data_type);
    Explain("data type of B.DATR", secondary);
    Explain("Layout", layout);
    Explain("PadValue", pad);
    Explain("comparison mode", comparison);
    Explain("rounding mode", rounding);
    Explain("saturating", saturating);
    Explain("canonicalize", canonicalize);
    if !Start_$X(code) then return; end;
    Dimensions_$X(1, 1);
    SetBundleDataAttributeState(
        secondary, layout, pad, comparison, rounding, saturating, canonicalize);
    Bind_$X(0, mask);
    let accepted = PropertyStop();
    let legal = (IsZero(secondary) || secondary == '11111' || secondary == code)
        && IsZero(comparison) && IsZero(rounding) && !saturating && !canonicalize
        && $attributes_legal;
    Cover(accepted);
    assert accepted == legal;
    if !legal then
        assert _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"descriptor-legality","contract":"$X","function":"Property_${X}_DescriptorLegality","applies":["calls"],"title":"A source that is not allocated, of another data type or PE mask than the bundle, or a predicate, is rejected with Fault_TileLegality and no effect; every nonzero mask that all share is legal.","cases":{"source":$source_numbers,"difference":["none","unallocated","data type","mask","predicate"]},"case_values":{"none":0,"unallocated":1,"data type":2,"mask":3,"predicate":4},"scope":"every payload, ${any_pad}nonzero mask","bounds":"$first, shape 1x1"}
func Property_${X}_DescriptorLegality(source: integer{1..2}, difference: integer{0..4})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let data_type = TileDataType_$first;
    Sources_$X(data_type, 1, 1, mask);
    let blocked = Blocked_$X(data_type, 1, 1);
    case difference of
        when 0 => pass;
        when 1 => _Tiles[[source]].allocated = FALSE;
        when 2 => _Tiles[[source]].data_type = TileDataType_$other;
        when 3 => _TileAllocationMasks[[source]] = ARBITRARY: bits(4);
        when 4 => _Tiles[[source]].storage_kind = TileStorage_Predicate;
    end;
    Explain("PE_MASK", mask);
    Explain("mask of the source", _TileAllocationMasks[[source]]);
    let same = difference == 0 || (difference == 3 && _TileAllocationMasks[[source]] == mask);
    let tiles = _Tiles;
    let accepted = Bundle_$X(0, data_type, 1, 1, ARBITRARY: bits(2), mask);
    assert accepted == (same && !blocked);
    if !accepted then
        assert _LastFault == Fault_TileLegality && SameValue(tiles, _Tiles);
    end;
end;
