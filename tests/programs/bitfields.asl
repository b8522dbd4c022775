// Bit-fields: of several slices, nested, typed, read and written alone and together.

type Mode of bits(4) { [3] wide, [1:0] kind };
type Status of bits(16) {
    [15:12] mode: Mode,
    [11, 0] ends,
    [10:4] middle { [6:5] upper, [4:0] lower },
    [3:1] rest
};

var status: Status;

func main() => integer
begin
    status.ends = '10';
    assert status == '0000 1000 0000 0000';
    status.middle = '1100101';
    assert status.middle.upper == '11' && status.middle.lower == '00101';
    status.middle.upper = '01';
    assert status.middle == '0100101';
    status.mode.wide = '1';
    status.mode.kind = '10';
    assert status.mode == '1010';
    status.[rest, ends] = '01101';
    assert status.rest == '011' && status.ends == '01';
    assert status.[ends, rest] == '01011';
    status.middle[1:0] = '10';
    var local: Mode = status.mode;
    local.kind = '11';
    assert status.mode.kind == '10' && local == '1011';
    return UInt(status);
end;
