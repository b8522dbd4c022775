// Conditions whose operands have effects and can fail, evaluated only as far as needed.

var log: integer = 0;
var flags: bits(8);

func Seen(n: integer, answer: boolean) => boolean
begin
    log = log * 10 + n;
    if answer then flags[n] = '1'; end;
    return answer;
end;

func Inverse(n: integer) => boolean
begin
    log = log * 10 + 7;
    return 12 DIVRM n > 3;
end;

func main() => integer
begin
    let a = ARBITRARY: integer{-2..4};
    let b = ARBITRARY: boolean;
    let x = Seen(1, a > 0) && Inverse(a);
    let y = Seen(2, a == 0) || (b && Seen(3, b)) || Seen(4, a > 2);
    let z = Seen(5, x) ==> Seen(6, y);
    if (if b then Seen(1, z) else Inverse(a + 3)) && !Seen(2, x) then
        log = log + 5;
    end;
    while Seen(3, FALSE) || (a > 3 && Seen(4, log MOD 2 == 0)) looplimit 3 do
        log = log + 1;
    end;
    return log;
end;
