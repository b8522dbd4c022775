"""What an operation should give: rounding by search in the sorted numbers of a format.

Written from the definitions of the formats, over `Fraction`, and slow on purpose: nothing here is
shared with `semantics.floats` but the layouts. `Table` makes it fast for formats of few numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from math import lcm
from typing import Final

from semantics.formats import FORMATS, Format, Specials

RNE, RTM, RTP, RTZ, RNA, RTO = range(6)
INVALID, DIVIDE_BY_ZERO, OVERFLOW, UNDERFLOW, INEXACT = (1 << i for i in range(5))

FLOATS: Final = [each for each in FORMATS.values() if each.is_float]
SMALL: Final = [each for each in FLOATS if each.bits <= 8]
NARROW: Final = [each for each in SMALL if each.name not in ("HiF8", "E8M0", "E4M3", "E5M2")]
WIDE: Final = [each for each in FLOATS if each.bits > 8]

NAN, INFINITY, NEGATIVE_INFINITY = "nan", "inf", "-inf"
"""What decodes to no number. A zero is a Fraction; its sign is asked for apart."""


def packed(word: int, flags: int = 0) -> int:
    return flags << 64 | word


def hif8(m: int) -> Fraction:
    """The magnitude of a code of HiF8, by cases."""
    if m < 8:
        return Fraction(2) ** (m - 23) if m else Fraction(0)
    bit = [m >> i & 1 for i in range(7)]
    if m >> 3 == 0b0001:
        return Fraction(8 + m % 8, 8)
    if m >> 4 == 0b001:
        return (8 + m % 8) * Fraction(2) ** ((-1 if bit[3] else 1) - 3)
    sign = -1 if bit[4] else 1
    if m >> 5 == 0b01:
        return (8 + m % 8) * Fraction(2) ** (sign * (2 + bit[3]) - 3)
    if m >> 5 == 0b10:
        return (4 + m % 4) * Fraction(2) ** (sign * (4 + (m >> 2 & 3)) - 2)
    return (2 + m % 2) * Fraction(2) ** (sign * (8 + (m >> 1 & 7)) - 1)


@dataclass(frozen=True)
class Oracle:
    """One format. Words are canonical: bits that do not count are zero."""

    format: Format

    # ------------------------------------------------------------ what the format has

    @property
    def is_e8m0(self) -> bool:
        return self.format.name == "E8M0"

    @cached_property
    def sign(self) -> int:
        """The sign bit, 0 where there is none."""
        if self.format.layout is None:
            return 0 if self.is_e8m0 else 0x80
        return 1 << self.format.layout.sign_bit

    @cached_property
    def low(self) -> int:
        return 0 if self.format.layout is None else self.format.layout.low_zeros

    @cached_property
    def top(self) -> int:
        """The code of the number beyond the largest."""
        if self.format.layout is None:
            return 0xFF if self.is_e8m0 else 0x6F
        return self.format.layout.largest + 1

    @cached_property
    def nan(self) -> int | None:
        layout = self.format.layout
        if layout is None:
            return 0xFF if self.is_e8m0 else 0x80
        match layout.specials:
            case Specials.IEEE:
                return self.top + (1 << layout.fraction_bits - 1) << self.low
            case Specials.ONE_NAN:
                return 0x7F
            case Specials.NONE:
                return None

    @cached_property
    def infinity(self) -> int | None:
        layout = self.format.layout
        has = self.format.name == "HiF8" or (layout and layout.specials is Specials.IEEE)
        return self.top << self.low if has else None

    @cached_property
    def precision(self) -> int:
        if self.format.layout is None:
            return 1 if self.is_e8m0 else 2
        return self.format.layout.fraction_bits + 1

    @cached_property
    def least_normal(self) -> Fraction:
        if self.format.layout is None:
            return Fraction(2) ** (-127 if self.is_e8m0 else -15)
        return Fraction(2) ** (1 - self.format.layout.bias)

    def number(self, code: int) -> Fraction:
        """The magnitude of a code, which counts on beyond the largest number."""
        layout = self.format.layout
        if layout is None:
            return Fraction(2) ** (code - 127) if self.is_e8m0 else hif8(code)
        exponent, fraction = divmod(code, 1 << layout.fraction_bits)
        hidden = 1 << layout.fraction_bits if exponent else 0
        return (hidden + fraction) * Fraction(2) ** (
            max(exponent, 1) - layout.bias - layout.fraction_bits
        )

    # ------------------------------------------------------------ decoding

    def is_negative(self, word: int) -> bool:
        return bool(word & self.sign)

    def value(self, word: int) -> Fraction | str:
        word &= self.format.mask
        layout = self.format.layout
        if layout is None:
            if word == self.nan:
                return NAN
            code = word & 0x7F if self.sign else word
        else:
            code = word >> self.low & (1 << layout.exponent_bits + layout.fraction_bits) - 1
            if code > self.top or (code == self.top and layout.specials is Specials.ONE_NAN):
                return NAN
        if code == self.top:
            return NEGATIVE_INFINITY if self.is_negative(word) else INFINITY
        return -self.number(code) if self.is_negative(word) else self.number(code)

    def is_signalling(self, word: int) -> bool:
        layout = self.format.layout
        if self.value(word) != NAN or layout is None or layout.specials is not Specials.IEEE:
            return False
        return not word >> self.low + layout.fraction_bits - 1 & 1

    # ------------------------------------------------------------ rounding

    @cached_property
    def rising(self) -> tuple[list[Fraction], list[int]]:
        """All magnitudes of a small format in order, the one beyond the largest too."""
        # The codes of HiF8 are not in the order of their numbers.
        codes = range(0x80 if self.format.name == "HiF8" else self.top + 1)
        pairs = sorted((self.number(code), code) for code in codes)
        return [value for value, _ in pairs], [code for _, code in pairs]

    def neighbours(self, magnitude: Fraction) -> tuple[int, int]:
        """The codes at or below, and above; equal where both lie beyond the largest number."""
        if self.format.bits <= 8:
            values, codes = self.rising
            at = bisect_right(values, magnitude) - 1
            return codes[at], codes[min(at + 1, len(codes) - 1)]
        # The codes are in the order of their numbers; whole units of the least are compared.
        least = self.number(1)
        units = magnitude // least
        codes_by_number = range(self.top + 1)
        at = bisect_right(codes_by_number, units, key=lambda code: self.number(code) // least) - 1
        return at, min(at + 1, self.top)

    def round(self, exact: Fraction, mode: int, negative_zero: bool = False) -> int:
        """The answer for an exact result; a zero is negative if that is said."""
        negative = exact < 0 or (exact == 0 and negative_zero)
        magnitude = abs(exact)
        if self.is_e8m0 and exact < 0:
            return self.not_a_number(True)
        if self.is_e8m0 and magnitude < self.least_normal:
            return packed(0, UNDERFLOW | INEXACT)
        below, above = self.neighbours(magnitude)
        lower, upper = self.number(below), self.number(above)
        if below == self.top:
            return self.overflow(negative, mode)
        code = below
        if magnitude != lower:
            code = above if _goes_up(mode, negative, magnitude, lower, upper, below) else below
        if code == self.top:
            return self.overflow(negative, mode)
        flags = 0 if magnitude == lower else INEXACT
        if flags and self.is_tiny(magnitude, negative, mode):
            flags |= UNDERFLOW
        signed = negative and not (code == 0 and self.format.name == "HiF8")
        return packed(code << self.low | (self.sign if signed else 0), flags)

    def is_tiny(self, magnitude: Fraction, negative: bool, mode: int) -> bool:
        """Whether it stays below the least normal number, rounded to full precision."""
        if not 0 < magnitude < self.least_normal:
            return magnitude < self.least_normal
        power = 0
        while Fraction(2) ** power > magnitude:
            power -= 1
        unit = Fraction(2) ** (power - self.precision + 1)
        count = magnitude // unit
        if magnitude == count * unit:
            return True
        lower, upper = count * unit, (count + 1) * unit
        up = _goes_up(mode, negative, magnitude, lower, upper, int(count))
        return (upper if up else lower) < self.least_normal

    def not_a_number(self, invalid: bool) -> int:
        if self.nan is None:
            return packed(0, INVALID)
        return packed(self.nan, INVALID if invalid else 0)

    def overflow(self, negative: bool, mode: int) -> int:
        sign = self.sign if negative else 0
        if self.is_e8m0 and negative:
            return self.not_a_number(True)
        to_zero = mode in (RTZ, RTO, RTP if negative else RTM)
        if to_zero or (self.infinity is None and self.nan is None):
            word = self.rising_top << self.low | sign
        else:
            word = self.nan or 0 if self.infinity is None else self.infinity | sign
        return packed(word, OVERFLOW | INEXACT)

    @cached_property
    def rising_top(self) -> int:
        """The code of the largest number."""
        return self.rising[1][-2] if self.format.bits <= 8 else self.top - 1

    def infinite(self, negative: bool, mode: int, flags: int | None = None) -> int:
        """An infinity, or what overflow gives; with these flags in place of its own."""
        if self.infinity is not None:
            return packed(self.infinity | (self.sign if negative else 0), flags or 0)
        found = self.overflow(negative, mode)
        return found if flags is None else packed(found & (1 << 64) - 1, flags)


def _goes_up(
    mode: int, negative: bool, exact: Fraction, lower: Fraction, upper: Fraction, code: int
) -> bool:
    """Of a magnitude between two neighbours, of which the lower has that code."""
    twice, middle = 2 * exact, lower + upper
    match mode:
        case 0:
            return twice > middle or (twice == middle and code % 2 == 1)
        case 1:
            return negative
        case 2:
            return not negative
        case 3:
            return False
        case 4:
            return twice >= middle
        case 5:
            return code % 2 == 0
    raise AssertionError(mode)


@cache
def oracle(format: Format) -> Oracle:
    return Oracle(format)


class Table:
    """The same rounding, in one mode, of fractions of integers that count units of the format.

    The answer changes at neighbours, middles, and where a result stops being tiny: it is worked out
    once on each of these, and once between each two.
    """

    def __init__(self, oracle: Oracle, mode: int) -> None:
        values, _ = oracle.rising
        normal = oracle.least_normal
        step = normal / 2**oracle.precision
        points = {
            Fraction(0),
            *values,
            *((a + b) / 2 for a, b in pairwise(values)),
        }
        points |= {normal, normal - step, normal - step / 2}
        rising = sorted(points)
        self.unit = Fraction(1, lcm(*(p.denominator for p in rising)))
        self.points = [int(p / self.unit) for p in rising]
        between = [(a + b) / 2 for a, b in pairwise(rising)] + [2 * rising[-1]]
        self.answers = [
            [
                (oracle.round(sign * on, mode), oracle.round(sign * off, mode))
                for on, off in zip(rising, between, strict=True)
            ]
            for sign in (1, -1)
        ]

    def round(self, numerator: int, denominator: int, negative: bool) -> int:
        """The answer for a magnitude of that many units."""
        whole, rest = divmod(numerator, denominator)
        at = bisect_right(self.points, whole) - 1
        inside = rest or self.points[at] != whole
        return self.answers[negative][at][1 if inside else 0]
