// Reals are exact.

func main() => integer
begin
    let third = 1.0 / 3.0;
    assert third * 3.0 == 1.0 && third + third > 0.666;
    assert RoundDown(-2.5) == -3 && RoundUp(-2.5) == -2 && RoundTowardsZero(-2.5) == -2;
    assert 2.0 ^ 10 == 1024.0 && 2.0 ^ -2 == 0.25;
    assert Real(7) / 2.0 == 3.5 && 3 * 1.5 == 4.5;
    assert ILog2(0.3) == -2 && SqrtRounded(2.0, 4) == 1.4375;
    assert Abs(-1.5) == 1.5 && Max(third, 0.5) == 0.5;
    return RoundDown(100.0 * third);
end;
