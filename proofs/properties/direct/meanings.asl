// What an operation gives for one element of its result, over the mathematical integers and the
// numbers of floating formats. Each result is a word and, above it, the flags, as of the functions
// for floating arithmetic. Only the bits of the element count, in operands as in results.

// The word in one element of a tile.
readonly func PropertyWord(tile: TileInfo, row: integer, column: integer) => Word
begin
    let element = TileLogicalLinearIndex(
        tile, row as integer{0..65535}, column as integer{0..65535});
    return TileReadLogicalElement(tile, element);
end;

readonly func PropertyPredicate(tile: TileInfo, row: integer, column: integer) => boolean
begin
    return TilePredicateBitFromInfo(tile, row as integer{0..65535}, column as integer{0..65535});
end;

readonly func PropertyCovers(tile: TileInfo, row: integer, column: integer) => boolean
begin
    return row < tile.valid_rows && column < tile.valid_columns;
end;

func PropertyStoreElement(
    index: TileIndex, row: integer, column: integer, result: bits(69))
begin
    WriteTileElement(
        index, row as integer{0..65535}, column as integer{0..65535}, result[63:0]);
end;

func PropertyStorePredicate(
    index: TileIndex, row: integer, column: integer, result: bits(69))
begin
    WriteTilePredicateBit(
        index, row as integer{0..65535}, column as integer{0..65535}, result[0] == '1');
end;

// Floating elements without bits above them; what those do is the business of `direct-carrier`.
func PropertyPlainElements(index: TileIndex)
begin
    let data_type = _Tiles[[index]].data_type;
    if !TileDataTypeIsFloating(data_type) then return; end;
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            let word = PropertyWord(_Tiles[[index]], row, column);
            PropertyStoreElement(index, row, column, PropertyKept(PropertyCarrier(word, data_type)));
        end;
    end;
end;

// A result that raises no flag: any word, and of an integer its low bits.
pure func PropertyKept(word: Word) => bits(69)
begin
    return Zeros{5} :: word;
end;

pure func PropertyWrapped(value: integer) => bits(69)
begin
    return Zeros{5} :: value[63:0];
end;

pure func PropertyFormat(data_type: TileDataType) => integer{0..31}
begin
    return UInt(TileDataTypeToEncoding(data_type));
end;

pure func PropertySignBit(data_type: TileDataType) => Word
begin
    return LSL(Zeros{64} + 1, TileElementBits(data_type) - 1);
end;

// ---- integers

// An element as a whole word.
pure func PropertyExtended(data_type: TileDataType, word: Word) => Word
begin
    let signed = TileDataTypeIsSigned(data_type);
    case TileElementBits(data_type) of
        when 8 => return if signed then SignExtend{64}(word[7:0]) else ZeroExtend{64}(word[7:0]);
        when 16 => return if signed then SignExtend{64}(word[15:0]) else ZeroExtend{64}(word[15:0]);
        when 32 => return if signed then SignExtend{64}(word[31:0]) else ZeroExtend{64}(word[31:0]);
        otherwise => return word;
    end;
end;

pure func PropertySum(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    return PropertyWrapped(
        PropertyInteger(left, data_type) + PropertyInteger(right, data_type));
end;

pure func PropertyDifference(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    return PropertyWrapped(
        PropertyInteger(left, data_type) - PropertyInteger(right, data_type));
end;

// Modulo the width a product does not depend on how its factors are extended.
pure func PropertyProduct(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    let (x, y) = (PropertyExtended(data_type, left), PropertyExtended(data_type, right));
    return PropertyWrapped(UInt(x) * UInt(y));
end;

pure func PropertyProductSum(
    data_type: TileDataType, left: Word, right: Word, addend: Word) => bits(69)
begin
    let (x, y) = (PropertyCarrier(left, data_type), PropertyCarrier(right, data_type));
    let product: integer = UInt(x) * UInt(y);
    return PropertyWrapped(product + UInt(PropertyCarrier(addend, data_type)));
end;

// Of a zero divisor, which no legal operand is, the result is zero.
pure func PropertyQuotient(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    let divisor = PropertyInteger(right, data_type);
    if divisor == 0 then return Zeros{69}; end;
    return PropertyWrapped(
        PropertyTruncatedQuotient(PropertyInteger(left, data_type), divisor));
end;

// What is left of the dividend toward the divisor's side: by magnitudes, and then the sign.
pure func PropertyModulo(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    let (dividend, divisor) = (PropertyInteger(left, data_type), PropertyInteger(right, data_type));
    if divisor == 0 then return Zeros{69}; end;
    let size = if divisor > 0 then divisor else -divisor;
    let rest = (if dividend > 0 then dividend else -dividend) MOD size;
    if rest == 0 then return Zeros{69}; end;
    let result = if (dividend > 0) == (divisor > 0) then rest else size - rest;
    return PropertyWrapped(if divisor > 0 then result else -result);
end;

// Shifts by each possible amount, of which one is the second operand modulo the width.
pure func PropertyShiftedLeft(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    let amount = right AND (TileElementBits(data_type) - 1)[63:0];
    var result = left;
    for each = 1 to TileElementBits(data_type) - 1 do
        if amount == each[63:0] then result = LSL(left, each); end;
    end;
    return PropertyKept(result);
end;

pure func PropertyShiftedRight(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    let value = PropertyExtended(data_type, left);
    let amount = right AND (TileElementBits(data_type) - 1)[63:0];
    let signed = TileDataTypeIsSigned(data_type);
    var result = value;
    for each = 1 to TileElementBits(data_type) - 1 do
        if amount == each[63:0] then
            result = if signed then ASR(value, each) else LSR(value, each);
        end;
    end;
    return PropertyKept(result);
end;

pure func PropertyComplement(data_type: TileDataType, word: Word) => bits(69)
begin
    return PropertyKept(NOT word);
end;

// ---- words of any type

pure func PropertyConjunction(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    return PropertyKept(left AND right);
end;

pure func PropertyDisjunction(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    return PropertyKept(left OR right);
end;

pure func PropertyExclusive(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    return PropertyKept(left XOR right);
end;

pure func PropertyCopy(data_type: TileDataType, word: Word) => bits(69)
begin
    return PropertyKept(word);
end;

pure func PropertySelection(
    data_type: TileDataType, selected: boolean, word: Word, otherwise_word: Word) => bits(69)
begin
    return PropertyKept(if selected then word else otherwise_word);
end;

// ---- integers and floating elements

pure func PropertyMaximum(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    if TileDataTypeIsFloating(data_type) then
        return FloatMaximumNumber(PropertyFormat(data_type), left, right);
    end;
    let (x, y) = (PropertyInteger(left, data_type), PropertyInteger(right, data_type));
    return PropertyKept(if x > y then left else right);
end;

pure func PropertyMinimum(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    if TileDataTypeIsFloating(data_type) then
        return FloatMinimumNumber(PropertyFormat(data_type), left, right);
    end;
    let (x, y) = (PropertyInteger(left, data_type), PropertyInteger(right, data_type));
    return PropertyKept(if x < y then left else right);
end;

pure func PropertyNegation(data_type: TileDataType, word: Word) => bits(69)
begin
    if TileDataTypeIsFloating(data_type) then
        return PropertyKept(word XOR PropertySignBit(data_type));
    end;
    return PropertyWrapped(-PropertyInteger(word, data_type));
end;

pure func PropertyAbsolute(data_type: TileDataType, word: Word) => bits(69)
begin
    if TileDataTypeIsFloating(data_type) then
        return PropertyKept(word AND NOT PropertySignBit(data_type));
    end;
    return PropertyWrapped(Abs(PropertyInteger(word, data_type)));
end;

pure func PropertyRectified(data_type: TileDataType, word: Word) => bits(69)
begin
    if TileDataTypeIsFloating(data_type) then
        return FloatMaximum(PropertyFormat(data_type), word, Zeros{64});
    end;
    return PropertyKept(if PropertyInteger(word, data_type) < 0 then Zeros{64} else word);
end;

// How two elements compare, and the flags: 0 less, 1 equal, 2 greater, 3 neither.
pure func PropertyComparison(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    if TileDataTypeIsFloating(data_type) then
        return FloatCompare(PropertyFormat(data_type), left, right);
    end;
    let (x, y) = (PropertyInteger(left, data_type), PropertyInteger(right, data_type));
    return PropertyWrapped(if x < y then 0 else if x == y then 1 else 2);
end;

// Whether a relation holds, as 1 or 0.
pure func PropertyRelation(
    data_type: TileDataType, left: Word, right: Word, relation: TileComparison) => bits(69)
begin
    let compared = PropertyComparison(data_type, left, right);
    let (order, flags) = (UInt(compared[1:0]), compared[68:64]);
    var holds: boolean;
    case relation of
        when TileComparison_EQ => holds = order == 1;
        when TileComparison_NE => holds = order != 1;
        when TileComparison_LT => holds = order == 0;
        when TileComparison_LE => holds = order <= 1;
        when TileComparison_GT => holds = order == 2;
        when TileComparison_GE => holds = order == 1 || order == 2;
    end;
    return flags :: (if holds then Zeros{64} + 1 else Zeros{64});
end;

// The relation that holds of two elements in the other order.
pure func PropertyMirrored(relation: TileComparison) => TileComparison
begin
    case relation of
        when TileComparison_LT => return TileComparison_GT;
        when TileComparison_LE => return TileComparison_GE;
        when TileComparison_GT => return TileComparison_LT;
        when TileComparison_GE => return TileComparison_LE;
        otherwise => return relation;
    end;
end;
