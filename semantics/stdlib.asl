// The standard library of ASL1, after the names and signatures of the language reference.
// Functions named in semantics/primitives.py (INTRINSICS) are done natively; the bodies here say
// what they mean. A loop limit of 2^128 stands for none.

// ---------------------------------------------------------------- bit-vectors and integers

pure func UInt{N}(x: bits(N)) => integer{0..2^N-1}
begin
    var result: integer = 0;
    for i = N - 1 downto 0 do
        result = 2 * result + (if x[i] == '1' then 1 else 0);
    end;
    return result as integer{0..2^N-1};
end;

pure func SInt{N}(x: bits(N))
    => integer{(if N == 0 then 0 else -(2^(N-1)))..(if N == 0 then 0 else 2^(N-1)-1)}
begin
    var result: integer = UInt{N}(x);
    if N > 0 && x[N-1] == '1' then result = result - 2^N; end;
    return result as
        integer{(if N == 0 then 0 else -(2^(N-1)))..(if N == 0 then 0 else 2^(N-1)-1)};
end;

pure func Zeros{N}() => bits(N)
begin
    return 0[N-1:0];
end;

pure func Ones{N}() => bits(N)
begin
    return NOT Zeros{N}();
end;

pure func IsZero{N}(x: bits(N)) => boolean
begin
    return x == Zeros{N}();
end;

pure func IsOnes{N}(x: bits(N)) => boolean
begin
    return x == Ones{N}();
end;

pure func ReplicateBit{N}(isZero: boolean) => bits(N)
begin
    return if isZero then Zeros{N}() else Ones{N}();
end;

pure func Replicate{N,M}(x: bits(M)) => bits(N)
begin
    assert M > 0 && N MOD M == 0;
    var result = Zeros{N}();
    for i = 0 to (N DIVRM M) - 1 do
        result[i * M +: M] = x;
    end;
    return result;
end;

pure func ZeroExtend{N,M}(x: bits(M)) => bits(N)
begin
    assert N >= M;
    return Zeros{N - M}() :: x;
end;

pure func SignExtend{N,M}(x: bits(M)) => bits(N)
begin
    assert N >= M && M > 0;
    return Replicate{N - M, 1}(x[M-1]) :: x;
end;

pure func Extend{N,M}(x: bits(M), unsigned: boolean) => bits(N)
begin
    return if unsigned then ZeroExtend{N, M}(x) else SignExtend{N, M}(x);
end;

pure func Len{N}(x: bits(N)) => integer{N}
begin
    return N;
end;

pure func BitCount{N}(x: bits(N)) => integer{0..N}
begin
    var count: integer = 0;
    for i = 0 to N - 1 do
        if x[i] == '1' then count = count + 1; end;
    end;
    return count as integer{0..N};
end;

pure func LowestSetBit{N}(x: bits(N)) => integer{0..N}
begin
    for i = 0 to N - 1 do
        if x[i] == '1' then return i as integer{0..N}; end;
    end;
    return N as integer{0..N};
end;

pure func LowestSetBitNZ{N}(x: bits(N)) => integer{0..N-1}
begin
    assert !IsZero{N}(x);
    return LowestSetBit{N}(x) as integer{0..N-1};
end;

pure func HighestSetBit{N}(x: bits(N)) => integer{-1..N-1}
begin
    for i = N - 1 downto 0 do
        if x[i] == '1' then return i as integer{-1..N-1}; end;
    end;
    return -1 as integer{-1..N-1};
end;

pure func HighestSetBitNZ{N}(x: bits(N)) => integer{0..N-1}
begin
    assert !IsZero{N}(x);
    return HighestSetBit{N}(x) as integer{0..N-1};
end;

pure func CountLeadingZeroBits{N}(x: bits(N)) => integer{0..N}
begin
    return ((N - 1) - HighestSetBit{N}(x)) as integer{0..N};
end;

pure func CountLeadingSignBits{N}(x: bits(N)) => integer{0..N-1}
begin
    assert N > 0;
    for i = N - 2 downto 0 do
        if x[i] != x[N-1] then return ((N - 2) - i) as integer{0..N-1}; end;
    end;
    return (N - 1) as integer{0..N-1};
end;

pure func LSL{N}(x: bits(N), shift: integer) => bits(N)
begin
    assert shift >= 0;
    if shift >= N then return Zeros{N}(); end;
    let kept = (N - shift) as integer{0..N};
    var result = Zeros{N}();
    result[shift +: kept] = x[0 +: kept];
    return result;
end;

pure func LSL_C{N}(x: bits(N), shift: integer) => (bits(N), bit)
begin
    assert shift > 0;
    let carry = if shift <= N then x[N - shift] else '0';
    return (LSL{N}(x, shift), carry);
end;

pure func LSR{N}(x: bits(N), shift: integer) => bits(N)
begin
    assert shift >= 0;
    if shift >= N then return Zeros{N}(); end;
    let kept = (N - shift) as integer{0..N};
    var result = Zeros{N}();
    result[0 +: kept] = x[shift +: kept];
    return result;
end;

pure func LSR_C{N}(x: bits(N), shift: integer) => (bits(N), bit)
begin
    assert shift > 0;
    let carry = if shift <= N then x[shift - 1] else '0';
    return (LSR{N}(x, shift), carry);
end;

pure func ASR{N}(x: bits(N), shift: integer) => bits(N)
begin
    assert shift >= 0;
    let by = Min(shift, N - 1) as integer{0..N-1};
    var result = Replicate{N, 1}(x[N-1]);
    let kept = (N - by) as integer{0..N};
    result[0 +: kept] = x[by +: kept];
    return result;
end;

pure func ASR_C{N}(x: bits(N), shift: integer) => (bits(N), bit)
begin
    assert shift > 0;
    let carry = if shift <= N then x[shift - 1] else x[N - 1];
    return (ASR{N}(x, shift), carry);
end;

pure func ROR{N}(x: bits(N), shift: integer) => bits(N)
begin
    assert shift >= 0;
    if N == 0 then return x; end;
    let by = shift MOD N;
    return LSR{N}(x, by) OR LSL{N}(x, N - by);
end;

pure func ROR_C{N}(x: bits(N), shift: integer) => (bits(N), bit)
begin
    assert shift > 0;
    if N == 0 then return (x, '0'); end;
    let result = ROR{N}(x, shift);
    return (result, result[N-1]);
end;

pure func ROL{N}(x: bits(N), shift: integer) => bits(N)
begin
    assert shift >= 0;
    if N == 0 then return x; end;
    return ROR{N}(x, N - (shift MOD N));
end;

pure func ROL_C{N}(x: bits(N), shift: integer) => (bits(N), bit)
begin
    assert shift > 0;
    if N == 0 then return (x, '0'); end;
    let result = ROL{N}(x, shift);
    return (result, result[0]);
end;

pure func AlignDown{N}(x: bits(N), y: integer{1..N}) => bits(N)
begin
    return AlignDownP2{N}(x, y as integer{0..N});
end;

pure func AlignUp{N}(x: bits(N), y: integer{1..N}) => bits(N)
begin
    return AlignUpP2{N}(x, y as integer{0..N});
end;

pure func AlignDownSize{N}(x: bits(N), size: integer{1..2^N}) => bits(N)
begin
    return AlignDownSize(UInt{N}(x), size)[N-1:0];
end;

pure func AlignUpSize{N}(x: bits(N), size: integer{1..2^N}) => bits(N)
begin
    return AlignUpSize(UInt{N}(x), size)[N-1:0];
end;

pure func IsAlignedSize{N}(x: bits(N), size: integer{1..2^N}) => boolean
begin
    return IsAlignedSize(UInt{N}(x), size);
end;

pure func AlignDownP2{N}(x: bits(N), p2: integer{0..N}) => bits(N)
begin
    return LSL{N}(LSR{N}(x, p2), p2);
end;

pure func AlignUpP2{N}(x: bits(N), p2: integer{0..N}) => bits(N)
begin
    return AlignDownP2{N}(x + (2^p2 - 1), p2);
end;

pure func IsAlignedP2{N}(x: bits(N), p2: integer{0..N}) => boolean
begin
    return AlignDownP2{N}(x, p2) == x;
end;

// ---------------------------------------------------------------- integers

pure func Min(a: integer, b: integer) => integer
begin
    return if a < b then a else b;
end;

pure func Max(a: integer, b: integer) => integer
begin
    return if a > b then a else b;
end;

pure func Abs(x: integer) => integer
begin
    return if x < 0 then -x else x;
end;

pure func IsEven(a: integer) => boolean
begin
    return a MOD 2 == 0;
end;

pure func IsOdd(a: integer) => boolean
begin
    return a MOD 2 == 1;
end;

pure func FloorPow2(x: integer) => integer
begin
    assert x > 0;
    return 2 ^ FloorLog2(x);
end;

pure func CeilPow2(x: integer) => integer
begin
    assert x >= 0;
    return if x <= 1 then 1 else 2 ^ CeilLog2(x);
end;

pure func IsPow2(x: integer) => boolean
begin
    if x <= 0 then return FALSE; end;
    return FloorPow2(x) == x;
end;

pure func FloorLog2(a: integer) => integer
begin
    assert a > 0;
    var power: integer = 2;
    var result: integer = 0;
    while power <= a looplimit 2^128 do
        power = power * 2;
        result = result + 1;
    end;
    return result;
end;

pure func CeilLog2(a: integer) => integer
begin
    assert a > 0;
    let floor = FloorLog2(a);
    return if 2 ^ floor == a then floor else floor + 1;
end;

pure func AlignDownSize(x: integer, size: integer) => integer
begin
    assert x >= 0 && size > 0;
    return (x DIVRM size) * size;
end;

pure func AlignUpSize(x: integer, size: integer) => integer
begin
    assert x >= 0 && size > 0;
    return AlignDownSize(x + (size - 1), size);
end;

pure func IsAlignedSize(x: integer, size: integer) => boolean
begin
    assert size > 0;
    return x MOD size == 0;
end;

pure func AlignDownP2(x: integer, p2: integer) => integer
begin
    assert x >= 0 && p2 >= 0;
    return AlignDownSize(x, 2 ^ p2);
end;

pure func AlignUpP2(x: integer, p2: integer) => integer
begin
    assert x >= 0 && p2 >= 0;
    return AlignUpSize(x, 2 ^ p2);
end;

pure func IsAlignedP2(x: integer, p2: integer) => boolean
begin
    assert p2 >= 0;
    return IsAlignedSize(x, 2 ^ p2);
end;

// ---------------------------------------------------------------- reals

pure func Real(x: integer) => real
begin
    return x * 1.0;
end;

pure func Abs(x: real) => real
begin
    return if x >= 0.0 then x else -x;
end;

pure func Max(a: real, b: real) => real
begin
    return if a > b then a else b;
end;

pure func Min(a: real, b: real) => real
begin
    return if a < b then a else b;
end;

pure func RoundDown(x: real) => integer
begin
    // Bracket x between powers of two, then halve.
    var low: integer = -1;
    var high: integer = 1;
    while Real(low) > x looplimit 2^128 do low = low * 2; end;
    while Real(high) <= x looplimit 2^128 do high = high * 2; end;
    while high - low > 1 looplimit 2^128 do
        let middle = (low + high) DIVRM 2;
        if Real(middle) <= x then low = middle; else high = middle; end;
    end;
    return low;
end;

pure func RoundUp(x: real) => integer
begin
    return -RoundDown(-x);
end;

pure func RoundTowardsZero(x: real) => integer
begin
    return if x >= 0.0 then RoundDown(x) else RoundUp(x);
end;

// The largest integer i with 2^i <= |value|.
pure func ILog2(value: real) => integer
begin
    assert value != 0.0;
    let magnitude = Abs(value);
    if magnitude >= 1.0 then return FloorLog2(RoundDown(magnitude)); end;
    return -CeilLog2(RoundUp(1.0 / magnitude));
end;

// The square root, `fracbits` bits after the leading one, rounded to odd.
pure func SqrtRounded(value: real, fracbits: integer) => real
begin
    assert value >= 0.0 && fracbits > 0;
    if value == 0.0 then return 0.0; end;
    // The root of an integer: so many places up, the value has `fracbits` bits before the point.
    let places = (fracbits - 1) - (ILog2(value) DIVRM 2);
    let scaled = value * (4.0 ^ places);
    var root: integer = 0;
    for i = fracbits - 1 downto 0 do
        let next = root + 2^i;
        if Real(next * next) <= scaled then root = next; end;
    end;
    let odd = if Real(root * root) == scaled then 0.0 else 0.5;
    return (Real(root) + odd) / (2.0 ^ places);
end;
