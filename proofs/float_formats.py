"""The floating formats: which numbers each has, and where their codes stand.

They are read from the formats' definitions anew, beside the arithmetic of `semantics.floats`: the
two meanings of an operation, which tests compare, share nothing but the layouts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from semantics.formats import BY_CODE, FloatLayout, Format, Specials


@dataclass(frozen=True)
class FloatFormat:
    """One format, `bits` wide, of numbers of `precision` digits.

    `values` are those of all codes, in order; empty for IEEE layouts, where the exponent and the
    fraction say it. `beyond` is the number that would follow `largest`. `infinity` and `nan` are
    the codes of positive infinity and of the NaN that results have. `sign` is the place of the
    sign bit. Numbers just above `least_normal` have `low_precision` digits.
    """

    bits: int
    exponent_bits: int
    precision: int
    least_normal: Fraction
    low_precision: int
    largest: Fraction
    largest_code: int
    beyond: Fraction
    infinity: int | None
    nan: int | None
    sign: int | None
    low_zeros: int = 0
    values: tuple[float, ...] = ()

    @property
    def is_ieee(self) -> bool:
        """Whether SMT-LIB has a sort of just its values."""
        return not self.values

    @property
    def rises(self) -> bool:
        """Whether a greater code means a greater magnitude, beside a sign."""
        magnitudes = self.values[: self.largest_code + 1]
        return self.sign is not None and list(magnitudes) == sorted(magnitudes)

    @property
    def adds(self) -> bool:
        """Whether z3 has the arithmetic of that sort; of E5M2, for one, it has not."""
        return self.is_ieee and self.exponent_bits <= self.precision

    @property
    def beyond_is_even(self) -> bool:
        """Whether `beyond` would have an even code."""
        return self.largest_code >> self.low_zeros & 1 == 1

    @property
    def not_a_number(self) -> int:
        """The result of an invalid operation: the NaN, or +0 where there is none."""
        return 0 if self.nan is None else self.nan

    @property
    def overflowed(self) -> int:
        """What overflow gives, where the mode does not keep the largest number."""
        if self.infinity is not None:
            return self.infinity
        return self.largest_code if self.nan is None else self.nan

    @property
    def meaning_bits(self) -> int:
        """The bits of a word that count."""
        if self.values:
            return len(self.values) - 1
        return (1 << self.bits) - (1 << self.low_zeros)


@cache
def float_format(code: int) -> FloatFormat:
    """The floating format with a PTO data type code."""
    format = BY_CODE[code]
    if format.name == "HiF8":
        return _hif8(format)
    if format.name == "E8M0":
        return _e8m0(format)
    assert format.layout is not None
    layout = format.layout
    precision = layout.fraction_bits + 1
    ieee = layout.specials is Specials.IEEE
    codes = 1 << (layout.sign_bit - layout.low_zeros)
    infinity = layout.top_exponent << (layout.fraction_bits + layout.low_zeros)
    nan = {
        Specials.IEEE: infinity | (layout.quiet_bit << layout.low_zeros),
        Specials.ONE_NAN: codes - 1,
        Specials.NONE: None,
    }[layout.specials]
    exponent, fraction = divmod(layout.largest, 1 << layout.fraction_bits)
    last_place = Fraction(2) ** (exponent - layout.bias - layout.fraction_bits)
    largest = ((1 << layout.fraction_bits) + fraction) * last_place
    return FloatFormat(
        bits=format.bits,
        exponent_bits=layout.exponent_bits,
        precision=precision,
        least_normal=Fraction(2) ** (1 - layout.bias),
        low_precision=precision,
        largest=largest,
        largest_code=layout.largest << layout.low_zeros,
        beyond=largest + last_place,
        infinity=infinity if ieee else None,
        nan=nan,
        sign=layout.sign_bit,
        low_zeros=layout.low_zeros,
        values=() if ieee else tuple(_layout_value(layout, c) for c in range(2 * codes)),
    )


def _layout_value(layout: FloatLayout, code: int) -> float:
    """The value of a code of a format without infinities."""
    sign, magnitude = divmod(code, 1 << layout.sign_bit)
    if magnitude > layout.largest:
        return math.nan
    exponent, fraction = divmod(magnitude, 1 << layout.fraction_bits)
    significand = fraction + ((1 << layout.fraction_bits) if exponent else 0)
    value = math.ldexp(significand, max(exponent, 1) - layout.bias - layout.fraction_bits)
    return -value if sign else value


def _hif8(format: Format) -> FloatFormat:
    """HiF8 (arXiv 2409.16626): the more bits the exponent takes, the fewer has the fraction."""
    values = tuple(_hif8_magnitude(m) for m in range(128))
    return FloatFormat(
        bits=format.bits,
        exponent_bits=5,
        precision=4,
        least_normal=Fraction(2) ** -15,
        low_precision=2,
        largest=Fraction(2) ** 15,
        largest_code=0x6E,
        beyond=3 * Fraction(2) ** 14,
        infinity=0x6F,
        nan=0x80,
        sign=7,
        values=(*values, math.nan, *(-v for v in values[1:])),
    )


def _hif8_magnitude(m: int) -> float:
    if m == 0x6F:
        return math.inf
    if m < 8:
        return math.ldexp(1, m - 23) if m else 0.0
    if m < 16:
        return math.ldexp(8 + m % 8, -3)
    if m < 32:
        size, negative, digits = 1, m >> 3 & 1, 3
    elif m < 64:
        size, negative, digits = 2 + (m >> 3 & 1), m >> 4 & 1, 3
    elif m < 96:
        size, negative, digits = 4 + (m >> 2 & 3), m >> 4 & 1, 2
    else:
        size, negative, digits = 8 + (m >> 1 & 7), m >> 4 & 1, 1
    significand = (1 << digits) + m % (1 << digits)
    return math.ldexp(significand, (-size if negative else size) - digits)


def _e8m0(format: Format) -> FloatFormat:
    """E8M0 (OCP Microscaling Formats 1.0, clause 5.4.1): powers of two, no sign, no zero."""
    return FloatFormat(
        bits=format.bits,
        exponent_bits=8,
        precision=1,
        least_normal=Fraction(2) ** -127,
        low_precision=1,
        largest=Fraction(2) ** 127,
        largest_code=254,
        beyond=Fraction(2) ** 128,
        infinity=None,
        nan=255,
        sign=None,
        values=(*(math.ldexp(1, c - 127) for c in range(255)), math.nan),
    )
