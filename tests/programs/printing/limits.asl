// Limits count the rounds of a loop and the calls of a function that are under way.

type Up of exception {-};

func Down(n: integer) => integer recurselimit DEEPEST
begin
    print n, " ";
    if n == 0 then return 0; end;
    return Through(n - 1);
end;

func Through(n: integer) => integer
begin
    return Down(n);
end;

func Leave() => integer recurselimit 1
begin
    throw Up {-};
end;

let DEEPEST = 3;

func main() => integer
begin
    var i: integer = 0;
    while i < 3 looplimit 3 do i = i + 1; end;
    repeat i = i + 1; until i >= 6 looplimit 3;
    for k = 0 to 3 looplimit 4 do print k; end;
    for k = 3 downto 1 looplimit 3 do print k; end;
    for k = 3 to 0 looplimit 0 do print k; end;
    for k = 5 to 5 looplimit 1 do println k, " ", i; end;
    // Calls that an exception leaves are not under way.
    for k = 1 to 4 do
        try - = Leave(); catch when Up => print "up "; end;
    end;
    println Down(2);
    println Down(3);
    return 0;
end;
