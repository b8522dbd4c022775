"""Formats of few values without fields of fixed width: HiF8 and E8M0."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from math import ldexp

from semantics.floats.codec import Codec, Real, magnitude_of, place_of, real
from semantics.floats.environment import EXACT, INEXACT, UNDERFLOW, answer, rounds_up
from semantics.formats import Format


class TableCodec(Codec):
    """A format of few values without fields of fixed width: HiF8 and E8M0.

    `magnitudes` gives each code without sign its value; `beyond` is the next value there would
    be, and its code.
    """

    def __init__(
        self, format: Format, magnitudes: dict[int, float], beyond: tuple[float, int]
    ) -> None:
        super().__init__(format)
        self.magnitudes = magnitudes
        rising = sorted((value, code) for code, value in magnitudes.items())
        self.largest = rising[-1][1]
        rising.append(beyond)
        self._rising = [value for value, _ in rising]
        self._codes = [code for _, code in rising]
        self._middles = [(a + b) / 2 for a, b in pairwise(self._rising)]

    def is_signalling(self, word: int) -> bool:
        return False

    def canonical(self, word: int) -> int:
        return word & self.mask

    def round(self, exact: Real, mode: int) -> int:
        negative, magnitude, sticky = exact < 0, magnitude_of(exact), exact.rc != 0
        at = bisect_right(self._rising, magnitude) - 1
        if at >= len(self._middles):
            return self.overflow(negative, mode)
        place = place_of(magnitude, sticky, self._rising[at], self._middles[at])
        at += rounds_up(mode, negative, self._codes[at] & 1, place)
        if at >= len(self._middles):
            return self.overflow(negative, mode)
        code = self._codes[at]
        word = code | (self.sign if negative and code else 0)
        if place == EXACT:
            return word
        if self.is_tiny(magnitude, sticky, mode, negative):
            return answer(word, INEXACT | UNDERFLOW)
        return answer(word, INEXACT)


def hif8_magnitude(code: int) -> float:
    """HiF8 without its sign: a prefix-coded "dot" gives the width of the exponent field, whose
    top bit is the exponent's sign over a hidden leading one; the fraction takes what is left."""
    if code < 0x08:
        return ldexp(1.0, code - 23) if code else 0.0
    for width, prefix, fraction_bits in ((0, 0b0001, 3), (1, 0b001, 3), (2, 0b01, 3),
                                         (3, 0b10, 2), (4, 0b11, 1)):  # fmt: skip
        if code >> (width + fraction_bits) == prefix:
            break
    exponent = 0
    if width:
        field = code >> fraction_bits & ((1 << width) - 1)
        hidden = 1 << (width - 1)
        exponent = (field & (hidden - 1)) + hidden
        exponent = -exponent if field & hidden else exponent
    fraction = code & ((1 << fraction_bits) - 1)
    return ldexp((1 << fraction_bits) + fraction, exponent - fraction_bits)


class HiF8Codec(TableCodec):
    """Tapered, with infinities, one NaN in the place of the negative zero."""

    nan, infinity, sign, precision = 0x80, 0x6F, 0x80, 2
    least_normal = real(ldexp(1.0, -15))

    def __init__(self, format: Format) -> None:
        codes = (code for code in range(0x80) if code != self.infinity)
        magnitudes = {code: hif8_magnitude(code) for code in codes}
        super().__init__(format, magnitudes, (hif8_magnitude(self.infinity), self.infinity))

    def _decode(self, word: int) -> float:
        if word == self.nan:
            return float("nan")
        code = word & 0x7F
        magnitude = float("inf") if code == self.infinity else self.magnitudes[code]
        return -magnitude if word & self.sign else magnitude


class E8M0Codec(TableCodec):
    """The powers of two from 2^-127 to 2^127: neither sign nor zero."""

    nan, infinity, sign, precision = 0xFF, None, 0, 1
    least_normal = real(ldexp(1.0, -127))

    def __init__(self, format: Format) -> None:
        magnitudes = {code: ldexp(1.0, code - 127) for code in range(0xFF)}
        super().__init__(format, magnitudes, (ldexp(1.0, 128), 0xFF))

    def _decode(self, word: int) -> float:
        return float("nan") if word == self.nan else self.magnitudes[word]

    def overflow(self, negative: bool, mode: int) -> int:
        return self.quiet(True) if negative else super().overflow(negative, mode)

    def round(self, exact: Real, mode: int) -> int:
        """As ever; a negative number is invalid, and whatever is too small becomes the least."""
        if exact < 0:
            return self.quiet(True)
        if exact < self.least_normal:
            return answer(0, INEXACT | UNDERFLOW)
        return super().round(exact, mode)
