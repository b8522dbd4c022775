"""Operations that compute and round once: IEEE 754-2019, clauses 5.4.1 and 7, in every format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign, isinf, isnan

import gmpy2

from semantics.floats.codec import DOWNWARD, TOWARD_ZERO, Codec, Real, real
from semantics.floats.codecs import CODECS
from semantics.floats.environment import DIVIDE_BY_ZERO, RTM, answer


def add(format: int, mode: int, x: int, y: int) -> int:
    """x + y."""
    return _sum(format, mode, gmpy2.context.add, (x, y))


def sub(format: int, mode: int, x: int, y: int) -> int:
    """x - y."""
    return _sum(format, mode, gmpy2.context.sub, (x, y))


def mul(format: int, mode: int, x: int, y: int) -> int:
    """x * y."""
    codec = CODECS[format]
    values = codec.decode(x), codec.decode(y)
    return _rounded(codec, mode, TOWARD_ZERO.mul(*values), (x, y), values)


def div(format: int, mode: int, x: int, y: int) -> int:
    """x / y."""
    codec = CODECS[format]
    values = codec.decode(x), codec.decode(y)
    quotient = TOWARD_ZERO.div(*values)
    if quotient.is_infinite() and not isinf(values[0]):
        word = codec.infinite(quotient < 0, mode) & codec.mask
        return answer(word, DIVIDE_BY_ZERO)
    return _rounded(codec, mode, quotient, (x, y), values)


def fma(format: int, mode: int, x: int, y: int, z: int) -> int:
    """x * y + z, rounded once. Zero times infinity is invalid even if z is a NaN."""
    codec = CODECS[format]
    a, b = codec.decode(x), codec.decode(y)
    if isnan(a * b) and not isnan(a) and not isnan(b):
        return codec.quiet(True)
    return _sum(format, mode, gmpy2.context.fma, (x, y, z))


def sqrt(format: int, mode: int, x: int) -> int:
    """The square root; of a negative zero, that zero."""
    codec = CODECS[format]
    value = codec.decode(x)
    return _rounded(codec, mode, TOWARD_ZERO.sqrt(value), (x,), (value,))


def floor_modulo(format: int, mode: int, x: int, y: int) -> int:
    """x - floor(x / y) * y, exact and then rounded; a zero has the sign of y.

    By an infinite y the floor quotient is 0 or, where the signs differ, -1: the result is x or y.
    """
    codec = CODECS[format]
    a, b = values = codec.decode(x), codec.decode(y)
    rest = TOWARD_ZERO.fmod(a, b)
    if rest.is_nan():
        return _rounded(codec, mode, rest, (x, y), values)
    if not rest:
        return codec.round(real(copysign(0.0, b)), mode)
    if (rest < 0) != (b < 0):
        rest = TOWARD_ZERO.add(rest, b)
    return _rounded(codec, mode, rest, (x, y), values)


def _sum(format: int, mode: int, operation: Callable[..., Real], words: tuple[int, ...]) -> int:
    codec = CODECS[format]
    values = tuple(map(codec.decode, words))
    exact = operation(TOWARD_ZERO, *values)
    if mode == RTM and not exact:
        exact = operation(DOWNWARD, *values)
    return _rounded(codec, mode, exact, words, values)


def _rounded(
    codec: Codec, mode: int, exact: Real, words: Sequence[int], values: Sequence[float]
) -> int:
    """The answer for what was computed from these operands. A NaN that none of them is, is
    invalid, and so is a signalling one among them."""
    if exact.is_finite():
        return codec.round(exact, mode)
    if exact.is_infinite():
        return codec.infinite(exact < 0, mode)
    return codec.quiet(not any(map(isnan, values)) or any(map(codec.is_signalling, words)))
