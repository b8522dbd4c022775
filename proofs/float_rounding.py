"""Floating words as z3 numbers, and numbers rounded to words.

A format for which SMT-LIB has a sort is read and rounded by the solver's own theory. The others
have at most 8 bits: a word is looked up in a table of values, and a magnitude is placed among the
values by comparing it with the points where the result turns. Both go through a `Wide` sort.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

import z3

from proofs.float_formats import FloatFormat
from semantics.floats.environment import RNA, RNE, RTM, RTO, RTP, RTZ

# What SMT-LIB leaves open (the bits of a NaN, an integer too large for its width) is never asked
# for here, so nothing uninterpreted need stand for it.
z3.set_param("rewriter.hi_fp_unspecified", True)


class Way(Enum):
    """Rounding of a magnitude."""

    EVEN = "to nearest, ties to even"
    AWAY = "to nearest, ties up"
    DOWN = "down"
    UP = "up"
    ODD = "to odd"


WAYS: Final[dict[int, tuple[Way, Way]]] = {
    RNE: (Way.EVEN, Way.EVEN),
    RTM: (Way.DOWN, Way.UP),
    RTP: (Way.UP, Way.DOWN),
    RTZ: (Way.DOWN, Way.DOWN),
    RNA: (Way.AWAY, Way.AWAY),
    RTO: (Way.ODD, Way.ODD),
}
"""How a mode rounds the magnitude of a positive and of a negative number."""


def solver_mode(mode: int) -> Any:
    """A rounding mode in SMT-LIB, which has all but RTO."""
    return (z3.RNE, z3.RTN, z3.RTP, z3.RTZ, z3.RNA)[mode]()


class Wide(NamedTuple):
    """A sort of IEEE numbers, wider than the formats that an operation is about."""

    exponent_bits: int
    precision: int

    @classmethod
    def of(cls, *formats: FloatFormat, digits: int = 0) -> Wide:
        """Holds all values of these formats, integers of `digits` bits (at most 64), and what
        their operations give exactly, rounded to odd.

        Three digits more than a format has make a second rounding right (Boldo and Melquiond,
        Emulation of FMA and correctly rounded sums, 2008); no product, quotient or sum leaves
        its range of exponents. z3 adds only where the exponent has no more bits than the number
        has digits.
        """
        exponent_bits = max(8, *(f.exponent_bits + 3 for f in formats))
        return cls(exponent_bits, max(exponent_bits, digits, *(f.precision + 3 for f in formats)))

    @property
    def sort(self) -> Any:
        return z3.FPSort(self.exponent_bits, self.precision)

    def word(self, magnitude: Fraction) -> int:
        """The bits of zero or of a magnitude that is one of the sort's normal numbers."""
        if not magnitude:
            return 0
        exponent = _exponent(magnitude)
        significand = magnitude * Fraction(2) ** (self.precision - 1 - exponent)
        bias = (1 << (self.exponent_bits - 1)) - 1
        assert significand.denominator == 1 and 0 < exponent + bias <= 2 * bias
        return ((exponent + bias - 1) << (self.precision - 1)) + int(significand)

    def code(self, value: float) -> int:
        """The bits of any value of a format, the sign on top."""
        width = self.exponent_bits + self.precision
        top = (1 << (width - 1)) - (1 << (self.precision - 1))
        sign = (1 << (width - 1)) if math.copysign(1, value) < 0 else 0
        if math.isnan(value):
            return top + 1
        return sign + (top if math.isinf(value) else self.word(Fraction(abs(value))))


# ---------------------------------------------------------------- words to numbers


def sort_of(format: FloatFormat) -> Any:
    """The sort of just the values of an IEEE layout."""
    return z3.FPSort(format.exponent_bits, format.precision)


def native(format: FloatFormat, word: Any) -> Any:
    """The number that a word of a format with a sort stands for."""
    return z3.fpBVToFP(z3.Extract(format.bits - 1, format.low_zeros, word), sort_of(format))


def decode(format: FloatFormat, word: Any, wide: Wide) -> Any:
    """The number that a word of any format stands for, in a sort that holds it."""
    if format.is_ieee:
        return z3.fpFPToFP(z3.RNE(), native(format, word), wide.sort)
    entries = [z3.BitVecVal(code, sum(wide)) for code in _codes(format, wide)]
    return z3.fpBVToFP(entry(entries, word), wide.sort)


def entry(entries: list[Any], word: Any) -> Any:
    """The one of 2^n entries whose place is in the low n bits of a word."""
    for place in range(len(entries).bit_length() - 1):
        bit = z3.Extract(place, place, word) == 1
        entries = [z3.If(bit, b, a) for a, b in zip(entries[::2], entries[1::2], strict=True)]
    return entries[0]


@cache
def _codes(format: FloatFormat, wide: Wide) -> tuple[int, ...]:
    """The bits of all values of a format in a wide sort."""
    return tuple(map(wide.code, format.values))


def pack(format: FloatFormat, number: Any) -> Any:
    """The word of a number in the format's own sort."""
    word = z3.fpToIEEEBV(number)
    if format.low_zeros:
        word = z3.Concat(word, z3.BitVecVal(0, format.low_zeros))
    return z3.If(z3.fpIsNaN(number), z3.BitVecVal(format.not_a_number, format.bits), word)


# ---------------------------------------------------------------- rounding


class Rounded(NamedTuple):
    """A number, not NaN, in a format: the word, and what rounding has to report."""

    word: Any
    invalid: Any
    overflow: Any
    underflow: Any
    inexact: Any


def round_to(format: FloatFormat, mode: int, number: Any, wide: Wide) -> Rounded:
    """Round a number of a wide sort, which must be exact or rounded to odd, to a format.

    An infinite one gives infinity, or what overflow gives where there is none, and no flag. Where
    there is no sign, a negative one is invalid.
    """
    bits = z3.fpToIEEEBV(number)
    top = wide.exponent_bits + wide.precision - 1
    negative, magnitude = z3.Extract(top, top, bits) == 1, z3.Extract(top - 1, 0, bits)

    def by_sign(make: Callable[[Way], Any]) -> Any:
        positive_way, negative_way = WAYS[mode]
        if positive_way is negative_way:
            return make(positive_way)
        return z3.If(negative, make(negative_way), make(positive_way))

    finite = z3.Not(z3.fpIsInf(number))
    invalid: Any = z3.BoolVal(False)
    if format.is_ieee:
        word = _rounded_by_solver(format, mode, number, wide)
    else:
        code = by_sign(lambda way: _bisect(magnitude, *_steps(format, way, wide), format.bits))
        if format.infinity is not None:
            code = z3.If(finite, code, z3.BitVecVal(format.infinity, format.bits))
        if format.sign is None:
            invalid = z3.And(negative, magnitude != 0)
            word = z3.If(invalid, z3.BitVecVal(format.not_a_number, format.bits), code)
        else:
            word = _with_sign(format, negative, code)
    beyond = by_sign(
        lambda way: z3.UGE(
            magnitude,
            _turn(format.largest, format.beyond, way, format.beyond_is_even, wide),
        )
    )
    tiny = by_sign(lambda way: z3.ULT(magnitude, _least(format, way, wide)))
    valid = z3.Not(invalid)
    inexact = z3.And(valid, finite, z3.Not(z3.fpEQ(decode(format, word, wide), number)))
    return Rounded(word, invalid, z3.And(valid, finite, beyond), z3.And(inexact, tiny), inexact)


def _rounded_by_solver(format: FloatFormat, mode: int, number: Any, wide: Wide) -> Any:
    if mode != RTO:
        return pack(format, z3.fpFPToFP(solver_mode(mode), number, sort_of(format)))
    cut = z3.fpFPToFP(z3.RTZ(), number, sort_of(format))
    exact = z3.fpEQ(z3.fpFPToFP(z3.RNE(), cut, wide.sort), number)
    last = z3.BitVecVal(1 << format.low_zeros, format.bits)
    return z3.If(exact, pack(format, cut), pack(format, cut) | last)


def _with_sign(format: FloatFormat, negative: Any, code: Any) -> Any:
    """A magnitude's code with its sign; what has no negative stays as it is."""
    assert format.sign is not None
    sign = 1 << format.sign
    unsigned = [c for c in range(sign) if format.values[c + sign] != -format.values[c]]
    signed = z3.And(negative, *(code != c for c in unsigned))
    return z3.If(signed, code | z3.BitVecVal(sign, format.bits), code)


@cache
def _steps(format: FloatFormat, way: Way, wide: Wide) -> tuple[list[int], list[int]]:
    """The codes of the magnitudes that rounding may give, rising, and the words of the first
    magnitudes that become the second of them, the third, ..."""
    count = len(format.values) if format.sign is None else 1 << format.sign
    numbers = sorted(
        (Fraction(format.values[c]), c) for c in range(count) if math.isfinite(format.values[c])
    )
    values = [*(value for value, _ in numbers), format.beyond]
    turns = [
        _turn(low, high, way, code % 2 == 1, wide)
        for (low, code), high in zip(numbers, values[1:], strict=True)
    ]
    above = format.largest_code if way in (Way.DOWN, Way.ODD) else format.overflowed
    return turns, [*(code for _, code in numbers), above]


def _bisect(magnitude: Any, turns: Sequence[int], codes: Sequence[int], bits: int) -> Any:
    """The code whose index is the number of turns that the magnitude reaches."""
    if not turns:
        return z3.BitVecVal(codes[0], bits)
    middle = len(turns) // 2
    return z3.If(
        z3.UGE(magnitude, turns[middle]),
        _bisect(magnitude, turns[middle + 1 :], codes[middle + 1 :], bits),
        _bisect(magnitude, turns[:middle], codes[: middle + 1], bits),
    )


def _turn(low: Fraction, high: Fraction, way: Way, high_is_even: bool, wide: Wide) -> int:
    """The word of the first magnitude that rounds to `high` and not to its neighbour `low`."""
    match way:
        case Way.EVEN:
            return wide.word((low + high) / 2) + (0 if high_is_even else 1)
        case Way.AWAY:
            return wide.word((low + high) / 2)
        case Way.UP:
            return wide.word(low) + 1
        case Way.ODD if not high_is_even:
            return wide.word(low) + 1
        case _:
            return wide.word(high)


def _least(format: FloatFormat, way: Way, wide: Wide) -> int:
    """The word of the first magnitude that is not tiny: as if there were no least exponent, it
    rounds to the least normal number. A format without zero rounds all below up to it."""
    least = format.least_normal
    if format.sign is None:
        return wide.word(least)
    return _turn(least - least / 2**format.low_precision, least, way, True, wide)


def _exponent(magnitude: Fraction) -> int:
    """The whole part of the logarithm to base 2."""
    guess = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    return guess if Fraction(2) ** guess <= magnitude else guess - 1
