// Functions that return from many places, with effects before each return.

var log: integer = 0;

func Classify(n: integer, w: bits(4)) => integer
begin
    if n < 0 then
        log = log + 1;
        return -1;
    end;
    for i = 0 to 3 do
        if w[i] == '1' then
            log = log + 10 * i;
            if n == i then return 100 + i; end;
        elsif n > 5 then
            return 200 + i;
        end;
    end;
    log = log + 100;
    if w == '0000' then return 300; end;
    return n;
end;

func main() => integer
begin
    let n = ARBITRARY: integer{-2..7};
    let w = ARBITRARY: bits(4);
    let first = Classify(n, w);
    let second = Classify(first - 100, NOT w);
    log = log * 1000 + (first + second);
    return first;
end;
