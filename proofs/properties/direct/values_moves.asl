// Where the elements are from that $X puts in its result: bit for bit, whatever their type.

// PTO-PROPERTY: {"id":"moves","contract":"$X","function":"Property_${X}_Moves","applies":["moves"],"title":"Each element of the result is, bit for bit, an element of a source. $moved","cases":{"configuration":$values_of_bits},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload$scalar_words","bounds":"$operand_bounds"}
func Property_${X}_Moves(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let (first, second) = (_Tiles[[1]], _Tiles[[2]]);
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    for row = 0 to _Tiles[[0]].valid_rows - 1 do
        for column = 0 to _Tiles[[0]].valid_columns - 1 do
            let expected = Property$origin(first, second, $natural0, $natural1, row, column);
            assert PropertyBitsAt(_Tiles[[0]], row, column) == expected;
        end;
    end;
end;
