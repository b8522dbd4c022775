// Globals: constants that are computed, initial values, base values, configuration.

constant WIDTH = 8;
constant SIZE = Square(WIDTH DIV 2) as integer{1..64};
config LEVEL: integer{0..3} = 2;

type Entry of record { valid: boolean, data: bits(WIDTH), rank: integer{3..9} };

var table: array [[SIZE]] of Entry;
var start: bits(WIDTH) = NOT Zeros{WIDTH};
var near: integer{-9..-2};
var text: string;
let last = SIZE - 1;

pure func Square(n: integer) => integer
begin
    return n * n;
end;

func Put(index: integer, data: bits(WIDTH))
begin
    table[[index]].data = data;
    table[[index]].valid = TRUE;
end;

func main() => integer
begin
    assert SIZE == 16 && last == 15 && LEVEL == 2;
    assert start == '11111111' && near == -2 && text == "";
    assert !table[[last]].valid && table[[0]].rank == 3;
    Put(last, '00000101');
    assert table[[15]].valid && table[[15]].data == '00000101' && !table[[14]].valid;
    return SIZE + UInt(table[[last]].data);
end;
