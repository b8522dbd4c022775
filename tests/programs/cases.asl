// Case statements: sets, ranges, masks, `where`, `otherwise`; the first that matches is taken.

pure func Class(n: integer) => integer
begin
    case n of
        when {0, 1} => return 0;
        when {2..9} where IsEven(n) => return 1;
        when {2..9} => return 2;
        when {>= 1000} => return 3;
        when !{-5..1000} => return 4;
        otherwise => return 5;
    end;
end;

pure func Decode(x: bits(4)) => integer
begin
    case x of
        when '1xx1' => return 1;
        when {'0000', '0x10'} => return 2;
        when '1111' => return 3;
        otherwise => pass;
    end;
    return 4;
end;

func main() => integer
begin
    assert Class(0) == 0 && Class(1) == 0 && Class(4) == 1 && Class(7) == 2;
    assert Class(2000) == 3 && Class(-6) == 4 && Class(-5) == 5 && Class(10) == 5;
    assert Decode('1111') == 1 && Decode('0110') == 2 && Decode('0010') == 2;
    assert Decode('1100') == 4 && Decode('0000') == 2;
    var count: integer = 0;
    for i = 0 to 15 do
        count = count * 2 + (if Decode(i[3:0]) == 1 then 1 else 0);
    end;
    return count;
end;
