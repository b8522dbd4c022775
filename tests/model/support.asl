// PTO-UNIT: {"id":"PTOPROVE-TEST-SUPPORT","surface":"test","classification":["support"],"depends_on":["PTOPROVE-MODEL-EXECUTION"]}

// Shared by the programs of this folder: small tiles and TREM bundles. Tiles hold 128 bytes, so
// with four columns they have 8 rows of 32-bit or 16 rows of 16-bit elements.

constant SMALL = 128;

func MakeTile(index: TileIndex, data_type: TileDataType, valid_rows: TileExtent,
              valid_columns: TileExtent)
begin
    ConfigureTile(index, SMALL, valid_rows, 4, valid_rows, valid_columns, data_type,
        TileLayout_RowMajor, TileLocation_Vector);
end;

// A 1x1 tile of four physical columns that holds one integer.
func MakeScalar(index: TileIndex, data_type: TileDataType, value: integer)
begin
    MakeTile(index, data_type, 1, 1);
    WriteTileElement(index, 0, 0, value[63:0]);
end;

pure func TremWord(data_type: bits(5)) => bits(64)
begin
    return ZeroExtend{64}(data_type :: '00' :: '00100' :: '00011001000110000001');
end;

// BSTART.TEPL of an operation that there is.
func StartBundle(mode: bits(2), function_code: bits(5), data_type: TileDataType)
begin
    let code = TileDataTypeToEncoding(data_type);
    let word = ZeroExtend{64}(code :: mode :: function_code :: '00011001000110000001');
    let status = ExecuteCommandInstruction(word, 32);
    assert status == CommandExecution_Executed;
end;

func StartTrem(data_type: TileDataType)
begin
    StartBundle('00', '00100', data_type);
end;

func Dimension(index: integer{0..2}, value: integer)
begin
    SetBundleDimension(index, value[63:0]);
end;

func Pad(pad_value: bits(2))
begin
    SetBundleDataAttributeState('11111', '00000', pad_value, '000', '000', FALSE, FALSE);
end;

// The one B.IOT of a well-formed bundle.
func Bind(destination: TileIndex, source0: TileIndex, source1: TileIndex)
begin
    AddBundleTileBinding(TRUE, destination, 1, '0001', TRUE, TRUE, source0, source1, TRUE);
end;

// TREM tile 0, tile 1 -> tile 2 on 1x1 tiles of four columns, complete but for BSTOP.
func ScalarTrem(data_type: TileDataType)
begin
    StartTrem(data_type);
    Dimension(0, 1);
    Dimension(2, 4);
    Bind(2, 0, 1);
end;

func CheckScalar(data_type: TileDataType, dividend: integer, divisor: integer, result: integer)
begin
    ResetProfileState();
    MakeScalar(0, data_type, dividend);
    MakeScalar(1, data_type, divisor);
    ScalarTrem(data_type);
    let executed = ExecuteBundleTileOperation();
    assert executed;
    assert _LastFault == Fault_None && _LastRejection == Rejection_None;
    assert ReadTileElement(2, 0, 0) == result[63:0];
end;

// BSTOP must reject, with the fault of the reason, and touch neither tile 2 nor the status.
func CheckRejected(reason: Rejection, fault: FaultCode)
begin
    let mask = _TileAllocationMasks[[2]];
    let allocated = _Tiles[[2]].allocated;
    let status = _NumericStatus;
    let executed = ExecuteBundleTileOperation();
    assert !executed;
    assert _LastRejection == reason;
    assert _LastFault == fault;
    assert _TileAllocationMasks[[2]] == mask && _Tiles[[2]].allocated == allocated;
    assert _NumericStatus == status;
    assert !_BundleOperation.valid;
end;
