// PTO-UNIT: {"id":"PTOPROVE-MODEL-LEGALITY","surface":"tile","classification":["model","legality"],"depends_on":["PTOPROVE-MODEL-BUNDLE","PTOPROVE-MODEL-TILES","PTOPROVE-MODEL-DISPATCH"]}

// Preflight: what a bundle and its operands must satisfy before anything happens. Every check
// answers with the first reason to reject, in a fixed order, and has no effect.

// Exactly one terminating Local B.IOT with two sources and a new destination, and nothing else.
readonly func BundleBindsTwoSources() => boolean
begin
    let binding = _BundleTileBindings[[0]];
    return _BundleTileBindingCount == 1
        && binding.last
        && binding.destination_valid
        && binding.source0_valid
        && binding.source1_valid
        && !_BundleScalarBindingPresent
        && !_BundleSharedBindingPresent;
end;

// B.DATR gives nothing but a pad value. Its secondary data type is not given when it is encoded
// zero or DTYPE_NONE, or says again what BSTART said.
pure func DataAttributesOnlyPadValue(
    attributes: BundleDataAttributes, data_type: bits(5)) => boolean
begin
    return (IsZero(attributes.data_type)
            || attributes.data_type == DTYPE_NONE
            || attributes.data_type == data_type)
        && IsZero(attributes.data_layout)
        && IsZero(attributes.comparison_mode)
        && IsZero(attributes.rounding_mode)
        && !attributes.saturating
        && !attributes.canonicalize;
end;

// LB0 = ValidCol, LB1 = ValidRow, LB2 = Col.
readonly func BundleValidColumns() => integer
begin
    return UInt(_BundleDimensions[[0]]);
end;

readonly func BundleValidRows() => integer
begin
    return if _BundleDimensionPresent[[1]] then UInt(_BundleDimensions[[1]]) else 1;
end;

readonly func BundleColumns() => integer
begin
    return if _BundleDimensionPresent[[2]] then UInt(_BundleDimensions[[2]])
        else BundleValidColumns();
end;

// An omitted LB0 reads as zero, which is as illegal as an explicit one.
readonly func BundleDimensionRejection() => Rejection
begin
    if BundleValidColumns() == 0 || BundleValidRows() == 0 || BundleColumns() == 0
        || BundleColumns() < BundleValidColumns() then
        return Rejection_Dimension;
    end;
    return Rejection_None;
end;

// All that can be said without looking at a tile.
readonly func BundleFormRejection() => Rejection
begin
    let operation = _BundleOperation.operation;
    if !TileDataTypeEncodingValid(_BundleOperation.data_type) then
        return Rejection_Encoding;
    elsif !TileOperationBindingsLegal(operation) then
        return Rejection_Binding;
    elsif _BundleDataAttributesPresent && !TileOperationDataAttributesLegal(
        operation, _BundleDataAttributes, _BundleOperation.data_type) then
        return Rejection_DataAttribute;
    end;
    let dimensions = BundleDimensionRejection();
    if dimensions != Rejection_None then
        return dimensions;
    end;
    let data_type = TileDataTypeFromEncoding(_BundleOperation.data_type);
    if !TileOperationDataTypeLegal(operation, data_type) then
        return Rejection_DataType;
    end;
    let size = _BundleTileBindings[[0]].destination_size;
    if !TileSizeCodeIsLegal(size) then
        return Rejection_Capacity;
    end;
    return TileShapeRejection(
        TileSizeBytes(size as integer{1..10}), BundleColumns(), BundleValidRows(),
        BundleValidColumns(), data_type);
end;

// The destination of a bundle whose form is legal, of which no element is defined yet.
readonly func BundleDestinationTile() => TileInfo
begin
    return NewTile(
        TileSizeBytes(_BundleTileBindings[[0]].destination_size as integer{1..10}),
        BundleColumns(), BundleValidRows(), BundleValidColumns(),
        TileDataTypeFromEncoding(_BundleOperation.data_type),
        TileLayout_RowMajor, TileLocation_Vector);
end;

// Whether a source descriptor corresponds to the destination's.
readonly func TileSourceRejection(destination: TileInfo, source: TileInfo) => Rejection
begin
    if !source.allocated then
        return Rejection_Unallocated;
    elsif source.rows != destination.rows || source.columns != destination.columns
        || source.valid_rows != destination.valid_rows
        || source.valid_columns != destination.valid_columns then
        return Rejection_ShapeMismatch;
    elsif source.layout != TileLayout_RowMajor then
        return Rejection_Layout;
    elsif source.data_type != destination.data_type
        || source.storage_kind != TileStorage_Numeric then
        return Rejection_TypeMismatch;
    end;
    return Rejection_None;
end;

// Only the valid rectangle counts: padding is not read.
readonly func TileHasIntegerZero(tile: TileInfo) => boolean
begin
    var found = FALSE;
    for row = 0 to tile.valid_rows - 1 do
        for column = 0 to tile.valid_columns - 1 do
            let value = TileReadLogicalElement(tile, TileLogicalLinearIndex(tile, row, column));
            found = found || IsZero(TileIntegerOperandValue(value, tile.data_type));
        end;
    end;
    return found;
end;

pure func TileBinaryRejectsZeroDivisor(op: TileBinaryOperation, data_type: TileDataType) => boolean
begin
    return op == TileBinary_REM && TileDataTypeIsInteger(data_type);
end;

// The operands of a binary operation against a destination with a legal descriptor.
readonly func TileBinaryRejection(
    op: TileBinaryOperation, destination: TileInfo, mask: bits(4), source_left: TileIndex,
    source_right: TileIndex) => Rejection
begin
    let left = _Tiles[[source_left]];
    let right = _Tiles[[source_right]];
    let left_reason = TileSourceRejection(destination, left);
    if left_reason != Rejection_None then
        return left_reason;
    end;
    let right_reason = TileSourceRejection(destination, right);
    if right_reason != Rejection_None then
        return right_reason;
    elsif _TileAllocationMasks[[source_left]] != mask
        || _TileAllocationMasks[[source_right]] != mask then
        return Rejection_MaskMismatch;
    elsif !TileValidRectangleDefined(left) || !TileValidRectangleDefined(right) then
        return Rejection_Definedness;
    elsif TileBinaryRejectsZeroDivisor(op, destination.data_type)
        && TileHasIntegerZero(right) then
        return Rejection_ZeroDivisor;
    end;
    return Rejection_None;
end;

// The same for a destination that is configured already.
readonly func TileDirectBinaryRejection(
    op: TileBinaryOperation, destination: TileIndex, source_left: TileIndex,
    source_right: TileIndex) => Rejection
begin
    let tile = _Tiles[[destination]];
    if !tile.allocated then
        return Rejection_Unallocated;
    elsif tile.layout != TileLayout_RowMajor then
        return Rejection_Layout;
    elsif tile.storage_kind != TileStorage_Numeric
        || !TileOperationDataTypeLegal(TileBinaryCarrier(op), tile.data_type) then
        return Rejection_DataType;
    end;
    return TileBinaryRejection(
        op, tile, _TileAllocationMasks[[destination]], source_left, source_right);
end;

readonly func TileOperandsLegal_ExecuteTileBinary(
    op: TileBinaryOperation, destination: TileIndex, source_left: TileIndex,
    source_right: TileIndex) => boolean
begin
    return TileDirectBinaryRejection(op, destination, source_left, source_right)
        == Rejection_None;
end;
