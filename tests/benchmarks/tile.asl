// Two full tiles of S32 for the benchmark of emitted code.

func Prepare(edge: integer{1..128})
begin
    ResetProfileState();
    for index = 0 to 2 do
        ConfigureTile(index, 65536, edge, edge, edge, edge, TileDataType_S32, TileLayout_RowMajor,
            TileLocation_Any);
    end;
    for row = 0 to edge - 1 do
        for column = 0 to edge - 1 do
            WriteTileElement(1, row, column, ((row * 7919) - (column * 104729))[63:0]);
            WriteTileElement(2, row, column, (1 + row + column)[63:0]);
        end;
    end;
end;

func Execute()
begin
    InstructionContractExecute_TREM(0, 1, 2);
    assert _LastFault == Fault_None;
end;
