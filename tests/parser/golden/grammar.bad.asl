func missing_semicolon()
begin
    x = 1
    y = 2;
end;

func empty_block()
begin
    if x then
    end;
end;

func keyword_as_name(case: integer)
begin
    pass;
end;

func wrong_target()
begin
    x.y.[a, b] = '11';
    x.(a, a) = (1, 2);
    let (-, -) = (1, 2);
    x == 1;
end;

noreturn func returns() => integer
begin
    unreachable;
end;

pure accessor qualified() <=> v: bit
begin
    getter return '1'; end;
    setter pass; end;
end;

type Anonymous of array [[2]] of enumeration {A};
config untyped = 1;
type Unfinished of record {
