"""Integer and bit-vector terms: constructors that fold, simplify and track ranges."""

from __future__ import annotations

from semantics import intervals
from semantics.terms import (
    BOOL,
    INT,
    Bits,
    Bool,
    Int,
    Term,
    and_,
    bv_sort,
    eq,
    int_node,
    interval,
    ite,
    node,
    not_,
)

# ---------------------------------------------------------------- integers


def add(a: Int, b: Int) -> Int:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a + b
        a, b = b, a
    if not isinstance(b, Term):
        if b == 0:
            return a
        if a.op == "add" and not isinstance(a.args[1], Term):
            return add(a.args[0], a.args[1] + b)
    return int_node("add", (a, b), intervals.add(interval(a), interval(b)))


def neg(a: Int) -> Int:
    if not isinstance(a, Term):
        return -a
    if a.op == "neg":
        inner: Int = a.args[0]
        return inner
    return int_node("neg", (a,), intervals.neg(interval(a)))


def sub(a: Int, b: Int) -> Int:
    if a is b:
        return 0
    return add(a, neg(b))


def mul(a: Int, b: Int) -> Int:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a * b
        a, b = b, a
    if not isinstance(b, Term):
        if b == 0:
            return 0
        if b == 1:
            return a
        if b == -1:
            return neg(a)
    elif b.id < a.id:
        a, b = b, a
    return int_node("mul", (a, b), intervals.mul(interval(a), interval(b)))


def div(a: Int, b: Int) -> Int:
    """The floor quotient; `b` is positive."""
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a // b if b else 0
    if b == 1:
        return a
    return int_node("div", (a, b), intervals.floor_div(interval(a), interval(b)))


def mod(a: Int, b: Int) -> Int:
    """The floor remainder; `b` is positive."""
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a % b if b else 0
    if b == 1:
        return 0
    low, high = interval(a)
    low_b = interval(b)[0]
    if low is not None and low >= 0 and high is not None and low_b is not None and high < low_b:
        return a
    return int_node("mod", (a, b), intervals.floor_mod(interval(a), interval(b)))


def le(a: Int, b: Int) -> Bool:
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a <= b
    (low, high), (low2, high2) = interval(a), interval(b)
    if a is b or (high is not None and low2 is not None and high <= low2):
        return True
    if low is not None and high2 is not None and low > high2:
        return False
    return node("le", (a, b), BOOL)


def lt(a: Int, b: Int) -> Bool:
    return not_(le(b, a))


def within(value: Int, low: int | None, high: int | None) -> Bool:
    """Whether `low <= value <= high`."""
    return and_(True if low is None else le(low, value), True if high is None else le(value, high))


# ---------------------------------------------------------------- bit-vectors


def _mask(width: int) -> int:
    return (1 << width) - 1


def _splits(x: Term) -> bool:
    """Whether an operation on `x` is better done in its branches: one of them is a constant."""
    return x.op == "ite" and not (isinstance(x.args[1], Term) and isinstance(x.args[2], Term))


def uint(width: int, x: Bits) -> Int:
    """The unsigned value."""
    if not isinstance(x, Term) or width == 0:
        return x if width else 0
    if x.op == "concat":
        high, low = x.data
        return add(mul(uint(high, x.args[0]), 1 << low), uint(low, x.args[1]))
    if x.op == "fromint" and intervals.inside(interval(x.args[0]), (0, _mask(width))):
        number: Int = x.args[0]
        return number
    if _splits(x):
        parts = uint(width, x.args[1]), uint(width, x.args[2])
        return ite(INT, x.args[0], *parts)
    return int_node("uint", (x,), (0, _mask(width)), width)


def sint(width: int, x: Bits) -> Int:
    """The two's complement value; of no bits, 0."""
    if width == 0:
        return 0
    half = 1 << (width - 1)
    if not isinstance(x, Term):
        return x - 2 * half if x & half else x
    if x.op == "sext":
        return sint(x.data[0], x.args[0])
    if x.op == "concat" and isinstance(x.args[0], int) and not x.args[0] >> (x.data[0] - 1):
        return uint(width, x)
    if x.op == "fromint" and intervals.inside(interval(x.args[0]), (-half, half - 1)):
        number: Int = x.args[0]
        return number
    if _splits(x):
        parts = sint(width, x.args[1]), sint(width, x.args[2])
        return ite(INT, x.args[0], *parts)
    return int_node("sint", (x,), (-half, half - 1), width)


def from_int(width: int, value: Int) -> Bits:
    """The low `width` bits of an integer."""
    if not isinstance(value, Term):
        return value & _mask(width)
    if width == 0:
        return 0
    if value.op in ("uint", "sint"):
        inner, have = value.args[0], value.data
        if have >= width:
            return extract(have, inner, width - 1, 0)
        extend = zero_extend if value.op == "uint" else sign_extend
        return extend(have, inner, width)
    if _splits(value):
        parts = from_int(width, value.args[1]), from_int(width, value.args[2])
        return ite(bv_sort(width), value.args[0], *parts)
    return node("fromint", (congruent(width, value),), bv_sort(width), width)


def congruent(width: int, value: Int) -> Int:
    """A simpler integer, equal modulo 2^width: words in sums and products need not wrap."""
    if not isinstance(value, Term):
        return value
    key = (width, value.id)
    if key not in _congruent:
        _congruent[key] = _congruent_to(width, value)
    return _congruent[key]


_congruent: dict[tuple[int, int], Int] = {}


def _congruent_to(width: int, value: Term) -> Int:
    parts = value.args
    match value.op:
        case "add":
            return add(congruent(width, parts[0]), congruent(width, parts[1]))
        case "neg":
            return neg(congruent(width, parts[0]))
        case "mul":
            return mul(congruent(width, parts[0]), congruent(width, parts[1]))
        case "ite":
            then, otherwise = congruent(width, parts[1]), congruent(width, parts[2])
            return ite(INT, parts[0], then, otherwise)
        case "uint" | "sint" if value.data >= width:
            return _word_congruent_to(width, value, parts[0])
    return value


def _word_congruent_to(width: int, value: Term, word: Bits) -> Int:
    """An integer equal to the word's value modulo 2^width; `value` itself if none is simpler."""
    if not isinstance(word, Term):
        return uint(value.data, word)
    have = word.sort.width
    match word.op:
        case "bvadd" | "bvsub":
            a, b = (congruent(width, uint(have, x)) for x in word.args)
            return add(a, b) if word.op == "bvadd" else sub(a, b)
        case "sext":
            return sint(word.data[0], word.args[0])
        case "fromint":
            return congruent(width, word.args[0])
        case "ite":
            then, otherwise = (congruent(width, uint(have, x)) for x in word.args[1:])
            return ite(INT, word.args[0], then, otherwise)
    return value


def concat(high_width: int, high: Bits, low_width: int, low: Bits) -> Bits:
    if not isinstance(high, Term) and not isinstance(low, Term):
        return high << low_width | low
    if high_width == 0:
        return low
    if low_width == 0:
        return high
    if isinstance(high, Term) and isinstance(low, Term) and high.op == low.op == "extract":
        (_, bottom), (top, _) = high.data, low.data
        if high.args[0] is low.args[0] and bottom == top + 1:
            inner = high.args[0]
            return extract(inner.sort.width, inner, high.data[0], low.data[1])
    return node("concat", (high, low), bv_sort(high_width + low_width), (high_width, low_width))


def extract(width: int, x: Bits, high: int, low: int) -> Bits:
    """Bits `high` down to `low`; empty where `high` is below `low`."""
    if high < low:
        return 0
    if not isinstance(x, Term):
        return x >> low & _mask(high - low + 1)
    if low == 0 and high == width - 1:
        return x
    if x.op == "extract":
        inner, offset = x.args[0], x.data[1]
        assert isinstance(inner, Term)
        return extract(inner.sort.width, inner, high + offset, low + offset)
    if x.op == "concat":
        above, below = x.data
        if high < below:
            return extract(below, x.args[1], high, low)
        if low >= below:
            return extract(above, x.args[0], high - below, low - below)
        upper = extract(above, x.args[0], high - below, 0)
        return concat(
            high - below + 1, upper, below - low, extract(below, x.args[1], below - 1, low)
        )
    if x.op == "sext" and high < x.data[0]:
        return extract(x.data[0], x.args[0], high, low)
    if x.op == "fromint" and low == 0:
        return from_int(high + 1, x.args[0])
    if _splits(x) or (x.op == "ite" and any(_op(a) == "concat" for a in x.args[1:])):
        key = (x.id, high, low)
        if key not in _extracted:
            parts = extract(width, x.args[1], high, low), extract(width, x.args[2], high, low)
            _extracted[key] = ite(bv_sort(high - low + 1), x.args[0], *parts)
        return _extracted[key]
    return node("extract", (x,), bv_sort(high - low + 1), (high, low))


_extracted: dict[tuple[int, int, int], Bits] = {}
"""Slices taken out of the branches of a choice; a shared one is gone through once."""


def _op(value: Bits) -> str | None:
    return value.op if isinstance(value, Term) else None


def zero_extend(width: int, x: Bits, to: int) -> Bits:
    return concat(to - width, 0, width, x)


def sign_extend(width: int, x: Bits, to: int) -> Bits:
    if not isinstance(x, Term):
        return from_int(to, sint(width, x))
    if to == width:
        return x
    if _splits(x):
        parts = sign_extend(width, x.args[1], to), sign_extend(width, x.args[2], to)
        return ite(bv_sort(to), x.args[0], *parts)
    return node("sext", (x,), bv_sort(to), (width, to))


def bv_not(width: int, x: Bits) -> Bits:
    if not isinstance(x, Term):
        return ~x & _mask(width)
    return node("bvnot", (x,), bv_sort(width), width)


def bv_add(width: int, a: Bits, b: Bits) -> Bits:
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a + b & _mask(width)
    if a == 0 or b == 0:
        return b if a == 0 else a
    return node("bvadd", (a, b), bv_sort(width), width)


def bv_sub(width: int, a: Bits, b: Bits) -> Bits:
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a - b & _mask(width)
    if b == 0:
        return a
    if a is b:
        return 0
    return node("bvsub", (a, b), bv_sort(width), width)


def bv_and(width: int, a: Bits, b: Bits) -> Bits:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a & b
        a, b = b, a
    if b == 0:
        return 0
    if b == _mask(width) or a is b:
        return a
    return node("bvand", (a, b), bv_sort(width), width)


def bv_or(width: int, a: Bits, b: Bits) -> Bits:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a | b
        a, b = b, a
    if b == 0 or a is b:
        return a
    if b == _mask(width):
        return b
    return node("bvor", (a, b), bv_sort(width), width)


def bv_xor(width: int, a: Bits, b: Bits) -> Bits:
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a ^ b
    if a is b:
        return 0
    if a == 0 or b == 0:
        return b if a == 0 else a
    return node("bvxor", (a, b), bv_sort(width), width)


def shift(op: str, width: int, x: Bits, amount: Int) -> Bits:
    """`shl`, `lshr` or `ashr` by a non-negative integer; by `width` or more all bits leave."""
    if not isinstance(amount, Term):
        amount = min(amount, width)
        if amount == 0 or width == 0:
            return x
        if op == "shl":
            return concat(width - amount, extract(width, x, width - amount - 1, 0), amount, 0)
        kept = extract(width, x, width - 1, amount)
        if op == "lshr":
            return zero_extend(width - amount, kept, width)
        if amount == width:
            kept, amount = extract(width, x, width - 1, width - 1), width - 1
        return sign_extend(width - amount, kept, width)
    if width == 0:
        return 0
    # `width` itself is below 2^width, so the amount fits a vector as wide as x.
    whole: Int = width
    clamped = ite(INT, le(amount, whole), amount, whole)
    return node(op, (x, from_int(width, clamped)), bv_sort(width), width)


def count(width: int, x: Bits) -> Int:
    """The number of ones."""
    total: Int = 0
    for i in range(width):
        total = add(total, uint(1, extract(width, x, i, i)))
    return total


def highest(width: int, x: Bits) -> Int:
    """The position of the highest one; -1 where there is none."""
    result: Int = -1
    for i in range(width):
        result = ite(INT, eq(bv_sort(1), extract(width, x, i, i), 1), i, result)
    return result


def bv_eq(width: int, a: Bits, b: Bits) -> Bool:
    return eq(bv_sort(width), a, b)
