// PTO-UNIT: {"id":"PTOPROVE-MODEL-SCATTER","surface":"tile","classification":["model","legality","execution"],"depends_on":["PTOPROVE-MODEL-LEGALITY"]}

// TSCATTER: the element at [r, c] of a value tile goes to row index[r, c] of column c.

// The row that an index element selects, as the number it stands for.
readonly func TileScatterRow(indices: TileInfo, row: integer, column: integer) => integer
begin
    let element = TileLogicalLinearIndex(indices, row, column);
    return TileElementInteger(TileReadLogicalElement(indices, element), indices.data_type);
end;

// Every index selects a valid row of the destination, no two the same one in a column.
readonly func TileScatterIndexRejection(destination: TileInfo, indices: TileInfo) => Rejection
begin
    var inside = TRUE;
    var duplicate = FALSE;
    for column = 0 to indices.valid_columns - 1 do
        for row = 0 to indices.valid_rows - 1 do
            let selected = TileScatterRow(indices, row, column);
            inside = inside && 0 <= selected && selected < destination.valid_rows;
        end;
    end;
    if !inside then
        return Rejection_IndexRange;
    end;
    for column = 0 to indices.valid_columns - 1 do
        var taken: TileDefinedness;
        for row = 0 to indices.valid_rows - 1 do
            let selected = TileScatterRow(indices, row, column);
            duplicate = duplicate || taken[[selected]];
            taken[[selected]] = TRUE;
        end;
    end;
    return if duplicate then Rejection_DuplicateCoordinate else Rejection_None;
end;

// Values move as they are, so their encodings do not matter; those of integers are all valid.
readonly func TileScatterRejection(
    destination: TileInfo, mask: bits(4), source_index: TileIndex, indices_index: TileIndex)
    => Rejection
begin
    let source = _Tiles[[source_index]];
    let indices = _Tiles[[indices_index]];
    if !source.allocated || !indices.allocated then
        return Rejection_Unallocated;
    elsif source.data_type != destination.data_type
        || source.storage_kind != TileStorage_Numeric
        || indices.storage_kind != TileStorage_Numeric
        || !InstructionContractTypePairLegal_TSCATTER(source.data_type, indices.data_type) then
        return Rejection_TypeMismatch;
    elsif source.valid_rows != indices.valid_rows
        || source.valid_columns != indices.valid_columns
        || source.valid_columns != destination.valid_columns then
        return Rejection_ShapeMismatch;
    elsif _TileAllocationMasks[[source_index]] != mask
        || _TileAllocationMasks[[indices_index]] != mask then
        return Rejection_MaskMismatch;
    elsif !TileValidRectangleDefined(source) || !TileValidRectangleDefined(indices) then
        return Rejection_Definedness;
    end;
    return TileScatterIndexRejection(destination, indices);
end;

readonly func TileDirectScatterRejection(
    destination: TileIndex, source: TileIndex, indices: TileIndex) => Rejection
begin
    let reason = TileDirectDestinationRejection(TileOperation_TSCATTER, destination);
    if reason != Rejection_None then
        return reason;
    end;
    return TileScatterRejection(
        _Tiles[[destination]], _TileAllocationMasks[[destination]], source, indices);
end;

readonly func TileOperandsLegal_TSCATTER(
    destination: TileIndex, source: TileIndex, indices: TileIndex) => boolean
begin
    return TileDirectScatterRejection(destination, source, indices) == Rejection_None;
end;

// The complete new destination: zero of every type is the word zero, in every physical element.
readonly func TileScatterResult(
    destination: TileInfo, source: TileInfo, indices: TileInfo) => TileInfo
begin
    var result = TileWithoutContents(destination);
    for element = 0 to destination.rows * destination.columns - 1 do
        result.defined_elements[[element]] = TRUE;
    end;
    for row = 0 to source.valid_rows - 1 do
        for column = 0 to source.valid_columns - 1 do
            let value = TileReadLogicalElement(
                source, TileLogicalLinearIndex(source, row, column));
            let selected = TileScatterRow(indices, row, column);
            let element = TileLogicalLinearIndex(result, selected, column);
            result.payload[[element]] = TileElementCarrier(value, source.data_type);
        end;
    end;
    return result;
end;

// The operation on a destination that is configured already.
func TSCATTER(destination: TileIndex, source: TileIndex, indices: TileIndex)
begin
    let reason = TileDirectScatterRejection(destination, source, indices);
    if reason != Rejection_None then
        RejectBundle(reason);
        return;
    end;
    let values = _Tiles[[source]];
    let rows = _Tiles[[indices]];
    let result = TileScatterResult(_Tiles[[destination]], values, rows);
    PublishTile(destination, result, _TileAllocationMasks[[destination]], Zeros{5});
end;
