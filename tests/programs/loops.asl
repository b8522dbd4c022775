// Loops: both directions, empty ranges, bounds evaluated once, limits, early returns.

pure func Find(limit: integer, wanted: integer) => integer
begin
    for i = 0 to limit do
        if i * i >= wanted then return i; end;
    end;
    return -1;
end;

pure func Digits(n: integer) => integer
begin
    var rest: integer = n;
    var count: integer = 0;
    repeat
        rest = rest DIVRM 10;
        count = count + 1;
    until rest == 0 looplimit 40;
    return count;
end;

func main() => integer
begin
    var trace: integer = 0;
    for i = 3 downto 1 do
        trace = trace * 10 + i;
    end;
    for i = 1 to 0 do
        trace = -1;
    end;
    for i = 0 downto 1 do
        trace = -1;
    end;
    assert trace == 321;
    var last: integer = 4;
    var rounds: integer = 0;
    for i = 1 to last looplimit 10 do
        last = 0;
        rounds = rounds + 1;
    end;
    assert rounds == 4;
    assert Find(100, 50) == 8 && Find(3, 50) == -1;
    assert Digits(0) == 1 && Digits(12345) == 5 && Digits(10^30) == 31;
    for i = 1 to 3 do
        for j = i to 3 do
            rounds = rounds + i * j;
        end;
    end;
    return rounds;
end;
