// PTO-UNIT: {"id":"PTOPROVE-MODEL-TILES","surface":"tile","classification":["model","state"],"depends_on":["PTOPROVE-MODEL-ARCHITECTURE","PTOPROVE-MODEL-DATA-TYPES"]}

// Tiles: descriptors, contents and definedness, and how they are configured, read and written.
// A function on TileInfo is readonly, not pure, only because the record's size reads a `config`.

type TileIndex of integer{0..63};
type TileCapacity of integer{0..262144};
type TileExtent of integer{0..65535};

// One word an element, in row-major order of the logical coordinates whatever the layout.
type TilePayload of array [[PTO_MODEL_TILE_ELEMENTS]] of Word;
type TileDefinedness of array [[PTO_MODEL_TILE_ELEMENTS]] of boolean;

// That contents are defined is a question about defined_elements; it is not stored twice.
type TileInfo of record {
    allocated: boolean,
    storage_kind: TileStorageKind,
    capacity_bytes: TileCapacity,
    rows: TileExtent,
    columns: TileExtent,
    valid_rows: TileExtent,
    valid_columns: TileExtent,
    data_type: TileDataType,
    layout: TileLayout,
    location: TileLocation,
    defined_elements: TileDefinedness,
    payload: TilePayload
};

type TileArray of array [[64]] of TileInfo;
type TileMaskArray of array [[64]] of bits(4);

var _Tiles: TileArray;
var _TileAllocationMasks: TileMaskArray;

// TSize codes 1 to 10 name 128 bytes to 64 KiB.
pure func TileSizeCodeIsLegal(code: integer) => boolean
begin
    return code IN {1..10};
end;

pure func TileSizeBytes(code: integer{1..10}) => TileCapacity
begin
    case code of
        when 1 => return 128;
        when 2 => return 256;
        when 3 => return 512;
        when 4 => return 1024;
        when 5 => return 2048;
        when 6 => return 4096;
        when 7 => return 8192;
        when 8 => return 16384;
        when 9 => return 32768;
        when 10 => return 65536;
    end;
end;

pure func TileCapacityIsLegal(capacity_bytes: integer) => boolean
begin
    return capacity_bytes IN {128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
end;

// Physical rows are what the capacity holds at the given number of columns.
pure func TilePhysicalRows(
    capacity_bytes: integer, columns: integer, data_type: TileDataType) => integer
begin
    assert columns > 0;
    let elements: integer = (capacity_bytes * 8) DIVRM TileElementBits(data_type);
    return elements DIVRM columns;
end;

// Whether a descriptor can hold the shape, and the capacity the valid rectangle.
readonly func TileShapeRejection(
    capacity_bytes: integer, columns: integer, valid_rows: integer, valid_columns: integer,
    data_type: TileDataType) => Rejection
begin
    if !(columns IN {1..65535} && valid_rows IN {1..65535} && valid_columns IN {1..65535}) then
        return Rejection_Shape;
    elsif valid_columns > columns then
        return Rejection_Dimension;
    elsif !TileCapacityIsLegal(capacity_bytes) then
        return Rejection_Capacity;
    end;
    let rows = TilePhysicalRows(capacity_bytes, columns, data_type);
    if valid_rows > rows then
        return Rejection_Capacity;
    elsif rows > 65535 || rows * columns > PTO_MODEL_TILE_ELEMENTS then
        return Rejection_Shape;
    end;
    return Rejection_None;
end;

// A numeric tile of which no element is defined yet.
readonly func NewTile(
    capacity_bytes: integer, columns: integer, valid_rows: integer, valid_columns: integer,
    data_type: TileDataType, layout: TileLayout, location: TileLocation) => TileInfo
begin
    assert TileShapeRejection(capacity_bytes, columns, valid_rows, valid_columns, data_type)
        == Rejection_None;
    var tile: TileInfo;
    tile.allocated = TRUE;
    tile.storage_kind = TileStorage_Numeric;
    tile.capacity_bytes = capacity_bytes as TileCapacity;
    tile.rows = TilePhysicalRows(capacity_bytes, columns, data_type) as TileExtent;
    tile.columns = columns as TileExtent;
    tile.valid_rows = valid_rows as TileExtent;
    tile.valid_columns = valid_columns as TileExtent;
    tile.data_type = data_type;
    tile.layout = layout;
    tile.location = location;
    return tile;
end;

// `rows` is a claim about the derived number of physical rows: the capacity must hold that many.
func ConfigureTileForMask(
    index: TileIndex, capacity_bytes: TileCapacity, rows: TileExtent, columns: TileExtent,
    valid_rows: TileExtent, valid_columns: TileExtent, data_type: TileDataType,
    layout: TileLayout, location: TileLocation, allocation_mask: bits(4))
begin
    assert !IsZero(allocation_mask);
    let tile = NewTile(
        capacity_bytes, columns, valid_rows, valid_columns, data_type, layout, location);
    assert rows <= tile.rows;
    assert TileAllocationFits(index, capacity_bytes, allocation_mask);
    _Tiles[[index]] = tile;
    _TileAllocationMasks[[index]] = allocation_mask;
end;

func ConfigureTile(
    index: TileIndex, capacity_bytes: TileCapacity, rows: TileExtent, columns: TileExtent,
    valid_rows: TileExtent, valid_columns: TileExtent, data_type: TileDataType,
    layout: TileLayout, location: TileLocation)
begin
    ConfigureTileForMask(
        index, capacity_bytes, rows, columns, valid_rows, valid_columns, data_type, layout,
        location, '0001');
end;

func ReleaseTile(index: TileIndex)
begin
    var released: TileInfo;
    _Tiles[[index]] = released;
    _TileAllocationMasks[[index]] = '0000';
end;

// The storage of one core, which its processing elements share.
readonly impdef func TileCapacityLimitBytes() => integer
begin
    return 256 * 1024;
end;

// Whether the tile may take the place of what `index` names now; each selected processing
// element holds its own copy.
readonly func TileAllocationFits(
    index: TileIndex, capacity_bytes: TileCapacity, mask: bits(4)) => boolean
begin
    var total: integer = capacity_bytes * BitCount(mask);
    for other = 0 to 63 do
        if other != index && _Tiles[[other]].allocated then
            total = total
                + _Tiles[[other]].capacity_bytes * BitCount(_TileAllocationMasks[[other]]);
        end;
    end;
    return total <= TileCapacityLimitBytes();
end;

readonly func TileLogicalLinearIndex(tile: TileInfo, row: integer, column: integer) => integer
begin
    assert 0 <= row && row < tile.rows && 0 <= column && column < tile.columns;
    return row * tile.columns + column;
end;

readonly func TileReadLogicalElement(tile: TileInfo, element: integer) => Word
begin
    assert tile.defined_elements[[element]];
    return tile.payload[[element]];
end;

// The tile with one more element defined.
readonly func TileWithElement(
    tile: TileInfo, row: integer, column: integer, value: Word) => TileInfo
begin
    let element = TileLogicalLinearIndex(tile, row, column);
    var result = tile;
    result.payload[[element]] = value;
    result.defined_elements[[element]] = TRUE;
    return result;
end;

readonly func TileElementDefined(index: TileIndex, row: integer, column: integer) => boolean
begin
    let tile = _Tiles[[index]];
    return tile.defined_elements[[TileLogicalLinearIndex(tile, row, column)]];
end;

readonly func ReadTileElement(index: TileIndex, row: integer, column: integer) => Word
begin
    let tile = _Tiles[[index]];
    return TileReadLogicalElement(tile, TileLogicalLinearIndex(tile, row, column));
end;

// Stores the word as given: readers count only the element's low bits.
func WriteTileElement(index: TileIndex, row: integer, column: integer, value: Word)
begin
    _Tiles[[index]] = TileWithElement(_Tiles[[index]], row, column, value);
end;

readonly func TileValidRectangleDefined(tile: TileInfo) => boolean
begin
    var defined = TRUE;
    for row = 0 to tile.valid_rows - 1 do
        for column = 0 to tile.valid_columns - 1 do
            let element = TileLogicalLinearIndex(tile, row, column);
            defined = defined && tile.defined_elements[[element]];
        end;
    end;
    return defined;
end;

readonly func TileSourceContentsDefined(index: TileIndex) => boolean
begin
    return TileValidRectangleDefined(_Tiles[[index]]);
end;

func ResetTileState()
begin
    var tiles: TileArray;
    var masks: TileMaskArray;
    _Tiles = tiles;
    _TileAllocationMasks = masks;
end;
