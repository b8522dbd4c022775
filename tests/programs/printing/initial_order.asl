// Globals start in the order of what they need; what starting one does to others stays.

func main() => integer
begin
    println first, second, third, Sum(), counter;
    return 0;
end;

func Say(n: integer) => integer
begin
    print n, " ";
    return n;
end;

func Next() => integer
begin
    counter = counter + 1;
    return counter;
end;

func Sum() => integer
begin
    return late + second;
end;

let first: integer = Say(1);
let second = Say(2);
let third: integer = Say(3);
let late: integer = Say(4);
let needs = Say(5) + third;
let both = needs + Sum();
var counter: integer = width + 1;
let one = Next();
let two = Next() + one;
config width: integer{1..8} = size - 1;
constant size = 4;
var word: bits(width);
