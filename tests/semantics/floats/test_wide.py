"""Formats of 16 bits and more on operands where rules change, in all modes, flags too."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semantics.floats import OPERATIONS
from semantics.formats import FORMATS, Format
from tests.semantics.floats.exhaustive import CHOICES
from tests.semantics.floats.expected import in_format
from tests.semantics.floats.operands import words
from tests.semantics.floats.oracle import FLOATS, RNE, WIDE

ROUNDED = ("add", "sub", "mul", "div", "floor_modulo", "fma", "sqrt", "round_to_integral")
each_format = pytest.mark.parametrize("format", WIDE, ids=lambda format: format.name)


@each_format
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_rounded_once(format: Format, data: st.DataObject) -> None:
    operands = data.draw(st.tuples(words(format), words(format), words(format)))
    for mode, name in product(range(6), ROUNDED):
        given = operands[: OPERATIONS[name].words]
        found = OPERATIONS[name].function(format.code, mode, *given)
        wanted = getattr(in_format(format, mode), name)(*given)
        assert found == wanted, (name, mode, *map(hex, (*given, found, wanted)))


@each_format
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_conversions(format: Format, data: st.DataObject) -> None:
    x, width = data.draw(words(format)), data.draw(st.sampled_from([1, 8, 31, 32, 63, 64]))
    for mode in range(6):
        expected = in_format(format, mode)
        for target in FLOATS:
            found = OPERATIONS["convert"].function(format.code, target.code, mode, x)
            assert found == expected.convert(target, x), (target.name, mode, hex(x))
        for name in ("to_signed", "to_unsigned"):
            found = OPERATIONS[name].function(format.code, mode, width, x)
            assert found == expected.to_int(width, name == "to_signed", x), (name, mode, hex(x))


@each_format
@settings(max_examples=20, deadline=None)
@given(number=st.integers(0, 2**64 - 1) | st.integers(0, 70).map(lambda n: (1 << n) - 1))
def test_from_integers(format: Format, number: int) -> None:
    for mode, width in product(range(6), (1, 33, 64)):
        low = number % (1 << width)
        signed = low - (1 << width) if low >> width - 1 else low
        function, expected = OPERATIONS["from_int"].function, in_format(format, mode)
        assert function(format.code, mode, width, False, number) == expected.from_int(low)
        assert function(format.code, mode, width, True, number) == expected.from_int(signed)


@each_format
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_choices(format: Format, data: st.DataObject) -> None:
    x, y = data.draw(words(format)), data.draw(words(format))
    expected = in_format(format, RNE)
    for name in CHOICES:
        found = OPERATIONS[name].function(format.code, x, y)
        assert found == getattr(expected, name)(x, y), (name, hex(x), hex(y))


@pytest.mark.parametrize(
    ("format", "x", "y", "value"),
    [("FP16", 0x6373, 0x3F70, 0x3E00), ("BF16", 0x42B9, 0xBFAB, 0xBF82)],
)
def test_floor_modulo_is_not_the_formula(format: str, x: int, y: int, value: int) -> None:
    """953.5 by 1.859375 leaves 1.5, and 92.5 by -1.3359375 leaves -1.015625."""
    found = OPERATIONS["floor_modulo"].function(FORMATS[format].code, RNE, x, y)
    assert found == value
