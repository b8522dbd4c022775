// PTO-TEST: {"id":"PTOPROVE-MODEL-TSCATTER-TEST","needs":["support.asl"]}

// TSCATTER: values go to the rows that indices select, zero everywhere else.

// Values 1 to 4 in a 2x2 tile of four columns, and indices as given.
func Scatter(
    value_type: TileDataType, index_type: TileDataType, destination_rows: integer, a: integer,
    b: integer, c: integer, d: integer)
begin
    ResetProfileState();
    for index = 0 to 1 do
        MakeTile(index, if index == 0 then value_type else index_type, 2, 2);
    end;
    for row = 0 to 1 do
        for column = 0 to 1 do
            WriteTileElement(0, row, column, (2 * row + column + 1)[63:0]);
        end;
    end;
    WriteTileElement(1, 0, 0, a[63:0]);
    WriteTileElement(1, 0, 1, b[63:0]);
    WriteTileElement(1, 1, 0, c[63:0]);
    WriteTileElement(1, 1, 1, d[63:0]);
    StartBundle('11', '10000', value_type);
    Dimension(0, 2);
    Dimension(1, destination_rows);
    Dimension(2, 4);
    Bind(2, 0, 1);
end;

func Accepted()
begin
    let executed = ExecuteBundleTileOperation();
    assert executed && _LastFault == Fault_None;
end;

func CheckColumn(column: integer, a: integer, b: integer, c: integer, d: integer)
begin
    assert ReadTileElement(2, 0, column) == a[63:0];
    assert ReadTileElement(2, 1, column) == b[63:0];
    assert ReadTileElement(2, 2, column) == c[63:0];
    assert ReadTileElement(2, 3, column) == d[63:0];
end;

func main() => integer
begin
    Scatter(TileDataType_U16, TileDataType_S32, 4, 3, 0, 0, 2);
    Accepted();
    CheckColumn(0, 3, 0, 0, 1);
    CheckColumn(1, 2, 0, 4, 0);

    // The whole physical destination is defined: also right of the valid columns and below.
    for row = 0 to _Tiles[[2]].rows - 1 do
        for column = 0 to 3 do
            assert TileElementDefined(2, row, column);
            assert (row < 4 && column < 2) || IsZero(ReadTileElement(2, row, column));
        end;
    end;
    assert _Tiles[[2]].layout == TileLayout_RowMajor && _Tiles[[2]].valid_rows == 4;

    // Only the low bits of an index count; equal rows of different columns are no duplicates.
    Scatter(TileDataType_FP32, TileDataType_S16, 4, 0x1_0001, 1, 0x5_0000, 3);
    Accepted();
    CheckColumn(0, 3, 1, 0, 0);

    // Bits of a value move as they are, without use or not.
    Scatter(TileDataType_TF32, TileDataType_U64, 4, 0, 0, 1, 1);
    WriteTileElement(0, 0, 0, 0x7F80_0001[63:0]);
    Accepted();
    assert ReadTileElement(2, 0, 0) == 0x7F80_0001[63:0];

    // An assigned layout says how the destination is placed.
    Scatter(TileDataType_U16, TileDataType_S32, 4, 3, 0, 0, 2);
    SetBundleDataAttributeState('11111', '00001', '00', '000', '000', FALSE, FALSE);
    Accepted();
    CheckColumn(0, 3, 0, 0, 1);
    assert _Tiles[[2]].layout == TileLayout_ColumnMajor;

    Scatter(TileDataType_U16, TileDataType_S32, 4, 3, 0, 0, 2);
    SetBundleDataAttributeState('11111', '00010', '00', '000', '000', FALSE, FALSE);
    CheckRejected(Rejection_DataAttribute, Fault_TileLegality);
    Scatter(TileDataType_U16, TileDataType_S32, 4, 3, 0, 0, 2);
    SetBundleDataAttributeState('11111', '00000', '01', '000', '000', FALSE, FALSE);
    CheckRejected(Rejection_DataAttribute, Fault_TileLegality);

    Scatter(TileDataType_U16, TileDataType_S32, 4, 4, 0, 0, 2);
    CheckRejected(Rejection_IndexRange, Fault_TileLegality);
    Scatter(TileDataType_U16, TileDataType_S16, 4, 0, -1, 1, 2);
    CheckRejected(Rejection_IndexRange, Fault_TileLegality);
    Scatter(TileDataType_U16, TileDataType_U16, 4, 0, -1, 1, 2);
    CheckRejected(Rejection_IndexRange, Fault_TileLegality);
    Scatter(TileDataType_U16, TileDataType_S32, 4, 1, 0, 1, 2);
    CheckRejected(Rejection_DuplicateCoordinate, Fault_TileLegality);
    Scatter(TileDataType_U16, TileDataType_S8, 4, 0, 0, 1, 1);
    CheckRejected(Rejection_TypeMismatch, Fault_TileLegality);
    return 0;
end;
