// Two full tiles of S32 for the benchmark of the concrete machine.

func Prepare() => integer
begin
    ResetProfileState();
    for index = 0 to 2 do
        ConfigureTile(index, 16384, 64, 64, 64, 64, TileDataType_S32, TileLayout_RowMajor,
            TileLocation_Any);
    end;
    for row = 0 to 63 do
        for column = 0 to 63 do
            WriteTileElement(1, row, column, ((row * 7919) - (column * 104729))[63:0]);
            WriteTileElement(2, row, column, (1 + row + column)[63:0]);
        end;
    end;
    return 64 * 64;
end;

func Execute()
begin
    InstructionContractExecute_TREM(0, 1, 2);
    assert _LastFault == Fault_None;
end;
