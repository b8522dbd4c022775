// Bit-vectors: operators, slices on both sides of an assignment, concatenation, extension.

var word: bits(32) = '1010 0101 1111 0000 0001 0010 0011 0100';

pure func Swap(x: bits(8)) => bits(8)
begin
    return x[3:0, 7:4];
end;

pure func Parity{N}(x: bits(N)) => bit
begin
    var result: bit = '0';
    for i = 0 to N - 1 do
        result = result XOR x[i];
    end;
    return result;
end;

func main() => integer
begin
    assert Swap('11000101') == '01011100';
    assert Parity{32}(word) == '1' && Parity{0}('') == '0';
    word[7:0] = NOT word[7:0];
    assert word[0 +: 8] == '11001011';
    word[31:28, 3:0] = word[3:0, 31:28];
    assert word[31:28] == '1011' && word[3:0] == '1010';
    for i = 0 to 3 do
        word[i * 8 +: 8] = Swap(word[i * 8 +: 8]);
    end;
    assert word == '01011011 00001111 00100001 10101100';
    assert UInt('1111' + '0001') == 0 && '0000' - 1 == '1111';
    assert ('1100' AND '1010') :: ('1100' OR '1010') :: ('1100' XOR '1010') == '1000 1110 0110';
    assert SInt(SignExtend{16}('1000')) == -8 && UInt(ZeroExtend{16}('1000')) == 8;
    assert word IN {'0101 xxxx xxxx xxxx xxxx xxxx xxxx xxx0'} && !(word IN {'1 xxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx'});
    assert 1234[7:0] == '11010010' && (-1)[3:0] == '1111';
    return UInt(word[31:24]);
end;
