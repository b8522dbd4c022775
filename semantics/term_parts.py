"""Meanings of primitives on terms that take more than a line: powers, slices, repetition."""

from __future__ import annotations

from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.intervals import LONGEST
from semantics.values import Unsupported


def power(base: t.Int, exponent: t.Int) -> t.Int:
    if isinstance(exponent, t.Term):
        low, high = exponent.range
        if low is None or high is None or high - low > 128:
            raise Unsupported("a power whose exponent is unknown and unbounded")
        result: t.Int = power(base, high)
        for k in range(high - 1, max(low, 0) - 1, -1):
            result = t.ite(t.INT, t.eq(t.INT, exponent, k), power(base, k), result)
        return result
    bits = exponent * (1 if isinstance(base, t.Term) else base.bit_length() - 1)
    if bits > LONGEST:
        raise Unsupported(f"a power of more than {LONGEST} bits")
    if not isinstance(base, t.Term):
        return int(base ** max(exponent, 0))
    result = 1
    for _ in range(exponent):
        result = ta.mul(result, base)
    return result


def log2(a: t.Int) -> t.Int:
    if not isinstance(a, t.Term):
        return a.bit_length() - 1
    high = a.range[1]
    if high is None:
        raise Unsupported("a logarithm of an unbounded integer")
    result: t.Int = 0
    for k in range(1, high.bit_length()):
        result = t.ite(t.INT, ta.le(1 << k, a), k, result)
    return result


def slice(n: int, w: int, x: t.Bits, low: t.Int) -> t.Bits:
    if not isinstance(low, t.Term):
        return ta.extract(n, x, low + w - 1, low)
    return ta.extract(n, ta.shift("lshr", n, x, low), w - 1, 0)


def insert(n: int, w: int, x: t.Bits, low: t.Int, piece: t.Bits) -> t.Bits:
    if not isinstance(low, t.Term):
        above = ta.extract(n, x, n - 1, low + w)
        rest = ta.concat(w, piece, low, ta.extract(n, x, low - 1, 0))
        return ta.concat(n - low - w, above, low + w, rest)
    hole = ta.shift("shl", n, (1 << w) - 1, low)
    moved = ta.shift("shl", n, ta.zero_extend(w, piece, n), low)
    return ta.bv_or(n, ta.bv_and(n, x, ta.bv_not(n, hole)), moved)


def repeat(n: int, m: int, x: t.Bits) -> t.Bits:
    if m == 1:
        return ta.sign_extend(1, x, n)
    result, width = x, m
    while width < n:
        result, width = ta.concat(width, result, m, x), width + m
    return result
