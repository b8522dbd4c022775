// Exceptions leave expressions, loops and calls; catchers are tried in order, by name alone.

type Oops of exception { code: integer, text: string };
type Other of exception {-};
type Alias of Oops;

var steps: integer = 0;

func Check(n: integer) => integer
begin
    steps = steps + n;
    if n > 9 then throw Oops { text = "large", code = n }; end;
    if n == 0 then throw Other {-}; end;
    return n;
end;

func Inner(n: integer) => integer
begin
    var x: integer = 1;
    try
        x = 2;
        x = Check(1) + (Check(n) + Check(3));
        return x;
    catch
        when e: Oops =>
            println "Oops ", e.code, " ", e.text, ", x is ", x;
            x = e.code;
        when Other =>
            println "Other, thrown on as Oops";
            throw Oops { code = -1, text = "second" };
        otherwise => println "not here";
    end;
    return x;
end;

func Outer(n: integer) => integer
begin
    try
        try
            return Inner(n);
        catch
            when Other => println "not this one";
            when Alias => println "nor this one";
        end;
    catch
        when e: Oops =>
            println "outer ", e.code;
            return Inner(e.code + 11);
    end;
    return 0;
end;

func Loops() => integer
begin
    var sum: integer = 0;
    for i = 0 to 5 do
        try
            if i == 1 then throw Other {-}; end;
            if i == 3 then throw Alias { code = i, text = "" }; end;
            if i == 4 then return sum; end;
            sum = sum + 10;
        catch
            when Oops => println "no alias";
            when e: Alias => println "Alias ", e.code; sum = sum + e.code;
            otherwise => println "skipped ", i;
        end;
    end;
    return -1;
end;

func Condition() => boolean
begin
    var n: integer = 7;
    while Check(n) < 100 looplimit 10 do n = n + 1; end;
    return TRUE;
end;

func main() => integer
begin
    println Inner(2), Inner(10), Outer(0), Loops();
    try
        println "never printed ", Condition();
    catch
        when e: Oops =>
            // A caught exception can be thrown again, and nothing catches it here.
            try throw e; catch when Other => println "no"; otherwise => println "again"; end;
    end;
    println steps;
    throw Alias { code = 1, text = "out of main" };
end;
