// What a product of matrices computed by $X is, of integers.

// PTO-PROPERTY: {"id":"matrix-product","contract":"$X","function":"Property_${X}_MatrixProduct","applies":["matrix product"],"title":"Each element is the sum of the products of a row of the left and a column of the right matrix$added, modulo the width of the result.","cases":{"configuration":$values_of_integers},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload in normal form","bounds":"$operand_bounds"}
func Property_${X}_MatrixProduct(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    ShowOperands_$X();
    var legal = Legal_$X(0$given);
    for source = 1 to $sources do
        legal = legal && PropertyAllNormal(_Tiles[[source as TileIndex]]);
    end;
    Cover(legal);
    if !legal then return; end;
    let (left, right, accumulator, bias) = (
        _Tiles[[$left]], _Tiles[[$right]], _Tiles[[$accumulator]], _Tiles[[$bias]]);
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    let data_type = _Tiles[[0]].data_type;
    for row = 0 to left.valid_rows - 1 do
        for column = 0 to right.valid_columns - 1 do
            var total = Zeros{64};
            if $accumulator != 0 then
                total = total + PropertyWord(accumulator, row, column);
            end;
            if $bias != 0 then
                total = total + PropertyWord(bias, 0, column);
            end;
            for inner = 0 to left.valid_columns - 1 do
                // As words in normal form are congruent to their elements.
                let product: integer = UInt(PropertyWord(left, row, inner))
                    * UInt(PropertyWord(right, inner, column));
                total = total + product[63:0];
            end;
            let expected = PropertyCarrier(total, data_type);
            assert PropertyBitsAt(_Tiles[[0]], row, column) == expected;
        end;
    end;
end;
