// What the properties of memory operations share. Memory is little-endian; of two four-bit elements
// in a byte the one in the even column is in the low half.

// The byte of a row in memory in which an element begins.
pure func PropertyOffset(data_type: TileDataType, column: integer) => integer
begin
    return (column * TileElementBits(data_type)) DIVRM 8;
end;

// Any bytes at and around the addresses that the search uses.
func PropertyUnknownMemory()
begin
    for place = 32 to 159 do
        WriteMemoryByte(place[63:0], ARBITRARY: bits(8));
    end;
end;

// The element in a column of a row that begins at an address.
readonly func PropertyLoaded(data_type: TileDataType, address: integer, column: integer) => Word
begin
    let first: integer = address + PropertyOffset(data_type, column);
    if TileElementBits(data_type) == 4 then
        let both = ReadMemoryByte(first[63:0]);
        return ZeroExtend{64}(if column MOD 2 == 0 then both[3:0] else both[7:4]);
    end;
    var word = Zeros{64};
    for place = 0 to TileElementBits(data_type) DIVRM 8 - 1 do
        let at: integer = first + place;
        word[8 * place +: 8] = ReadMemoryByte(at[63:0]);
    end;
    return word;
end;

// Put an element there.
func PropertyStore(data_type: TileDataType, address: integer, column: integer, word: Word)
begin
    let first: integer = address + PropertyOffset(data_type, column);
    if TileElementBits(data_type) == 4 then
        let both = ReadMemoryByte(first[63:0]);
        let low = if column MOD 2 == 0 then word[3:0] else both[3:0];
        let high = if column MOD 2 == 0 then both[7:4] else word[3:0];
        WriteMemoryByte(first[63:0], high :: low);
    else
        for place = 0 to TileElementBits(data_type) DIVRM 8 - 1 do
            let at: integer = first + place;
            WriteMemoryByte(at[63:0], word[8 * place +: 8]);
        end;
    end;
end;

// Displacements other than the known ones: that of all elements alike, or, where they are signed,
// below the base.
func PropertyDisplace(index: TileIndex, alike: boolean)
begin
    let data_type = _Tiles[[index]].data_type;
    let columns: integer = _Tiles[[index]].valid_columns;
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to columns - 1 do
            let place: integer = 8 * (1 + row * columns + column);
            let below: integer = if TileDataTypeIsSigned(data_type) then -place else place;
            let chosen: integer = if alike then 8 else below;
            WriteTileElement(index, row as integer{0..65535}, column as integer{0..65535},
                PropertyRecarried(chosen[63:0], data_type));
        end;
    end;
end;

// The address that an element of an index tile displaces the base to.
readonly func PropertyTarget(base: Word, index: TileInfo, row: integer, column: integer) => integer
begin
    return UInt(base) + PropertyIntegerAt(index, row, column);
end;

// Whether a word is what a pad value stands for; Null stands for none.
pure func PropertyIsPadValue(
    word: Word, pad: TilePadValue, data_type: TileDataType) => boolean
begin
    case pad of
        when TilePad_Zero => return PropertyIsPad(word, '00', data_type);
        when TilePad_Max => return PropertyIsPad(word, '01', data_type);
        when TilePad_Min => return PropertyIsPad(word, '10', data_type);
        otherwise => return TRUE;
    end;
end;
