// Small elementwise operations on the shipped model's tiles, for the tests. Each names its
// operation as real contracts do.

// PTO-INSTRUCTION: {"id":"TEST-SUM","surface":"tile","mnemonic":"SUM","classification":["elementwise-tile-tile"],"catalog_records":[{"arguments":[{"constant":"TileBinary_ADD"}],"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"left"},{"field":"source1","role":"right"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-SUMS","surface":"tile","mnemonic":"SUMS","classification":["tile-scalar-and-immediate"],"catalog_records":[{"arguments":[{"constant":"TileBinary_ADD"}],"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"source"},{"field":"scalar0","role":"scalar"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-SUMROW","surface":"tile","mnemonic":"SUMROW","classification":["row-expansion"],"catalog_records":[{"arguments":[{"constant":"TileExpand_ADD"},{"constant":"TileAxis_Row"}],"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"source"},{"field":"source1","role":"column"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-SUMPART","surface":"tile","mnemonic":"SUMPART","classification":["union"],"catalog_records":[{"arguments":[{"constant":"TilePartial_ADD"}],"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"left"},{"field":"source1","role":"right"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-TOP","surface":"tile","mnemonic":"TOP","classification":["elementwise-tile-tile"],"catalog_records":[{"arguments":[{"constant":"TileBinary_MAX"}],"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"left"},{"field":"source1","role":"right"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-TOPS","surface":"tile","mnemonic":"TOPS","classification":["tile-scalar-and-immediate"],"catalog_records":[{"arguments":[{"constant":"TileBinary_MAX"}],"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"source"},{"field":"scalar0","role":"scalar"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-FLIP","surface":"tile","mnemonic":"FLIP","classification":["elementwise-tile-tile"],"catalog_records":[{"arguments":[{"constant":"TileUnary_NOT"}],"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"source"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-FILL","surface":"tile","mnemonic":"FILL","classification":["tile-scalar-and-immediate"],"catalog_records":[{"operands":[{"field":"destination0","role":"destination"},{"field":"scalar0","role":"scalar"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-RELATE","surface":"tile","mnemonic":"RELATE","classification":["elementwise-tile-tile"],"catalog_records":[{"semantic_handler":"Relate","operands":[{"field":"destination0","role":"predicate destination"},{"field":"source0","role":"left"},{"field":"source1","role":"right"},{"field":"comparison","role":"comparison"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-RELATES","surface":"tile","mnemonic":"RELATES","classification":["tile-scalar-and-immediate"],"catalog_records":[{"semantic_handler":"RelateScalar","operands":[{"field":"destination0","role":"predicate destination"},{"field":"source0","role":"left"},{"field":"scalar0","role":"scalar"},{"field":"comparison","role":"comparison"}]}]}
// PTO-INSTRUCTION: {"id":"TEST-CHOOSE","surface":"tile","mnemonic":"CHOOSE","classification":["elementwise-tile-tile"],"catalog_records":[{"operands":[{"field":"destination0","role":"destination"},{"field":"source0","role":"predicate mask"},{"field":"source1","role":"chosen"},{"field":"source2","role":"otherwise"}]}]}

type TileComparison of enumeration {
    TileComparison_EQ, TileComparison_NE, TileComparison_LT,
    TileComparison_LE, TileComparison_GT, TileComparison_GE
};

// ---- predicate tiles: one bit of truth in each element of bytes

func ConfigurePredicateTileForMask(
    index: TileIndex, capacity: TileCapacity, rows: TileExtent, columns: TileExtent,
    valid_rows: TileExtent, valid_columns: TileExtent, mask: bits(4))
begin
    ConfigureTileForMask(index, 1024, rows, columns, valid_rows, valid_columns, TileDataType_U8,
        TileLayout_RowMajor, TileLocation_Any, mask);
end;

func WriteTilePredicateBit(index: TileIndex, row: integer, column: integer, value: boolean)
begin
    WriteTileElement(index, row, column, if value then Zeros{64} + 1 else Zeros{64});
end;

readonly func TilePredicateBitFromInfo(tile: TileInfo, row: integer, column: integer) => boolean
begin
    return TileReadLogicalElement(tile, TileLogicalLinearIndex(tile, row, column))[0] == '1';
end;

// ---- legality

readonly func Alike(destination: TileIndex, source: TileIndex) => boolean
begin
    let (a, b) = (_Tiles[[destination]], _Tiles[[source]]);
    return b.allocated && TileSourceContentsDefined(source)
        && b.data_type IN {TileDataType_S8, TileDataType_U16, TileDataType_FP16}
        && a.valid_rows == b.valid_rows && a.valid_columns == b.valid_columns;
end;

readonly func Added(destination: TileIndex, source: TileIndex) => boolean
begin
    let (a, b) = (_Tiles[[destination]], _Tiles[[source]]);
    return a.data_type == b.data_type && TileSourceContentsDefined(source)
        && b.data_type IN {TileDataType_S8, TileDataType_U16};
end;

// ---- the operations

func Put(index: TileIndex, row: integer, column: integer, value: Word)
begin
    WriteTileElement(index, row, column, value);
end;

pure func Narrow(data_type: TileDataType, word: Word) => Word
begin
    return if data_type == TileDataType_S8 then ZeroExtend{64}(word[7:0])
        else ZeroExtend{64}(word[15:0]);
end;

readonly func Get(index: TileIndex, row: integer, column: integer) => Word
begin
    return Narrow(_Tiles[[index]].data_type, ReadTileElement(index, row, column));
end;

readonly func InstructionContractOperandsLegal_SUM(
    destination: TileIndex, left: TileIndex, right: TileIndex) => boolean
begin
    return Added(destination, left) && Added(destination, right)
        && Alike(destination, left) && Alike(destination, right);
end;

func InstructionContractExecute_SUM(destination: TileIndex, left: TileIndex, right: TileIndex)
begin
    for row = 0 to _Tiles[[left]].valid_rows - 1 do
        for column = 0 to _Tiles[[left]].valid_columns - 1 do
            Put(destination, row, column, Get(left, row, column) + Get(right, row, column));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_SUMS(
    destination: TileIndex, source: TileIndex, scalar: Word) => boolean
begin
    return Added(destination, source) && Alike(destination, source);
end;

func InstructionContractExecute_SUMS(destination: TileIndex, source: TileIndex, scalar: Word)
begin
    for row = 0 to _Tiles[[source]].valid_rows - 1 do
        for column = 0 to _Tiles[[source]].valid_columns - 1 do
            Put(destination, row, column,
                Get(source, row, column) + Narrow(_Tiles[[source]].data_type, scalar));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_SUMROW(
    destination: TileIndex, source: TileIndex, column_source: TileIndex) => boolean
begin
    return Added(destination, source) && Added(destination, column_source)
        && Alike(destination, source) && _Tiles[[column_source]].valid_columns == 1
        && _Tiles[[column_source]].valid_rows == _Tiles[[source]].valid_rows;
end;

func InstructionContractExecute_SUMROW(
    destination: TileIndex, source: TileIndex, column_source: TileIndex)
begin
    for row = 0 to _Tiles[[source]].valid_rows - 1 do
        for column = 0 to _Tiles[[source]].valid_columns - 1 do
            Put(destination, row, column, Get(source, row, column) + Get(column_source, row, 0));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_SUMPART(
    destination: TileIndex, left: TileIndex, right: TileIndex) => boolean
begin
    let (a, b) = (_Tiles[[left]], _Tiles[[right]]);
    return Added(destination, left) && Added(destination, right) && Alike(destination, left)
        && b.valid_rows <= a.valid_rows && b.valid_columns <= a.valid_columns;
end;

func InstructionContractExecute_SUMPART(destination: TileIndex, left: TileIndex, right: TileIndex)
begin
    for row = 0 to _Tiles[[left]].valid_rows - 1 do
        for column = 0 to _Tiles[[left]].valid_columns - 1 do
            var value = Get(left, row, column);
            if row < _Tiles[[right]].valid_rows && column < _Tiles[[right]].valid_columns then
                value = value + Get(right, row, column);
            end;
            Put(destination, row, column, value);
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_TOP(
    destination: TileIndex, left: TileIndex, right: TileIndex) => boolean
begin
    return Alike(destination, left) && Alike(destination, right)
        && _Tiles[[destination]].data_type == _Tiles[[left]].data_type
        && _Tiles[[left]].data_type == _Tiles[[right]].data_type;
end;

pure func Greater(data_type: TileDataType, left: Word, right: Word) => bits(69)
begin
    if data_type == TileDataType_FP16 then return FloatMaximumNumber(4, left, right); end;
    let (x, y) = (left[15:0], right[15:0]);
    let first = if data_type == TileDataType_S8 then SInt(x[7:0]) > SInt(y[7:0])
        else UInt(x) > UInt(y);
    return Zeros{5} :: (if first then left else right);
end;

func InstructionContractExecute_TOP(destination: TileIndex, left: TileIndex, right: TileIndex)
begin
    for row = 0 to _Tiles[[left]].valid_rows - 1 do
        for column = 0 to _Tiles[[left]].valid_columns - 1 do
            let result = Greater(_Tiles[[left]].data_type,
                Get(left, row, column), Get(right, row, column));
            Put(destination, row, column, result[63:0]);
            RecordNumericStatusFlags(result[68:64]);    // of TOP
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_TOPS(
    destination: TileIndex, source: TileIndex, scalar: Word) => boolean
begin
    return Alike(destination, source)
        && _Tiles[[destination]].data_type == _Tiles[[source]].data_type;
end;

func InstructionContractExecute_TOPS(destination: TileIndex, source: TileIndex, scalar: Word)
begin
    for row = 0 to _Tiles[[source]].valid_rows - 1 do
        for column = 0 to _Tiles[[source]].valid_columns - 1 do
            let result = Greater(
                _Tiles[[source]].data_type, Get(source, row, column), scalar);
            Put(destination, row, column, result[63:0]);
            RecordNumericStatusFlags(result[68:64]);    // of TOPS
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_FLIP(
    destination: TileIndex, source: TileIndex) => boolean
begin
    return Added(destination, source) && Alike(destination, source);
end;

func InstructionContractExecute_FLIP(destination: TileIndex, source: TileIndex)
begin
    for row = 0 to _Tiles[[source]].valid_rows - 1 do
        for column = 0 to _Tiles[[source]].valid_columns - 1 do
            Put(destination, row, column, NOT Get(source, row, column));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_FILL(
    destination: TileIndex, scalar: Word) => boolean
begin
    return _Tiles[[destination]].data_type IN {TileDataType_S8, TileDataType_FP16};
end;

func InstructionContractExecute_FILL(destination: TileIndex, scalar: Word)
begin
    for row = 0 to _Tiles[[destination]].valid_rows - 1 do
        for column = 0 to _Tiles[[destination]].valid_columns - 1 do
            Put(destination, row, column, scalar);
        end;
    end;
end;

pure func Holds(
    relation: TileComparison, data_type: TileDataType, left: Word, right: Word) => boolean
begin
    var order: bits(2);
    if data_type == TileDataType_FP16 then
        order = FloatCompare(4, left, right)[1:0];
    else
        let (x, y) = (left[15:0], right[15:0]);
        let less = if data_type == TileDataType_S8 then SInt(x[7:0]) < SInt(y[7:0])
            else UInt(x) < UInt(y);
        let same = if data_type == TileDataType_S8 then x[7:0] == y[7:0] else x == y;
        order = if less then '00' else if same then '01' else '10';
    end;
    case relation of
        when TileComparison_EQ => return order == '01';
        when TileComparison_NE => return order != '01';
        when TileComparison_LT => return order == '00';
        when TileComparison_LE => return order IN {'00', '01'};
        when TileComparison_GT => return order == '10';
        when TileComparison_GE => return order IN {'01', '10'};
    end;
end;

func Relate(
    destination: TileIndex, row: integer, column: integer, relation: TileComparison,
    data_type: TileDataType, left: Word, right: Word)
begin
    WriteTilePredicateBit(destination, row, column, Holds(relation, data_type, left, right));
    if data_type == TileDataType_FP16 then
        RecordNumericStatusFlags(FloatCompare(4, left, right)[68:64]);
    end;
end;

readonly func InstructionContractOperandsLegal_RELATE(
    destination: TileIndex, left: TileIndex, right: TileIndex, comparison: TileComparison)
    => boolean
begin
    return Alike(destination, left) && Alike(destination, right)
        && _Tiles[[left]].data_type == _Tiles[[right]].data_type;
end;

func InstructionContractExecute_RELATE(
    destination: TileIndex, left: TileIndex, right: TileIndex, comparison: TileComparison)
begin
    for row = 0 to _Tiles[[left]].valid_rows - 1 do
        for column = 0 to _Tiles[[left]].valid_columns - 1 do
            Relate(destination, row, column, comparison, _Tiles[[left]].data_type,
                Get(left, row, column), Get(right, row, column));
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_RELATES(
    destination: TileIndex, source: TileIndex, scalar: Word, comparison: TileComparison) => boolean
begin
    return Alike(destination, source);
end;

func InstructionContractExecute_RELATES(
    destination: TileIndex, source: TileIndex, scalar: Word, comparison: TileComparison)
begin
    for row = 0 to _Tiles[[source]].valid_rows - 1 do
        for column = 0 to _Tiles[[source]].valid_columns - 1 do
            Relate(destination, row, column, comparison, _Tiles[[source]].data_type,
                Get(source, row, column), scalar);
        end;
    end;
end;

readonly func InstructionContractOperandsLegal_CHOOSE(
    destination: TileIndex, mask: TileIndex, chosen: TileIndex, otherwise_chosen: TileIndex)
    => boolean
begin
    return TileSourceContentsDefined(mask)
        && InstructionContractOperandsLegal_TOP(destination, chosen, otherwise_chosen)
        && _Tiles[[mask]].valid_rows == _Tiles[[destination]].valid_rows
        && _Tiles[[mask]].valid_columns == _Tiles[[destination]].valid_columns;
end;

func InstructionContractExecute_CHOOSE(
    destination: TileIndex, mask: TileIndex, chosen: TileIndex, otherwise_chosen: TileIndex)
begin
    for row = 0 to _Tiles[[chosen]].valid_rows - 1 do
        for column = 0 to _Tiles[[chosen]].valid_columns - 1 do
            let from = if TilePredicateBitFromInfo(_Tiles[[mask]], row, column) then chosen
                else otherwise_chosen;
            Put(destination, row, column, Get(from, row, column));
        end;
    end;
end;
