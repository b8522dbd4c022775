// What $X does with the operands of a configuration. The first element of tile `source` is
// undefined; with 0, all are defined. Without `fresh`, destinations and status hold anything before.

func Outcome_$X(configuration: integer{0..$last}, source: TileIndex, fresh: boolean)
begin
    Configure_$X(configuration);
    let undefined = _Tiles;
$unknown
    if source != 0 then
        _Tiles[[source]] = undefined[[source]];
    end;
$partial
$draws
    if !fresh then
        RecordNumericStatusFlags(ARBITRARY: bits(5));
$earlier
    end;
    ShowOperands_$X();
$shown
    let legal = Legal_$X(0$given);
    if !legal then
        unreachable;    // Rejected: no more happens.
    end;
    Execute_$X(0$given);
    Explain("status", NumericStatusFlags());
$results
end;
