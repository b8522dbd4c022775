// Loops whose bounds, conditions and numbers of rounds are unknown.

var total: integer = 0;
var word: bits(16);

func main() => integer
begin
    let n = ARBITRARY: integer{0..6};
    let k = ARBITRARY: bits(3);
    for i = 1 to n do
        total = total + i;
        for j = 3 downto UInt(k) do
            word[i + j] = NOT word[i + j];
        end;
    end;
    var rest: integer = n * 5;
    while rest >= 2 && word[UInt(k)] == '0' looplimit 20 do
        rest = rest - 2;
        total = total * 3 + rest;
        if rest == 4 then rest = rest - 1; end;
    end;
    repeat
        rest = rest + 3;
        word = LSL{16}(word, 1);
    until rest > 10 + UInt(k) looplimit 20;
    total = total + 1000 * rest;
    return rest;
end;
