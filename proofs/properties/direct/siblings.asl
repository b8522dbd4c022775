// $X against the contract that has a tile in place of what $X broadcasts.

// PTO-PROPERTY: {"id":"sibling-legality","contract":"$X","function":"Property_${X}_SiblingLegality","applies":["sibling"],"title":"$X is legal if and only if $sibling is, with $broadcast_words.","cases":{"configuration":$sibling_cases},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_SiblingLegality(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    Broadcast_$X(0$given);
    ShowOperands_$X();
    Explain("broadcast", _Tiles[[32]]);
    let legal = Legal_$X(0$given);
    let sibling_legal = SiblingLegal_$X(0$given);
    Cover(legal);
    Explain("legal", legal);
    Explain("$sibling legal", sibling_legal);
    assert legal == sibling_legal;
end;

// Tile 32: of the form of tile $primary, with what is broadcast in every element.
func Broadcast_$X(destination: TileIndex$typed)
begin
    _Tiles[[32]] = _Tiles[[$primary]];
    _TileAllocationMasks[[32]] = _TileAllocationMasks[[$primary]];
    for row = 0 to _Tiles[[32]].valid_rows - 1 do
        for column = 0 to _Tiles[[32]].valid_columns - 1 do
            PropertyStoreElement(32, row, column, PropertyKept($broadcast));
        end;
    end;
end;

readonly func SiblingLegal_$X(destination: TileIndex$typed) => boolean
begin
    return $sibling_legal;
end;

func SiblingExecute_$X(destination: TileIndex$typed)
begin
    $sibling_execute;
end;

// PTO-PROPERTY: {"id":"sibling-values","contract":"$X","function":"Property_${X}_SiblingValues","applies":["sibling"],"title":"$X gives what $sibling does, with $broadcast_words.","cases":{"configuration":$sibling_legal_cases},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, floating elements zero-extended$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_SiblingValues(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$plain
$draws
    Broadcast_$X(0$given);
    PropertyPlainElements(32);
    ShowOperands_$X();
    Explain("broadcast", _Tiles[[32]]);
    let legal = Legal_$X(0$given) && SiblingLegal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    SiblingExecute_$X(0$given);
    let after = _Tiles[[0]];
    Execute_$X(0$given);
    Explain("expected", after);
    Explain("got", _Tiles[[0]]);
    assert $same(after, _Tiles[[0]]);
end;

// PTO-PROPERTY: {"id":"sibling-status","contract":"$X","function":"Property_${X}_SiblingStatus","applies":["sibling"],"title":"$X raises the numeric status that $sibling does, with $broadcast_words.","cases":{"configuration":$sibling_flag_cases},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, floating elements zero-extended$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_SiblingStatus(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$plain
$draws
    Broadcast_$X(0$given);
    PropertyPlainElements(32);
    ShowOperands_$X();
    Explain("broadcast", _Tiles[[32]]);
    let (masks, tiles) = (_TileAllocationMasks, _Tiles);
    let legal = Legal_$X(0$given) && SiblingLegal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    SiblingExecute_$X(0$given);
    let status = NumericStatusFlags();
    Begin_$X(configuration);
    _Tiles = tiles;
    _TileAllocationMasks = masks;
    Execute_$X(0$given);
    Explain("status of $sibling", status);
    Explain("status", NumericStatusFlags());
    assert NumericStatusFlags() == status;
end;
