// Small operations of every class that has properties of values, on top of the shipped model.

type TileDataTypeEncoding of integer{0..31};
type MemoryEventIndex of integer{0..63};
type MemoryEvent of record { agent: integer{0..3}, address: Word };
type Bytes of array [[4096]] of bits(8);
type Events of array [[64]] of MemoryEvent;
type TileFeatureMapLayout of enumeration { TileFeatureMapLayout_NC1HWC0 };
type FeatureMap of record {
    width: integer, filter: integer, pad: integer, padding: Word, transposed: boolean };

var _Memory: Bytes;
var _MemoryEvents: Events;
var _MemoryEventCount: integer;
var _FeatureMap: FeatureMap;

readonly func ReadMemoryByte(address: Word) => bits(8)
begin
    return _Memory[[UInt(address) as integer{0..4095}]];
end;

func WriteMemoryByte(address: Word, value: bits(8))
begin
    _Memory[[UInt(address) as integer{0..4095}]] = value;
end;

func StartMemoryEventCapture(agent: integer{0..3})
begin
    _MemoryEventCount = 0;
end;

pure func CurrentBundleTileOperationDataTypeCode() => integer
begin
    return UInt(TileDataTypeToEncoding(TileDataType_U8));
end;

pure func TileDataTypeFromEncoding(code: TileDataTypeEncoding) => TileDataType
begin
    return TileDataType_U8;
end;

func ConfigureCubeTileForMask(
    index: TileIndex, capacity: TileCapacity, rows: integer{1..65535},
    columns: integer{1..65535}, data_type: TileDataType, layout: TileLayout,
    location: TileLocation, mask: bits(4)) => boolean
begin
    ConfigureTileForMask(
        index, capacity, rows, columns, rows, columns, data_type, layout, location, mask);
    return TRUE;
end;

func ConfigureTileFeatureMapDescriptor(
    index: TileIndex, layout: TileFeatureMapLayout, batches: integer, depth: integer,
    groups: integer, height: integer, width: integer, channels: integer, filter_height: integer,
    filter_width: integer, stride_height: integer, stride_width: integer,
    dilation_height: integer, dilation_width: integer, pad_left: integer, pad_right: integer,
    pad_top: integer, pad_bottom: integer, logical: integer, padding: Word, transposed: boolean)
begin
    _FeatureMap = FeatureMap {
        width = width, filter = filter_width, pad = pad_left, padding = padding,
        transposed = transposed };
end;

// Whether tiles hold elements of one of two types, and are as many rows and columns.
readonly func SmallTypes(destination: TileIndex, source: TileIndex) => boolean
begin
    let data_type = _Tiles[[source]].data_type;
    return data_type IN {TileDataType_S8, TileDataType_FP16}
        && _Tiles[[destination]].data_type == data_type;
end;

readonly func SmallShape(index: TileIndex, rows: integer, columns: integer) => boolean
begin
    return _Tiles[[index]].valid_rows == rows && _Tiles[[index]].valid_columns == columns;
end;

readonly func SmallAt(index: TileIndex, row: integer, column: integer) => Word
begin
    return TileElementCarrier(ReadTileElement(index, row, column), _Tiles[[index]].data_type);
end;

// Bits that, as a number, are in the order of the words of a type; the zeros are two.
pure func SmallKey(word: Word, data_type: TileDataType) => bits(16)
begin
    if data_type == TileDataType_S8 then
        return ZeroExtend{16}(word[7:0] XOR '10000000');
    end;
    return if word[15] == '1' then NOT word[15:0] else word[15:0] OR '1000000000000000';
end;

pure func SmallLess(data_type: TileDataType, x: Word, y: Word) => boolean
begin
    let zeros = data_type == TileDataType_FP16 && IsZero(x[14:0] OR y[14:0]);
    return !zeros && UInt(SmallKey(x, data_type)) < UInt(SmallKey(y, data_type));
end;

pure func SmallIsNaN(word: Word) => boolean
begin
    return UInt(word[14:0]) > 0x7C00;
end;

// ---- reductions

readonly func InstructionContractOperandsLegal_ROWMAX(d: TileIndex, s: TileIndex) => boolean
begin
    return SmallTypes(d, s) && SmallShape(d, _Tiles[[s]].valid_rows, 1);
end;

func InstructionContractExecute_ROWMAX(d: TileIndex, s: TileIndex)
begin
    for row = 0 to _Tiles[[s]].valid_rows - 1 do
        let data_type = _Tiles[[s]].data_type;
        var word = SmallAt(s, row, 0);
        for column = 1 to _Tiles[[s]].valid_columns - 1 do
            let other = SmallAt(s, row, column);
            if SmallLess(data_type, word, other) then word = other; end;
        end;
        WriteTileElement(d, row, 0, word);
    end;
end;

readonly func InstructionContractOperandsLegal_COLARGMIN(d: TileIndex, s: TileIndex) => boolean
begin
    return _Tiles[[d]].data_type == TileDataType_S32 && SmallTypes(s, s)
        && SmallShape(d, 1, _Tiles[[s]].valid_columns);
end;

func InstructionContractExecute_COLARGMIN(d: TileIndex, s: TileIndex)
begin
    for column = 0 to _Tiles[[s]].valid_columns - 1 do
        let data_type = _Tiles[[s]].data_type;
        var best: integer = 0;
        var word = SmallAt(s, 0, column);
        for row = 1 to _Tiles[[s]].valid_rows - 1 do
            let other = SmallAt(s, row, column);
            if SmallLess(data_type, other, word) then
                best = row;
                word = other;
            end;
        end;
        WriteTileElement(d, 0, column, best[63:0]);
    end;
end;

readonly func InstructionContractOperandsLegal_ROWSUM(d: TileIndex, s: TileIndex) => boolean
begin
    return InstructionContractOperandsLegal_ROWMAX(d, s)
        && _Tiles[[s]].data_type == TileDataType_S8;
end;

func InstructionContractExecute_ROWSUM(d: TileIndex, s: TileIndex)
begin
    for row = 0 to _Tiles[[s]].valid_rows - 1 do
        var total = Zeros{64};
        for column = 0 to _Tiles[[s]].valid_columns - 1 do
            total = total + SmallAt(s, row, column);
        end;
        WriteTileElement(d, row, 0, total);
    end;
end;

readonly func InstructionContractOperandsLegal_ROWPROD(d: TileIndex, s: TileIndex) => boolean
begin
    return InstructionContractOperandsLegal_ROWSUM(d, s);
end;

func InstructionContractExecute_ROWPROD(d: TileIndex, s: TileIndex)
begin
    for row = 0 to _Tiles[[s]].valid_rows - 1 do
        var total: integer = 1;
        for column = 0 to _Tiles[[s]].valid_columns - 1 do
            total = total * SInt(SmallAt(s, row, column)[7:0]);
        end;
        WriteTileElement(d, row, 0, total[63:0]);
    end;
end;

// ---- generation

readonly func InstructionContractOperandsLegal_SEQUENCE(
    d: TileIndex, start: Word, down: boolean) => boolean
begin
    return SmallShape(d, 1, _Tiles[[d]].valid_columns)
        && _Tiles[[d]].data_type == TileDataType_S16;
end;

func InstructionContractExecute_SEQUENCE(d: TileIndex, start: Word, down: boolean)
begin
    for column = 0 to _Tiles[[d]].valid_columns - 1 do
        let step: integer = if down then -column else column;
        WriteTileElement(d, 0, column, start + step[63:0]);
    end;
end;

readonly func InstructionContractOperandsLegal_TRIANGLE(
    d: TileIndex, upper: boolean, diagonal: integer{-65535..65535}) => boolean
begin
    return _Tiles[[d]].data_type == TileDataType_FP16;
end;

func InstructionContractExecute_TRIANGLE(
    d: TileIndex, upper: boolean, diagonal: integer{-65535..65535})
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            let distance: integer = (column - row) - diagonal;
            let inside = if upper then distance >= 0 else distance <= 0;
            WriteTileElement(d, row, column, if inside then 0x3C00[63:0] else Zeros{64});
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_FILL(
    d: TileIndex, s: TileIndex, scalar: Word) => boolean
begin
    return SmallTypes(d, s) && _Tiles[[d]].rows <= 64 && _Tiles[[d]].columns == 2;
end;

func InstructionContractExecute_FILL(d: TileIndex, s: TileIndex, scalar: Word)
begin
    for row = 0 to _Tiles[[d]].rows - 1 do
        for column = 0 to _Tiles[[d]].columns - 1 do
            let inside = row < _Tiles[[s]].valid_rows && column < _Tiles[[s]].valid_columns;
            WriteTileElement(d, row, column, if inside then SmallAt(s, row, column) else scalar);
        end;
    end;
end;

// ---- order

// Whether x stays before y.
pure func SmallKeeps(descending: boolean, x: Word, y: Word) => boolean
begin
    if SmallIsNaN(x) || SmallIsNaN(y) then return SmallIsNaN(y); end;
    return !SmallLess(TileDataType_FP16, if descending then x else y, if descending then y else x);
end;

pure func SmallSignals(word: Word) => boolean
begin
    return SmallIsNaN(word) && word[9] == '0';
end;

readonly func InstructionContractOperandsLegal_SORT(
    d: TileIndex, places: TileIndex, s: TileIndex, width: integer{1..64},
    descending: boolean) => boolean
begin
    let columns = _Tiles[[s]].valid_columns;
    return _Tiles[[d]].data_type == TileDataType_FP16
        && _Tiles[[s]].data_type == TileDataType_FP16
        && _Tiles[[places]].data_type == TileDataType_U32
        && columns <= 2 && SmallShape(d, 1, columns) && SmallShape(places, 1, columns)
        && SmallShape(s, 1, columns);
end;

func InstructionContractExecute_SORT(
    d: TileIndex, places: TileIndex, s: TileIndex, width: integer{1..64}, descending: boolean)
begin
    let last: integer = _Tiles[[s]].valid_columns - 1;
    let (x, y) = (SmallAt(s, 0, 0), SmallAt(s, 0, last));
    let kept = width < 2 || last == 0 || SmallKeeps(descending, x, y);
    WriteTileElement(d, 0, 0, if kept then x else y);
    WriteTileElement(d, 0, last, if kept then y else x);
    WriteTileElement(places, 0, 0, if kept then Zeros{64} else Zeros{64} + 1);
    if last > 0 then
        WriteTileElement(places, 0, 1, if kept && width >= 2 then Zeros{64} + 1 else Zeros{64});
    end;
    if SmallSignals(x) || SmallSignals(y) then RecordNumericStatusFlags('00001'); end;
end;

readonly func InstructionContractOperandsLegal_MERGE(
    d: TileIndex, a: TileIndex, b: TileIndex, descending: boolean) => boolean
begin
    return _Tiles[[d]].data_type == TileDataType_FP16
        && _Tiles[[a]].data_type == TileDataType_FP16
        && _Tiles[[b]].data_type == TileDataType_FP16
        && SmallShape(d, 1, 2) && SmallShape(a, 1, 1) && SmallShape(b, 1, 1);
end;

func InstructionContractExecute_MERGE(
    d: TileIndex, a: TileIndex, b: TileIndex, descending: boolean)
begin
    let (x, y) = (SmallAt(a, 0, 0), SmallAt(b, 0, 0));
    let kept = SmallKeeps(descending, x, y);
    WriteTileElement(d, 0, 0, if kept then x else y);
    WriteTileElement(d, 0, 1, if kept then y else x);
    if SmallSignals(x) || SmallSignals(y) then RecordNumericStatusFlags('00001'); end;
end;

// ---- places

readonly func InstructionContractOperandsLegal_COPY(d: TileIndex, s: TileIndex) => boolean
begin
    return SmallTypes(d, s) && SmallShape(d, _Tiles[[s]].valid_rows, _Tiles[[s]].valid_columns);
end;

func InstructionContractExecute_COPY(d: TileIndex, s: TileIndex)
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            WriteTileElement(d, row, column, ReadTileElement(s, row, column));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_TRANSPOSE(d: TileIndex, s: TileIndex) => boolean
begin
    return SmallTypes(d, s) && SmallShape(d, _Tiles[[s]].valid_columns, _Tiles[[s]].valid_rows);
end;

func InstructionContractExecute_TRANSPOSE(d: TileIndex, s: TileIndex)
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            WriteTileElement(d, row, column, ReadTileElement(s, column, row));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_CONCATENATE(
    d: TileIndex, a: TileIndex, b: TileIndex) => boolean
begin
    let columns = _Tiles[[a]].valid_columns + _Tiles[[b]].valid_columns;
    return SmallTypes(d, a) && SmallTypes(d, b) && SmallShape(d, 1, columns)
        && _Tiles[[a]].valid_rows == 1 && _Tiles[[b]].valid_rows == 1;
end;

func InstructionContractExecute_CONCATENATE(d: TileIndex, a: TileIndex, b: TileIndex)
begin
    let width = _Tiles[[a]].valid_columns;
    for column = 0 to width - 1 do
        WriteTileElement(d, 0, column, ReadTileElement(a, 0, column));
    end;
    for column = 0 to _Tiles[[b]].valid_columns - 1 do
        WriteTileElement(d, 0, width + column, ReadTileElement(b, 0, column));
    end;
end;

readonly func InstructionContractOperandsLegal_EXTRACT(
    d: TileIndex, s: TileIndex, down: integer{0..65535}, right: integer{0..65535}) => boolean
begin
    return SmallTypes(d, s) && down + _Tiles[[d]].valid_rows <= _Tiles[[s]].valid_rows
        && right + _Tiles[[d]].valid_columns <= _Tiles[[s]].valid_columns;
end;

func InstructionContractExecute_EXTRACT(
    d: TileIndex, s: TileIndex, down: integer{0..65535}, right: integer{0..65535})
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            WriteTileElement(d, row, column, ReadTileElement(s, row + down, column + right));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_INSERT(
    d: TileIndex, old: TileIndex, s: TileIndex, down: integer{0..65535},
    right: integer{0..65535}) => boolean
begin
    return SmallTypes(d, old) && SmallTypes(d, s)
        && SmallShape(d, _Tiles[[old]].valid_rows, _Tiles[[old]].valid_columns)
        && down + _Tiles[[s]].valid_rows <= _Tiles[[d]].valid_rows
        && right + _Tiles[[s]].valid_columns <= _Tiles[[d]].valid_columns;
end;

func InstructionContractExecute_INSERT(
    d: TileIndex, old: TileIndex, s: TileIndex, down: integer{0..65535},
    right: integer{0..65535})
begin
    InstructionContractExecute_COPY(d, old);
    for row = 0 to _Tiles[[s]].valid_rows - 1 do
        for column = 0 to _Tiles[[s]].valid_columns - 1 do
            WriteTileElement(d, row + down, column + right, ReadTileElement(s, row, column));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_GATHER(
    d: TileIndex, s: TileIndex, rows: TileIndex) => boolean
begin
    if !(SmallTypes(d, s) && SmallTypes(d, rows)
            && _Tiles[[rows]].data_type == TileDataType_S8
            && SmallShape(d, _Tiles[[rows]].valid_rows, _Tiles[[rows]].valid_columns)
            && _Tiles[[s]].valid_columns == _Tiles[[d]].valid_columns) then
        return FALSE;
    end;
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            let chosen = SInt(SmallAt(rows, row, column)[7:0]);
            if !(0 <= chosen && chosen < _Tiles[[s]].valid_rows) then return FALSE; end;
        end;
    end;
    return TRUE;
end;

func InstructionContractExecute_GATHER(d: TileIndex, s: TileIndex, rows: TileIndex)
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            let chosen = SInt(SmallAt(rows, row, column)[7:0]);
            WriteTileElement(d, row, column, ReadTileElement(s, chosen, column));
        end;
    end;
end;

// ---- tables

readonly func InstructionContractOperandsLegal_WINDOWS(
    d: TileIndex, s: TileIndex, first: integer{0..65535}, second: integer{0..65535}) => boolean
begin
    return SmallTypes(d, s);
end;

func InstructionContractExecute_WINDOWS(
    d: TileIndex, s: TileIndex, first: integer{0..65535}, second: integer{0..65535})
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for tap = 0 to _Tiles[[d]].valid_columns - 1 do
            let column: integer = (row + first + tap) - _FeatureMap.pad;
            let inside = 0 <= column && column < _FeatureMap.width;
            WriteTileElement(
                d, row, tap, if inside then SmallAt(s, 0, column) else _FeatureMap.padding);
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_COUNT(
    d: TileIndex, s: TileIndex, filter: TileIndex, byte: integer{0..3}) => boolean
begin
    return SmallShape(d, 1, 256) && SmallShape(s, 1, 1) && SmallShape(filter, 1, 1)
        && _Tiles[[d]].data_type == TileDataType_U32 && byte < 2
        && _Tiles[[s]].data_type == TileDataType_U16
        && _Tiles[[filter]].data_type == TileDataType_U8;
end;

func InstructionContractExecute_COUNT(
    d: TileIndex, s: TileIndex, filter: TileIndex, byte: integer{0..3})
begin
    let word = SmallAt(s, 0, 0);
    let passes = byte == 1 || word[15:8] == SmallAt(filter, 0, 0)[7:0];
    let value = UInt(if byte == 1 then word[15:8] else word[7:0]);
    for bin = 0 to 255 do
        WriteTileElement(
            d, 0, bin, if passes && value <= bin then Zeros{64} + 1 else Zeros{64});
    end;
end;

// ---- memory: elements of one byte

readonly func InstructionContractOperandsLegal_LOAD(
    d: TileIndex, base: Word, stride: Word) => boolean
begin
    return SmallTypes(d, d) && _Tiles[[d]].data_type == TileDataType_S8;
end;

func InstructionContractExecute_LOAD(d: TileIndex, base: Word, stride: Word)
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            let place: integer = UInt(base) + row * UInt(stride) + column;
            let byte = ReadMemoryByte(place[63:0]);
            WriteTileElement(d, row, column, SignExtend{64}(byte));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_STORE(
    base: Word, stride: Word, s: TileIndex) => boolean
begin
    return InstructionContractOperandsLegal_LOAD(s, base, stride);
end;

func InstructionContractExecute_STORE(base: Word, stride: Word, s: TileIndex)
begin
    for row = 0 to _Tiles[[s]].valid_rows - 1 do
        for column = 0 to _Tiles[[s]].valid_columns - 1 do
            let place: integer = UInt(base) + row * UInt(stride) + column;
            WriteMemoryByte(place[63:0], SmallAt(s, row, column)[7:0]);
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_FETCH(
    base: Word, stride: Word, valid: integer{1..65535}, rows: integer{1..65535},
    columns: integer{1..65535}) => boolean
begin
    return valid <= columns && rows * valid <= 4;
end;

func InstructionContractExecute_FETCH(
    base: Word, stride: Word, valid: integer{1..65535}, rows: integer{1..65535},
    columns: integer{1..65535})
begin
    for pe = 0 to 3 do
        for row = 0 to rows - 1 do
            for column = 0 to valid - 1 do
                let place: integer = UInt(base) + row * UInt(stride) + column;
                let count = _MemoryEventCount as MemoryEventIndex;
                _MemoryEvents[[count]] = MemoryEvent { agent = pe, address = place[63:0] };
                _MemoryEventCount = count + 1;
            end;
        end;
    end;
end;

readonly func SmallDisplacements(data: TileIndex, index: TileIndex) => boolean
begin
    return _Tiles[[data]].data_type == TileDataType_U8
        && _Tiles[[index]].data_type == TileDataType_S32
        && SmallShape(data, _Tiles[[index]].valid_rows, _Tiles[[index]].valid_columns);
end;

readonly func SmallPlace(base: Word, index: TileIndex, row: integer, column: integer) => Word
begin
    return base + SignExtend{64}(SmallAt(index, row, column)[31:0]);
end;

readonly func InstructionContractOperandsLegal_LOADEACH(
    d: TileIndex, base: Word, index: TileIndex, pad_value: TilePadValue) => boolean
begin
    return SmallDisplacements(d, index);
end;

func InstructionContractExecute_LOADEACH(
    d: TileIndex, base: Word, index: TileIndex, pad_value: TilePadValue)
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            let byte = ReadMemoryByte(SmallPlace(base, index, row, column));
            WriteTileElement(d, row, column, ZeroExtend{64}(byte));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_STOREEACH(
    base: Word, s: TileIndex, index: TileIndex) => boolean
begin
    return SmallDisplacements(s, index);
end;

func InstructionContractExecute_STOREEACH(base: Word, s: TileIndex, index: TileIndex)
begin
    for row = 0 to _Tiles[[s]].valid_rows - 1 do
        for column = 0 to _Tiles[[s]].valid_columns - 1 do
            let place = SmallPlace(base, index, row, column);
            WriteMemoryByte(place, SmallAt(s, row, column)[7:0]);
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_SWAPEACH(
    d: TileIndex, base: Word, index: TileIndex, expected: TileIndex, other: TileIndex) => boolean
begin
    return SmallDisplacements(d, index) && SmallDisplacements(expected, index)
        && SmallDisplacements(other, index);
end;

func InstructionContractExecute_SWAPEACH(
    d: TileIndex, base: Word, index: TileIndex, expected: TileIndex, other: TileIndex)
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            let place = SmallPlace(base, index, row, column);
            let held = ReadMemoryByte(place);
            if held == SmallAt(expected, row, column)[7:0] then
                WriteMemoryByte(place, SmallAt(other, row, column)[7:0]);
            end;
            WriteTileElement(d, row, column, ZeroExtend{64}(held));
        end;
    end;
end;

// ---- matrices

readonly func InstructionContractOperandsLegal_MULTIPLY(
    d: TileIndex, a: TileIndex, b: TileIndex) => boolean
begin
    return _Tiles[[d]].data_type == TileDataType_S32
        && _Tiles[[a]].data_type == TileDataType_S8 && _Tiles[[b]].data_type == TileDataType_S8
        && SmallShape(d, _Tiles[[a]].valid_rows, _Tiles[[b]].valid_columns)
        && _Tiles[[a]].valid_columns == _Tiles[[b]].valid_rows;
end;

func InstructionContractExecute_MULTIPLY(d: TileIndex, a: TileIndex, b: TileIndex)
begin
    for row = 0 to _Tiles[[d]].valid_rows - 1 do
        for column = 0 to _Tiles[[d]].valid_columns - 1 do
            var total = Zeros{64};
            for inner = 0 to _Tiles[[a]].valid_columns - 1 do
                let product: integer = UInt(ReadTileElement(a, row, inner))
                    * UInt(ReadTileElement(b, inner, column));
                total = total + product[63:0];
            end;
            WriteTileElement(d, row, column, total);
        end;
    end;
end;
