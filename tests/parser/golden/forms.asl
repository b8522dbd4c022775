// Every form of ASL1 once. Nothing here has to make sense.
/* A comment
   of two lines; /* it does not nest. */
type Plain of integer;
type Constrained of integer{1, 2..4};
type Pending of integer{};
type Kind of enumeration {KIND_A, KIND_B,};
type Empty of record {-};
type Pair of record {first: (integer), second: bit,};
type Failure of exception {code: real};
type Flags of bits(8) {
    [7] top,
    [6:4, 0] mixed {[0 +: 2] low},
    [3:2] typed: bits(2),
};
type Nothing of bits(3) {};
type Both of (boolean, string);
type Table of array [[Kind]] of array [[4]] of Plain;

constant SIZE = 1_000;
let limit: real = 3.141_592;
config Width: integer{8, 16} = 0x10;
var state: bits(SIZE) = Zeros{SIZE};
var guess = ARBITRARY: integer{0..3};
var unset: Pair;
var x, y: boolean;
var registers: collection {PC: bits(64), SP: bits(64)};
pragma marker;
pragma marker "text", 1;

pure func Double{N, M: integer}(value: bits(N), times: integer{M}) => bits(N) recurselimit 4
begin
    return value;
end;

readonly impdef func Choose() => integer
begin
    return 1;
end;

implementation func Act()
begin
    pass;
end;

noreturn func Stop()
begin
    unreachable;
end;

accessor Register{N}(n: integer) <=> value: bits(N)
begin
    readonly getter
        return state[0 +: N];
    end;
    setter
        state[0 +: N] = value;
    end;
end;

impdef accessor Swapped() <=> value: bit
begin
    setter pass; end;
    getter return '1'; end;
end;

func Statements(n: integer)
begin
    let a = 1;
    let (b, -): (integer, boolean) = (1, TRUE);
    var c: integer;
    var d, e: bit;
    var f = "tab\t quote\" line\n back\\";
    - = a;
    c = a;
    (c, -, unset.first) = (1, 2, 3);
    table[[1]].field[3, 2:1] = '11';
    word.[high, low] = '01 10';
    word.(high, -) = (1, 2);
    Register{64}(1) = Zeros{64};
    Swapped() = '1';
    Register{64}(1).low[0] = '1';
    Swapped().[p, q] = '11';
    Act();
    Run{8};
    Run{8, 9}(1, 2);
    assert a > 0;
    if a == 1 then pass; elsif a == 2 then pass; elsif a == 3 then pass; else return; end;
    if a == 1 then pass; end;
    case n of
        when 1 => pass;
        when 2, 3..4, <= 5, >= 6 where a == 1 => pass;
        when !{7} => pass;
        when - => pass;
        otherwise => pass;
    end;
    case word of
        when '1x(0)' => pass;
        when {'000', -} => pass;
    end;
    while a < 3 looplimit 10 do pass; end;
    repeat pass; until a == 3 looplimit 2;
    for i = 0 to 3 do pass; end;
    for i = 3 downto 0 looplimit 4 do pass; end;
    try
        throw Failure{code = 1.0};
    catch
        when Failure => pass;
        when problem: Failure => pass;
        otherwise => pass;
    end;
    print;
    print a, b;
    println "x";
    __debug__(a);
    __DEBUG__();
    pragma here a;
end;

func Expressions() => integer
begin
    return if a then b else if c then -d else !e;
    return (a, (b));
    return a + b * c ^ d + (e ^ f) ^ g + -h + NOT i;
    return a || (b && c) || d as integer{1} as T as {1, 2..3};
    return a == b < c && d != e >= f;
    return a :: b[1] :: c[[d[[e]]]].f.[g, h];
    return a ==> (b <=> c);
    return a DIV (b MOD (c DIVRM (d / e)));
    return a << (b >> c) AND (d OR (e XOR (f - g)));
    return a IN {1, 2} && -b IN !{'1x', <= 3};
    return a + b == '1x' + c != 'x0 0';
    return a as bits(4).x[1] ++ "s";
    return '' + '1010 1'[2:0];
    return Empty{-};
    return Pair{first = 1, second = Call{2}};
    return Call(a, Call()) == Call{1, 2}(3);
    return 1 - if a then b - c else d;
end;
