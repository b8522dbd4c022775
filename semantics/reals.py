"""Arithmetic of reals: exact rationals, as Fraction has it, but made for no other operands.

Fraction's own operators ask of each operand what it is, and of each result whether it is in lowest
terms, which takes most of their time. Here results are in lowest terms where operands are (Knuth,
The Art of Computer Programming, 4.5.1).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from semantics.values import fail

LARGEST = 1 << 28
"""Bits of the longest power that is computed; larger ones would take minutes, or all memory."""
LONGEST_ROOT = 1 << 20
"""Bits of the longest root: it takes quadratic time."""

_new = object.__new__


def _lowest(numerator: int, denominator: int) -> Fraction:
    """A fraction that is known to be in lowest terms."""
    result: Any = _new(Fraction)
    result._numerator, result._denominator = numerator, denominator
    return result  # type: ignore[no-any-return]


def real_add(a: Any, b: Any) -> Fraction:
    na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
    common = math.gcd(da, db)
    if common == 1:
        return _lowest(na * db + nb * da, da * db)
    part = da // common
    above = na * (db // common) + nb * part
    shared = math.gcd(above, common)
    if shared == 1:
        return _lowest(above, part * db)
    return _lowest(above // shared, part * (db // shared))


def real_neg(a: Any) -> Fraction:
    return _lowest(-a._numerator, a._denominator)


def real_sub(a: Any, b: Any) -> Fraction:
    return real_add(a, real_neg(b))


def real_mul(a: Any, b: Any) -> Fraction:
    na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
    first, second = math.gcd(na, db), math.gcd(nb, da)
    if first > 1:
        na, db = na // first, db // first
    if second > 1:
        nb, da = nb // second, da // second
    return _lowest(na * nb, da * db)


def real_div(a: Any, b: Any) -> Fraction:
    """The quotient by what is not zero."""
    above, below = b._numerator, b._denominator
    return real_mul(a, _lowest(below, above) if above > 0 else _lowest(-below, -above))


def real_eq(a: Any, b: Any) -> bool:
    return bool(a._numerator == b._numerator and a._denominator == b._denominator)


def real_lt(a: Any, b: Any) -> bool:
    return bool(a._numerator * b._denominator < b._numerator * a._denominator)


def real_le(a: Any, b: Any) -> bool:
    return bool(a._numerator * b._denominator <= b._numerator * a._denominator)


def real_of_int(value: int) -> Fraction:
    return _lowest(value, 1)


def power(base: int, exponent: int) -> int:
    """`base ^ exponent`; raises DynamicError (SIZE-LIMIT) where that has too many bits."""
    if (base.bit_length() - 1) * exponent > LARGEST:
        fail("SIZE-LIMIT")
    return 1 << exponent if base == 2 else int(base**exponent)


def real_power(base: Fraction, exponent: int) -> Fraction:
    """`base ^ exponent`, which is not zero to a negative power; raises DynamicError as `power`."""
    above, below = base.numerator, base.denominator
    if exponent < 0:
        exponent = -exponent
        above, below = (below, above) if above > 0 else (-below, -above)
    return _lowest(power(above, exponent), power(below, exponent))


def real_log2(value: Fraction) -> int:
    """The largest i with 2^i <= |value|, which is not zero."""
    above, below = abs(value.numerator), value.denominator
    guess = above.bit_length() - below.bit_length()
    reached = above >= below << guess if guess >= 0 else above << -guess >= below
    return guess if reached else guess - 1


def real_sqrt(value: Fraction, bits: int) -> Fraction:
    """The square root to so many fraction bits after its first, rounded to odd; raises DynamicError
    (SIZE-LIMIT) where these are too many."""
    if not value:
        return Fraction(0)
    if bits > LONGEST_ROOT:
        fail("SIZE-LIMIT")
    place = Fraction(2) ** (real_log2(value) // 2 - bits)
    scaled = value / (4 * place**2)
    root = math.isqrt(math.floor(scaled))
    return (2 * root + (root**2 != scaled)) * place
