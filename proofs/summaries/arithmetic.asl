// What the arithmetic loops of a specification compute, with the invariants that prove it.
// A summary is used only where it is proved against the loaded text of the function.

// PTO-SUMMARY: {"function":"DivideWordUnsigned","summary":"Summary_DivideWordUnsigned","invariant":"Invariant_DivideWordUnsigned","title":"the restoring division loop is unsigned division"}
pure func Summary_DivideWordUnsigned(dividend: bits(64), divisor: bits(64)) => bits(64)
begin
    assert !IsZero(divisor);
    return (UInt(dividend) DIVRM UInt(divisor))[63:0];
end;

// Before the step for bit_index: of the dividend's bits read so far, `done` times the divisor is
// subtracted and `remainder` is left; the quotient's bits still to come are clear.
pure func Invariant_DivideWordUnsigned(
    dividend: bits(64), divisor: bits(64), bit_index: integer{-1..63}, quotient: bits(64),
    remainder: bits(65)) => boolean
begin
    let next: integer{0..64} = (bit_index + 1) as integer{0..64};
    // A zero on top: it alone is what has been read before the first step.
    let done = UInt(('0' :: quotient)[64:next]);
    return IsZero(quotient[next-1:0])
        && UInt(remainder) < UInt(divisor)
        && UInt(('0' :: dividend)[64:next]) == (done * UInt(divisor)) + UInt(remainder);
end;

// PTO-SUMMARY: {"function":"MultiplyWord","summary":"Summary_MultiplyWord","invariant":"Invariant_MultiplyWord","title":"the shift-and-add loop is multiplication modulo 2^64"}
pure func Summary_MultiplyWord(left: bits(64), right: bits(64)) => bits(64)
begin
    return (UInt(left) * UInt(right))[63:0];
end;

// Before the step for bit_index: the result is `left` times the bits of `right` seen so far.
pure func Invariant_MultiplyWord(
    left: bits(64), right: bits(64), bit_index: integer{0..64}, result: bits(64)) => boolean
begin
    let seen: integer = UInt(right) MOD (2 ^ bit_index);
    return result == (UInt(left) * seen)[63:0];
end;
