// Enumerations, as values, in sets and in case statements.

type Colour of enumeration { Red, Green, Blue };

var seen: array [[3]] of integer;

pure func Next(colour: Colour) => Colour
begin
    case colour of
        when Red => return Green;
        when Green => return Blue;
        when Blue => return Red;
    end;
end;

pure func Position(colour: Colour) => integer{0..2}
begin
    return if colour == Red then 0 else (if colour == Green then 1 else 2);
end;

pure func Warm(colour: Colour) => boolean
begin
    return colour IN {Red} || colour == Green;
end;

func main() => integer
begin
    var colour: Colour;
    assert colour == Red;
    for i = 1 to 7 do
        seen[[Position(colour)]] = seen[[Position(colour)]] + i;
        colour = Next(colour);
    end;
    assert colour == Green && colour != Blue;
    assert seen[[0]] == 12 && seen[[1]] == 7 && seen[[2]] == 9;
    assert Warm(Red) && !Warm(Blue);
    return seen[[Position(Next(Red))]];
end;
