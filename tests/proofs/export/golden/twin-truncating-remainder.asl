// PTO-TEST: {"id":"PTO-AVS-TILE-TREM-DIVISOR-SIGN-A7FCE63AB4","source":"asl/contracts/TREM.asl","requirements":["PTO-INST-TILE-TREM"],"kind":"boundary","summary":"TREM divisor-sign (data_type S32, valid_rows 1, valid_columns 1): A result is zero or has the sign of its divisor.","pass_condition":"No assertion fails for the inputs of the counterexample a7fce63ab4 of ptoprove","related_sources":[]}

constant PropertyCapacity = 128;

pure func PropertyColumns(valid_columns: integer{1..2}) => integer{2..4}
begin
    return (2 * valid_columns) as integer{2..4};
end;

pure func PropertyInteger(word: Word, data_type: TileDataType) => integer
begin
    case TileElementBits(data_type) of
        when 8 => return if TileDataTypeIsSigned(data_type) then SInt(word[7:0]) else UInt(word[7:0]);
        when 16 => return if TileDataTypeIsSigned(data_type) then SInt(word[15:0]) else UInt(word[15:0]);
        when 32 => return if TileDataTypeIsSigned(data_type) then SInt(word[31:0]) else UInt(word[31:0]);
        otherwise => return if TileDataTypeIsSigned(data_type) then SInt(word) else UInt(word);
    end;
end;

readonly func PropertyElement(
    index: TileIndex, row: integer{0..1}, column: integer{0..3}, data_type: TileDataType) => integer
begin
    return PropertyInteger(ReadTileElement(index, row, column), data_type);
end;

func PropertyConfigure(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}, mask: bits(4))
begin
    ConfigureTileForMask(index, PropertyCapacity, valid_rows, PropertyColumns(valid_columns),
        valid_rows, valid_columns, data_type, TileLayout_RowMajor, TileLocation_Any, mask);
end;

func PropertySource(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}, mask: bits(4))
begin
    PropertyConfigure(index, data_type, valid_rows, valid_columns, mask);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            WriteTileElement(index, row as integer{0..1}, column as integer{0..1}, PointDraw()[63:0]);
        end;
    end;
end;

readonly func PropertyHasZero(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}) => boolean
begin
    var found = FALSE;
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            found = found || PropertyElement(
                index, row as integer{0..1}, column as integer{0..1}, data_type) == 0;
        end;
    end;
    return found;
end;

readonly func PropertyHasUnusedBits(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}) => boolean
begin
    var found = FALSE;
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let word = ReadTileElement(index, row as integer{0..1}, column as integer{0..1});
            case data_type of
                when TileDataType_TF32 => found = found || !IsZero(word[12:0]);
                when TileDataType_HF32 => found = found || !IsZero(word[11:0]);
                when TileDataType_E3M2, TileDataType_E2M3 => found = found || !IsZero(word[7:6]);
                otherwise => pass;
            end;
        end;
    end;
    return found;
end;

pure func SourceType_TREM(source: integer{1..2}, data_type: TileDataType) => TileDataType
begin
    return data_type;
end;

func Direct_TREM(destination: TileIndex) => boolean
begin
    if !InstructionContractOperandsLegal_TREM(destination, 1, 2) then
        return FALSE;
    end;
    InstructionContractExecute_TREM(destination, 1, 2);
    return TRUE;
end;

readonly func Blocked_TREM(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2}) => boolean
begin
    return PropertyHasUnusedBits(1, data_type, valid_rows, valid_columns)
        || PropertyHasUnusedBits(2, data_type, valid_rows, valid_columns)
        || (TileDataTypeIsInteger(data_type) && PropertyHasZero(2, data_type, valid_rows, valid_columns));
end;

func Operands_TREM(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    ResetProfileState();
    PropertyConfigure(0, data_type, valid_rows, valid_columns, '0001');
    for source = 1 to 2 do
        PropertySource(source, SourceType_TREM(source, data_type), valid_rows, valid_columns, '0001');
    end;
end;

func Property_TREM_DivisorSign(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    Operands_TREM(data_type, valid_rows, valid_columns);
    if Blocked_TREM(data_type, valid_rows, valid_columns) || !Direct_TREM(0) then return; end;
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            let divisor = PropertyElement(2, row as integer{0..1}, column as integer{0..1}, data_type);
            let result = PropertyElement(0, row as integer{0..1}, column as integer{0..1}, data_type);
            assert result == 0 || (result < 0) == (divisor < 0);
        end;
    end;
end;

var _PointDraws: integer = 0;

func PointDraw() => integer
begin
    _PointDraws = _PointDraws + 1;
    case _PointDraws of
        when 1 => return 1;
        when 2 => return 0xfffffffffffffffe;
        otherwise => return 0;
    end;
end;

func main() => integer
begin
    Property_TREM_DivisorSign(TileDataType_S32, 1, 1);
    return 0;
end;
