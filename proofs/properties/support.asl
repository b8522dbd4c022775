// What the properties share: sources with unknown contents, and elements as integers. Tile 0 is
// the destination, tiles 1 and 2 are the sources. Every physical shape has padding on the right
// and below.

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

// The quotient of two integers truncated toward zero.
pure func PropertyTruncatedQuotient(numerator: integer, denominator: integer) => integer
begin
    let magnitude = if denominator > 0 then Abs(numerator) DIVRM denominator
        else Abs(numerator) DIVRM (-denominator);
    return if (numerator < 0) == (denominator < 0) then magnitude else -magnitude;
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

// Whether a valid element has a bit set that its format leaves without use.
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

// Whether an index is no valid row of a destination of so many, or two select the same element.
readonly func PropertyScatterIllegal(
    index: TileIndex, data_type: TileDataType, valid_rows: integer{1..2},
    valid_columns: integer{1..2}, destination_rows: integer) => boolean
begin
    var illegal = FALSE;
    for column = 0 to valid_columns - 1 do
        for row = 0 to valid_rows - 1 do
            let selected = PropertyElement(
                index, row as integer{0..1}, column as integer{0..1}, data_type);
            illegal = illegal || selected < 0 || selected >= destination_rows;
            for other = 0 to row - 1 do
                illegal = illegal || selected == PropertyElement(
                    index, other as integer{0..1}, column as integer{0..1}, data_type);
            end;
        end;
    end;
    return illegal;
end;

// The low bits of a word that make up its element.
pure func PropertyCarrier(word: Word, data_type: TileDataType) => Word
begin
    case TileElementBits(data_type) of
        when 4 => return ZeroExtend{64}(word[3:0]);
        when 8 => return ZeroExtend{64}(word[7:0]);
        when 16 => return ZeroExtend{64}(word[15:0]);
        when 32 => return ZeroExtend{64}(word[31:0]);
        otherwise => return word;
    end;
end;

// The largest finite number of a floating format, from its exponent and its lowest used bit.
pure func PropertyLargestFinite(data_type: TileDataType) => integer
begin
    let sign = TileElementBits(data_type) - 1;
    case data_type of
        when TileDataType_FP64 => return (2^sign - 2^(sign - 11)) - 1;
        when TileDataType_FP32, TileDataType_BF16 => return (2^sign - 2^(sign - 8)) - 1;
        when TileDataType_TF32 => return (2^sign - 2^(sign - 8)) - 2^13;
        when TileDataType_HF32 => return (2^sign - 2^(sign - 8)) - 2^12;
        when TileDataType_FP16, TileDataType_E5M2 => return (2^sign - 2^(sign - 5)) - 1;
        when TileDataType_E4M3 => return 2^sign - 2;    // only all ones are no number
    end;
end;

// Whether a word is the constant that PadValue selects: zero, the largest or the least number.
pure func PropertyIsPad(word: Word, pad: bits(2), data_type: TileDataType) => boolean
begin
    let width = TileElementBits(data_type);
    let number = PropertyInteger(word, data_type);
    if pad == '00' then
        return number == 0;
    elsif TileDataTypeIsSigned(data_type) then
        return number == (if pad == '01' then (2 ^ (width - 1)) - 1 else -(2 ^ (width - 1)));
    elsif TileDataTypeIsUnsignedInteger(data_type) then
        return number == (if pad == '01' then (2 ^ width) - 1 else 0);
    end;
    let largest = PropertyLargestFinite(data_type);
    return number == (if pad == '01' then largest else largest + 2 ^ (width - 1));
end;

// Whether a stored word is the normal form of its element: sign-extended if that is a signed
// integer, zero-extended otherwise.
pure func PropertyIsNormal(word: Word, data_type: TileDataType) => boolean
begin
    let number = PropertyInteger(word, data_type);
    return if TileDataTypeIsSigned(data_type) then SInt(word) == number else UInt(word) == number;
end;

// BSTOP: whether the bundle was accepted, which a counterexample shows.
func PropertyStop() => boolean
begin
    let accepted = ExecuteBundleTileOperation();
    Explain("accepted", accepted);
    Explain("fault", _LastFault);
    return accepted;
end;

// ---- floating elements of the formats that IEEE 754 has

// How two elements compare: less, equal, greater, unordered.
pure func PropertyOrder(data_type: TileDataType, x: Word, y: Word) => bits(2)
begin
    return FloatCompare(UInt(TileDataTypeToEncoding(data_type)), x, y)[1:0];
end;

pure func PropertyInfinity(data_type: TileDataType) => Word
begin
    case data_type of
        when TileDataType_FP64 => return 0x7FF0_0000_0000_0000[63:0];
        when TileDataType_FP32 => return 0x7F80_0000[63:0];
        when TileDataType_FP16 => return 0x7C00[63:0];
        when TileDataType_BF16 => return 0x7F80[63:0];
    end;
end;

pure func PropertyMagnitude(data_type: TileDataType, word: Word) => Word
begin
    let sign = LSL(Zeros{64} + 1, TileElementBits(data_type) - 1);
    return PropertyCarrier(word, data_type) AND NOT sign;
end;

pure func PropertyIsFinite(data_type: TileDataType, word: Word) => boolean
begin
    let magnitude = PropertyMagnitude(data_type, word);
    return PropertyOrder(data_type, magnitude, PropertyInfinity(data_type)) == '00';
end;

// What a floating operation should have given, and what tile 0 and the status are, for a reader to
// compare: the word and, above it, the flags.
func PropertyShowFloating(data_type: TileDataType, expected: bits(69))
begin
    Explain("expected flags", expected[68:64]);
    Explain("flags", NumericStatusFlags());
    PropertyConfigure(63, data_type, 1, 1, '0001');
    WriteTileElement(63, 0, 0, expected[63:0]);
    Explain("expected", _Tiles[[63]]);
    Explain("got", _Tiles[[0]]);
end;

// Whether a magnitude is at least 1 and at most 1024.
pure func PropertyIsModerate(data_type: TileDataType, word: Word) => boolean
begin
    let magnitude = PropertyMagnitude(data_type, word);
    var (one, bound) = (Zeros{64}, Zeros{64});
    case data_type of
        when TileDataType_FP64 =>
            (one, bound) = (0x3FF0_0000_0000_0000[63:0], 0x4090_0000_0000_0000[63:0]);
        when TileDataType_FP32 => (one, bound) = (0x3F80_0000[63:0], 0x4480_0000[63:0]);
        when TileDataType_FP16 => (one, bound) = (0x3C00[63:0], 0x6400[63:0]);
        when TileDataType_BF16 => (one, bound) = (0x3F80[63:0], 0x4480[63:0]);
    end;
    return PropertyOrder(data_type, magnitude, one) IN {'01', '10'}
        && PropertyOrder(data_type, magnitude, bound) IN {'00', '01'};
end;
