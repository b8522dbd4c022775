// What $X does to its operands and to all else.

// PTO-PROPERTY: {"id":"direct-no-runtime-error","contract":"$X","function":"Property_${X}_DirectNoRuntimeError","title":"Legal operands are executed: no assertion, cast or index of the specification fails.","cases":{"configuration":$all},"case_values":$values,"any_shape":$any_shape,"scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectNoRuntimeError(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if legal then
        Execute_$X(0$given);
    end;
end;

// PTO-PROPERTY: {"id":"direct-carrier","contract":"$X","function":"Property_${X}_DirectCarrier","applies":["elements"],"title":"Equal valid elements of the sources have equal outcomes (legality, valid elements of the results, numeric status), whatever the bits of the stored words above them.","cases":{"configuration":$narrow},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectCarrier(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    let masks = _TileAllocationMasks;
    let tiles = _Tiles;
$recarry
    ShowOperands_$X();
    let others = _Tiles;
    let other_legal = Legal_$X(0$given);
    Explain("legal", other_legal);
    if other_legal then
        Execute_$X(0$given);
    end;
    let other_status = NumericStatusFlags();
    let after = _Tiles;
    Configure_$X(configuration);
    _Tiles = tiles;
    _TileAllocationMasks = masks;
    let legal = Legal_$X(0$given);
    Cover(legal);
    Explain("legal with other upper bits", legal);
    assert legal == other_legal;
    if legal then
        Execute_$X(0$given);
        assert NumericStatusFlags() == other_status;
$same_results
    end;
end;

// PTO-PROPERTY: {"id":"direct-scalar-carrier","contract":"$X","function":"Property_${X}_DirectScalarCarrier","applies":["scalar"],"title":"Of a scalar operand, bits above the element have no part in legality, valid elements of the results, or numeric status.","cases":{"configuration":$narrow},"case_values":$values,"assumes":"direct-no-runtime-error","any_shape":$any_shape,"scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectScalarCarrier(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    let other = PropertyRecarried($scalar, _Tiles[[$scalar_tile]].data_type);
    ShowOperands_$X();
    Explain("scalar", $scalar);
    Explain("scalar with other upper bits", other);
    let masks = _TileAllocationMasks;
    let tiles = _Tiles;
    let legal = Legal_$X(0$given);
    Cover(legal);
    if legal then
        Execute_$X(0$given);
    end;
    let status = NumericStatusFlags();
    let after = _Tiles;
    Configure_$X(configuration);
    _Tiles = tiles;
    _TileAllocationMasks = masks;
    assert legal == Legal_$X(0$given_other);
    if legal then
        Execute_$X(0$given_other);
        assert NumericStatusFlags() == status;
$same_results
    end;
end;

// PTO-PROPERTY: {"id":"direct-aliasing","contract":"$X","function":"Property_${X}_DirectAliasing","applies":["aliases"],"title":"Where a source may be the destination too, valid elements and numeric status are those of a separate destination.","cases":{"configuration":$aliased,"source":$alias_sources},"case_values":$values,"assumes":"direct-no-runtime-error","any_shape":$any_shape,"scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectAliasing(configuration: integer{0..$last}, source: TileIndex)
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let masks = _TileAllocationMasks;
    let tiles = _Tiles;
    let legal = Legal_$X(0$given) && Legal_$X(source$given);
    Cover(legal);
    if !legal then return; end;
    Execute_$X(0$given);
    let separate = _Tiles[[0]];
    let status = NumericStatusFlags();
    Configure_$X(configuration);
    _Tiles = tiles;
    _TileAllocationMasks = masks;
    Execute_$X(source$given);
    Explain("expected", separate);
    Explain("got", _Tiles[[source]]);
    assert $same(separate, _Tiles[[source]]) && NumericStatusFlags() == status;
end;

// PTO-PROPERTY: {"id":"direct-destination-not-read","contract":"$X","function":"Property_${X}_DirectDestinationNotRead","applies":["results"],"title":"Whether valid elements of the destination were undefined before, or what they held, changes neither legality nor valid elements of the results nor numeric status.","cases":{"configuration":$few},"case_values":$values,"assumes":"direct-no-runtime-error","any_shape":$any_shape,"scope":"every payload, valid elements of the earlier destination$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectDestinationNotRead(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let masks = _TileAllocationMasks;
    let tiles = _Tiles;
    let legal = Legal_$X(0$given);
    Cover(legal);
    if legal then
        Execute_$X(0$given);
    end;
    let status = NumericStatusFlags();
    let after = _Tiles;
    Configure_$X(configuration);
    _Tiles = tiles;
    _TileAllocationMasks = masks;
$earlier
    assert legal == Legal_$X(0$given);
    if legal then
        Execute_$X(0$given);
        assert NumericStatusFlags() == status;
$same_results
    end;
end;

// PTO-PROPERTY: {"id":"direct-padding-not-read","contract":"$X","function":"Property_${X}_DirectPaddingNotRead","applies":["pads"],"title":"Padding of the numeric sources, undefined or not, changes neither legality nor valid elements of the results nor numeric status.","cases":{"configuration":$padded},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, padding to the right of the valid rectangle and in the row below it$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectPaddingNotRead(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    let masks = _TileAllocationMasks;
    let tiles = _Tiles;
    let legal = Legal_$X(0$given);
    Cover(legal);
    if legal then
        Execute_$X(0$given);
    end;
    let status = NumericStatusFlags();
    let after = _Tiles;
    Configure_$X(configuration);
    _Tiles = tiles;
    _TileAllocationMasks = masks;
$pad_sources
    ShowOperands_$X();
    assert legal == Legal_$X(0$given);
    if legal then
        Execute_$X(0$given);
        assert NumericStatusFlags() == status;
$same_results
    end;
end;

// PTO-PROPERTY: {"id":"direct-read-before-write","contract":"$X","function":"Property_${X}_DirectReadBeforeWrite","applies":["snapshots"],"title":"After the first write to the destination, of several to the first, no source is read.","cases":{"configuration":$few},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectReadBeforeWrite(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    TraceStart();
    Execute_$X(0$given);
    for source = 1 to $sources do
        assert ReadsAfterWrite("_Tiles", source, "_Tiles", 0) == 0;
    end;
end;

// PTO-PROPERTY: {"id":"direct-frame","contract":"$X","function":"Property_${X}_DirectFrame","applies":["contained"],"title":"Execution writes its destinations and the numeric status, which is sticky, and nothing else; if the variable of the status holds more, all else in it is as recording the same status leaves it.","cases":{"configuration":$few},"case_values":$values,"assumes":"direct-no-runtime-error","any_shape":$any_shape,"scope":"every payload, earlier status$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectFrame(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    RecordNumericStatusFlags(ARBITRARY: bits(5));
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let status = NumericStatusFlags();
$keep_status
    TraceStart();
    Execute_$X(0$given);
    let elsewhere = WritesOf("*", -1)$declared_writes;
    Explain("status before", status);
    Explain("status", NumericStatusFlags());
    assert elsewhere == 0;
    assert (NumericStatusFlags() AND status) == status;
$only_status
end;

// PTO-PROPERTY: {"id":"direct-descriptor","contract":"$X","function":"Property_${X}_DirectDescriptor","applies":["results"],"title":"Execution fills its destinations: every valid element is defined afterwards, and allocation, type, shape and layout are as they were.","cases":{"configuration":$few},"case_values":$values,"assumes":"direct-no-runtime-error","any_shape":$any_shape,"scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectDescriptor(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    let before = _Tiles;
    Execute_$X(0$given);
$descriptor
end;

// PTO-PROPERTY: {"id":"direct-representable","contract":"$X","function":"Property_${X}_DirectRepresentable","applies":["integers"],"title":"Integers of the first destination are stored in one form, if those of each source are: all of them sign-extended to the word, or all zero-extended.","cases":{"configuration":$integers},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectRepresentable(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal || !($one_form) then return; end;
    Execute_$X(0$given);
    Explain("got", _Tiles[[0]]);
    assert PropertyOneForm(0);
end;

// PTO-PROPERTY: {"id":"direct-integer-status","contract":"$X","function":"Property_${X}_DirectIntegerStatus","applies":["integers"],"title":"An operation on integers raises no numeric status.","cases":{"configuration":$integral},"case_values":$values,"assumes":"direct-no-runtime-error","any_shape":$any_shape,"scope":"every payload$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectIntegerStatus(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$draws
    ShowOperands_$X();
    let legal = Legal_$X(0$given);
    Cover(legal);
    if !legal then return; end;
    Execute_$X(0$given);
    Explain("status", NumericStatusFlags());
    assert IsZero(NumericStatusFlags());
end;

// PTO-PROPERTY: {"id":"direct-definedness","contract":"$X","function":"Property_${X}_DirectDefinedness","applies":["defined"],"title":"A source whose element [0, 0] is undefined is illegal.","cases":{"configuration":$few,"source":$source_numbers},"case_values":$values,"assumes":"direct-no-runtime-error","scope":"every payload, element [0, 0] of one source undefined$scalar_words","bounds":"$direct_bounds"}
func Property_${X}_DirectDefinedness(configuration: integer{0..$last}, source: TileIndex)
begin
    Configure_$X(configuration);
    let undefined = _Tiles;
    Contents_$X();
$draws
    let whole = Legal_$X(0$given);
    Cover(whole);
    _Tiles[[source]] = undefined[[source]];
$partial
    ShowOperands_$X();
    assert !Legal_$X(0$given);
end;
