// PTO-UNIT: {"id":"PTOPROVE-MODEL-ARCHITECTURE","surface":"architecture","classification":["model","state"],"depends_on":[]}

// Words, model bounds, faults, the reason of a rejection, and numeric status.

constant PTO_XLEN = 64;
type Word of bits(64);

// A bound of the model, not of the architecture: the largest number of elements of one tile.
// 32768 holds every 64 KiB Local tile of 16-bit elements; proofs usually choose far less.
config PTO_MODEL_TILE_ELEMENTS: integer{1..524288} = 32768;

type FaultCode of enumeration {
    Fault_None,
    Fault_IllegalInstruction,
    Fault_BundleControl,
    Fault_TileLegality,
    Fault_TileAllocation
};

// Why a bundle was rejected. A contract maps
// each to the clause that demands it (its PTO-CLAUSES record).
type Rejection of enumeration {
    Rejection_None,
    Rejection_Sequence,         // a command out of place: the bundle cannot be read at all
    Rejection_Encoding,         // unassigned Mode/Function or data type code
    Rejection_Binding,          // not the operand schema of the operation
    Rejection_DataAttribute,    // an inapplicable B.DATR field
    Rejection_Dimension,        // a missing or zero dimension, or Col < ValidCol
    Rejection_DataType,         // an assigned data type that the operation does not take
    Rejection_Shape,            // a shape that no descriptor can hold
    Rejection_Capacity,         // too small a destination, or the allocation limit
    Rejection_Unallocated,
    Rejection_ShapeMismatch,
    Rejection_Layout,
    Rejection_TypeMismatch,
    Rejection_MaskMismatch,
    Rejection_Definedness,
    Rejection_FloatingEncoding,     // bits of an element that its format leaves no use for
    Rejection_ZeroDivisor,
    Rejection_IndexRange,           // a negative row selector, or one past the valid rows
    Rejection_DuplicateCoordinate,
    Rejection_Target                // a data type that the selected target does not take
};

var _LastFault: FaultCode;
var _LastFaultAddress: Word;

// Diagnostic, not architectural: why the bundle begun last was rejected.
var _LastRejection: Rejection;

// Where the bundle is; nothing in the model moves it.
var _TPC: Word;

// Sticky, in the order of the constants below.
var _NumericStatus: bits(5);

constant NumericStatus_Invalid = '00001';
constant NumericStatus_DivideByZero = '00010';
constant NumericStatus_Overflow = '00100';
constant NumericStatus_Underflow = '01000';
constant NumericStatus_Inexact = '10000';

readonly func NumericStatusFlags() => bits(5)
begin
    return _NumericStatus;
end;

// Sticky: a flag once raised stays.
func RecordNumericStatusFlags(flags: bits(5))
begin
    _NumericStatus = _NumericStatus OR flags;
end;

readonly func ReadTPC() => Word
begin
    return _TPC;
end;

// The first fault stays until ResetProfileState.
func SetFault(code: FaultCode, address: Word)
begin
    if _LastFault == Fault_None then
        _LastFault = code;
        _LastFaultAddress = address;
    end;
end;

pure func RejectionFault(reason: Rejection) => FaultCode
begin
    case reason of
        when Rejection_None => return Fault_None;
        when Rejection_Sequence => return Fault_BundleControl;
        when Rejection_Encoding => return Fault_IllegalInstruction;
        when Rejection_Shape, Rejection_Capacity => return Fault_TileAllocation;
        otherwise => return Fault_TileLegality;
    end;
end;

func RejectBundle(reason: Rejection)
begin
    _LastRejection = reason;
    SetFault(RejectionFault(reason), ReadTPC());
end;

func ResetArchitectureState()
begin
    _LastFault = Fault_None;
    _LastFaultAddress = Zeros{64};
    _LastRejection = Rejection_None;
    _TPC = Zeros{64};
    _NumericStatus = Zeros{5};
end;
