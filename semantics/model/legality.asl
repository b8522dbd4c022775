// PTO-UNIT: {"id":"PTOPROVE-MODEL-LEGALITY","surface":"tile","classification":["model","legality"],"depends_on":["PTOPROVE-MODEL-BUNDLE","PTOPROVE-MODEL-TILES","PTOPROVE-MODEL-DISPATCH"]}

// Preflight: what a bundle and its operands must satisfy before anything happens. Every check
// answers with the first reason to reject, in a fixed order, and has no effect.

// Exactly one terminating Local B.IOT with so many sources and a new destination, and nothing else.
readonly func BundleBindsSources(count: integer{1, 2}) => boolean
begin
    let binding = _BundleTileBindings[[0]];
    return _BundleTileBindingCount == 1
        && binding.last
        && binding.destination_valid
        && binding.source0_valid
        && binding.source1_valid == (count == 2)
        && !_BundleScalarBindingPresent
        && !_BundleSharedBindingPresent;
end;

// B.DATR gives nothing but a pad value. The secondary data type is not given when it is encoded
// zero or DTYPE_NONE, or says again what BSTART said.
pure func DataAttributesOnlyPadValue(
    attributes: BundleDataAttributes, data_type: bits(5)) => boolean
begin
    return DataAttributesOnlyPlacement(attributes, data_type) && IsZero(attributes.data_layout);
end;

// B.DATR gives nothing but an assigned layout.
pure func DataAttributesOnlyLayout(
    attributes: BundleDataAttributes, data_type: bits(5)) => boolean
begin
    return DataAttributesOnlyPlacement(attributes, data_type)
        && IsZero(attributes.pad_value)
        && TileLayoutEncodingValid(attributes.data_layout);
end;

pure func DataAttributesOnlyPlacement(
    attributes: BundleDataAttributes, data_type: bits(5)) => boolean
begin
    return (IsZero(attributes.data_type)
            || attributes.data_type == DTYPE_NONE
            || attributes.data_type == data_type)
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

// What a target, selected by an overlay, does not take of an operation whose data type is legal. No
// target is selected here.
readonly impdef func TileTargetRejection(
    operation: TileOperation, data_type: TileDataType) => Rejection
begin
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
    let target = TileTargetRejection(operation, data_type);
    if target != Rejection_None then
        return target;
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
        TileLayoutFromEncoding(_BundleDataAttributes.data_layout), TileLocation_Vector);
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

// The valid elements of a source, of which only these count: padding is not read.
readonly func TileContentsRejection(tile: TileInfo) => Rejection
begin
    if !TileValidRectangleDefined(tile) then
        return Rejection_Definedness;
    end;
    var valid = TRUE;
    for row = 0 to tile.valid_rows - 1 do
        for column = 0 to tile.valid_columns - 1 do
            let value = TileReadLogicalElement(tile, TileLogicalLinearIndex(tile, row, column));
            valid = valid && TileNumericEncodingValid(tile.data_type, value);
        end;
    end;
    return if valid then Rejection_None else Rejection_FloatingEncoding;
end;

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

// The operands of a binary operation against a destination with a legal descriptor. Every one of
// them divides: an integer zero in the right source is rejected.
readonly func TileBinaryRejection(
    destination: TileInfo, mask: bits(4), source_left: TileIndex, source_right: TileIndex)
    => Rejection
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
    end;
    let left_contents = TileContentsRejection(left);
    if left_contents != Rejection_None then
        return left_contents;
    end;
    let right_contents = TileContentsRejection(right);
    if right_contents != Rejection_None then
        return right_contents;
    elsif TileDataTypeIsInteger(destination.data_type) && TileHasIntegerZero(right) then
        return Rejection_ZeroDivisor;
    end;
    return Rejection_None;
end;

readonly func TileUnaryRejection(
    destination: TileInfo, mask: bits(4), source_index: TileIndex) => Rejection
begin
    let source = _Tiles[[source_index]];
    let reason = TileSourceRejection(destination, source);
    if reason != Rejection_None then
        return reason;
    elsif _TileAllocationMasks[[source_index]] != mask then
        return Rejection_MaskMismatch;
    end;
    return TileContentsRejection(source);
end;

// A destination that is configured already.
readonly func TileDirectDestinationRejection(
    operation: TileOperation, destination: TileIndex) => Rejection
begin
    let tile = _Tiles[[destination]];
    if !tile.allocated then
        return Rejection_Unallocated;
    elsif tile.storage_kind != TileStorage_Numeric
        || !TileOperationDataTypeLegal(operation, tile.data_type) then
        return Rejection_DataType;
    end;
    return Rejection_None;
end;

readonly func TileDirectBinaryRejection(
    op: TileBinaryOperation, destination: TileIndex, source_left: TileIndex,
    source_right: TileIndex) => Rejection
begin
    let reason = TileDirectDestinationRejection(TileBinaryCarrier(op), destination);
    if reason != Rejection_None then
        return reason;
    elsif _Tiles[[destination]].layout != TileLayout_RowMajor then
        return Rejection_Layout;
    end;
    return TileBinaryRejection(
        _Tiles[[destination]], _TileAllocationMasks[[destination]], source_left, source_right);
end;

readonly func TileOperandsLegal_ExecuteTileBinary(
    op: TileBinaryOperation, destination: TileIndex, source_left: TileIndex,
    source_right: TileIndex) => boolean
begin
    return TileDirectBinaryRejection(op, destination, source_left, source_right)
        == Rejection_None;
end;

readonly func TileDirectUnaryRejection(
    op: TileUnaryOperation, destination: TileIndex, source: TileIndex) => Rejection
begin
    let reason = TileDirectDestinationRejection(TileUnaryCarrier(op), destination);
    if reason != Rejection_None then
        return reason;
    elsif _Tiles[[destination]].layout != TileLayout_RowMajor then
        return Rejection_Layout;
    end;
    return TileUnaryRejection(
        _Tiles[[destination]], _TileAllocationMasks[[destination]], source);
end;

readonly func TileOperandsLegal_ExecuteTileUnary(
    op: TileUnaryOperation, destination: TileIndex, source: TileIndex) => boolean
begin
    return TileDirectUnaryRejection(op, destination, source) == Rejection_None;
end;
