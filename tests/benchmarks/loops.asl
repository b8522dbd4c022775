// Loops for the benchmark of emitted code.

var _small: array [[32]] of bits(64);
var _large: array [[32768]] of bits(64);

func Turns(turns: integer) => bits(64)
begin
    var a: bits(64) = Zeros{64} + 1;
    var b: bits(64) = Zeros{64};
    for i = 0 to turns - 1 do
        b = b + a;
        if UInt(b) > i then
            a = LSR(a XOR b, 1);
        end;
    end;
    return a;
end;

func UpdateSmall(updates: integer)
begin
    for i = 0 to updates - 1 do
        _small[[(i * 7919) MOD 32]] = i[63:0];
    end;
end;

func UpdateLarge(updates: integer)
begin
    for i = 0 to updates - 1 do
        _large[[(i * 7919) MOD 32768]] = i[63:0];
    end;
end;
