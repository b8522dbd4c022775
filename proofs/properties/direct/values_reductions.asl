// What a $line reduced by $X is.

// PTO-PROPERTY: {"id":"extremum","contract":"$X","function":"Property_${X}_Extremum","applies":["extremum","of integers"],"title":"Each result is an element of its $line, and no element of the $line is beyond it.","cases":{"configuration":$values_of_integers},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload","bounds":"$operand_bounds"}
func Property_${X}_Extremum(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    ShowOperands_$X();
    let legal = Legal_$X(0);
    Cover(legal);
    if !legal then return; end;
    let source = _Tiles[[1]];
    Execute_$X(0);
    Explain("got", _Tiles[[0]]);
    for line = 0 to PropertyLines(source, $by_row) - 1 do
        let result = PropertyLineInteger(_Tiles[[0]], $by_row, line, 0);
        var found = FALSE;
        for place = 0 to PropertyLineLength(source, $by_row) - 1 do
            let element = PropertyLineInteger(source, $by_row, line, place);
            found = found || result == element;
            assert if $greatest then result >= element else result <= element;
        end;
        assert found;
    end;
end;

// PTO-PROPERTY: {"id":"floating-extremum","contract":"$X","function":"Property_${X}_FloatingExtremum","applies":["extremum","of floats"],"title":"Without NaN, each result is an element of its $line, bit for bit, and no element of the $line is beyond it.","cases":{"configuration":$values_of_floats},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload without NaN","bounds":"$operand_bounds"}
func Property_${X}_FloatingExtremum(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    ShowOperands_$X();
    let legal = Legal_$X(0) && !PropertyHasNaN(_Tiles[[1]]);
    Cover(legal);
    if !legal then return; end;
    let source = _Tiles[[1]];
    Execute_$X(0);
    Explain("got", _Tiles[[0]]);
    for line = 0 to PropertyLines(source, $by_row) - 1 do
        let result = PropertyLineBits(_Tiles[[0]], $by_row, line, 0);
        var found = FALSE;
        for place = 0 to PropertyLineLength(source, $by_row) - 1 do
            let element = PropertyLineBits(source, $by_row, line, place);
            found = found || result == element;
            assert !PropertyBeyond(source.data_type, $greatest, element, result);
        end;
        assert found;
    end;
end;

// PTO-PROPERTY: {"id":"index-of-extremum","contract":"$X","function":"Property_${X}_IndexOfExtremum","applies":["index of extremum","of integers"],"title":"Each result is the lowest index at which the $extremum element of its $line is.","cases":{"configuration":$values_of_integers},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload","bounds":"$operand_bounds"}
func Property_${X}_IndexOfExtremum(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    ShowOperands_$X();
    let legal = Legal_$X(0);
    Cover(legal);
    if !legal then return; end;
    let source = _Tiles[[1]];
    Execute_$X(0);
    Explain("got", _Tiles[[0]]);
    for line = 0 to PropertyLines(source, $by_row) - 1 do
        var first: integer = 0;
        var best = PropertyLineInteger(source, $by_row, line, 0);
        for place = 1 to PropertyLineLength(source, $by_row) - 1 do
            let element = PropertyLineInteger(source, $by_row, line, place);
            if (if $greatest then element > best else element < best) then
                first = place;
                best = element;
            end;
        end;
        assert PropertyLineInteger(_Tiles[[0]], $by_row, line, 0) == first;
    end;
end;

// PTO-PROPERTY: {"id":"floating-index-of-extremum","contract":"$X","function":"Property_${X}_FloatingIndexOfExtremum","applies":["index of extremum","of floats"],"title":"Without NaN, and where no zeros of both signs meet, each result is the lowest index at which the $extremum element of its $line is.","cases":{"configuration":$values_of_floats},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload without NaN and minus zero","bounds":"$operand_bounds"}
func Property_${X}_FloatingIndexOfExtremum(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    ShowOperands_$X();
    let legal = Legal_$X(0) && !PropertyHasNaN(_Tiles[[1]]) && !PropertyHasMinusZero(_Tiles[[1]]);
    Cover(legal);
    if !legal then return; end;
    let source = _Tiles[[1]];
    Execute_$X(0);
    Explain("got", _Tiles[[0]]);
    for line = 0 to PropertyLines(source, $by_row) - 1 do
        var first: integer = 0;
        var best = PropertyLineBits(source, $by_row, line, 0);
        for place = 1 to PropertyLineLength(source, $by_row) - 1 do
            let element = PropertyLineBits(source, $by_row, line, place);
            if PropertyBeyond(source.data_type, $greatest, element, best) then
                first = place;
                best = element;
            end;
        end;
        assert PropertyLineInteger(_Tiles[[0]], $by_row, line, 0) == first;
    end;
end;

// PTO-PROPERTY: {"id":"sum","contract":"$X","function":"Property_${X}_Sum","applies":["sum","of integers"],"title":"Each result is the sum of its $line modulo the element width.","cases":{"configuration":$values_of_integers},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload","bounds":"$operand_bounds"}
func Property_${X}_Sum(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    ShowOperands_$X();
    let legal = Legal_$X(0);
    Cover(legal);
    if !legal then return; end;
    let source = _Tiles[[1]];
    Execute_$X(0);
    Explain("got", _Tiles[[0]]);
    let modulus = 2 ^ TileElementBits(source.data_type);
    for line = 0 to PropertyLines(source, $by_row) - 1 do
        var total: integer = 0;
        for place = 0 to PropertyLineLength(source, $by_row) - 1 do
            total = total + PropertyResidue(source, $by_row, line, place);
        end;
        assert (total - PropertyResidue(_Tiles[[0]], $by_row, line, 0)) MOD modulus == 0;
    end;
end;

// PTO-PROPERTY: {"id":"product","contract":"$X","function":"Property_${X}_Product","applies":["product","of integers"],"title":"Each result is the product of its $line modulo the element width.","cases":{"configuration":$values_of_integers},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload","bounds":"$operand_bounds"}
func Property_${X}_Product(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    ShowOperands_$X();
    let legal = Legal_$X(0);
    Cover(legal);
    if !legal then return; end;
    let source = _Tiles[[1]];
    Execute_$X(0);
    Explain("got", _Tiles[[0]]);
    let modulus = 2 ^ TileElementBits(source.data_type);
    for line = 0 to PropertyLines(source, $by_row) - 1 do
        var total: integer = 1;
        for place = 0 to PropertyLineLength(source, $by_row) - 1 do
            total = total * PropertyResidue(source, $by_row, line, place);
        end;
        assert (total - PropertyResidue(_Tiles[[0]], $by_row, line, 0)) MOD modulus == 0;
    end;
end;
