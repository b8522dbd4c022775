// How scalars are printed, and what `++` makes of them.

type Colour of enumeration { Red, Green, Blue };
type Everything of record {
    colour: Colour, pair: (integer, boolean), near: integer{2..5, -1}, below: integer{-7..-3},
    text: string, number: real, vector: bits(5), flag: boolean
};

var all: Everything;

func Name(colour: Colour) => string
begin
    return "<" ++ colour ++ ">";
end;

func Width{N}(x: bits(N)) => string
begin
    return x ++ "/" ++ N;
end;

func main() => integer
begin
    println 0, -5, 1_000, 0xFF, " ", TRUE, FALSE, " ", Blue;
    println '', " ", '1', " ", '11111', " ", Zeros{64}, " ", Ones{9}, " ", '0000 1010';
    println 1.0, " ", 0.5, " ", -7.0 / 2.0, " ", 1.0 / 3.0, " ", 2.0 ^ -3, " ", 2.50;
    println "quote \" backslash \\ tab \t.";
    print "no ", "new ";
    println "line";
    println;
    println all.colour, all.pair.item0, all.pair.item1, all.near, all.below, all.text, all.number,
        all.vector, all.flag;
    all.colour = Green;
    println 1 ++ " " ++ TRUE ++ all.colour ++ 0.5 ++ '1010' ++ 3.0 ++ -0.25 ++ "x";
    println Name(all.colour) ++ Name(Red), " ", Width{0}(''), " ", Width{5}('10000');
    println ("a" ++ 1) == "a1", " ", 2 ^ 200, " ", -(3 ^ 50), " ", 1.0 / (2.0 ^ 70);
    return 0;
end;
