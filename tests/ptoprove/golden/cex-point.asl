// PTO-TEST: {"id":"PTO-AVS-TILE-TNEG-MINE-7A1B602B05","source":"asl/contracts/TNEG.asl","requirements":["PTO-INST-TILE-TNEG"],"kind":"boundary","summary":"TNEG mine (data_type S32, negated TRUE, times 1): Three words never add up to 200 with a high kind.","pass_condition":"No assertion fails for the inputs of the counterexample 7a1b602b05 of ptoprove","related_sources":[]}

type MineKind of enumeration {MineKind_Low, MineKind_High};

type MinePair of record {
    kind: MineKind,
    number: integer{0..9},
    words: array [[3]] of bits(8)
};

func Property_Mine_Sum(data_type: TileDataType, negated: boolean, times: integer{1..2})
begin
    ResetProfileState();
    let pair = PointDraw_MinePair();
    var total: integer = 0;
    for i = 0 to 2 do
        total = total + MineNumber(pair.words[[i]]);
        if (PointDraw() == 1) then total = total + 1; end;
    end;
    MineShow(pair, total);
    - = (MineNumber(pair.words[[0]]) > 0);
    let tiles = _Tiles;
    let (high, more) = (pair.kind == MineKind_High, (PointDraw() as integer{5..7}));
    let again = pair;
    assert PointSame_MinePair(pair, again) && PointSame_TileArray(tiles, _Tiles);
    assert !high || total * times + more != 207 || !negated || data_type != TileDataType_S32;
end;

func MineShow(pair: MinePair, total: integer)
begin
    if total > 0 then
        pass;
    end;
end;

pure func MineNumber(word: bits(8)) => integer
begin
    return UInt(word);
end;

readonly func PointSame_MinePair(a: MinePair, b: MinePair) => boolean
begin
    if (a.kind != b.kind)
        || (a.number != b.number)
    then
        return FALSE;
    end;
    for i = 0 to 2 looplimit 3 do
        if (a.words[[i]] != b.words[[i]]) then return FALSE; end;
    end;
    return TRUE;
end;

readonly func PointSame_TileArray(a: TileArray, b: TileArray) => boolean
begin
    for i = 0 to 63 looplimit 64 do
        if !PointSame_TileInfo(a[[i]], b[[i]]) then return FALSE; end;
    end;
    return TRUE;
end;

readonly func PointSame_TileInfo(a: TileInfo, b: TileInfo) => boolean
begin
    if (a.allocated != b.allocated)
        || (a.storage_kind != b.storage_kind)
        || (a.capacity_bytes != b.capacity_bytes)
        || (a.rows != b.rows)
        || (a.columns != b.columns)
        || (a.valid_rows != b.valid_rows)
        || (a.valid_columns != b.valid_columns)
        || (a.data_type != b.data_type)
        || (a.layout != b.layout)
        || (a.location != b.location)
    then
        return FALSE;
    end;
    // None of the 32768 elements of a.defined_elements was written in this run.
    // None of the 32768 elements of a.payload was written in this run.
    return TRUE;
end;

var _PointDraws: integer = 0;

func PointDraw() => integer
begin
    _PointDraws = _PointDraws + 1;
    case _PointDraws of
        when 1 => return 1;
        when 5 => return 197;
        when 6 => return 1;
        when 7 => return 1;
        when 8 => return 1;
        when 9 => return 7;
        otherwise => return 0;
    end;
end;

func PointDraw_MineKind() => MineKind
begin
    case PointDraw() of
        when 1 => return MineKind_High;
    end;
end;

func PointDraw_MinePair() => MinePair
begin
    var value: MinePair;
    value.kind = PointDraw_MineKind();
    value.number = (PointDraw() as integer{0..9});
    for i0 = 0 to 2 looplimit 3 do
        value.words[[i0]] = PointDraw()[7:0];
    end;
    return value;
end;

func main() => integer
begin
    Property_Mine_Sum(TileDataType_S32, TRUE, 1);
    return 0;
end;
