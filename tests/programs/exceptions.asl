// Exceptions: caught by type, with their fields, and passed on where nothing catches them.

type Overflow of exception { by: integer };
type Halt of exception {-};

var steps: integer = 0;

func Add(a: integer, b: integer) => integer
begin
    steps = steps + 1;
    if a + b > 10 then
        throw Overflow{by = (a + b) - 10};
    end;
    return a + b;
end;

func Guarded(a: integer, b: integer) => integer
begin
    try
        let sum = Add(a, b);
        if sum == 7 then throw Halt{-}; end;
        return sum;
    catch
        when e: Overflow => return -e.by;
    end;
end;

func main() => integer
begin
    let small = Guarded(1, 2);
    let large = Guarded(9, 9);
    assert small == 3 && large == -8;
    var result: integer = 0;
    try
        result = Guarded(3, 4);
    catch
        when Overflow => result = 1;
        otherwise => result = 2;
    end;
    assert result == 2 && steps == 3;
    return result;
end;
