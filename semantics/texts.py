"""Scalars as text: what `print` writes of them and `++` makes of them.

After the ASL Reference (PrimitiveOperations, literal to string): integers are decimal, bit-vectors
hexadecimal, and reals a fraction in lowest terms, or an integer where the denominator is one.
"""

from __future__ import annotations

import decimal
from fractions import Fraction
from functools import cache

AT_ONCE = 10_000
"""Bits of an integer that Python converts in one go: it takes quadratic time, and refuses more."""


def boolean_text(value: bool) -> str:
    return "TRUE" if value else "FALSE"


def integer_text(value: int) -> str:
    """The integer in decimal, however long."""
    if value.bit_length() <= AT_ONCE:
        return str(value)
    with decimal.localcontext(_exact()):
        return f"{_decimal(value, value.bit_length()):f}"


@cache
def _exact() -> decimal.Context:
    return decimal.Context(
        prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact]
    )


def _decimal(value: int, bits: int) -> decimal.Decimal:
    """The number, of about so many bits: long decimals are multiplied fast, long integers not."""
    if bits <= AT_ONCE:
        return decimal.Decimal(value)
    low = bits // 2
    high = _decimal(value >> low, bits - low)
    return high * decimal.Decimal(2) ** low + _decimal(value & (1 << low) - 1, low)


def bits_text(width: int, value: int) -> str:
    """The vector in hexadecimal, with the digits its width needs; that of no bits is `0x`."""
    return "0x" + (f"{value:x}".zfill((width + 3) // 4) if width else "")


def real_text(value: Fraction) -> str:
    whole = integer_text(value.numerator)
    return whole if value.denominator == 1 else f"{whole}/{integer_text(value.denominator)}"
