// What the properties share: sources with unknown contents, elements as integers, whole bundles.
// Tile 0 is the destination, tiles 1 and 2 are the sources. Every physical shape has padding on
// the right and below.

constant PropertyCapacity = 128;
constant PropertySizeCode = 1;

pure func PropertyColumns(valid_columns: integer{1..2}) => integer{2..4}
begin
    return (2 * valid_columns) as integer{2..4};
end;

// The number a stored word stands for: only the low bits of the element count.
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

// Floor quotient and remainder over the mathematical integers, for a divisor of either sign.
pure func PropertyFloorQuotient(dividend: integer, divisor: integer) => integer
begin
    if divisor > 0 then
        return dividend DIVRM divisor;
    else
        return (-dividend) DIVRM (-divisor);
    end;
end;

func PropertyConfigure(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}, mask: bits(4))
begin
    ConfigureTileForMask(index, PropertyCapacity, valid_rows, PropertyColumns(valid_columns),
        valid_rows, valid_columns, data_type, TileLayout_RowMajor, TileLocation_Any, mask);
end;

// A source whose valid elements are any words at all; its padding stays undefined.
func PropertySource(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}, mask: bits(4))
begin
    PropertyConfigure(index, data_type, valid_rows, valid_columns, mask);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            WriteTileElement(index, row as integer{0..1}, column as integer{0..1}, ARBITRARY: bits(64));
        end;
    end;
end;

// A source of which the element at [0, 0] may be undefined.
func PropertyPartialSource(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}, mask: bits(4))
begin
    PropertyConfigure(index, data_type, valid_rows, valid_columns, mask);
    for row = 0 to valid_rows - 1 do
        for column = 0 to valid_columns - 1 do
            if row + column > 0 || ARBITRARY: boolean then
                WriteTileElement(index, row as integer{0..1}, column as integer{0..1}, ARBITRARY: bits(64));
            end;
        end;
    end;
end;

// Any words in the padding to the right of the valid rectangle and in the row below it.
func PropertyPadSource(index: TileIndex, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    for row = 0 to valid_rows do
        for column = 0 to PropertyColumns(valid_columns) - 1 do
            if row >= valid_rows || column >= valid_columns then
                WriteTileElement(index, row as integer{0..2}, column as integer{0..3}, ARBITRARY: bits(64));
            end;
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

func PropertyShowSources()
begin
    Explain("dividend", _Tiles[[1]]);
    Explain("divisor", _Tiles[[2]]);
end;
