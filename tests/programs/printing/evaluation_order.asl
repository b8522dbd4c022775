// What is evaluated, when, and how often: each part announces itself.

type Pair of record { left: integer, right: integer };

var counter: integer = 1;
var table: array [[4]] of integer;

func Say(n: integer) => integer
begin
    print n, " ";
    return n;
end;

func Count() => integer
begin
    counter = counter + 1;
    return counter;
end;

func Times10(result: boolean) => boolean
begin
    counter = counter * 10;
    return result;
end;

// Changes the array that its result is an index of.
func Touch() => integer{0..3}
begin
    table[[1]] = 7;
    return 1;
end;

func Three(n: integer) => (integer, integer, integer)
begin
    println;
    return (Say(n), Say(n + 1), Say(n + 2));
end;

type Halves of bits(8) { [7:4] high, [3:0] low };
type Holder of record { halves: Halves };
var holders: array [[3]] of Holder;
var grid: array [[3]] of array [[3]] of integer;

func Place() => integer{0..2}
begin
    counter = counter + 1;
    print "place ", counter, " ";
    holders[[0]].halves.low = '1111';
    return (counter MOD 3) as integer{0..2};
end;

accessor Cell(i: integer) <=> value: Pair
begin
    getter
        print "get ", i, " ";
        return Pair { left = i, right = i };
    end;
    setter
        println "set ", i, " to ", value.left, ", ", value.right;
    end;
end;

func main() => integer
begin
    println Say(1) + Say(2) * Say(3), (Say(4) - Say(5)) + Say(6);
    println if Say(1) == 1 then Say(2) else Say(3);

    // Values of fields in the order in which they are written.
    let pair = Pair { right = Say(1), left = Say(2) };
    println pair.left, pair.right;
    var (a, b) = (Say(3), Say(4));
    (a, -, b) = Three(5);
    println a, b;

    // A setter: first the value, then the arguments. A part of it: the getter, then the value.
    Cell(Say(2)) = Pair { left = Say(1), right = 0 };
    Cell(Say(1)).right = Say(2);

    // Operands see what those before them did.
    println counter + Count() * counter, " ", Count() + counter * Count();
    counter = counter + Count();
    println counter;

    // Short-circuit.
    println Times10(FALSE) && Times10(TRUE), Times10(TRUE) || Times10(TRUE), counter;
    println Times10(FALSE) ==> Times10(TRUE), Times10(TRUE) <=> Times10(TRUE), counter;

    // The array is read before its index is computed, and what the index did to it is lost.
    println table[[Touch()]], table[[1]];
    table[[1]] = 0;
    table[[Touch() + 1]] = Count();
    println table[[1]], " ", table[[2]];

    // The places of an array within another are computed to read it, and again to write it.
    counter = 0;
    grid[[Place()]][[Place()]] = Say(9);
    println grid[[0]][[2]], grid[[1]][[2]], grid[[2]][[2]];
    holders[[Place()]].halves.high[1:0] = '11';
    println holders[[0]].halves, holders[[1]].halves, holders[[2]].halves;

    // A case evaluates its value once, and of the conditions no more than it needs.
    case Say(5) of
        when {1..4} => println "low";
        when {5} where Say(6) > 6 => println "never";
        when {5, 7} where Say(7) == 7 => println "taken";
        when {5} where Say(8) == 8 => println "too late";
        otherwise => println "otherwise";
    end;
    while Say(counter) == counter looplimit 3 do counter = -1; return 0; end;
    return 1;
end;
