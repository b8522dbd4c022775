// What the properties of $X share. Its sources are tiles 1 to $sources.

pure func SourceType_$X(source: integer{1..2}, data_type: TileDataType) => TileDataType
begin
    return $source_type;
end;

func Show_$X()
begin
$show
end;

// The operation itself, without bundle; FALSE where its operands are illegal.
func Direct_$X(destination: TileIndex) => boolean
begin
    if !InstructionContractOperandsLegal_$X(destination, $source_list) then
        return FALSE;
    end;
    InstructionContractExecute_$X(destination, $source_list);
    return TRUE;
end;

// Whether the contents of defined sources make the operation illegal.
readonly func Blocked_$X(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2}) => boolean
begin
    return $blocked;
end;

// Destination and sources of one shape, with unknown valid elements, for the direct operation.
func Operands_$X(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    ResetProfileState();
    PropertyConfigure(0, data_type, valid_rows, valid_columns, '0001');
    for source = 1 to $sources do
        PropertySource(source, SourceType_$X(source, data_type), valid_rows, valid_columns, '0001');
    end;
    Show_$X();
end;

// Sources for a bundle: unknown valid elements and, on the right and below, unknown padding.
func Sources_$X(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    mask: bits(4))
begin
    ResetProfileState();
    for source = 1 to $sources do
        PropertySource(source, SourceType_$X(source, data_type), valid_rows, valid_columns, mask);
        PropertyPadSource(source, valid_rows, valid_columns);
    end;
    Show_$X();
end;

// The same with sources of which the element at [0, 0] may be undefined.
func PartialSources_$X(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    mask: bits(4))
begin
    ResetProfileState();
    for source = 1 to $sources do
        PropertyPartialSource(
            source, SourceType_$X(source, data_type), valid_rows, valid_columns, mask);
        PropertyPadSource(source, valid_rows, valid_columns);
    end;
    Show_$X();
end;

// BSTART with a data type as encoded: TEPL carrier, Mode $mode_number, Function $function_number.
func Start_$X(data_type: bits(5)) => boolean
begin
    let word = data_type :: '$mode' :: '$function' :: '00011001000110000001';
    return ExecuteCommandInstruction(ZeroExtend{64}(word), 32) == CommandExecution_Executed;
end;

func Dimensions_$X(valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    SetBundleDimension(0, valid_columns[63:0]);
    SetBundleDimension(1, valid_rows[63:0]);
    SetBundleDimension(2, PropertyColumns(valid_columns)[63:0]);
end;

// B.DATR with nothing but what is given.
func Attributes_$X(layout: bits(5), pad: bits(2))
begin
    SetBundleDataAttributeState('00000', layout, pad, '000', '000', FALSE, FALSE);
    _BundleDataAttributesPresent = TRUE;
end;

func Bind_$X(destination: TileIndex, mask: bits(4))
begin
    AddBundleTileBinding(
        TRUE, destination, PropertySizeCode, mask, TRUE, $second, 1, $second_index, TRUE);
end;

// A complete bundle with all dimensions given; whether it was accepted. That BSTART is taken is
// the business of the property `encoding`.
func Bundle_$X(
    destination: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}, pad: bits(2), mask: bits(4)) => boolean
begin
    if !Start_$X(TileDataTypeToEncoding(data_type)) then return FALSE; end;
    Dimensions_$X(valid_rows, valid_columns);
    Attributes_$X('00000', $pad);
    Bind_$X(destination, mask);
    return PropertyStop();
end;

// A bundle of which nothing is certain but its BSTART$certain: other commands may be missing or
// wrong.
func UnknownBundle_$X(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    for source = 1 to $sources do
        _Tiles[[source]].allocated = ARBITRARY: boolean;
        _TileAllocationMasks[[source]] = ARBITRARY: bits(4);
    end;
    // Of the type code only whether it is the sources' own matters to the shape.
    let own_type = ARBITRARY: boolean;
    let code = if own_type then TileDataTypeToEncoding(data_type) else '11101';
    - = Start_$X(code);
    Explain("own data type", own_type);
    if ARBITRARY: boolean then SetBundleDimension(0, valid_columns[63:0]); end;
    if ARBITRARY: boolean then SetBundleDimension(1, valid_rows[63:0]); end;
    if $unless_indexed then SetBundleDimension(2, PropertyColumns(valid_columns)[63:0]); end;
    if ARBITRARY: boolean then
        SetBundleDataAttributeState(ARBITRARY: bits(5), ARBITRARY: bits(5), ARBITRARY: bits(2),
            ARBITRARY: bits(3), ARBITRARY: bits(3), ARBITRARY: boolean, ARBITRARY: boolean);
    end;
    if $unless_indexed then
        let size = $any_size;
        Explain("TSize", size);
        AddBundleTileBinding(ARBITRARY: boolean, ARBITRARY: integer{0..2}, size, ARBITRARY: bits(4),
            ARBITRARY: boolean, ARBITRARY: boolean,
            $any_source0, $any_source1, ARBITRARY: boolean);
    end;
end;
