// Order of effects: operands from left to right, `&&`, `||`, `==>` and `if` only as far as needed.

var log: integer = 0;

func Noted(digit: integer) => integer
begin
    log = log * 10 + digit;
    return digit;
end;

func Truth(digit: integer, value: boolean) => boolean
begin
    log = log * 10 + digit;
    return value;
end;

func main() => integer
begin
    let both = Truth(1, FALSE) && Truth(2, TRUE);
    let either = Truth(3, TRUE) || Truth(4, TRUE);
    let implied = Truth(5, FALSE) ==> Truth(6, TRUE);
    assert !both && either && implied && log == 135;
    log = 0;
    let picked = if Truth(1, TRUE) then Noted(2) else Noted(3);
    assert picked == 2 && log == 12;
    log = 0;
    var squares: array [[5]] of integer;
    squares[[3]] = Noted(4);
    if Truth(1, FALSE) then
        log = 99;
    elsif Truth(2, TRUE) && Truth(3, TRUE) then
        log = log + 1000;
    else
        log = 99;
    end;
    assert log == 5123;
    return log;
end;
