// What $X reads from memory and writes to it.

// PTO-PROPERTY: {"id":"load","contract":"$X","function":"Property_${X}_Load","applies":["TLOAD"],"title":"Each element is the one in memory at base plus row times stride plus its place in the row, and memory stays as it is.","cases":{"configuration":$values_of_bits},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"any bytes of memory from 32 to 159, zero in all others","bounds":"$operand_bounds"}
func Property_${X}_Load(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    PropertyUnknownMemory();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let memory = _Memory;
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    assert SameValue(memory, _Memory);
    let data_type = _Tiles[[0]].data_type;
    for row = 0 to _Tiles[[0]].valid_rows - 1 do
        let address: integer = UInt($address) + row * UInt($scalar0);
        for column = 0 to _Tiles[[0]].valid_columns - 1 do
            let expected = PropertyLoaded(data_type, address, column);
            assert PropertyBitsAt(_Tiles[[0]], row, column) == expected;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"store","contract":"$X","function":"Property_${X}_Store","applies":["TSTORE"],"title":"Each valid element goes to base plus row times stride plus its place in the row; all other memory, and the source, stay as they are.","cases":{"configuration":$values_of_bits},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, any bytes of memory from 32 to 159, zero in all others","bounds":"$operand_bounds"}
func Property_${X}_Store(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    PropertyUnknownMemory();
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let (tiles, memory) = (_Tiles, _Memory);
    Execute_$X(0$given);
    assert SameValue(tiles, _Tiles);
    let after = _Memory;
    _Memory = memory;
    let source = _Tiles[[1]];
    for row = 0 to source.valid_rows - 1 do
        let address: integer = UInt($address) + row * UInt($scalar0);
        for column = 0 to source.valid_columns - 1 do
            PropertyStore(source.data_type, address, column, PropertyBitsAt(source, row, column));
        end;
    end;
    assert SameValue(after, _Memory);
end;

// PTO-PROPERTY: {"id":"prefetch","contract":"$X","function":"Property_${X}_Prefetch","applies":["TPREFETCH"],"title":"Each of the four PEs records one load for each element at which TLOAD would load it, base plus row times stride in bytes plus its place in the row; tiles and memory stay as they are.","cases":{"configuration":$values_of_bits},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"any bytes of memory from 32 to 159, zero in all others","bounds":"$operand_bounds"}
func Property_${X}_Prefetch(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    PropertyUnknownMemory();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let (tiles, memory) = (_Tiles, _Memory);
    StartMemoryEventCapture(0);
    Execute_$X(0$given);
    assert SameValue(tiles, _Tiles) && SameValue(memory, _Memory);
    let data_type = TileDataTypeFromEncoding(
        CurrentBundleTileOperationDataTypeCode() as TileDataTypeEncoding);
    var count: integer = 0;
    for pe = 0 to 3 do
        for row = 0 to $positive1 - 1 do
            for column = 0 to $positive0 - 1 do
                let event = _MemoryEvents[[count as MemoryEventIndex]];
                let address: integer = UInt($address) + row * UInt($scalar0);
                let expected: integer = address + PropertyOffset(data_type, column);
                Explain("address expected", expected);
                Explain("address", UInt(event.address));
                assert event.agent == pe && UInt(event.address) == expected;
                count = count + 1;
            end;
        end;
    end;
    assert _MemoryEventCount == count;
end;

// PTO-PROPERTY: {"id":"gather-loads","contract":"$X","function":"Property_${X}_GatherLoads","applies":["gathers"],"title":"Each element is the one in memory at base plus its displacement in bytes, or where a mask disables it the pad value; memory stays as it is.","cases":{"configuration":$values_of_bits,"alike":["FALSE","TRUE"]},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"any bytes of memory from 32 to 159, zero in all others$drawn_words","bounds":"$displaced_bounds; displacements 8 bytes apart, below the base if they are signed, or all alike"}
func Property_${X}_GatherLoads(configuration: integer{0..$last}, alike: boolean)
begin
    Configure_$X(configuration);
    Contents_$X();
    PropertyDisplace(1, alike);
    PropertyUnknownMemory();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let (indices, mask, memory) = (_Tiles[[1]], _Tiles[[2]], _Memory);
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    assert SameValue(memory, _Memory);
    let data_type = _Tiles[[0]].data_type;
    for row = 0 to indices.valid_rows - 1 do
        for column = 0 to indices.valid_columns - 1 do
            let got = PropertyWord(_Tiles[[0]], row, column);
            let address = PropertyTarget($address, indices, row, column);
            if $enabled then
                assert PropertyCarrier(got, data_type) == PropertyLoaded(data_type, address, 0);
            else
                assert PropertyIsPadValue(got, $pad_value, data_type);
            end;
        end;
    end;
end;

// PTO-PROPERTY: {"id":"compare-and-swap","contract":"$X","function":"Property_${X}_CompareAndSwap","applies":["MGATHER_CAS"],"title":"Each element is what memory held at base plus its displacement; where that is the expected element, memory then holds the replacement, and all else stays as it is.","cases":{"configuration":$values_of_lanes},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, any bytes of memory from 32 to 159, zero in all others$drawn_words","bounds":"$displaced_bounds; displacements 8 bytes apart, below the base if they are signed"}
func Property_${X}_CompareAndSwap(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    PropertyDisplace(1, FALSE);
    PropertyUnknownMemory();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let (indices, expected, replacement) = (_Tiles[[1]], _Tiles[[2]], _Tiles[[3]]);
    let memory = _Memory;
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    let after = _Memory;
    _Memory = memory;
    let data_type = _Tiles[[0]].data_type;
    for row = 0 to indices.valid_rows - 1 do
        for column = 0 to indices.valid_columns - 1 do
            let address = PropertyTarget($address, indices, row, column);
            let held = PropertyLoaded(data_type, address, 0);
            assert PropertyBitsAt(_Tiles[[0]], row, column) == held;
            if held == PropertyBitsAt(expected, row, column) then
                PropertyStore(data_type, address, 0, PropertyBitsAt(replacement, row, column));
            end;
        end;
    end;
    assert SameValue(after, _Memory);
end;

// PTO-PROPERTY: {"id":"scatter-stores","contract":"$X","function":"Property_${X}_ScatterStores","applies":["scatters"],"title":"Each element that no mask disables goes to base plus its displacement in bytes; all other memory, and the sources, stay as they are.","cases":{"configuration":$values_of_lanes},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, any bytes of memory from 32 to 159, zero in all others","bounds":"$displaced_bounds$mask_words; displacements 8 bytes apart, below the base if they are signed"}
func Property_${X}_ScatterStores(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    PropertyDisplace(2, FALSE);
    PropertyUnknownMemory();
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let (tiles, memory) = (_Tiles, _Memory);
    Execute_$X(0$given);
    assert SameValue(tiles, _Tiles);
    let after = _Memory;
    _Memory = memory;
    let (source, indices, mask) = (_Tiles[[1]], _Tiles[[2]], _Tiles[[3]]);
    for row = 0 to source.valid_rows - 1 do
        for column = 0 to source.valid_columns - 1 do
            if $enabled then
                let address = PropertyTarget($address, indices, row, column);
                let word = PropertyBitsAt(source, row, column);
                PropertyStore(source.data_type, address, 0, word);
            end;
        end;
    end;
    assert SameValue(after, _Memory);
end;

// PTO-PROPERTY: {"id":"scatter-winner","contract":"$X","function":"Property_${X}_ScatterWinner","applies":["MSCATTER"],"title":"Of elements that go to the same place one stays there; all other memory stays as it is.","cases":{"configuration":$values_of_lanes},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, any bytes of memory from 32 to 159, zero in all others","bounds":"$displaced_bounds; displacements all alike"}
func Property_${X}_ScatterWinner(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
    PropertyDisplace(2, TRUE);
    PropertyUnknownMemory();
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let memory = _Memory;
    let source = _Tiles[[1]];
    Execute_$X(0$given);
    let after = _Memory;
    var found = FALSE;
    for row = 0 to source.valid_rows - 1 do
        for column = 0 to source.valid_columns - 1 do
            _Memory = memory;
            let address = PropertyTarget($address, _Tiles[[2]], row, column);
            PropertyStore(source.data_type, address, 0, PropertyBitsAt(source, row, column));
            found = found || SameValue(after, _Memory);
        end;
    end;
    assert found;
end;
