"""Words of a floating format to numbers and back.

Every value of every PTO format is a Python float. An exact result comes as an MPFR number that was
rounded toward zero to 64 bits; its `rc` tells whether something was cut off. That is more than
the 53 bits of FP64 and two, so rounding it again to a format gives what rounding once would.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, Final, TypeAlias

import gmpy2

from semantics.floats.environment import (
    ABOVE,
    BELOW,
    EXACT,
    INEXACT,
    INVALID,
    OVERFLOW,
    TIE,
    answer,
    rounds_up,
    toward_zero,
)
from semantics.formats import Format

Real: TypeAlias = Any
"""An MPFR number; gmpy2 has no types."""

PRECISION: Final = 64
TOWARD_ZERO: Final = gmpy2.context(precision=PRECISION, round=gmpy2.RoundToZero)
"""Computes exact results."""
DOWNWARD: Final = gmpy2.context(precision=PRECISION, round=gmpy2.RoundDown)
"""The same, where an exact zero sum is negative."""


def real(value: float) -> Real:
    """A float as an exact result."""
    return TOWARD_ZERO.plus(value)


def magnitude_of(exact: Real) -> Real:
    """The absolute value; plain `abs` would round it as the caller's context says."""
    return TOWARD_ZERO.abs(exact)


NARROW: Final = 16
"""The values of formats up to this width are tabulated."""


class Codec(ABC):
    """One format. `nan` and `infinity` are words without sign, None where there is none."""

    nan: int | None
    infinity: int | None
    largest: int
    """The word of the largest finite magnitude."""
    sign: int
    """The word of the sign bit; 0 where there is none."""
    precision: int
    """Bits of the significand of the least normal number."""
    least_normal: Real

    def __init__(self, format: Format) -> None:
        self.format = format
        self.bits, self.mask = format.bits, format.mask

    # ------------------------------------------------------------ decoding

    def decode(self, word: int) -> float:
        """The value of the element in the low bits of a word."""
        word &= self.mask
        return self._values[word] if self.bits <= NARROW else self._decode(word)

    @cached_property
    def _values(self) -> tuple[float, ...]:
        return tuple(map(self._decode, range(1 << self.bits)))

    @abstractmethod
    def _decode(self, word: int) -> float: ...

    @abstractmethod
    def is_signalling(self, word: int) -> bool:
        """Whether the element is a signalling NaN."""

    @abstractmethod
    def canonical(self, word: int) -> int:
        """The element without the bits that do not count."""

    # ------------------------------------------------------------ answers

    def quiet(self, invalid: bool) -> int:
        """The default NaN; where the format has none, zero with Invalid."""
        if self.nan is None:
            return answer(0, INVALID)
        return answer(self.nan, INVALID if invalid else 0)

    def infinite(self, negative: bool, mode: int) -> int:
        """An infinity; where the format has none, what overflow gives."""
        if self.infinity is None:
            return self.overflow(negative, mode)
        return answer(self.infinity | (self.sign if negative else 0))

    def overflow(self, negative: bool, mode: int) -> int:
        """What a magnitude beyond the largest gives."""
        sign = self.sign if negative else 0
        word = self.largest | sign
        if not toward_zero(mode, negative):
            if self.infinity is not None:
                word = self.infinity | sign
            elif self.nan is not None:
                word = self.nan
        return answer(word, OVERFLOW | INEXACT)

    @abstractmethod
    def round(self, exact: Real, mode: int) -> int:
        """The answer for a finite exact result, whose `rc` tells of what was cut off."""

    @cached_property
    def _below_normal(self) -> tuple[Real, Real]:
        """The neighbour below the least normal number had it full precision; the middle."""
        step = TOWARD_ZERO.div_2exp(self.least_normal, self.precision)
        half = TOWARD_ZERO.div_2exp(step, 1)
        return TOWARD_ZERO.sub(self.least_normal, step), TOWARD_ZERO.sub(self.least_normal, half)

    def is_tiny(self, magnitude: Real, sticky: bool, mode: int, negative: bool) -> bool:
        """Whether rounding to full precision, however small, stays below the least normal."""
        if magnitude >= self.least_normal:
            return False
        lower, middle = self._below_normal
        if magnitude < lower:
            return True
        return not rounds_up(mode, negative, 1, place_of(magnitude, sticky, lower, middle))


def place_of(magnitude: Real, sticky: bool, lower: Real, middle: Real) -> int:
    """Where a magnitude lies from `lower` up; what was cut off is less than reaches the middle."""
    if magnitude < middle:
        return BELOW if sticky or magnitude != lower else EXACT
    return TIE if magnitude == middle and not sticky else ABOVE
