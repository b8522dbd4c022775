"""Operations that choose: IEEE 754-2019, clauses 5.11 and 9.6. Nothing is rounded here."""

from __future__ import annotations

from math import copysign, isnan

from semantics.floats.codec import Codec
from semantics.floats.codecs import CODECS
from semantics.floats.environment import INVALID, answer

LESS, EQUAL, GREATER, UNORDERED = range(4)


def compare(format: int, x: int, y: int) -> int:
    """LESS, EQUAL, GREATER or UNORDERED; invalid only of a signalling NaN."""
    codec = CODECS[format]
    a, b = codec.decode(x), codec.decode(y)
    if isnan(a) or isnan(b):
        return answer(UNORDERED, _invalid(codec, x, y))
    return LESS if a < b else EQUAL if a == b else GREATER


def minimum(format: int, x: int, y: int) -> int:
    """The lesser; -0 is less than +0, and a NaN gives the default NaN."""
    return _chosen(CODECS[format], -1, False, x, y)


def maximum(format: int, x: int, y: int) -> int:
    """The greater; +0 is greater than -0, and a NaN gives the default NaN."""
    return _chosen(CODECS[format], 1, False, x, y)


def minimum_number(format: int, x: int, y: int) -> int:
    """The lesser; -0 is less than +0, and a NaN loses against a number."""
    return _chosen(CODECS[format], -1, True, x, y)


def maximum_number(format: int, x: int, y: int) -> int:
    """The greater; +0 is greater than -0, and a NaN loses against a number."""
    return _chosen(CODECS[format], 1, True, x, y)


def _chosen(codec: Codec, sign: int, number_wins: bool, x: int, y: int) -> int:
    """The operand that is greater after multiplication by `sign`."""
    a, b = codec.decode(x), codec.decode(y)
    if isnan(a) or isnan(b):
        invalid = _invalid(codec, x, y)
        if number_wins and not (isnan(a) and isnan(b)):
            return answer(codec.canonical(y if isnan(a) else x), invalid)
        return codec.quiet(invalid != 0)
    first = sign * a > sign * b if a != b else sign * copysign(1, a) > 0
    return codec.canonical(x if first else y)


def _invalid(codec: Codec, x: int, y: int) -> int:
    return INVALID if codec.is_signalling(x) or codec.is_signalling(y) else 0
