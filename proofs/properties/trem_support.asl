// What the properties of TREM share.

// The operation itself on the two sources, without bundle; FALSE where its operands are illegal.
// A zero divisor is illegal too, but that is the business of zero-divisor-rejection.
func TremDirect(
    destination: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}) => boolean
begin
    if PropertyHasZero(2, data_type, valid_rows, valid_columns)
        || !InstructionContractOperandsLegal_TREM(destination, 1, 2) then
        return FALSE;
    end;
    InstructionContractExecute_TREM(destination, 1, 2);
    return TRUE;
end;

// Destination and sources of one shape, with unknown valid elements, for the direct operation.
func TremOperands(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    ResetProfileState();
    PropertyConfigure(0, data_type, valid_rows, valid_columns, '0001');
    PropertySource(1, data_type, valid_rows, valid_columns, '0001');
    PropertySource(2, data_type, valid_rows, valid_columns, '0001');
    PropertyShowSources();
end;

// What the contract asks for: the floor remainder of every element, for a reader to compare with.
func TremExpected(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2}) => TileInfo
begin
    let before = _Tiles[[63]];
    PropertyConfigure(63, data_type, valid_rows, valid_columns, '0001');
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let at_row = row as integer{0..1};
            let at_column = column as integer{0..1};
            let dividend = PropertyElement(1, at_row, at_column, data_type);
            let divisor = PropertyElement(2, at_row, at_column, data_type);
            let quotient = PropertyFloorQuotient(dividend, divisor);
            WriteTileElement(63, at_row, at_column, (dividend - (quotient * divisor))[63:0]);
        end;
    end;
    let expected = _Tiles[[63]];
    _Tiles[[63]] = before;
    return expected;
end;

func TremShowResult(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Explain("expected", TremExpected(data_type, valid_rows, valid_columns));
    Explain("got", _Tiles[[0]]);
end;

// BSTART.SFU TREM with a data type as encoded: TEPL carrier, Mode 0, Function 4.
func TremStart(data_type: bits(5)) => boolean
begin
    let word = data_type :: '00' :: '00100' :: '00011001000110000001';
    return ExecuteCommandInstruction(ZeroExtend{64}(word), 32) == CommandExecution_Executed;
end;

// The pad value as B.DATR encodes it; nothing else of B.DATR is given.
func TremPad(pad: bits(2))
begin
    SetBundleDataAttributeState('00000', '00000', pad, '000', '000', FALSE, FALSE);
    _BundleDataAttributesPresent = TRUE;
end;

func TremBind(destination: TileIndex, mask: bits(4))
begin
    AddBundleTileBinding(TRUE, destination, PropertySizeCode, mask, TRUE, TRUE, 1, 2, TRUE);
end;

// A complete bundle with all dimensions given; whether it was accepted. That BSTART is taken is
// the business of the property `encoding`.
func TremBundle(
    destination: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}, pad: bits(2), mask: bits(4)) => boolean
begin
    if !TremStart(TileDataTypeToEncoding(data_type)) then return FALSE; end;
    SetBundleDimension(0, valid_columns[63:0]);
    SetBundleDimension(1, valid_rows[63:0]);
    SetBundleDimension(2, PropertyColumns(valid_columns)[63:0]);
    TremPad(pad);
    TremBind(destination, mask);
    return ExecuteBundleTileOperation();
end;

// Sources for a bundle: unknown valid elements and, on the right and below, unknown padding.
func TremSources(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    mask: bits(4))
begin
    ResetProfileState();
    PropertySource(1, data_type, valid_rows, valid_columns, mask);
    PropertySource(2, data_type, valid_rows, valid_columns, mask);
    PropertyPadSource(1, valid_rows, valid_columns);
    PropertyPadSource(2, valid_rows, valid_columns);
    PropertyShowSources();
end;

// The same with sources that may have an undefined element.
func TremPartialSources(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2},
    mask: bits(4))
begin
    ResetProfileState();
    PropertyPartialSource(1, data_type, valid_rows, valid_columns, mask);
    PropertyPartialSource(2, data_type, valid_rows, valid_columns, mask);
    PropertyPadSource(1, valid_rows, valid_columns);
    PropertyPadSource(2, valid_rows, valid_columns);
    PropertyShowSources();
end;
