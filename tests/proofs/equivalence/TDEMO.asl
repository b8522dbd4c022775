// PTO-INSTRUCTION: {"mnemonic":"TDEMO","surface":"tile","summary":"Add a scalar to each element of one row.","catalog_records":[{"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"source"},{"field":"scalar0","role":"addend"}]}]}

var _DemoCount: bits(8) = Zeros{8};

readonly func InstructionContractOperandsLegal_TDEMO(
    destination: TileIndex, source: TileIndex, addend: Word) => boolean
begin
    let given = _Tiles[[source]];
    let result = _Tiles[[destination]];
    return given.data_type IN {TileDataType_S32, TileDataType_U8} && result.data_type == given.data_type
        && given.valid_rows == 1 && result.valid_rows == 1 && given.valid_columns == result.valid_columns
        && TileElementDefined(source, 0, 0);
end;

func InstructionContractExecute_TDEMO(destination: TileIndex, source: TileIndex, addend: Word)
begin
    let columns = _Tiles[[source]].valid_columns;
    for column = 0 to columns - 1 do
        let value = ReadTileElement(source, 0, column);
        WriteTileElement(destination, 0, column, value + addend);
    end;
    _DemoCount = _DemoCount + 1;
end;
