"""Scalars as text."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semantics.texts import AT_ONCE, bits_text, boolean_text, integer_text, real_text


@given(st.integers() | st.integers(-(1 << 200), 1 << 200))
def test_integers(value: int) -> None:
    assert integer_text(value) == str(value)


@pytest.mark.parametrize("power", [3010, 3011, 5000, 40_000])
def test_long_integers(power: int) -> None:
    digits = "9" * power
    assert integer_text(10**power) == "1" + "0" * power
    assert integer_text(10**power - 1) == digits
    assert integer_text(1 - 10**power) == f"-{digits}"


def test_long_integers_equal_what_python_writes() -> None:
    allowed = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        for bits in (AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 5 * AT_ONCE):
            for value in (1 << bits, (1 << bits) - 1, -3 << bits):
                assert integer_text(value) == str(value)
    finally:
        sys.set_int_max_str_digits(allowed)


@pytest.mark.parametrize(
    ("width", "value", "text"),
    [(0, 0, "0x"), (1, 1, "0x1"), (4, 10, "0xa"), (5, 1, "0x01"), (64, 0, "0x" + "0" * 16)],
)
def test_bits(width: int, value: int, text: str) -> None:
    assert bits_text(width, value) == text


def test_reals_and_booleans() -> None:
    assert real_text(Fraction(6, 2)) == "3"
    assert real_text(Fraction(-6, 4)) == "-3/2"
    assert real_text(Fraction(1, 10**5000)) == "1/1" + "0" * 5000
    assert (boolean_text(True), boolean_text(False)) == ("TRUE", "FALSE")
