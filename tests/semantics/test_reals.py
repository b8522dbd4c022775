"""Exact rationals: the same as Fraction's, in lowest terms."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from semantics import reals
from semantics.values import DynamicError

REALS = st.fractions() | st.fractions(max_denominator=12) | st.integers(-9, 9).map(Fraction)
PAIRS: list[tuple[Callable[..., Any], Callable[..., Any]]] = [
    (reals.real_add, operator.add),
    (reals.real_sub, operator.sub),
    (reals.real_mul, operator.mul),
    (reals.real_eq, operator.eq),
    (reals.real_lt, operator.lt),
    (reals.real_le, operator.le),
]


def same(found: Any, expected: Any) -> None:
    assert type(found) is type(expected)
    assert found == expected
    if isinstance(found, Fraction):
        assert found.as_integer_ratio() == expected.as_integer_ratio()
        assert hash(found) == hash(expected)


@pytest.mark.parametrize(("fast", "slow"), PAIRS, ids=lambda f: f.__name__)
@given(a=REALS, b=REALS)
def test_operators(
    fast: Callable[..., Any], slow: Callable[..., Any], a: Fraction, b: Fraction
) -> None:
    same(fast(a, b), slow(a, b))
    same(fast(a, a), slow(a, a))


@given(a=REALS, b=REALS)
def test_division_and_negation(a: Fraction, b: Fraction) -> None:
    same(reals.real_neg(a), -a)
    assume(b)
    same(reals.real_div(a, b), a / b)


@given(a=REALS, n=st.integers(-20, 20))
def test_powers(a: Fraction, n: int) -> None:
    assume(a or n >= 0)
    same(reals.real_power(a, n), Fraction(a**n))
    same(reals.real_of_int(n), Fraction(n))


@given(a=REALS)
def test_logarithms(a: Fraction) -> None:
    assume(a)
    power = reals.real_log2(a)
    assert Fraction(2) ** power <= abs(a) < Fraction(2) ** (power + 1)


def test_powers_are_not_too_long() -> None:
    assert reals.power(2, reals.LARGEST).bit_length() == reals.LARGEST + 1
    assert reals.power(-1, 1 << 70) == reals.power(1, 1 << 70) == 1
    for base, exponent in ((2, reals.LARGEST + 1), (3, 1 << 40), (-5, 1 << 28)):
        with pytest.raises(DynamicError, match="SIZE-LIMIT"):
            reals.power(base, exponent)
    with pytest.raises(DynamicError, match="SIZE-LIMIT"):
        reals.real_power(Fraction(1, 3), -(1 << 40))
