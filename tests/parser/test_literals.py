"""Literals and their values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser.literals import bits_value, integer_value, mask_value, real_value, string_value


@given(st.integers(0))
def test_integers(value: int) -> None:
    assert integer_value(str(value)) == integer_value(f"{value:_}") == value
    assert integer_value(f"0x{value:x}") == integer_value(f"0x{value:_X}") == value


def test_a_huge_integer() -> None:
    assert integer_value("1" + "0" * 20_000) == 10**20_000
    assert real_value("0." + "0" * 9_999 + "1") == Fraction(1, 10**10_000)


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.5", Fraction(1, 2)), ("3.141_592", Fraction(3141592, 10**6)), ("1_0.0_", Fraction(10))],
)
def test_reals(text: str, value: Fraction) -> None:
    assert real_value(text) == value


@given(st.text(st.sampled_from('ab\\"\n\té')))
def test_strings(value: str) -> None:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    escaped = escaped.replace("\n", "\\n").replace("\t", "\\t")
    assert string_value(f'"{escaped}"') == value


@pytest.mark.parametrize(
    ("text", "width", "value"),
    [("''", 0, 0), ("' '", 0, 0), ("'0001'", 4, 1), ("'10 10'", 4, 10)],
)
def test_bits(text: str, width: int, value: int) -> None:
    assert bits_value(text) == (width, value)


@pytest.mark.parametrize(
    ("text", "width", "mask", "value"),
    [
        ("'x'", 1, 0, 0),
        ("'1x0'", 3, 0b101, 0b100),
        ("'0(01)1'", 4, 0b1001, 0b0001),
        ("'1 (1 0) x1'", 5, 0b10001, 0b10001),
    ],
)
def test_masks(text: str, width: int, mask: int, value: int) -> None:
    assert mask_value(text) == (width, mask, value)
