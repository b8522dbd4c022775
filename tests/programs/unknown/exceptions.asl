// Exceptions thrown and caught under unknown conditions, across calls and loops.

type Overflow of exception { by: integer, at: bits(4) };
type Halt of exception {-};

var log: integer = 0;

func Add(a: integer, b: integer) => integer
begin
    log = log + 1;
    if a + b > 6 then throw Overflow{by = (a + b) - 6, at = a[3:0]}; end;
    if a == b then throw Halt{-}; end;
    log = log + 10;
    return a + b;
end;

func Sum(a: integer, b: integer) => integer
begin
    var total: integer = a;
    try
        for i = 1 to b do
            total = Add(total, i);
        end;
        log = log + 100;
        return total;
    catch
        when e: Overflow =>
            log = log + 1000 * e.by;
            if e.at[0] == '1' then return -1; end;
    end;
    return total * 2;
end;

func main() => integer
begin
    let a = ARBITRARY: integer{0..7};
    let b = ARBITRARY: integer{0..4};
    var result: integer = 0;
    try
        result = Sum(a, b) + Sum(b, 2);
    catch
        when Halt => result = 50;
        otherwise => result = 99;
    end;
    log = log * 1000 + result;
    return result;
end;
