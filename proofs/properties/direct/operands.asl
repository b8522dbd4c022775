// $X without a bundle. Its destination is tile 0, its sources are tiles 1 and on.

// The initial state$open_words.
func Begin_$X(configuration: integer{0..$last})
begin
    ResetProfileState();
$begin
end;

// The operands of each configuration, without contents.
func Configure_$X(configuration: integer{0..$last})
begin
    Begin_$X(configuration);
    case configuration of
$configurations
    end;
end;

// Every valid element of the sources unknown.
func Contents_$X()
begin
$contents
end;

// Any tiles with the data types of the configuration, in place of its own, whose descriptors fit.
func AnyTiles_$X()
begin
$any_tiles
$fitting_tiles
end;

// That all legal operands fit.
func LegalFits_$X(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
$any_tiles
$any_extents
$draws
    if Legal_$X(0$given) then
        assert $all_fit;
    end;
end;

// That all operands that can be configured fit.
func ConfiguredFits_$X(configuration: integer{0..$last})
begin
    Configure_$X(configuration);
    let tiles = _Tiles;
$configured_fit
end;

func ShowOperands_$X()
begin
$show
end;
$numbers
readonly func Legal_$X(destination: TileIndex$typed) => boolean
begin
    return $legal;
end;

func Execute_$X(destination: TileIndex$typed)
begin
    $execute;
end;
