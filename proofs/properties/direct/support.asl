// What the properties of operations without a bundle share. A configured tile says itself what its
// shape is.

// Any tile of that data type that has elements: of any shape and layout, with any contents.
func PropertyAnyTile(index: TileIndex)
begin
    let data_type = _Tiles[[index]].data_type;
    _Tiles[[index]] = ARBITRARY: TileInfo;
    _Tiles[[index]].data_type = data_type;
    _Tiles[[index]].rows = ARBITRARY: integer{1..65535};
    _Tiles[[index]].columns = ARBITRARY: integer{1..65535};
    _TileAllocationMasks[[index]] = ARBITRARY: bits(4);
end;

// Any extents at all, also none.
func PropertyAnyExtent(index: TileIndex)
begin
    _Tiles[[index]].rows = ARBITRARY: integer{0..65535};
    _Tiles[[index]].columns = ARBITRARY: integer{0..65535};
end;

// Whether there are elements, the descriptor agrees with itself, and the payload has a word for each.
readonly func PropertyFits(index: TileIndex) => boolean
begin
    let tile = _Tiles[[index]];
    return tile.rows > 0 && tile.columns > 0 && tile.valid_rows <= tile.rows && tile.valid_columns <= tile.columns
        && tile.rows * tile.columns <= PTO_MODEL_TILE_ELEMENTS;
end;

// Of tiles that do not fit, none is legal.
func PropertyFittingTile(index: TileIndex)
begin
    if !PropertyFits(index) then
        _Tiles[[index]].allocated = FALSE;
    end;
end;

// That all tiles that can be configured fit.
func PropertyConfiguredFits(data_type: TileDataType)
begin
    ResetProfileState();
    ConfigureTileForMask(0, ARBITRARY: integer{0..65536}, ARBITRARY: integer{0..65535},
        ARBITRARY: integer{0..65535}, ARBITRARY: integer{0..65535}, ARBITRARY: integer{0..65535},
        data_type, ARBITRARY: TileLayout, ARBITRARY: TileLocation, '0001');
    assert PropertyFits(0);
end;

// Any word in every valid element.
func PropertyUnknownElements(index: TileIndex)
begin
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            WriteTileElement(index, row as integer{0..65535}, column as integer{0..65535},
                ARBITRARY: bits(64));
        end;
    end;
end;

// Any truth value in every valid element of a predicate tile.
func PropertyUnknownPredicates(index: TileIndex)
begin
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            WriteTilePredicateBit(index, row as integer{0..65535}, column as integer{0..65535},
                ARBITRARY: boolean);
        end;
    end;
end;

// Any word in the padding to the right of the valid rectangle and in the row below it.
func PropertyUnknownPadding(index: TileIndex)
begin
    let rows = _Tiles[[index]].valid_rows;
    let columns = _Tiles[[index]].valid_columns;
    for row = 0 to (if _Tiles[[index]].rows > rows then rows else rows - 1) do
        for column = 0 to _Tiles[[index]].columns - 1 do
            if row >= rows || column >= columns then
                WriteTileElement(index, row as integer{0..65535}, column as integer{0..65535},
                    ARBITRARY: bits(64));
            end;
        end;
    end;
end;

// A word with the same element and any bits above it.
func PropertyRecarried(word: bits(64), data_type: TileDataType) => bits(64)
begin
    let upper = ARBITRARY: bits(64);
    case TileElementBits(data_type) of
        when 8 => return upper[63:8] :: word[7:0];
        when 16 => return upper[63:16] :: word[15:0];
        when 32 => return upper[63:32] :: word[31:0];
        otherwise => return word;
    end;
end;

// Indices that are known, with or without the first, with any bits above the elements: the number of
// the row, or displacements in memory that leave room for any element.
func PropertyKnownIndices(index: TileIndex, in_memory: boolean, first: boolean)
begin
    let data_type = _Tiles[[index]].data_type;
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            if first || row + column > 0 then
                let columns: integer = _Tiles[[index]].valid_columns;
                let known: integer = if in_memory then 8 * (row * columns + column) else row;
                WriteTileElement(index, row as integer{0..65535}, column as integer{0..65535},
                    PropertyRecarried(known[63:0], data_type));
            end;
        end;
    end;
end;

// Truth values that are known and take turns, with or without the first.
func PropertyKnownPredicates(index: TileIndex, first: boolean)
begin
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            if first || row + column > 0 then
                WriteTilePredicateBit(index, row as integer{0..65535},
                    column as integer{0..65535}, (row + column) MOD 2 == 0);
            end;
        end;
    end;
end;

// The same elements with other bits above them, in every valid element.
func PropertyRecarryElements(index: TileIndex)
begin
    let data_type = _Tiles[[index]].data_type;
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            let at_row = row as integer{0..65535};
            let at_column = column as integer{0..65535};
            let word = ReadTileElement(index, at_row, at_column);
            WriteTileElement(index, at_row, at_column, PropertyRecarried(word, data_type));
        end;
    end;
end;

// Whether two tiles of one shape hold the same elements where both are valid.
readonly func PropertySameElements(a: TileInfo, b: TileInfo) => boolean
begin
    var same = TRUE;
    for row = 0 to a.valid_rows - 1 do
        for column = 0 to a.valid_columns - 1 do
            let element = TileLogicalLinearIndex(
                a, row as integer{0..65535}, column as integer{0..65535});
            let left = PropertyCarrier(TileReadLogicalElement(a, element), a.data_type);
            let right = PropertyCarrier(TileReadLogicalElement(b, element), a.data_type);
            same = same && left == right;
        end;
    end;
    return same;
end;

// Whether two predicate tiles of one shape hold the same where both are valid.
readonly func PropertySamePredicates(a: TileInfo, b: TileInfo) => boolean
begin
    var same = TRUE;
    for row = 0 to a.valid_rows - 1 do
        for column = 0 to a.valid_columns - 1 do
            let at_row = row as integer{0..65535};
            let at_column = column as integer{0..65535};
            let left = TilePredicateBitFromInfo(a, at_row, at_column);
            same = same && left == TilePredicateBitFromInfo(b, at_row, at_column);
        end;
    end;
    return same;
end;

// Whether every valid element is defined.
readonly func PropertyAllDefined(index: TileIndex) => boolean
begin
    var defined = TRUE;
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            defined = defined && TileElementDefined(
                index, row as integer{0..65535}, column as integer{0..65535});
        end;
    end;
    return defined;
end;

readonly func PropertyAllPredicatesDefined(index: TileIndex) => boolean
begin
    var defined = TRUE;
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            defined = defined && TilePredicateBitDefined(
                index, row as integer{0..65535}, column as integer{0..65535});
        end;
    end;
    return defined;
end;

// Whether the valid elements are stored in one form: all sign-extended to the word, or all
// zero-extended. Elements as wide as a word always are.
readonly func PropertyOneForm(index: TileIndex) => boolean
begin
    let data_type = _Tiles[[index]].data_type;
    var sign_extended = TRUE;
    var zero_extended = TRUE;
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            let word = ReadTileElement(
                index, row as integer{0..65535}, column as integer{0..65535});
            zero_extended = zero_extended && word == PropertyCarrier(word, data_type);
            case TileElementBits(data_type) of
                when 8 => sign_extended = sign_extended && word == SignExtend{64}(word[7:0]);
                when 16 => sign_extended = sign_extended && word == SignExtend{64}(word[15:0]);
                when 32 => sign_extended = sign_extended && word == SignExtend{64}(word[31:0]);
                otherwise => pass;
            end;
        end;
    end;
    return sign_extended || zero_extended;
end;

// Whether a tile still is what it was but for its contents.
readonly func PropertySameDescriptor(before: TileInfo, after: TileInfo) => boolean
begin
    return before.allocated == after.allocated && before.data_type == after.data_type
        && before.rows == after.rows && before.columns == after.columns
        && before.valid_rows == after.valid_rows && before.valid_columns == after.valid_columns
        && before.layout == after.layout;
end;

// Any word in every valid element but the first, which stays undefined.
func PropertyPartialElements(index: TileIndex)
begin
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            if row + column > 0 then
                WriteTileElement(index, row as integer{0..65535}, column as integer{0..65535},
                    ARBITRARY: bits(64));
            end;
        end;
    end;
end;

func PropertyPartialPredicates(index: TileIndex)
begin
    for row = 0 to _Tiles[[index]].valid_rows - 1 do
        for column = 0 to _Tiles[[index]].valid_columns - 1 do
            if row + column > 0 then
                WriteTilePredicateBit(index, row as integer{0..65535},
                    column as integer{0..65535}, ARBITRARY: boolean);
            end;
        end;
    end;
end;

// Any word in every valid element, of which the first may stay undefined.
func PropertyPerhapsElements(index: TileIndex)
begin
    PropertyPartialElements(index);
    if ARBITRARY: boolean then
        WriteTileElement(index, 0, 0, ARBITRARY: bits(64));
    end;
end;

func PropertyPerhapsPredicates(index: TileIndex)
begin
    PropertyPartialPredicates(index);
    if ARBITRARY: boolean then
        WriteTilePredicateBit(index, 0, 0, ARBITRARY: boolean);
    end;
end;

// Whether all that lies outside the valid rectangle is what a PadValue says: '11' is Null.
readonly func PropertyPadded(index: TileIndex, pad: bits(2)) => boolean
begin
    let tile = _Tiles[[index]];
    var padded = TRUE;
    for row = 0 to tile.rows - 1 do
        for column = 0 to tile.columns - 1 do
            if row >= tile.valid_rows || column >= tile.valid_columns then
                let at_row = row as integer{0..65535};
                let at_column = column as integer{0..65535};
                let defined = TileElementDefined(index, at_row, at_column);
                padded = padded && defined == (pad != '11');
                if defined && pad != '11' then
                    let word = ReadTileElement(index, at_row, at_column);
                    padded = padded && PropertyIsPad(word, pad, tile.data_type);
                end;
            end;
        end;
    end;
    return padded;
end;
