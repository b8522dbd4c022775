// What two versions of an operation are compared by: their results, one element at a time.

// The valid rows and columns of a tile.
readonly func OutcomeShape(index: TileIndex) => (integer, integer)
begin
    return (_Tiles[[index]].valid_rows, _Tiles[[index]].valid_columns);
end;

// Whether an element is defined, its value, and the word that holds it.
readonly func OutcomeElement(
    index: TileIndex, row: integer{0..65535}, column: integer{0..65535})
    => (boolean, bits(64), bits(64))
begin
    if !TileElementDefined(index, row, column) then
        return (FALSE, Zeros{64}, Zeros{64});
    end;
    let tile = _Tiles[[index]];
    let word = TileReadLogicalElement(tile, TileLogicalLinearIndex(tile, row, column));
    return (TRUE, PropertyCarrier(word, tile.data_type), word);
end;

// The same of an element that is a truth value.
readonly func OutcomePredicate(
    index: TileIndex, row: integer{0..65535}, column: integer{0..65535})
    => (boolean, bits(64), bits(64))
begin
    if !TilePredicateBitDefined(index, row, column) then
        return (FALSE, Zeros{64}, Zeros{64});
    end;
    let holds = TilePredicateBitFromInfo(_Tiles[[index]], row, column);
    let word = if holds then Ones{64} else Zeros{64};
    return (TRUE, word, word);
end;
