// What the elements of a $X result are, each by itself.

// PTO-PROPERTY: {"id":"direct-values","contract":"$X","function":"Property_${X}_DirectValues","applies":["values"],"title":"A result is $meaning.","cases":{"configuration":$valued},"case_values":$values,"assumes":"direct-no-runtime-error","any_shape":$any_shape,"scope":"every payload, floating elements zero-extended$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectValues(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    // Legal as they are, and then without upper bits, which loses nothing: without any, they stay.
    if !Legal_$X(0$given) then return; end;
$plain
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    - = Expect_$X(0$given);
    Execute_$X(0$given);
    Explain("expected", _Tiles[[63]]);
    Explain("got", _Tiles[[0]]);
    assert $same(_Tiles[[63]], _Tiles[[0]]);
end;

// Makes tile 63 what the destination should become; the flags that should be raised.
func Expect_$X(destination: TileIndex$typed) => bits(5)
begin
    _Tiles[[63]] = _Tiles[[destination]];
    let data_type = _Tiles[[$primary]].data_type;
    var flags = Zeros{5};
    for row = 0 to _Tiles[[63]].valid_rows - 1 do
        for column = 0 to _Tiles[[63]].valid_columns - 1 do
            let result = $result;
            $store(63, row, column, result);
            flags = flags OR result[68:64];
        end;
    end;
    return flags;
end;

// PTO-PROPERTY: {"id":"direct-status","contract":"$X","function":"Property_${X}_DirectStatus","applies":["values","status"],"title":"The numeric status is raised by what the elements are, $flags.","cases":{"configuration":$floating},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, floating elements zero-extended$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectStatus(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    // Legal as they are, and then without upper bits, which loses nothing: without any, they stay.
    if !Legal_$X(0$given) then return; end;
$plain
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let expected = Expect_$X(0$given);
    Execute_$X(0$given);
    Explain("expected status", expected);
    Explain("status", NumericStatusFlags());
    assert NumericStatusFlags() == expected;
end;
