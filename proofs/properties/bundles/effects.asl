// What a bundle of $X does.

// PTO-PROPERTY: {"id":"bundle-no-runtime-error","contract":"$X","function":"Property_${X}_BundleNoRuntimeError","title":"A bundle is accepted or rejected: no assertion, cast or index of the specification fails.","cases":{"configuration":$bundled},"case_values":$values,"scope":"every payload, sources defined or undefined at [0, 0]$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundleNoRuntimeError(configuration: integer{0..$last})
begin
    BundleSources_$X(configuration);
    PerhapsPartial_$X();
$held_draws
    ShowOperands_$X();
    let accepted = Encoded_$X(configuration$held);
    Cover(accepted);
end;

// PTO-PROPERTY: {"id":"bundle-agreement","contract":"$X","function":"Property_${X}_BundleAgreement","assumes":"bundle-no-runtime-error","title":"A bundle is accepted if and only if its operands are legal and the operation itself does not fault, and it gives what the operation gives: $agreed_words.","cases":{"configuration":$bundled},"case_values":$values,"scope":"every payload$held_scope$memory_scope","bounds":"$bundle_bounds$agreed_bounds"}
func Property_${X}_BundleAgreement(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    Contents_$X();
$unknown_memory
$held_draws
$fixed
    ShowOperands_$X();
    let tiles = _Tiles;
$keep_memory
$capture
    let legal = Legal_$X(0$given);
    Explain("legal", legal);
    if legal then
        Execute_$X(0$given);
    end;
    let faultless = _LastFault == Fault_None;
    let direct = _Tiles;
    let status = NumericStatusFlags();
$keep_results
    BundleSources_$X(configuration);
$bundle_contents
$restore_memory
    let accepted = Encoded_$X(configuration$held);
    Cover(accepted);
    assert accepted == (legal && faultless);
    if accepted then
$agreed_results
        Explain("status", NumericStatusFlags());
        Explain("expected status", status);
        assert NumericStatusFlags() == status;
    end;
end;

// PTO-PROPERTY: {"id":"bundle-rejection","contract":"$X","function":"Property_${X}_BundleRejection","applies":["reads tiles"],"assumes":"bundle-no-runtime-error","title":"A rejected bundle faults, and leaves tiles, allocation and numeric status as they were; an accepted one does not fault.","cases":{"configuration":$few_bundled},"case_values":$values,"scope":"every payload, sources defined or undefined at [0, 0], earlier status$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundleRejection(configuration: integer{0..$last})
begin
    BundleSources_$X(configuration);
    PerhapsPartial_$X();
$held_draws
    RecordNumericStatusFlags(ARBITRARY: bits(5));
    ShowOperands_$X();
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = NumericStatusFlags();
    let accepted = Encoded_$X(configuration$held);
    Cover(!accepted);
    assert accepted == (_LastFault == Fault_None);
    if !accepted then
        assert SameValue(masks, _TileAllocationMasks);
        assert NumericStatusFlags() == status;
        assert SameValue(tiles, _Tiles);
    end;
end;

// PTO-PROPERTY: {"id":"bundle-frame","contract":"$X","function":"Property_${X}_BundleFrame","applies":["framed"],"assumes":"bundle-no-runtime-error","title":"An accepted bundle leaves its sources and all other tiles as they were$frame_words.","cases":{"configuration":$few_bundled},"case_values":$values,"scope":"every payload, sources defined or undefined at [0, 0]$held_scope","bounds":"$bundle_bounds$frame_bounds"}
func Property_${X}_BundleFrame(configuration: integer{0..$last})
begin
    BundleSources_$X(configuration);
    PerhapsPartial_$X();
$held_draws
    ShowOperands_$X();
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    Header_$X(configuration$held);
    TraceStart();
    let accepted = PropertyStop();
    Cover(accepted);
    if !accepted then return; end;
$unwritten
    for other = 0 to 63 do
        if !(other IN {$to}) then
            assert SameValue(tiles[[other]], _Tiles[[other]]);
            assert masks[[other]] == _TileAllocationMasks[[other]];
        end;
    end;
end;

// PTO-PROPERTY: {"id":"bundle-publication","contract":"$X","function":"Property_${X}_BundlePublication","applies":["publishes"],"assumes":"bundle-no-runtime-error","title":"An accepted bundle leaves every destination allocated for the participating PE, and every valid element defined.","cases":{"configuration":$few_bundled},"case_values":$values,"scope":"every payload$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundlePublication(configuration: integer{0..$last})
begin
    BundleSources_$X(configuration);
    Contents_$X();
$held_draws
    ShowOperands_$X();
    let accepted = Encoded_$X(configuration$held);
    Cover(accepted);
    if !accepted then return; end;
$published
end;

// PTO-PROPERTY: {"id":"bundle-mask-noop","contract":"$X","function":"Property_${X}_BundleMaskNoop","applies":["idle"],"title":"With a PE_MASK of zero a bundle does nothing to tiles: none is read, written or allocated, no fault is raised, and the numeric status stays.","cases":{"configuration":$few_bundled},"case_values":$values,"scope":"every payload, sources defined or undefined at [0, 0], earlier status$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundleMaskNoop(configuration: integer{0..$last})
begin
    BundleSources_$X(configuration);
    PerhapsPartial_$X();
$held_draws
    RecordNumericStatusFlags(ARBITRARY: bits(5));
    ShowOperands_$X();
    let status = NumericStatusFlags();
    TraceStart();
$registers
    case configuration of
$idle_words
        otherwise => pass;
    end;
    let accepted = PropertyStop();
    assert accepted && _LastFault == Fault_None;
    assert ReadsOf("_Tiles", -1) == 0;
    assert WritesOf("_Tiles", -1) == 0 && WritesOf("_TileAllocationMasks", -1) == 0;
    assert NumericStatusFlags() == status;
end;

// PTO-PROPERTY: {"id":"bundle-zero-attributes","contract":"$X","function":"Property_${X}_BundleZeroAttributes","applies":["optional attributes"],"assumes":"bundle-no-runtime-error","title":"B.DATR with zero in every field is accepted if and only if the bundle without B.DATR is.","cases":{"configuration":$few_bundled},"case_values":$values,"scope":"every payload$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundleZeroAttributes(configuration: integer{0..$last})
begin
    BundleSources_$X(configuration);
    Contents_$X();
$held_draws
    ShowOperands_$X();
    let tiles = _Tiles;
    let without = Encoded_$X(configuration$held);
    Cover(without);
    BundleSources_$X(configuration);
$bundle_contents
$registers
    case configuration of
$attributed_words
        otherwise => pass;
    end;
    let accepted = PropertyStop();
    Explain("accepted without B.DATR", without);
    assert accepted == without;
end;

// PTO-PROPERTY: {"id":"bundle-attribute-legality","contract":"$X","function":"Property_${X}_BundleAttributeLegality","applies":["forbids attributes"],"assumes":"bundle-no-runtime-error","title":"A bundle whose B.DATR is other than zero in one field that the record wants to be zero is not accepted.","cases":{"configuration":$varied,"field":$forbidden},"case_values":$forbidden_values,"scope":"every payload$held_scope, every value of each such field but DataType and fields in pieces","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundleAttributeLegality(configuration: integer{0..$last}, field: integer{0..31})
begin
    BundleSources_$X(configuration);
    Contents_$X();
$held_draws
    ShowOperands_$X();
    let tiles = _Tiles;
    var most: integer{1..$forbidden_most} = 1;
    case field of
$forbidden_fields
    end;
    for value = 0 to most do
        BundleSources_$X(configuration);
$bundle_contents
        var taken = TRUE;
        let attribute: integer = value * 2^field;
$registers
$forbidden_words
        let accepted = PropertyStop();
        Explain("value", value);
        Explain("B.DATR taken", taken);
        if value == 0 then
            Cover(taken && accepted);
        else
            assert !(taken && accepted);
        end;
    end;
end;

// PTO-PROPERTY: {"id":"bundle-padding","contract":"$X","function":"Property_${X}_BundlePadding","applies":["pad value"],"assumes":"bundle-no-runtime-error","title":"Outside the valid rectangle the destination holds the selected typed constant, or is undefined for Null.","cases":{"configuration":$padded_bundles,"pad":["0..3"]},"case_values":$values,"scope":"every payload$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundlePadding(configuration: integer{0..$last}, pad: integer{0..3})
begin
    BundleSources_$X(configuration);
    Contents_$X();
$held_draws
    ShowOperands_$X();
    var taken = TRUE;
$registers
    case configuration of
$pad_words
        otherwise => pass;
    end;
    let accepted = PropertyStop() && taken;
    Cover(accepted);
    if !accepted then return; end;
    Explain("got", _Tiles[[$to]]);
    assert PropertyPadded($to, pad[1:0]);
end;

// PTO-PROPERTY: {"id":"bundle-omitted-dimensions","contract":"$X","function":"Property_${X}_BundleOmittedDimensions","applies":["omits"],"assumes":"bundle-no-runtime-error","title":"An omitted LB1 is one valid row, and an omitted LB2 as many columns as are valid: acceptance and valid elements are those of the numbers given.","cases":{"configuration":$omitting},"case_values":$values,"scope":"every payload$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundleOmittedDimensions(configuration: integer{0..$last})
begin
    BundleSources_$X(configuration);
    Contents_$X();
$held_draws
    ShowOperands_$X();
    let tiles = _Tiles;
    let given = Encoded_$X(configuration$held);
    Cover(given);
    let direct = _Tiles;
    BundleSources_$X(configuration);
$bundle_contents
$registers
    case configuration of
$omitted_words
        otherwise => pass;
    end;
    let accepted = PropertyStop();
    Explain("accepted with the numbers given", given);
    assert accepted == given;
    if accepted then
$same_bundle
    end;
end;

// PTO-PROPERTY: {"id":"bundle-bindings","contract":"$X","function":"Property_${X}_BundleBindings","applies":["binds"],"assumes":"bundle-no-runtime-error","title":"A bundle that is accepted is not accepted with one B.IOT left out or given twice.","cases":{"configuration":$varied,"change":$binding_changes},"case_values":$binding_values,"scope":"every payload$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundleBindings(configuration: integer{0..$last}, change: integer{0..99})
begin
    BundleSources_$X(configuration);
    Contents_$X();
$held_draws
    ShowOperands_$X();
    let tiles = _Tiles;
    let unchanged = Encoded_$X(configuration$held);
    Cover(unchanged);
    BundleSources_$X(configuration);
$bundle_contents
    var taken = TRUE;
$registers
$changed_bindings
    let accepted = PropertyStop();
    Explain("commands taken", taken);
    assert !(taken && accepted);
end;

// PTO-PROPERTY: {"id":"bundle-masks","contract":"$X","function":"Property_${X}_BundleMasks","applies":["several PEs","framed"],"assumes":"bundle-no-runtime-error","title":"For another PE, or for all, a bundle is accepted if and only if it is for the first, gives the same, and leaves its destinations allocated for these PEs.","cases":{"configuration":$varied,"mask":$other_masks},"case_values":$other_mask_values,"scope":"every payload$held_scope","bounds":"$bundle_bounds; sources are those of the PEs that take part"}
func Property_${X}_BundleMasks(configuration: integer{0..$last}, mask: integer{0..15})
begin
    BundleSources_$X(configuration);
    Contents_$X();
$held_draws
    ShowOperands_$X();
    let tiles = _Tiles;
    let first = Encoded_$X(configuration$held);
    Cover(first);
    let direct = _Tiles;
    let status = NumericStatusFlags();
    BundleSources_$X(configuration);
$bundle_contents
$all_sources
$registers
    case mask of
$other_mask_words
        otherwise => pass;
    end;
    let accepted = PropertyStop();
    Explain("accepted for the first PE", first);
    assert accepted == first;
    if accepted then
        assert NumericStatusFlags() == status;
$same_bundle
$allocated_for_all
    end;
end;

// PTO-PROPERTY: {"id":"bundle-operand-legality","contract":"$X","function":"Property_${X}_BundleOperandLegality","applies":["changes"],"assumes":"bundle-no-runtime-error","title":"A bundle is accepted only if the operation itself takes its sources, with the destinations that the bundle makes.","cases":{"configuration":$varied,"change":$source_changes},"case_values":$source_values,"scope":"every payload, sources defined or undefined at [0, 0]$held_scope","bounds":"$bundle_bounds$memory_bounds"}
func Property_${X}_BundleOperandLegality(configuration: integer{0..$last}, change: integer{0..99})
begin
    BundleSources_$X(configuration);
    ChangedSource_$X(change);
    PerhapsPartial_$X();
$held_draws
$fixed
    ShowOperands_$X();
    let tiles = _Tiles;
    let accepted = Encoded_$X(configuration$held);
    let made = _Tiles;
    Configure_$X(configuration);
    ChangedSource_$X(change);
$bundle_contents
    if accepted then
$made_destinations
    end;
    Cover(accepted || change > 0);
    assert !accepted || Legal_$X(0$given);
end;

// One source is another than the configuration says.
func ChangedSource_$X(change: integer{0..99})
begin
    case change of
$changed_sources
    end;
end;
