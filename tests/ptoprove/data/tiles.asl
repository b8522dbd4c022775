// PTO-PROPERTY: {"id":"tiles","contract":"TNEG","function":"Property_Tiles","title":"No element of the source is 5.","cases":{},"scope":"every payload"}
func Property_Tiles()
begin
    ResetProfileState();
    ConfigureTileForMask(1, 128, 1, 2, 1, 2, TileDataType_S8, TileLayout_RowMajor,
        TileLocation_Any, '0001');
    WriteTileElement(1, 0, 0, ARBITRARY: bits(64));
    WriteTileElement(1, 0, 1, ARBITRARY: bits(64));
    Explain("source", _Tiles[[1]]);
    if ReadTileElement(1, 0, 1) == Zeros{64} + 5 then
        Explain("found", TRUE);
        assert FALSE;
    end;
end;

// PTO-PROPERTY: {"id":"only","contract":"TNEG","function":"Property_Only","title":"It is never the second.","cases":{},"scope":"both"}
func Property_Only()
begin
    let one = ARBITRARY: integer{5};
    let other = ARBITRARY: integer{1..9};
    let second = ARBITRARY: boolean;
    if second then
        assert one < 5 && other > 0;
    end;
end;
