// In which order $X puts elements: numbers by value, both zeros alike, then NaNs.

// PTO-PROPERTY: {"id":"permutation","contract":"$X","function":"Property_${X}_Permutation","applies":["TSORT"],"title":"Within each group of sort_width columns, each value is, bit for bit, the source's in the column that the index beside it names, and no column is named twice.","cases":{"configuration":$values_of_floats},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, both directions","bounds":"$operand_bounds"}
func Property_${X}_Permutation(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let width = $sort_width;
    Explain("descending", $flag0);
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let source = _Tiles[[1]];
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    Explain("indices", _Tiles[[16]]);
    for row = 0 to source.valid_rows - 1 do
        for column = 0 to source.valid_columns - 1 do
            let place = column MOD width;
            let index = UInt(PropertyBitsAt(_Tiles[[16]], row, column));
            let value = PropertyBitsAt(_Tiles[[0]], row, column);
            var found = FALSE;
            for offset = 0 to width - 1 do
                let origin = (column - place) + offset;
                if origin < source.valid_columns then
                    let moved = value == PropertyBitsAt(source, row, origin);
                    found = found || (index == offset && moved);
                end;
            end;
            assert found;
            for offset = 1 to place do
                assert index != UInt(PropertyBitsAt(_Tiles[[16]], row, column - offset));
            end;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"sorted","contract":"$X","function":"Property_${X}_Sorted","applies":["TSORT"],"title":"Each group of sort_width columns is in the order selected, NaNs last; what is equal, and NaNs, are in the order of their indices.","cases":{"configuration":$values_of_groups},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, both directions","bounds":"$operand_bounds"}
func Property_${X}_Sorted(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let width = $sort_width;
    Explain("descending", $flag0);
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    Explain("indices", _Tiles[[16]]);
    for row = 0 to _Tiles[[0]].valid_rows - 1 do
        for column = 0 to _Tiles[[0]].valid_columns - 1 do
            let place = column MOD width;
            let index = UInt(PropertyBitsAt(_Tiles[[16]], row, column));
            let value = PropertyBitsAt(_Tiles[[0]], row, column);
            if place > 0 then
                let before = PropertyBitsAt(_Tiles[[0]], row, column - 1);
                let kept = UInt(PropertyBitsAt(_Tiles[[16]], row, column - 1)) < index;
                let data_type = _Tiles[[0]].data_type;
                assert !PropertyPrecedes(data_type, $flag0, value, before);
                assert kept || PropertyPrecedes(data_type, $flag0, before, value);
            end;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"merged","contract":"$X","function":"Property_${X}_Merged","applies":["TMRGSORT"],"title":"The result is the sources' elements, bit for bit, in the order selected; of equal ones, those of the left source first.","cases":{"configuration":$values_of_floats},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, both directions","bounds":"$operand_bounds"}
func Property_${X}_Merged(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    Explain("descending", $flag0);
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let (left, right) = (_Tiles[[1]], _Tiles[[2]]);
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    // An element comes after those before it in its row and those of the other row that go first.
    for column = 0 to left.valid_columns - 1 do
        let element = PropertyBitsAt(left, 0, column);
        var place: integer = column;
        for other = 0 to right.valid_columns - 1 do
            let before = PropertyPrecedes(
                left.data_type, $flag0, PropertyBitsAt(right, 0, other), element);
            place = place + (if before then 1 else 0);
        end;
        assert PropertyIsPlaced(_Tiles[[0]], place, element);
    end;
    for column = 0 to right.valid_columns - 1 do
        let element = PropertyBitsAt(right, 0, column);
        var place: integer = column;
        for other = 0 to left.valid_columns - 1 do
            let after = PropertyPrecedes(
                left.data_type, $flag0, element, PropertyBitsAt(left, 0, other));
            place = place + (if after then 0 else 1);
        end;
        assert PropertyIsPlaced(_Tiles[[0]], place, element);
    end;
end;

// PTO-PROPERTY: {"id":"invalid-on-signaling","contract":"$X","function":"Property_${X}_InvalidOnSignaling","applies":["orders"],"title":"A signaling NaN among the elements records invalid, and nothing else does.","cases":{"configuration":$values_of_float_types},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, both directions","bounds":"$operand_bounds"}
func Property_${X}_InvalidOnSignaling(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    var signaling = FALSE;
    for source = 1 to $sources do
        let tile = _Tiles[[source as TileIndex]];
        for row = 0 to tile.valid_rows - 1 do
            for column = 0 to tile.valid_columns - 1 do
                let word = PropertyBitsAt(tile, row, column);
                signaling = signaling || PropertyIsSignaling(tile.data_type, word);
            end;
        end;
    end;
    Execute_$X(0$given);
    Explain("status", NumericStatusFlags());
    assert NumericStatusFlags() == (if signaling then Zeros{5} + 1 else Zeros{5});
end;
