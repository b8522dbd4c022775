// What a TREM bundle may say: its encoding, its types, the defaults of its dimensions.

// PTO-PROPERTY: {"id":"encoding","contract":"TREM","function":"Property_TREM_Encoding","title":"A BSTART word is TREM exactly if it is the TEPL carrier with Mode 0 and Function 4; its upper five bits are the data type.","clauses":["legality[0]","PTO-TREM-CONTRACT-001"],"cases":{},"scope":"every 32-bit word"}
func Property_TREM_Encoding()
begin
    ResetProfileState();
    let word = ARBITRARY: bits(32);
    let is_trem = word[26:25] == '00' && word[24:20] == '00100'
        && word[19:0] == '00011001000110000001';
    let status = ExecuteCommandInstruction(ZeroExtend{64}(word), 32);
    let decoded = status == CommandExecution_Executed
        && _BundleOperation.operation == InstructionContractOperation_TREM();
    assert decoded == is_trem;
    if is_trem then
        assert _BundleOperation.data_type == word[31:27];
        assert _LastFault == Fault_None;
    end;
end;

// PTO-PROPERTY: {"id":"type-domain","contract":"TREM","function":"Property_TREM_TypeDomain","title":"The legal data types are exactly S32, U32, FP32, S16, U16, FP16 and BF16.","clauses":["legality[2]"],"cases":{},"scope":"every data type"}
func Property_TREM_TypeDomain()
begin
    let data_type = ARBITRARY: TileDataType;
    let listed = data_type IN {TileDataType_S32, TileDataType_U32, TileDataType_FP32,
        TileDataType_S16, TileDataType_U16, TileDataType_FP16, TileDataType_BF16};
    Explain("data type", data_type);
    assert InstructionContractDataTypeLegal_TREM(data_type) == listed;
end;

// PTO-PROPERTY: {"id":"type-domain-bundle","contract":"TREM","function":"Property_TREM_TypeDomainBundle","title":"A bundle whose operands are in order is accepted exactly if its data type is in the list; another type, or a reserved code, faults without effect.","clauses":["legality[2]","exceptions[1]"],"cases":{"encoding":["0..31"]},"scope":"every payload, nonzero mask","bounds":"shape 1x1, divisor one"}
func Property_TREM_TypeDomainBundle(encoding: integer{0..31})
begin
    let code = encoding[4:0];
    let assigned = TileDataTypeEncodingValid(code);
    let data_type = if assigned then TileDataTypeFromEncoding(code) else TileDataType_S32;
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    ResetProfileState();
    ConfigureTileForMask(1, 128, 1, 2, 1, 1, data_type, TileLayout_RowMajor, TileLocation_Any, mask);
    ConfigureTileForMask(2, 128, 1, 2, 1, 1, data_type, TileLayout_RowMajor, TileLocation_Any, mask);
    if TileDataTypeIsInteger(data_type) then
        WriteTileElement(1, 0, 0, ARBITRARY: bits(64));
    else
        WriteTileElement(1, 0, 0, Zeros{64});
    end;
    WriteTileElement(2, 0, 0, Zeros{64} + 1);
    let tiles = _Tiles;
    var accepted = FALSE;
    if TremStart(code) then
        SetBundleDimension(0, Zeros{64} + 1);
        SetBundleDimension(2, Zeros{64} + 2);
        TremBind(0, mask);
        accepted = ExecuteBundleTileOperation();
    end;
    let listed = assigned && data_type IN {TileDataType_S32, TileDataType_U32, TileDataType_FP32,
        TileDataType_S16, TileDataType_U16, TileDataType_FP16, TileDataType_BF16};
    assert accepted == listed;
    assert (_LastFault == Fault_None) == listed;
    if !listed then
        assert SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"shape-defaults","contract":"TREM","function":"Property_TREM_ShapeDefaults","title":"LB0 is required and nonzero; LB1 left out means ValidRow 1, LB2 left out means Col = ValidCol; a zero is rejected.","clauses":["defaults[0]"],"cases":{"columns":["absent","0","1","2"],"rows":["absent","0","1","2"],"physical":["absent","0","1","2","4"]},"case_values":{"absent":-1},"scope":"every payload, nonzero mask","bounds":"S32, dimensions 0 to 4"}
func Property_TREM_ShapeDefaults(
    columns: integer{-1..2}, rows: integer{-1..2}, physical: integer{-1..4})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    let valid_columns = Max(columns, 1) as integer{1..2};
    let valid_rows = (if rows < 1 then 1 else rows) as integer{1..2};
    let wide = (if physical < valid_columns then valid_columns else physical) as integer{1..4};
    ResetProfileState();
    for source = 1 to 2 do
        ConfigureTileForMask(source, 128, valid_rows, wide, valid_rows, valid_columns, TileDataType_S32,
            TileLayout_RowMajor, TileLocation_Any, mask);
        for row = 0 to valid_rows - 1 do
            for column = 0 to valid_columns - 1 do
                WriteTileElement(source, row, column, ARBITRARY: bits(64));
            end;
        end;
    end;
    if PropertyHasZero(2, TileDataType_S32, valid_rows, valid_columns) then return; end;
    if !TremStart(TileDataTypeToEncoding(TileDataType_S32)) then return; end;
    if columns >= 0 then SetBundleDimension(0, columns[63:0]); end;
    if rows >= 0 then SetBundleDimension(1, rows[63:0]); end;
    if physical >= 0 then SetBundleDimension(2, physical[63:0]); end;
    TremBind(0, mask);
    let accepted = ExecuteBundleTileOperation();
    let legal = columns >= 1 && rows != 0 && (physical == -1 || physical >= columns);
    assert accepted == legal;
    if legal then
        assert _Tiles[[0]].valid_columns == columns;
        assert _Tiles[[0]].valid_rows == (if rows == -1 then 1 else rows);
        assert _Tiles[[0]].columns == (if physical == -1 then columns else physical);
    else
        assert _LastFault != Fault_None && !_Tiles[[0]].allocated;
    end;
end;

// PTO-PROPERTY: {"id":"no-runtime-error","contract":"TREM","function":"Property_TREM_NoRuntimeError","title":"No bundle, however malformed, makes the specification itself fail: no assertion, cast, index, division or missing case of its text.","clauses":["exceptions[1]"],"cases":{"data_type":["S32","U32","S16","U16"],"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, B.DATR, mask, binding; commands left out","bounds":"shapes 1x1 to 2x2, own type or a reserved code"}
func Property_TREM_NoRuntimeError(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    TremPartialSources(data_type, valid_rows, valid_columns, '0001');
    for source = 1 to 2 do
        _Tiles[[source]].allocated = ARBITRARY: boolean;
        _TileAllocationMasks[[source]] = ARBITRARY: bits(4);
    end;
    // Of the type code only whether it is the sources' own matters to the shape.
    let own_type = ARBITRARY: boolean;
    let code = if own_type then TileDataTypeToEncoding(data_type) else '11101';
    - = TremStart(code);
    if ARBITRARY: boolean then SetBundleDimension(0, valid_columns[63:0]); end;
    if ARBITRARY: boolean then SetBundleDimension(1, valid_rows[63:0]); end;
    if ARBITRARY: boolean then SetBundleDimension(2, PropertyColumns(valid_columns)[63:0]); end;
    if ARBITRARY: boolean then
        SetBundleDataAttributeState(ARBITRARY: bits(5), ARBITRARY: bits(5), ARBITRARY: bits(2),
            ARBITRARY: bits(3), ARBITRARY: bits(3), ARBITRARY: boolean, ARBITRARY: boolean);
    end;
    if ARBITRARY: boolean then
        AddBundleTileBinding(ARBITRARY: boolean, ARBITRARY: integer{0..2}, ARBITRARY: integer{0..15},
            ARBITRARY: bits(4), ARBITRARY: boolean, ARBITRARY: boolean,
            ARBITRARY: integer{1..3}, ARBITRARY: integer{1..3}, ARBITRARY: boolean);
    end;
    let accepted = ExecuteBundleTileOperation();
    Cover(accepted && _Tiles[[0]].allocated);
end;
