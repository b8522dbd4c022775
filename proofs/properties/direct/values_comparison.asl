// What the relations that $X tests have to do with each other.

// PTO-PROPERTY: {"id":"comparison-trichotomy","contract":"$X","function":"Property_${X}_ComparisonTrichotomy","applies":["relation"],"title":"Of two elements exactly one of LT, EQ and GT holds, and none where one is a NaN.","cases":{"configuration":$related},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, floating elements zero-extended$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_ComparisonTrichotomy(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$plain
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given_less) && Legal_$X(0$given_equal) && Legal_$X(0$given_greater);
    Cover(legal);
    if !legal then return; end;
    Execute_$X(0$given_less);
    let less = _Tiles[[0]];
    Execute_$X(0$given_equal);
    let equal = _Tiles[[0]];
    Execute_$X(0$given_greater);
    let greater = _Tiles[[0]];
    Explain("less", less);
    Explain("equal", equal);
    Explain("greater", greater);
    let data_type = _Tiles[[$primary]].data_type;
    for row = 0 to less.valid_rows - 1 do
        for column = 0 to less.valid_columns - 1 do
            let (lt, eq, gt) = (PropertyPredicate(less, row, column),
                PropertyPredicate(equal, row, column), PropertyPredicate(greater, row, column));
            let unordered = $compared[1:0] == '11';
            assert (lt || eq || gt) == !unordered;
            assert !(lt && eq) && !(lt && gt) && !(eq && gt);
        end;
    end;
end;

// PTO-PROPERTY: {"id":"comparison-symmetry","contract":"$X","function":"Property_${X}_ComparisonSymmetry","applies":["relation","swappable"],"title":"A relation holds of two elements if, in the other order, the mirrored one does: LT and GT, LE and GE, EQ and NE themselves.","cases":{"configuration":$related},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, floating elements zero-extended$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_ComparisonSymmetry(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$plain
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given) && Legal_$X(0$given_mirrored);
    Cover(legal);
    if !legal then return; end;
    Execute_$X(0$given);
    let after = _Tiles[[0]];
    let first = _Tiles[[1]];
    _Tiles[[1]] = _Tiles[[2]];
    _Tiles[[2]] = first;
    Execute_$X(0$given_mirrored);
    Explain("expected", after);
    Explain("got", _Tiles[[0]]);
    assert PropertySamePredicates(after, _Tiles[[0]]);
end;
