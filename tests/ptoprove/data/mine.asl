// Properties of a user: one that holds, one that does not, one that needs the order of events.

// PTO-PROPERTY: {"id": "involution", "contract": "TNEG", "function": "Property_Mine_Twice",
//   "title": "Negating twice changes nothing.", "scope": "every word"}
func Property_Mine_Twice()
begin
    let word = ARBITRARY: bits(64);
    assert Zeros{64} - (Zeros{64} - word) == word;
end;

type MineKind of enumeration {MineKind_Low, MineKind_High};

type MinePair of record {
    kind: MineKind,
    number: integer{0..9},
    words: array [[3]] of bits(8)
};

// PTO-PROPERTY: {"id": "mine", "contract": "TNEG", "function": "Property_Mine_Sum",
//   "title": "Three words never add up to 200 with a high kind.", "scope": "every three words",
//   "cases": {"data_type": ["S32"], "negated": ["TRUE"], "times": [1]}}
func Property_Mine_Sum(data_type: TileDataType, negated: boolean, times: integer{1..2})
begin
    ResetProfileState();
    let pair = ARBITRARY: MinePair;
    var total: integer = 0;
    for i = 0 to 2 do
        total = total + MineNumber(pair.words[[i]]);
        if ARBITRARY: boolean then total = total + 1; end;
    end;
    MineShow(pair, total);
    Cover(MineNumber(pair.words[[0]]) > 0);
    let tiles = _Tiles;
    let (high, more) = (pair.kind == MineKind_High, ARBITRARY: integer{5..7});
    let again = pair;
    assert SameValue(pair, again) && SameValue(tiles, _Tiles);
    assert !high || total * times + more != 207 || !negated || data_type != TileDataType_S32;
end;

// What is shown, and nothing else.
func MineShow(pair: MinePair, total: integer)
begin
    Explain("total", total);
    if total > 0 then
        Explain("kind", pair.kind);
    end;
end;

pure func MineNumber(word: bits(8)) => integer
begin
    return UInt(word);
end;

// PTO-PROPERTY: {"id": "events", "contract": "TNEG", "function": "Property_Mine_Events",
//   "title": "Nothing is ever written.", "scope": "all"}
func Property_Mine_Events()
begin
    TraceStart();
    ResetProfileState();
    assert WritesOf("_LastFault", -1) == 0;
end;

// PTO-PROPERTY: {"id": "floats", "contract": "TNEG", "function": "Property_Mine_Floats",
//   "title": "One and one are no number.", "scope": "all"}
func Property_Mine_Floats()
begin
    assert IsZero(FloatAdd(4, 0, Zeros{64}, Zeros{64} + 1)[63:0]);
end;
