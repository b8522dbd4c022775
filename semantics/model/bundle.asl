// PTO-UNIT: {"id":"PTOPROVE-MODEL-BUNDLE","surface":"block","classification":["model","state","commands"],"depends_on":["PTOPROVE-MODEL-ARCHITECTURE","PTOPROVE-MODEL-PADDING","PTOPROVE-MODEL-TILES","PTOPROVE-MODEL-DISPATCH"]}

// The control state of one bundle and the commands that fill it: BSTART, B.DIM, B.DATR, B.IOT.
// BSTOP is ExecuteBundleTileOperation, and consumes it.

type BundleOperation of record {
    valid: boolean,             // a bundle is open
    mode: bits(2),
    function: bits(5),
    data_type: bits(5),         // as encoded: a reserved code is found at BSTOP
    operation: TileOperation
};

type BundleDataAttributes of record {
    data_type_present: boolean,
    data_type: bits(5),
    data_layout: bits(5),
    pad_value: bits(2),
    comparison_mode: bits(3),
    rounding_mode: bits(3),
    saturating: boolean,
    canonicalize: boolean
};

type BundleTileBinding of record {
    valid: boolean,
    destination_valid: boolean,
    destination: TileIndex,
    destination_size: integer{0..15},
    pe_mask: bits(4),
    source0_valid: boolean,
    source1_valid: boolean,
    source0: TileIndex,
    source1: TileIndex,
    last: boolean
};

// More than any operation takes; one more is out of place.
constant PTO_BUNDLE_BINDINGS = 4;

type BundleDimensionArray of array [[3]] of Word;
type BundleDimensionPresence of array [[3]] of boolean;
type BundleBindingArray of array [[PTO_BUNDLE_BINDINGS]] of BundleTileBinding;

var _BundleOperation: BundleOperation;
var _BundleDimensions: BundleDimensionArray;
var _BundleDimensionPresent: BundleDimensionPresence;
var _BundleDataAttributes: BundleDataAttributes;
var _BundleDataAttributesPresent: boolean;
var _BundleTileBindings: BundleBindingArray;
var _BundleTileBindingCount: integer{0..PTO_BUNDLE_BINDINGS};
var _BundleScalarBindingPresent: boolean;
var _BundleSharedBindingPresent: boolean;

// A command was rejected and raised its fault; BSTOP only ends the bundle.
var _BundleMalformed: boolean;

type CommandExecutionStatus of enumeration {
    CommandExecution_Executed, CommandExecution_Rejected
};

constant DTYPE_NONE = '11111';
constant BSTART_TEPL = '00011001000110000001';

func ResetBundleState()
begin
    var operation: BundleOperation;
    var dimensions: BundleDimensionArray;
    var present: BundleDimensionPresence;
    var attributes: BundleDataAttributes;
    var bindings: BundleBindingArray;
    _BundleOperation = operation;
    _BundleDimensions = dimensions;
    _BundleDimensionPresent = present;
    _BundleDataAttributes = attributes;
    _BundleDataAttributesPresent = FALSE;
    _BundleTileBindings = bindings;
    _BundleTileBindingCount = 0;
    _BundleScalarBindingPresent = FALSE;
    _BundleSharedBindingPresent = FALSE;
    _BundleMalformed = FALSE;
end;

// The fault belongs to the command, so it is raised at once and whatever the PE mask. Only the
// first of a bundle counts: what follows it is out of place because of it.
func RejectBundleCommand(reason: Rejection)
begin
    if !_BundleMalformed then
        RejectBundle(reason);
    end;
    _BundleMalformed = TRUE;
end;

// One command word. The only one decoded is the 32-bit BSTART.TEPL; bits of `instruction` above
// length_bits are no part of it. A bundle must be over before the next one starts.
func ExecuteCommandInstruction(
    instruction: bits(64), length_bits: integer{16, 32, 48, 64}) => CommandExecutionStatus
begin
    if length_bits != 32 || instruction[19:0] != BSTART_TEPL then
        RejectBundleCommand(Rejection_Encoding);
        return CommandExecution_Rejected;
    elsif _BundleOperation.valid then
        RejectBundleCommand(Rejection_Sequence);
        return CommandExecution_Rejected;
    end;
    let mode = instruction[26:25];
    let function_code = instruction[24:20];
    let (known, operation) = DecodeTileOperation(mode :: function_code);
    if !known then
        RejectBundleCommand(Rejection_Encoding);
        return CommandExecution_Rejected;
    end;
    ResetBundleState();
    _LastRejection = Rejection_None;
    _BundleOperation = BundleOperation {
        valid = TRUE,
        mode = mode,
        function = function_code,
        data_type = instruction[31:27],
        operation = operation
    };
    return CommandExecution_Executed;
end;

// B.DIM
func SetBundleDimension(index: integer{0..2}, value: Word)
begin
    if !_BundleOperation.valid || _BundleDimensionPresent[[index]] then
        RejectBundleCommand(Rejection_Sequence);
        return;
    end;
    _BundleDimensions[[index]] = value;
    _BundleDimensionPresent[[index]] = TRUE;
end;

// B.DATR
func SetBundleDataAttributeState(
    data_type: bits(5), data_layout: bits(5), pad_value: bits(2), comparison_mode: bits(3),
    rounding_mode: bits(3), saturating: boolean, canonicalize: boolean)
begin
    if !_BundleOperation.valid || _BundleDataAttributesPresent then
        RejectBundleCommand(Rejection_Sequence);
        return;
    end;
    _BundleDataAttributes = BundleDataAttributes {
        data_type_present = data_type != DTYPE_NONE,
        data_type = data_type,
        data_layout = data_layout,
        pad_value = pad_value,
        comparison_mode = comparison_mode,
        rounding_mode = rounding_mode,
        saturating = saturating,
        canonicalize = canonicalize
    };
    _BundleDataAttributesPresent = TRUE;
end;

// Whether B.IOT, B.IOR or B.IOS may come now: none may follow a terminating B.IOT.
readonly func BundleTakesBinding() => boolean
begin
    if !_BundleOperation.valid then
        return FALSE;
    end;
    var terminated = FALSE;
    for i = 0 to PTO_BUNDLE_BINDINGS - 1 do
        terminated = terminated || _BundleTileBindings[[i]].last;
    end;
    return !terminated;
end;

// B.IOT
func AddBundleTileBinding(
    destination_valid: boolean, destination: TileIndex, destination_size: integer{0..15},
    pe_mask: bits(4), source0_valid: boolean, source1_valid: boolean, source0: TileIndex,
    source1: TileIndex, last: boolean)
begin
    if !BundleTakesBinding() || _BundleTileBindingCount == PTO_BUNDLE_BINDINGS then
        RejectBundleCommand(Rejection_Sequence);
        return;
    end;
    _BundleTileBindings[[_BundleTileBindingCount]] = BundleTileBinding {
        valid = TRUE,
        destination_valid = destination_valid,
        destination = destination,
        destination_size = destination_size,
        pe_mask = pe_mask,
        source0_valid = source0_valid,
        source1_valid = source1_valid,
        source0 = source0,
        source1 = source1,
        last = last
    };
    _BundleTileBindingCount =
        (_BundleTileBindingCount + 1) as integer{0..PTO_BUNDLE_BINDINGS};
end;

// B.IOR and B.IOS: only that they were given matters, for no operation here takes them.
func AddBundleScalarBinding()
begin
    if !BundleTakesBinding() then
        RejectBundleCommand(Rejection_Sequence);
        return;
    end;
    _BundleScalarBindingPresent = TRUE;
end;

func AddBundleSharedBinding()
begin
    if !BundleTakesBinding() then
        RejectBundleCommand(Rejection_Sequence);
        return;
    end;
    _BundleSharedBindingPresent = TRUE;
end;

// Omitted B.DATR selects Null.
readonly func CurrentBundlePadValue() => TilePadValue
begin
    if _BundleDataAttributesPresent then
        return TilePadValueFromEncoding(_BundleDataAttributes.pad_value);
    end;
    return TilePad_Null;
end;

// Whether every B.IOT selects no processing element. A bundle without B.IOT has no mask at all.
readonly func BundleMaskIsZero() => boolean
begin
    var mask = '0000';
    for i = 0 to PTO_BUNDLE_BINDINGS - 1 do
        mask = mask OR _BundleTileBindings[[i]].pe_mask;
    end;
    return _BundleTileBindingCount > 0 && IsZero(mask);
end;
