"""Operations between formats, and to and from integers: IEEE 754-2019, clauses 5.3, 5.4, 5.8."""

from __future__ import annotations

from math import copysign, isfinite, isinf, isnan

from semantics.floats.codec import TOWARD_ZERO, place_of, real
from semantics.floats.codecs import CODECS
from semantics.floats.environment import INEXACT, INVALID, answer, rounds_up


def convert(format: int, target: int, mode: int, x: int) -> int:
    """The element in another format. An infinity overflows where the target has none."""
    codec, to = CODECS[format], CODECS[target]
    value = codec.decode(x)
    if isnan(value):
        return to.quiet(codec.is_signalling(x))
    if isinf(value):
        return to.infinite(value < 0, mode)
    return to.round(real(value), mode)


def round_to_integral(format: int, mode: int, x: int) -> int:
    """The integer nearest in the given mode, with the operand's sign; Inexact if it changed."""
    codec = CODECS[format]
    value = codec.decode(x)
    if isnan(value):
        return codec.quiet(codec.is_signalling(x))
    if isinf(value):
        return codec.infinite(value < 0, mode)
    number = _integer(value, mode)
    result = codec.round(real(copysign(number, value)), mode)
    return result if number == value else result | answer(0, INEXACT)


def to_signed(format: int, mode: int, width: int, x: int) -> int:
    """The integer nearest in the given mode, as two's complement of `width` bits, saturating."""
    half = 1 << (width - 1)
    return _to_int(format, mode, width, (-half, half - 1), x)


def to_unsigned(format: int, mode: int, width: int, x: int) -> int:
    """The integer nearest in the given mode, as `width` bits without sign, saturating."""
    return _to_int(format, mode, width, (0, (1 << width) - 1), x)


def from_int(format: int, mode: int, width: int, signed: bool, word: int) -> int:
    """The integer in the low `width` bits of a word."""
    number = word & ((1 << width) - 1)
    if signed and number >> (width - 1):
        number -= 1 << width
    return CODECS[format].round(TOWARD_ZERO.mul(number, 1.0), mode)


def _to_int(format: int, mode: int, width: int, bounds: tuple[int, int], x: int) -> int:
    value = CODECS[format].decode(x)
    if isnan(value):
        return answer(0, INVALID)
    low, high = bounds
    number = _integer(value, mode) if isfinite(value) else None
    if number is not None and low <= number <= high:
        return answer(number & ((1 << width) - 1), 0 if number == value else INEXACT)
    return answer((low if value < 0 else high) & ((1 << width) - 1), INVALID)


def _integer(value: float, mode: int) -> int:
    magnitude = abs(value)
    lower = int(magnitude)
    place = place_of(magnitude - lower, False, 0.0, 0.5)
    number = lower + rounds_up(mode, value < 0, lower & 1, place)
    return -number if value < 0 else number
