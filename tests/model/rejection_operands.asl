// PTO-TEST: {"id":"PTOPROVE-MODEL-REJECTION-OPERANDS","needs":["support.asl"]}

// One bundle for each reason to reject that its operands give, otherwise legal.

func Sources(data_type: TileDataType)
begin
    ResetProfileState();
    MakeScalar(0, data_type, 7);
    MakeScalar(1, data_type, 3);
end;

// Either source, in turn, does not correspond to the destination.
func CheckDescriptor(broken: TileIndex)
begin
    Sources(TileDataType_S32);
    ReleaseTile(broken);
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_Unallocated, Fault_TileLegality);

    Sources(TileDataType_S32);
    MakeTile(broken, TileDataType_S32, 1, 2);
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_ShapeMismatch, Fault_TileLegality);

    Sources(TileDataType_S32);
    MakeTile(broken, TileDataType_S32, 2, 1);
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_ShapeMismatch, Fault_TileLegality);

    Sources(TileDataType_S32);          // twice the rows
    ConfigureTile(broken, 256, 1, 4, 1, 1, TileDataType_S32, TileLayout_RowMajor,
        TileLocation_Vector);
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_ShapeMismatch, Fault_TileLegality);

    Sources(TileDataType_S32);          // as many rows, twice the columns
    ConfigureTile(broken, 256, 1, 8, 1, 1, TileDataType_S32, TileLayout_RowMajor,
        TileLocation_Vector);
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_ShapeMismatch, Fault_TileLegality);

    Sources(TileDataType_S32);
    ConfigureTile(broken, SMALL, 1, 4, 1, 1, TileDataType_S32, TileLayout_ColumnMajor,
        TileLocation_Vector);
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_Layout, Fault_TileLegality);

    Sources(TileDataType_S32);
    MakeScalar(broken, TileDataType_U32, 1);
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_TypeMismatch, Fault_TileLegality);

    Sources(TileDataType_S32);
    _Tiles[[broken]].storage_kind = TileStorage_Predicate;
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_TypeMismatch, Fault_TileLegality);

    Sources(TileDataType_S32);
    ConfigureTileForMask(broken, SMALL, 1, 4, 1, 1, TileDataType_S32, TileLayout_RowMajor,
        TileLocation_Vector, '0011');
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_MaskMismatch, Fault_TileLegality);

    Sources(TileDataType_S32);
    MakeTile(broken, TileDataType_S32, 1, 1);
    ScalarTrem(TileDataType_S32);
    CheckRejected(Rejection_Definedness, Fault_TileLegality);
end;

// The last valid element of a source is undefined.
func CheckDefinedness(broken: TileIndex)
begin
    ResetProfileState();
    for index = 0 to 1 do
        MakeTile(index, TileDataType_S32, 2, 2);
        for element = 0 to 3 do
            if index != broken || element != 3 then
                WriteTileElement(index, element DIVRM 2, element MOD 2, 1[63:0]);
            end;
        end;
        assert TileSourceContentsDefined(index) == (index != broken);
    end;
    StartTrem(TileDataType_S32);
    Dimension(0, 2);
    Dimension(1, 2);
    Dimension(2, 4);
    Bind(2, 0, 1);
    CheckRejected(Rejection_Definedness, Fault_TileLegality);
end;

func CheckDataType()
begin
    for code = 0 to 31 do
        let encoding = code[4:0];
        if TileDataTypeEncodingValid(encoding) then
            let data_type = TileDataTypeFromEncoding(encoding);
            let taken = code IN {1, 4, 5, 17, 18, 25, 26};
            assert InstructionContractDataTypeLegal_TREM(data_type) == taken;
            if !taken then
                ResetProfileState();
                ScalarTrem(data_type);
                CheckRejected(Rejection_DataType, Fault_TileLegality);
            end;
        end;
    end;
end;

func CheckZeroDivisor()
begin
    Sources(TileDataType_S16);
    WriteTileElement(1, 0, 0, 0xABCD_0000[63:0]);       // zero in its low 16 bits
    ScalarTrem(TileDataType_S16);
    CheckRejected(Rejection_ZeroDivisor, Fault_TileLegality);

    // Anywhere in the valid rectangle.
    for zero = 0 to 3 do
        ResetProfileState();
        for index = 0 to 1 do
            MakeTile(index, TileDataType_U32, 2, 2);
            for element = 0 to 3 do
                let value: integer = if index == 1 && element == zero then 0 else 9;
                WriteTileElement(index, element DIVRM 2, element MOD 2, value[63:0]);
            end;
        end;
        StartTrem(TileDataType_U32);
        Dimension(0, 2);
        Dimension(1, 2);
        Dimension(2, 4);
        Bind(2, 0, 1);
        CheckRejected(Rejection_ZeroDivisor, Fault_TileLegality);
    end;

    // Padding of the divisor is not read, be it zero or undefined.
    Sources(TileDataType_S16);
    WriteTileElement(1, 0, 1, Zeros{64});
    ScalarTrem(TileDataType_S16);
    let executed = ExecuteBundleTileOperation();
    assert executed;
end;

// Three 64 KiB tiles and the sources leave less than 64 KiB; what is replaced does not count.
func CheckAllocationLimit()
begin
    Sources(TileDataType_S32);
    for index = 2 to 4 do
        ConfigureTile(index, 65536, 1, 16384, 1, 1, TileDataType_S32, TileLayout_RowMajor,
            TileLocation_Vector);
    end;
    assert !TileAllocationFits(5, 65536, '0001');
    assert TileAllocationFits(4, 65536, '0001');
    assert TileAllocationFits(5, 32768, '0001') && !TileAllocationFits(5, 32768, '0011');
    _TileAllocationMasks[[0]] = '1111';     // of 128 bytes
    assert TileAllocationFits(5, 32768, '0001');
    _TileAllocationMasks[[4]] = '0110';
    assert !TileAllocationFits(5, 128, '0001');
    _TileAllocationMasks[[4]] = '0001';

    for index = 0 to 1 do
        ConfigureTile(index, 32768, 1, 8192, 1, 1, TileDataType_S32, TileLayout_RowMajor,
            TileLocation_Vector);
        WriteTileElement(index, 0, 0, 5[63:0]);
    end;
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(2, 8192);
    AddBundleTileBinding(TRUE, 5, 9, '0001', TRUE, TRUE, 0, 1, TRUE);
    CheckRejected(Rejection_Capacity, Fault_TileAllocation);
    assert !_Tiles[[5]].allocated;
end;

func CheckDirectRejected(reason: Rejection)
begin
    assert !InstructionContractOperandsLegal_TREM(2, 0, 1);
    InstructionContractExecute_TREM(2, 0, 1);
    assert _LastRejection == reason && _LastFault == Fault_TileLegality;
    assert !TileElementDefined(2, 0, 0);
end;

// Directly, the destination is configured before.
func CheckDirect()
begin
    Sources(TileDataType_S32);
    assert !InstructionContractOperandsLegal_TREM(2, 0, 1);
    InstructionContractExecute_TREM(2, 0, 1);
    assert _LastRejection == Rejection_Unallocated && !_Tiles[[2]].allocated;

    Sources(TileDataType_S32);
    WriteTileElement(1, 0, 0, Zeros{64});
    MakeTile(2, TileDataType_S32, 1, 1);
    CheckDirectRejected(Rejection_ZeroDivisor);

    Sources(TileDataType_S8);
    MakeTile(2, TileDataType_S8, 1, 1);
    CheckDirectRejected(Rejection_DataType);

    Sources(TileDataType_S32);
    MakeTile(2, TileDataType_S32, 2, 1);
    CheckDirectRejected(Rejection_ShapeMismatch);

    Sources(TileDataType_S32);
    MakeTile(2, TileDataType_S32, 1, 1);
    _TileAllocationMasks[[2]] = '1000';
    CheckDirectRejected(Rejection_MaskMismatch);
end;

func main() => integer
begin
    CheckDataType();
    CheckDescriptor(0);
    CheckDescriptor(1);
    CheckDefinedness(0);
    CheckDefinedness(1);
    CheckZeroDivisor();
    CheckAllocationLimit();
    CheckDirect();
    return 0;
end;
