// PTO-TEST: {"id":"PTOPROVE-MODEL-BUNDLE-DEFAULTS","needs":["support.asl"]}

// What omitted B.DIM and B.DATR select, and what a bundle leaves behind.

func MakeRow(index: TileIndex, first: integer)
begin
    ConfigureTile(index, SMALL, 1, 3, 1, 3, TileDataType_S16, TileLayout_RowMajor,
        TileLocation_Vector);
    for column = 0 to 2 do
        let value: integer = first + column;
        WriteTileElement(index, 0, column, value[63:0]);
    end;
end;

func main() => integer
begin
    // LB1 omitted: one row. LB2 omitted: as many columns as are valid.
    ResetProfileState();
    assert CurrentBundlePadValue() == TilePad_Null;
    MakeRow(0, 10);
    MakeRow(1, 4);
    StartTrem(TileDataType_S16);
    Dimension(0, 3);
    Bind(2, 0, 1);
    assert CurrentBundlePadValue() == TilePad_Null;
    let executed = ExecuteBundleTileOperation();
    assert executed;
    let tile = _Tiles[[2]];
    assert tile.allocated && tile.storage_kind == TileStorage_Numeric;
    assert tile.capacity_bytes == 128 && tile.rows == 21 && tile.columns == 3;
    assert tile.valid_rows == 1 && tile.valid_columns == 3;
    assert tile.data_type == TileDataType_S16 && tile.layout == TileLayout_RowMajor;
    assert tile.location == TileLocation_Vector;
    assert _TileAllocationMasks[[2]] == '0001';
    assert ReadTileElement(2, 0, 0) == 2[63:0];
    assert ReadTileElement(2, 0, 1) == 1[63:0];
    assert ReadTileElement(2, 0, 2) == 0[63:0];
    assert !TileElementDefined(2, 1, 0);

    // The sources persist.
    assert ReadTileElement(0, 0, 2) == 12[63:0] && ReadTileElement(1, 0, 0) == 4[63:0];

    // The bundle is over: another BSTOP has nothing to execute.
    assert !_BundleOperation.valid && !_BundleDimensionPresent[[0]];
    CheckRejected(Rejection_Sequence, Fault_BundleControl);

    // A rejected bundle is over as well, and does not stand in the way of the next.
    ResetProfileState();
    MakeRow(0, 10);
    MakeRow(1, 4);
    StartTrem(TileDataType_S16);
    CheckRejected(Rejection_Binding, Fault_TileLegality);
    StartTrem(TileDataType_S16);
    assert _LastRejection == Rejection_None;
    Dimension(0, 3);
    Bind(2, 0, 1);
    let again = ExecuteBundleTileOperation();
    assert again;
    CheckRejected(Rejection_Sequence, Fault_TileLegality);  // the first fault stays
    return 0;
end;
