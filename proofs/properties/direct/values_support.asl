// What the properties of values share: elements by their place, and lines of elements.

readonly func PropertyIntegerAt(tile: TileInfo, row: integer, column: integer) => integer
begin
    return PropertyInteger(PropertyWord(tile, row, column), tile.data_type);
end;

// The bits of an element, without those above them.
readonly func PropertyBitsAt(tile: TileInfo, row: integer, column: integer) => Word
begin
    return PropertyCarrier(PropertyWord(tile, row, column), tile.data_type);
end;

// ---- lines: rows, or columns

readonly func PropertyLines(tile: TileInfo, by_row: boolean) => integer
begin
    return if by_row then tile.valid_rows else tile.valid_columns;
end;

readonly func PropertyLineLength(tile: TileInfo, by_row: boolean) => integer
begin
    return if by_row then tile.valid_columns else tile.valid_rows;
end;

readonly func PropertyLineBits(
    tile: TileInfo, by_row: boolean, line: integer, place: integer) => Word
begin
    return if by_row then PropertyBitsAt(tile, line, place) else PropertyBitsAt(tile, place, line);
end;

readonly func PropertyLineInteger(
    tile: TileInfo, by_row: boolean, line: integer, place: integer) => integer
begin
    return PropertyInteger(PropertyLineBits(tile, by_row, line, place), tile.data_type);
end;

// A number that is congruent to the element modulo its width: of the widest, the one that takes
// solvers no cases.
readonly func PropertyResidue(
    tile: TileInfo, by_row: boolean, line: integer, place: integer) => integer
begin
    if TileElementBits(tile.data_type) == 64 then
        return UInt(PropertyLineBits(tile, by_row, line, place));
    end;
    return PropertyLineInteger(tile, by_row, line, place);
end;

// ---- order of the floating elements that PropertyInfinity knows

pure func PropertyIsNegative(data_type: TileDataType, word: Word) => boolean
begin
    return PropertyMagnitude(data_type, word) != PropertyCarrier(word, data_type);
end;

pure func PropertyIsNaN(data_type: TileDataType, word: Word) => boolean
begin
    return UInt(PropertyMagnitude(data_type, word)) > UInt(PropertyInfinity(data_type));
end;

// Whether a valid element is NaN.
readonly func PropertyHasNaN(tile: TileInfo) => boolean
begin
    var found = FALSE;
    for row = 0 to tile.valid_rows - 1 do
        for column = 0 to tile.valid_columns - 1 do
            let word = PropertyBitsAt(tile, row, column);
            found = found || PropertyIsNaN(tile.data_type, word);
        end;
    end;
    return found;
end;

// Whether the number x is greater than the number y, or less: told from sign and magnitude.
pure func PropertyBeyond(
    data_type: TileDataType, greatest: boolean, x: Word, y: Word) => boolean
begin
    let (low, high) = if greatest then (y, x) else (x, y);
    let least = UInt(PropertyMagnitude(data_type, low));
    let most = UInt(PropertyMagnitude(data_type, high));
    if !PropertyIsNegative(data_type, low) then
        return !PropertyIsNegative(data_type, high) && least < most;
    elsif PropertyIsNegative(data_type, high) then
        return least > most;
    end;
    return least != 0 || most != 0;
end;

// Whether a valid element is the zero whose sign bit is set.
readonly func PropertyHasMinusZero(tile: TileInfo) => boolean
begin
    let minus_zero = PropertySignBit(tile.data_type);
    var found = FALSE;
    for row = 0 to tile.valid_rows - 1 do
        for column = 0 to tile.valid_columns - 1 do
            found = found || PropertyBitsAt(tile, row, column) == minus_zero;
        end;
    end;
    return found;
end;

// Whether x goes strictly before y in a sorted row: NaNs go last in both directions.
pure func PropertyPrecedes(
    data_type: TileDataType, descending: boolean, x: Word, y: Word) => boolean
begin
    if PropertyIsNaN(data_type, x) then return FALSE; end;
    return PropertyIsNaN(data_type, y) || PropertyBeyond(data_type, descending, x, y);
end;

// Whether the element in that column of row 0, which is known by its value alone, is this.
readonly func PropertyIsPlaced(tile: TileInfo, place: integer, element: Word) => boolean
begin
    var placed = FALSE;
    for column = 0 to tile.valid_columns - 1 do
        placed = placed || (column == place && PropertyBitsAt(tile, 0, column) == element);
    end;
    return placed;
end;

// The highest bit of the fraction.
pure func PropertyQuietBit(data_type: TileDataType) => integer
begin
    case data_type of
        when TileDataType_FP64 => return 2 ^ 51;
        when TileDataType_FP32 => return 2 ^ 22;
        when TileDataType_FP16 => return 2 ^ 9;
        when TileDataType_BF16 => return 2 ^ 6;
    end;
end;

// Whether a word is a signaling NaN: its highest fraction bit is clear.
pure func PropertyIsSignaling(data_type: TileDataType, word: Word) => boolean
begin
    let infinity = UInt(PropertyInfinity(data_type));
    let magnitude = UInt(PropertyMagnitude(data_type, word));
    return magnitude > infinity && magnitude < infinity + PropertyQuietBit(data_type);
end;

// ---- values

// One as an element.
pure func PropertyOne(data_type: TileDataType) => Word
begin
    case data_type of
        when TileDataType_FP64 => return 0x3FF0_0000_0000_0000[63:0];
        when TileDataType_FP32 => return 0x3F80_0000[63:0];
        when TileDataType_FP16 => return 0x3C00[63:0];
        when TileDataType_BF16 => return 0x3F80[63:0];
        otherwise => return 1[63:0];
    end;
end;

// ---- matrices

// Whether every valid element is stored in the normal form of its type.
readonly func PropertyAllNormal(tile: TileInfo) => boolean
begin
    var normal = TRUE;
    for row = 0 to tile.valid_rows - 1 do
        for column = 0 to tile.valid_columns - 1 do
            let word = PropertyWord(tile, row, column);
            normal = normal && PropertyIsNormal(word, tile.data_type);
        end;
    end;
    return normal;
end;

func PropertyConfigureMatrix(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..4}, columns: integer{1..4})
begin
    ConfigureTileForMask(index, PropertyCapacity, valid_rows, columns, valid_rows, valid_columns,
        data_type, TileLayout_RowMajor, TileLocation_Matrix, '0001');
end;
