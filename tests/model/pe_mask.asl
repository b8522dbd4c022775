// PTO-TEST: {"id":"PTOPROVE-MODEL-PE-MASK","needs":["support.asl"]}

// A zero PE mask makes the bundle a strict no-op, whatever else is wrong with it.

func CheckNoEffect()
begin
    let executed = ExecuteBundleTileOperation();
    assert executed;
    assert _LastFault == Fault_None && _LastRejection == Rejection_None;
    assert !_Tiles[[2]].allocated && _TileAllocationMasks[[2]] == '0000';
    assert _NumericStatus == '00000';
    assert !_BundleOperation.valid;
end;

func CheckMask(mask: bits(4))
begin
    ResetProfileState();
    for index = 0 to 1 do
        ConfigureTileForMask(index, SMALL, 1, 4, 1, 1, TileDataType_S32, TileLayout_RowMajor,
            TileLocation_Vector, mask);
        WriteTileElement(index, 0, 0, 5[63:0]);
    end;
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(2, 4);
    AddBundleTileBinding(TRUE, 2, 1, mask, TRUE, TRUE, 0, 1, TRUE);
    let executed = ExecuteBundleTileOperation();
    assert executed;
    assert _TileAllocationMasks[[2]] == mask;
end;

func main() => integer
begin
    // Nothing is allocated, no dimension given.
    ResetProfileState();
    StartTrem(TileDataType_S32);
    AddBundleTileBinding(TRUE, 2, 1, '0000', TRUE, TRUE, 0, 1, TRUE);
    CheckNoEffect();

    // A data type TREM does not take, an illegal B.DATR, no sources.
    ResetProfileState();
    StartTrem(TileDataType_FP64);
    SetBundleDataAttributeState('11111', '00001', '00', '000', '000', TRUE, FALSE);
    AddBundleTileBinding(TRUE, 2, 0, '0000', FALSE, FALSE, 0, 1, FALSE);
    CheckNoEffect();

    // A zero divisor.
    ResetProfileState();
    MakeScalar(0, TileDataType_S32, 1);
    MakeScalar(1, TileDataType_S32, 0);
    StartTrem(TileDataType_S32);
    Dimension(0, 1);
    Dimension(2, 4);
    AddBundleTileBinding(TRUE, 2, 1, '0000', TRUE, TRUE, 0, 1, TRUE);
    CheckNoEffect();

    for mask = 1 to 15 do
        CheckMask(mask[3:0]);
    end;
    return 0;
end;
