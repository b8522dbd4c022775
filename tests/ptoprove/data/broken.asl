// A harness that a counterexample points into.
func Property_Demo()
begin
    let result = -1;
    let divisor = 3;
    assert result == 0 || (result < 0) == (divisor < 0);
end;
