// What $X writes without reading elements, or beside those that it copies.

// PTO-PROPERTY: {"id":"sequence","contract":"$X","function":"Property_${X}_Sequence","applies":["TCI"],"title":"The element in column k is the start plus k, or minus k if descending, modulo the element width.","cases":{"configuration":$values_of_bits},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every start, both directions","bounds":"$operand_bounds"}
func Property_${X}_Sequence(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
$draws
    let legal = Legal_$X(0$given);
    Cover(legal && $flag0);
    Cover(legal && !$flag0);
    if !legal then return; end;
    Execute_$X(0$given);
    Explain("start", $scalar0);
    Explain("descending", $flag0);
    Explain("got", _Tiles[[0]]);
    let data_type = _Tiles[[0]].data_type;
    for column = 0 to _Tiles[[0]].valid_columns - 1 do
        let step = if $flag0 then -column else column;
        let result = PropertyIntegerAt(_Tiles[[0]], 0, column);
        let difference = result - (PropertyInteger($scalar0, data_type) + step);
        assert difference MOD (2 ^ TileElementBits(data_type)) == 0;
    end;
end;

// PTO-PROPERTY: {"id":"triangle","contract":"$X","function":"Property_${X}_Triangle","applies":["TTRI"],"title":"The element at [r, c] is one exactly if c is at most r plus the diagonal in the lower orientation, or at least that in the upper, and zero otherwise.","cases":{"configuration":$values_of_bits},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"both orientations","bounds":"$operand_bounds"}
func Property_${X}_Triangle(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
$draws
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    Execute_$X(0$given);
    Explain("upper", $flag0);
    Explain("diagonal", $diagonal);
    Explain("got", _Tiles[[0]]);
    let one = PropertyOne(_Tiles[[0]].data_type);
    for row = 0 to _Tiles[[0]].valid_rows - 1 do
        for column = 0 to _Tiles[[0]].valid_columns - 1 do
            let boundary = row + $diagonal;
            let inside = if $flag0 then column >= boundary else column <= boundary;
            assert PropertyBitsAt(_Tiles[[0]], row, column) == (if inside then one else Zeros{64});
        end;
    end;
end;

// PTO-PROPERTY: {"id":"fill","contract":"$X","function":"Property_${X}_Fill","applies":["TFILLPAD"],"title":"The source's valid elements are copied bit for bit, and every other physical element is defined and holds the low bits of the scalar.","cases":{"configuration":$values_of_bits},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload and scalar","bounds":"$operand_bounds"}
func Property_${X}_Fill(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    Explain("scalar", $scalar0);
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let source = _Tiles[[1]];
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    let filling = PropertyCarrier($scalar0, source.data_type);
    for row = 0 to _Tiles[[0]].rows - 1 do
        for column = 0 to _Tiles[[0]].columns - 1 do
            let at_row = row as integer{0..65535};
            let at_column = column as integer{0..65535};
            assert TileElementDefined(0, at_row, at_column);
            let inside = row < source.valid_rows && column < source.valid_columns;
            let expected = if inside then PropertyBitsAt(source, row, column) else filling;
            assert PropertyBitsAt(_Tiles[[0]], row, column) == expected;
        end;
    end;
end;
