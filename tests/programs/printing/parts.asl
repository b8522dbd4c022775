// Assignments to parts: fields, slices, bit-fields, tuples, and what a setter stands for.

type Word of bits(16) {
    [15:8] high { [7:4] top, [3:0] bottom, [7, 0] ends },
    [7:0] low,
    [15, 0] outer
};
type Parts of record { a: bits(4), b: bits(8), c: bits(2) };

var word: Word;
var parts: Parts;
var grid: array [[3]] of array [[2]] of bits(4);
var bundle: collection { x: bits(4), y: bits(8) };

accessor Whole() <=> value: Word
begin
    getter return word; end;
    setter word = value; print "set "; end;
end;

accessor Numbered{N}(i: integer, x: bits(N)) <=> value: Parts
begin
    getter print "get ", i, " "; return parts; end;
    setter print "set ", i, x, " "; parts = value; end;
end;

func main() => integer
begin
    word.high = '10100101';
    println word, word.high.top, word.high.ends, word.outer;
    word.high.bottom = '1111';
    word.outer = '01';
    word.high.ends = '11';
    println word, word.[low, outer];
    word[11:8, 3:0] = '00001110';
    println word;
    Whole().high.top = '0000';
    Whole().low[7:6] = '11';
    Whole()[15] = '1';
    Whole().[low, high] = '0000111110101010';
    println Whole().[high, low], Whole().high[3:0];

    parts.[a, c] = '111110';
    println parts.a, parts.b, parts.c;
    Numbered{2}(3, '11').[c, b] = '1111111100';
    Numbered{1}(4, '0').b[7, 0] = '01';
    println parts.a, parts.b, parts.c;
    parts.(b, -, c) = ('00000001', 5, '01');
    println parts.a, parts.b, parts.c, parts.[c, a];
    bundle.x = '1010';
    bundle.[y, x] = '111100000011';
    println bundle.x, bundle.y, bundle.[x, y];

    grid[[1]][[1]] = '1010';
    grid[[1]][[0]][2] = '1';
    let copy = grid;
    grid[[1]][[1]] = '0001';
    println copy[[1]][[1]], grid[[1]][[1]], grid[[1]][[0]], grid[[2]][[1]];

    var (x, y): (integer, bits(4));
    (x, y[3:2], grid[[0]][[0]][1:0]) = (7, '10', '11');
    println x, y, grid[[0]][[0]];
    // Positions are computed before the first slice is written.
    var moving = '00000001';
    moving[UInt{2}(moving[1:0]) +: 2, 0] = '110';
    println moving;
    return 0;
end;
