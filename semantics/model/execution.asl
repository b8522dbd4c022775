// PTO-UNIT: {"id":"PTOPROVE-MODEL-EXECUTION","surface":"tile","classification":["model","execution"],"depends_on":["PTOPROVE-MODEL-LEGALITY","PTOPROVE-MODEL-NUMERIC-PROFILE","PTOPROVE-MODEL-PADDING"]}

// Results are computed as values, apart from all state, and published by one procedure.

// Defines what lies outside the valid rectangle; Null leaves it undefined.
readonly func TileWithPadding(tile: TileInfo, pad: TilePadValue) => TileInfo
begin
    if pad == TilePad_Null then
        return tile;
    end;
    let value = TilePadValueForDataType(pad, tile.data_type);
    var result = tile;
    for row = 0 to tile.rows - 1 do
        for column = 0 to tile.columns - 1 do
            if row >= tile.valid_rows || column >= tile.valid_columns then
                let element = TileLogicalLinearIndex(tile, row, column);
                result.payload[[element]] = value;
                result.defined_elements[[element]] = TRUE;
            end;
        end;
    end;
    return result;
end;

// The descriptor of a tile, with none of its contents.
readonly func TileWithoutContents(tile: TileInfo) => TileInfo
begin
    var payload: TilePayload;
    var defined: TileDefinedness;
    var result = tile;
    result.payload = payload;
    result.defined_elements = defined;
    return result;
end;

// The complete new destination and the status of all its elements. Contents that the destination
// has are dropped.
func TileBinaryResult(
    op: TileBinaryOperation, destination: TileInfo, left: TileInfo, right: TileInfo,
    pad: TilePadValue) => (TileInfo, bits(5))
begin
    var result = TileWithoutContents(destination);
    var flags = Zeros{5};
    for row = 0 to destination.valid_rows - 1 do
        for column = 0 to destination.valid_columns - 1 do
            let element = TileLogicalLinearIndex(destination, row, column);
            let (value, element_flags) = TileBinaryElement(
                op, destination.data_type,
                TileReadLogicalElement(left, element), TileReadLogicalElement(right, element));
            result.payload[[element]] = value;
            result.defined_elements[[element]] = TRUE;
            flags = flags OR element_flags;
        end;
    end;
    return (TileWithPadding(result, pad), flags);
end;

readonly func TileUnaryResult(
    op: TileUnaryOperation, destination: TileInfo, source: TileInfo, pad: TilePadValue)
    => TileInfo
begin
    var result = TileWithoutContents(destination);
    for row = 0 to destination.valid_rows - 1 do
        for column = 0 to destination.valid_columns - 1 do
            let element = TileLogicalLinearIndex(destination, row, column);
            result.payload[[element]] = TileUnaryElement(
                op, destination.data_type, TileReadLogicalElement(source, element));
            result.defined_elements[[element]] = TRUE;
        end;
    end;
    return TileWithPadding(result, pad);
end;

// The one place where an operation becomes visible.
func PublishTile(index: TileIndex, tile: TileInfo, mask: bits(4), flags: bits(5))
begin
    _Tiles[[index]] = tile;
    _TileAllocationMasks[[index]] = mask;
    RecordNumericStatusFlags(flags);
end;

// The operation on a destination that is configured already, padded as the open bundle says.
func ExecuteTileBinary(
    op: TileBinaryOperation, destination: TileIndex, source_left: TileIndex,
    source_right: TileIndex)
begin
    let reason = TileDirectBinaryRejection(op, destination, source_left, source_right);
    if reason != Rejection_None then
        RejectBundle(reason);
        return;
    end;
    let left = _Tiles[[source_left]];
    let right = _Tiles[[source_right]];
    let (result, flags) = TileBinaryResult(
        op, _Tiles[[destination]], left, right, CurrentBundlePadValue());
    PublishTile(destination, result, _TileAllocationMasks[[destination]], flags);
end;

func ExecuteTileUnary(op: TileUnaryOperation, destination: TileIndex, source: TileIndex)
begin
    let reason = TileDirectUnaryRejection(op, destination, source);
    if reason != Rejection_None then
        RejectBundle(reason);
        return;
    end;
    let value = _Tiles[[source]];
    let result = TileUnaryResult(op, _Tiles[[destination]], value, CurrentBundlePadValue());
    PublishTile(destination, result, _TileAllocationMasks[[destination]], Zeros{5});
end;

// Why the operands of the open bundle, whose form is legal, are not.
readonly func BundleOperandRejection(destination: TileInfo) => Rejection
begin
    let binding = _BundleTileBindings[[0]];
    let mask = binding.pe_mask;
    case TileOperationHandler(_BundleOperation.operation) of
        when TileHandler_ExecuteTileBinary =>
            return TileBinaryRejection(destination, mask, binding.source0, binding.source1);
        when TileHandler_ExecuteTileUnary =>
            return TileUnaryRejection(destination, mask, binding.source0);
        when TileHandler_TSCATTER =>
            return TileScatterRejection(destination, mask, binding.source0, binding.source1);
    end;
end;

// The new destination and the status of a bundle that is legal. Sources are snapshots from here.
func BundleResult(destination: TileInfo) => (TileInfo, bits(5))
begin
    let operation = _BundleOperation.operation;
    let pad = CurrentBundlePadValue();
    let first = _Tiles[[_BundleTileBindings[[0]].source0]];
    case TileOperationHandler(operation) of
        when TileHandler_ExecuteTileBinary =>
            let second = _Tiles[[_BundleTileBindings[[0]].source1]];
            return TileBinaryResult(
                TileOperationBinary(operation), destination, first, second, pad);
        when TileHandler_ExecuteTileUnary =>
            return (
                TileUnaryResult(TileOperationUnary(operation), destination, first, pad),
                Zeros{5});
        when TileHandler_TSCATTER =>
            let second = _Tiles[[_BundleTileBindings[[0]].source1]];
            return (TileScatterResult(destination, first, second), Zeros{5});
    end;
end;

// Executes the open bundle, or says why not and has no effect.
func ExecuteOpenBundle() => Rejection
begin
    let form = BundleFormRejection();
    if form != Rejection_None then
        return form;
    end;
    let destination = BundleDestinationTile();
    let operands = BundleOperandRejection(destination);
    if operands != Rejection_None then
        return operands;
    end;
    let index = _BundleTileBindings[[0]].destination;
    let mask = _BundleTileBindings[[0]].pe_mask;
    if !TileAllocationFits(index, destination.capacity_bytes, mask) then
        return Rejection_Capacity;
    end;
    let (result, flags) = BundleResult(destination);
    PublishTile(index, result, mask, flags);
    return Rejection_None;
end;

// BSTOP: TRUE when the bundle was executed or selects no processing element, which has no
// effect at all; FALSE when it is rejected with a fault. Either way the bundle is over.
func ExecuteBundleTileOperation() => boolean
begin
    if !_BundleOperation.valid then
        RejectBundleCommand(Rejection_Sequence);
    end;
    if _BundleMalformed then
        ResetBundleState();
        return FALSE;
    elsif BundleMaskIsZero() then
        ResetBundleState();
        return TRUE;
    end;
    let reason = ExecuteOpenBundle();
    ResetBundleState();
    if reason != Rejection_None then
        RejectBundle(reason);
        return FALSE;
    end;
    return TRUE;
end;

func ResetProfileState()
begin
    ResetArchitectureState();
    ResetTileState();
    ResetBundleState();
end;
