// What rejects a division of integers.

// PTO-PROPERTY: {"id":"zero-divisor-rejection","contract":"$X","function":"Property_${X}_ZeroDivisorRejection","applies":["calls","divides"],"title":"A zero anywhere in the valid divisor rectangle rejects with Fault_TileLegality and no effect at all; a zero in divisor padding does not.","cases":{"data_type":$integers,"valid_rows":[1,2],"valid_columns":[1,2]},"scope":"every payload, padding, ${any_pad}nonzero mask","bounds":"shapes 1x1 to 2x2"}
func Property_${X}_ZeroDivisorRejection(
    data_type: TileDataType, valid_rows: integer{1..2}, valid_columns: integer{1..2})
begin
    let mask = ARBITRARY: bits(4);
    if IsZero(mask) then return; end;
    Sources_$X(data_type, valid_rows, valid_columns, mask);
    let tiles = _Tiles;
    let masks = _TileAllocationMasks;
    let status = NumericStatusFlags();
    let zero = PropertyHasZero(2, data_type, valid_rows, valid_columns);
    let accepted = Bundle_$X(0, data_type, valid_rows, valid_columns, ARBITRARY: bits(2), mask);
    assert accepted == !zero;
    if zero then
        assert _LastFault == Fault_TileLegality;
        assert SameValue(tiles, _Tiles);
        assert SameValue(masks, _TileAllocationMasks);
        assert status == NumericStatusFlags();
    else
        assert _LastFault == Fault_None;
    end;
end;
