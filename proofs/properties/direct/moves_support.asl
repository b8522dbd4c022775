// From which element of the sources an operation takes that at [row, column] of its result; `down`
// and `right` are its offsets.

readonly func PropertyCopied(
    first: TileInfo, second: TileInfo, down: integer, right: integer, row: integer,
    column: integer) => Word
begin
    return PropertyBitsAt(first, row, column);
end;

readonly func PropertyTransposed(
    first: TileInfo, second: TileInfo, down: integer, right: integer, row: integer,
    column: integer) => Word
begin
    return PropertyBitsAt(first, column, row);
end;

readonly func PropertyExtracted(
    first: TileInfo, second: TileInfo, down: integer, right: integer, row: integer,
    column: integer) => Word
begin
    return PropertyBitsAt(first, row + down, column + right);
end;

readonly func PropertyConcatenated(
    first: TileInfo, second: TileInfo, down: integer, right: integer, row: integer,
    column: integer) => Word
begin
    let width = first.valid_columns;
    if column < width then
        return PropertyBitsAt(first, row, column);
    end;
    return PropertyBitsAt(second, row, column - width);
end;

readonly func PropertyInserted(
    first: TileInfo, second: TileInfo, down: integer, right: integer, row: integer,
    column: integer) => Word
begin
    let (at_row, at_column) = (row - down, column - right);
    if at_row >= 0 && at_row < second.valid_rows
        && at_column >= 0 && at_column < second.valid_columns then
        return PropertyBitsAt(second, at_row, at_column);
    end;
    return PropertyBitsAt(first, row, column);
end;

readonly func PropertyGathered(
    first: TileInfo, second: TileInfo, down: integer, right: integer, row: integer,
    column: integer) => Word
begin
    let index = PropertyIntegerAt(second, row, column);
    assert index >= 0 && index < first.valid_rows;
    var word = Zeros{64};
    for origin = 0 to first.valid_rows - 1 do
        if index == origin then
            word = PropertyBitsAt(first, origin, column);
        end;
    end;
    return word;
end;
