"""Formats with fields for sign, exponent and fraction."""

from __future__ import annotations

from math import ldexp

from semantics.floats.codec import PRECISION, Codec, Real, magnitude_of, place_of, real
from semantics.floats.environment import EXACT, INEXACT, UNDERFLOW, answer, rounds_up
from semantics.formats import FloatLayout, Format, Specials


class BinaryCodec(Codec):
    """A format with sign, exponent and fraction fields."""

    def __init__(self, format: Format, layout: FloatLayout) -> None:
        super().__init__(format)
        self.layout = layout
        self.fraction, self.low = layout.fraction_bits, layout.low_zeros
        self.precision = self.fraction + 1
        self.hidden = 1 << self.fraction
        self.magnitude_mask = (1 << (layout.exponent_bits + self.fraction)) - 1
        self.unit = 1 - layout.bias - self.fraction
        """The power of two that the least subnormal number is."""
        self.top = layout.largest
        self.sign, self.largest = 1 << layout.sign_bit, self.top << self.low
        self.least_normal = real(ldexp(1.0, 1 - layout.bias))
        ieee = layout.specials is Specials.IEEE
        self.infinity = self.top + 1 << self.low if ieee else None
        self.nan = {
            Specials.IEEE: self.top + 1 + layout.quiet_bit << self.low,
            Specials.ONE_NAN: self.top + 1 << self.low,
            Specials.NONE: None,
        }[layout.specials]

    def _decode(self, word: int) -> float:
        code = word >> self.low & self.magnitude_mask
        if code > self.top:
            infinite = self.infinity is not None and code == self.top + 1
            magnitude = float("inf") if infinite else float("nan")
        else:
            exponent, significand = code >> self.fraction, code & (self.hidden - 1)
            if exponent:
                significand |= self.hidden
                exponent -= 1
            magnitude = ldexp(significand, exponent + self.unit)
        return -magnitude if word & self.sign else magnitude

    def is_signalling(self, word: int) -> bool:
        if self.infinity is None:
            return False
        code = word >> self.low & self.magnitude_mask
        return code > self.top + 1 and not code & self.layout.quiet_bit

    def canonical(self, word: int) -> int:
        return word & (self.sign | self.magnitude_mask << self.low)

    def round(self, exact: Real, mode: int) -> int:
        significand, exponent = exact.as_mantissa_exp()
        if not significand:
            return self.sign if exact.is_signed() else 0
        negative = significand < 0
        cut, sticky = int(abs(significand)), exact.rc != 0
        # Of 64 bits some always go below the unit, for no significand has as many.
        unit = max(int(exponent) + PRECISION - self.precision, self.unit)
        shift = unit - int(exponent)
        kept = cut >> shift
        place = place_of(cut - (kept << shift), sticky, 0, 1 << (shift - 1))
        # A carry out of the significand runs into the exponent, where it belongs.
        up = rounds_up(mode, negative, kept & 1, place)
        code = (unit - self.unit << self.fraction) + kept + up
        if code > self.top:
            return self.overflow(negative, mode)
        word = code << self.low | (self.sign if negative else 0)
        if place == EXACT:
            return word
        if code <= self.hidden and self.is_tiny(magnitude_of(exact), sticky, mode, negative):
            return answer(word, INEXACT | UNDERFLOW)
        return answer(word, INEXACT)
