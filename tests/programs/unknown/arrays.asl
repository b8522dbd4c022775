// Arrays read and written at unknown indices, alone, nested, and in slices of their elements.

var cells: array [[8]] of bits(8);
var rows: array [[3]] of array [[4]] of integer;

func main() => integer
begin
    let i = ARBITRARY: integer{0..7};
    let j = ARBITRARY: integer{0..9};
    let w = ARBITRARY: bits(8);
    for k = 0 to 7 do
        cells[[k]] = (16 * k)[7:0];
    end;
    cells[[i]] = w;
    cells[[(i + 1) MOD 8]][5:2] = cells[[i]][3:0];
    let x = cells[[j]];
    cells[[UInt(x[2:0])]] = x + 1;
    rows[[i MOD 3]][[j MOD 4]] = UInt(x);
    rows[[2]] = rows[[i MOD 3]];
    let saved = rows;
    rows[[0]][[UInt(w[1:0])]] = 7;
    assert saved[[0]][[0]] == rows[[0]][[0]] || w[1:0] == '00';
    return rows[[j MOD 3]][[3]];
end;
