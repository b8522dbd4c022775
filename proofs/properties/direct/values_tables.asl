// What $X computes of a whole source: counts, and windows of a feature map.

// PTO-PROPERTY: {"id":"prefix-histogram","contract":"$X","function":"Property_${X}_PrefixHistogram","applies":["THISTOGRAM"],"title":"In each row, each bin counts the 16-bit elements whose selected byte is at most the bin; for the low byte, those whose high byte is the filter's of that row.","cases":{"configuration":$values_of_halves,"bin":[0,1,127,255]},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload","bounds":"the operands and bins named"}
func Property_${X}_PrefixHistogram(configuration: integer{0..$last}, bin: integer{0..255})
begin
    Configure_$X(configuration);
    Contents_$X();
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let (source, filter) = (_Tiles[[1]], _Tiles[[2]]);
    Execute_$X(0$given);
    for row = 0 to source.valid_rows - 1 do
        var count: integer = 0;
        for column = 0 to source.valid_columns - 1 do
            let word = PropertyBitsAt(source, row, column);
            let (high, low) = (UInt(word[15:8]), UInt(word[7:0]));
            let passes = $selected_byte == 1 || high == UInt(PropertyBitsAt(filter, row, 0));
            let value = if $selected_byte == 1 then high else low;
            count = count + (if passes && value <= bin then 1 else 0);
        end;
        assert UInt(PropertyBitsAt(_Tiles[[0]], row, bin)) == count;
    end;
end;

// PTO-PROPERTY: {"id":"image-to-column","contract":"$X","function":"Property_${X}_ImageToColumn","applies":["TIMG2COL"],"title":"The element at [m, k] is, bit for bit, the one that tap k of the filter meets at output m plus posM, or the descriptor's padding where that is outside the map.","cases":{"configuration":$values_of_bits},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload and padding","bounds":"types of the operands named; a map 1x3 padded by one on the left, a filter 1x2, posM 0 and 1"}
func Property_${X}_ImageToColumn(configuration: integer{0..$last})
begin
    for first = 0 to 1 do
        Configure_$X(configuration);
        let data_type = _Tiles[[1]].data_type;
        let padding = ARBITRARY: bits(64);
        PropertyConfigureMatrix(0, data_type, 2, 2, 2);
        PropertyConfigureMatrix(1, data_type, 1, 3, 4);
        ConfigureTileFeatureMapDescriptor(1, TileFeatureMapLayout_NC1HWC0,
            1, 1, 1, 1, 3, 1, 1, 2, 1, 1, 1, 1, 1, 0, 0, 0, 1, padding, FALSE);
        Contents_$X();
        ShowOperands_$X();
        Explain("padding", padding);
        let legal = Legal_$X(0, first, 0);
        Cover(legal);
        if !legal then return; end;
        let source = _Tiles[[1]];
        Execute_$X(0, first, 0);
        Explain("got", _Tiles[[0]]);
        for row = 0 to 1 do
            for tap = 0 to 1 do
                let column: integer = (row + first + tap) - 1;
                let inside = column >= 0 && column < 3;
                var expected = PropertyCarrier(padding, data_type);
                if inside then
                    expected = PropertyBitsAt(source, 0, column);
                end;
                assert PropertyBitsAt(_Tiles[[0]], row, tap) == expected;
            end;
        end;
    end;
end;
