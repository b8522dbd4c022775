"""Which values are simpler than others: what the minimising of counterexamples tries, in order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from concrete.choosers import Draw
from semantics import types
from semantics.formats import FloatLayout
from semantics.types import Type

SCALES = 8
"""Simple numbers lie between two to the power of minus so much and of so much."""
SIMPLE_BITS = 4
"""They have no more significant bits than these."""

Rank: TypeAlias = tuple[int, ...]


def simpler(type: Type, value: Any, layout: FloatLayout | None) -> Iterator[Any]:
    """Values of the type that are simpler than this one, the simplest first.

    With a layout, a word holds a floating element.
    """
    match type:
        case types.BoolType():
            if value:
                yield False
        case types.BitsType(width=64) if layout is not None:
            rank = float_rank(value, layout)
            candidates = (*_simple_floats(layout), *_shortened(value, layout))
            yield from (c for c in candidates if float_rank(c, layout) < rank)
        case types.BitsType(width=int(width)):
            full = (1 << width) - 1
            signed = value - full - 1 if value >> (width - 1) else value
            for n in _magnitudes(abs(signed)):
                for candidate in (n, -n):
                    if _rank(candidate) < _rank(signed):
                        yield candidate & full
        case types.EnumType():
            yield from range(value)
        case types.IntType():
            for n in _magnitudes(abs(value)):
                for candidate in (n, -n):
                    if _rank(candidate) < _rank(value) and _member(candidate, type):
                        yield candidate


def simpler_pairs(draws: Sequence[Draw], layout: FloatLayout | None) -> Iterator[list[Any]]:
    """Two words simpler at once, for faults that need both to change together; and the simpler of
    two words before the other, so that the answer does not depend on where the search began."""
    values = [value for _, value in draws]
    words = [i for i, (type, _) in enumerate(draws) if type == types.BitsType(64)]
    busy = [i for i in words if values[i] != 0][:4]
    pairs = _integer_pairs if layout is None else _float_pairs

    def changed(i: int, j: int, x: int, y: int) -> list[Any]:
        candidate = list(values)
        candidate[i], candidate[j] = x, y
        return candidate

    for i, j in itertools.combinations(busy, 2):
        for x, y in pairs(values[i], values[j], layout):
            yield changed(i, j, x, y)
    for i, j in itertools.combinations(words, 2):
        if _word_rank(values[j], layout) < _word_rank(values[i], layout):
            yield changed(i, j, values[j], values[i])


def _word_rank(word: int, layout: FloatLayout | None) -> Rank:
    return _rank(_signed(word)) if layout is None else float_rank(word, layout)


# ---------------------------------------------------------------- integers


def _magnitudes(limit: int) -> Iterator[int]:
    """Small numbers, then powers of two and their neighbours, in order of magnitude."""
    for n in (*range(13), 15, 16, 100):
        if n <= limit:
            yield n
    for k in range(5, limit.bit_length() + 1):
        for n in ((1 << k) - 1, 1 << k):
            if 16 < n <= limit and n != 100:
                yield n


def _member(value: int, type: types.IntType) -> bool:
    """Whether a number is of the type, whose ranges are known."""
    return type.ranges is None or any(low <= value <= high for low, high in type.bounds())


def _rank(n: int) -> Rank:
    return abs(n), n < 0


def _pair_rank(x: int, y: int) -> Rank:
    """How simple two numbers are together; of equally small ones the positive first."""
    return (abs(x) + abs(y), max(abs(x), abs(y)), x < 0, y < 0, abs(x))


_SMALL_PAIRS = sorted(
    ((x, y) for x in range(-4, 5) for y in range(-4, 5) if x and y), key=lambda p: _pair_rank(*p)
)
_FULL = (1 << 64) - 1


def _integer_pairs(a: int, b: int, _: FloatLayout | None) -> Iterator[tuple[int, int]]:
    now = _pair_rank(_signed(a), _signed(b))
    for x, y in _SMALL_PAIRS:
        if _pair_rank(x, y) >= now:
            break
        yield x & _FULL, y & _FULL


def _signed(n: int) -> int:
    return n if n <= _FULL >> 1 else n - _FULL - 1


# ---------------------------------------------------------------- floating elements


def float_rank(word: int, layout: FloatLayout) -> Rank:
    """How simple a floating element is: no number last, few significant bits first, then a
    magnitude near one, the positive of two, and nothing in the bits above and below the element."""
    code, rest = _code(word, layout)
    if code > layout.largest:
        return 2, 0, 0, code, 0, rest
    if code == 0:
        return 0, 0, 0, 0, _negative(word, layout), rest
    significand, exponent = _significand(code, layout)
    bits = significand.bit_length()
    return 1, bits, abs(exponent + bits - 1), significand, _negative(word, layout), rest


def _float_pairs(a: int, b: int, layout: FloatLayout | None) -> Iterator[tuple[int, int]]:
    """Both scaled by one power of two; then each pair of shortened ones, the simplest first."""
    assert layout is not None
    now = floats_rank((a, b), layout)
    found = {(_scaled(a, -k, layout), _scaled(b, -k, layout)) for k in range(-300, 301)}
    near_a, near_b = ([w, *_shortened(w, layout)] for w in (a, b))
    found |= {(x, y) for x in near_a for y in near_b}
    ranked = sorted((floats_rank(pair, layout), *pair) for pair in found)
    yield from ((x, y) for rank, x, y in ranked if rank < now)


def floats_rank(words: Sequence[int], layout: FloatLayout) -> Rank:
    """How simple floating elements are together."""
    ranks = [float_rank(word, layout) for word in words]
    return tuple(map(sum, zip(*ranks, strict=True))) + tuple(itertools.chain(*ranks))


def _code(word: int, layout: FloatLayout) -> tuple[int, int]:
    """Exponent and fraction of the element as one number, and the bits around it."""
    magnitude = word & ((1 << layout.sign_bit) - 1)
    above = word >> (layout.sign_bit + 1)
    return magnitude >> layout.low_zeros, above | (magnitude & ((1 << layout.low_zeros) - 1))


def _negative(word: int, layout: FloatLayout) -> int:
    return word >> layout.sign_bit & 1


def _significand(code: int, layout: FloatLayout) -> tuple[int, int]:
    """A finite magnitude, not zero, as an odd number and a power of two."""
    exponent, fraction = code >> layout.fraction_bits, code & ((1 << layout.fraction_bits) - 1)
    if exponent:
        fraction |= 1 << layout.fraction_bits
    zeros = (fraction & -fraction).bit_length() - 1
    return fraction >> zeros, max(exponent, 1) - layout.bias - layout.fraction_bits + zeros


def _word(significand: int, exponent: int, negative: int, layout: FloatLayout) -> int | None:
    """The element of that value; None where the format has none."""
    shift = layout.fraction_bits + 1 - significand.bit_length()
    field = exponent - shift + layout.fraction_bits + layout.bias
    if shift < 0 or not 1 <= field <= layout.top_exponent:
        return None
    code = ((field - 1) << layout.fraction_bits) + (significand << shift)
    if code > layout.largest:
        return None
    return negative << layout.sign_bit | code << layout.low_zeros


@cache
def _simple_floats(layout: FloatLayout) -> tuple[int, ...]:
    """The zeros and the simplest numbers of a format, in order."""
    found = {0, 1 << layout.sign_bit}
    for significand in range(1, 1 << SIMPLE_BITS, 2):
        for scale in range(-SCALES, SCALES + 1):
            for negative in (0, 1):
                exponent = scale - significand.bit_length() + 1
                word = _word(significand, exponent, negative, layout)
                if word is not None:
                    found.add(word)
    return tuple(sorted(found, key=lambda word: float_rank(word, layout)))


def _shortened(word: int, layout: FloatLayout) -> list[int]:
    """Numbers near one, with ever fewer significant bits: rounded down and up, of either sign."""
    code, _ = _code(word, layout)
    if code > layout.largest or code == 0:
        return [0]
    significand, exponent = _significand(code, layout)
    found = []
    for dropped in range(significand.bit_length()):
        for kept in (significand >> dropped, (significand >> dropped) + 1):
            for negative in dict.fromkeys((0, _negative(word, layout))):
                short = _word(kept, exponent + dropped, negative, layout)
                found += [] if short is None else [short]
    return found


def _scaled(word: int, by: int, layout: FloatLayout) -> int:
    """The number times a power of two, where the format has it; else the number."""
    code, _ = _code(word, layout)
    if code > layout.largest or code == 0:
        return word
    significand, exponent = _significand(code, layout)
    scaled = _word(significand, exponent + by, _negative(word, layout), layout)
    return word if scaled is None else scaled
