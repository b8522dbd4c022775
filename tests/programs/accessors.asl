// Accessors: a getter and a setter under one name, used whole and in part.

type Pair of record { low: bits(16), high: bits(16) };

var registers: array [[4]] of bits(32);
var writes: integer = 0;

accessor X(index: integer{0..3}) <=> value: bits(32)
begin
    readonly getter
        return registers[[index]];
    end;
    setter
        registers[[index]] = value;
        writes = writes + 1;
    end;
end;

accessor Halves(index: integer{0..3}) <=> value: Pair
begin
    readonly getter
        return Pair{low = registers[[index]][15:0], high = registers[[index]][31:16]};
    end;
    setter
        registers[[index]] = value.high :: value.low;
        writes = writes + 1;
    end;
end;

func main() => integer
begin
    X(0) = 0x1234[31:0];
    X(1) = X(0) + 1;
    assert registers[[1]] == 0x1235[31:0] && writes == 2;
    X(1)[31:24] = '10000001';
    assert X(1) == 0x81001235[31:0] && writes == 3;
    Halves(1).low = 0xBEEF[15:0];
    assert X(1) == 0x8100BEEF[31:0] && writes == 4;
    assert Halves(1).high == 0x8100[15:0];
    return writes;
end;
