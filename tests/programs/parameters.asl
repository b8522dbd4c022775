// Parameters: inferred and explicit, in widths and bounds, with overloading by the arguments.

pure func Double{N}(x: bits(N)) => bits(2 * N)
begin
    return x :: x;
end;

pure func Middle{N}(x: bits(N), count: integer{0..N}) => bits(N)
begin
    var result = Zeros{N};
    let kept = count;
    result[0 +: kept] = x[0 +: kept];
    return result;
end;

pure func Size{N}(x: bits(N)) => integer
begin
    return N;
end;

pure func Size(x: integer) => integer
begin
    return -1;
end;

pure func Size(x: boolean) => integer
begin
    return -2;
end;

pure func Fill{N, M}(x: bits(M)) => bits(N)
begin
    var result: bits(N);
    for i = 0 to (N DIVRM M) - 1 do
        result[i * M +: M] = x;
    end;
    return result;
end;

func main() => integer
begin
    assert Double{4}('1001') == '10011001';
    assert Size{8}(Double{4}('0000')) == 8 && Size(3) == -1 && Size(TRUE) == -2;
    assert Middle{8}('11111111', 3) == '00000111';
    assert Fill{7, 3}('101') == '0101101';
    let width = 5;
    let x: bits(width + 1) = Zeros{width} :: '1';
    assert Size{6}(x) == 6;
    return UInt(x) + Size{0}('');
end;
