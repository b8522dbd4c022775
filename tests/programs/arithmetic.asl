// Integers are unbounded; quotients and remainders round down.

pure func Checked(a: integer, b: integer) => integer
begin
    let quotient = a DIVRM b;
    let remainder = a MOD b;
    assert (quotient * b) + remainder == a;
    assert 0 <= remainder && remainder < b;
    return quotient;
end;

func main() => integer
begin
    assert Checked(7, 2) == 3 && Checked(-7, 2) == -4;
    assert Checked(2^130 + 5, 2^65) == 2^65;
    assert 12 DIV 4 == 3 && -12 DIV 4 == -3;
    var sum: integer = 0;
    for i = -3 to 9 do
        sum = (sum + i * i) - i;
    end;
    assert sum == 260;
    assert (1 << 70) >> 68 == 4 && -5 >> 1 == -3;
    assert 3 ^ 5 == 243 && (-2) ^ 3 == -8 && 7 ^ 0 == 1;
    assert 0x1F + 1_000 == 1031;
    var n: integer = 27;
    var steps: integer = 0;
    while n != 1 looplimit 200 do
        n = if IsEven(n) then n DIV 2 else 3 * n + 1;
        steps = steps + 1;
    end;
    return steps;
end;
