"""Subsumption: a type is never said to include values that it does not have."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser import syntax
from semantics.checking import sets, subsumption
from semantics.checking.sets import IntegerSet
from semantics.checking.types import INTEGER, Constraint, Integer, Parameter, Type, exactly
from tests.semantics.checking.expressions import EXPRESSIONS, QUICK, NoValueError, integer
from tests.semantics.checking.names import Known, binary, integers, literal

N, M = syntax.Var("N"), syntax.Var("M")
ENV = Known({"N": integers((1, 4)), "M": Parameter("M")})
VALUES = [{"N": n, "M": m} for n, m in product(range(1, 5), (-3, 0, 1, 2, 9))]

CONSTRAINTS = st.lists(
    st.one_of(EXPRESSIONS.map(exactly), st.builds(Constraint, EXPRESSIONS, EXPRESSIONS)),
    min_size=1,
    max_size=3,
)
TYPES = CONSTRAINTS.map(lambda given: Integer(tuple(given)))


def members(type: Integer, values: Mapping[str, int]) -> IntegerSet | None:
    """The values of a type; None where a bound has none."""
    assert type.constraints is not None
    try:
        return sets.of((integer(c.low, values), integer(c.high, values)) for c in type.constraints)
    except NoValueError:
        return None


def check(small: Integer, large: Integer) -> None:
    if subsumption.included(ENV, small, large):
        for values in VALUES:
            a, b = members(small, values), members(large, values)
            assert a is None or b is None or sets.subset(a, b), values


@QUICK
@given(TYPES, TYPES)
def test_nothing_is_included_wrongly(small: Integer, large: Integer) -> None:
    check(small, large)


@QUICK
@given(TYPES, TYPES)
def test_nothing_is_included_wrongly_in_a_union(a: Integer, b: Integer) -> None:
    assert a.constraints is not None
    assert b.constraints is not None
    check(a, Integer(a.constraints + b.constraints))
    check(Integer(a.constraints + b.constraints), a)


@QUICK
@given(TYPES)
def test_every_type_includes_itself(type: Integer) -> None:
    assert subsumption.included(ENV, type, INTEGER)
    assert type.constraints is not None
    for each in type.constraints:
        assert subsumption.included(ENV, Integer((each,)), Integer((each,)))


SETS = st.lists(
    st.tuples(st.integers(-9, 9), st.integers(0, 6)).map(lambda p: (p[0], p[0] + p[1])),
    min_size=1,
    max_size=4,
)


@QUICK
@given(SETS, SETS)
def test_known_sets_are_compared_exactly(
    a: list[tuple[int, int]], b: list[tuple[int, int]]
) -> None:
    expected = sets.subset(sets.of(a), sets.of(b))
    assert subsumption.included(ENV, integers(*a), integers(*b)) == expected


@pytest.mark.parametrize(
    ("small", "large"),
    [
        (Parameter("M"), INTEGER),
        (Parameter("M"), Parameter("M")),
        (Parameter("M"), Integer((exactly(M),))),
        (Integer((exactly(N),)), integers((0, 4))),
        (integers((1, 3)), integers(1, 2, 3)),
        (integers((0, 1)), Integer((Constraint(0, N),))),
        (Integer((Constraint(0, binary("-", N, literal(1))),)), integers((0, 3))),
        (Integer((exactly(binary("*", N, N)),)), integers((1, 16))),
        (Integer((exactly(binary("*", N, N)),)), integers(1, 4, 9, 16, (2, 12))),
        (Integer((exactly(binary("+", M, M)),)), Integer((exactly(binary("*", literal(2), M)),))),
    ],
)
def test_included(small: Type, large: Type) -> None:
    assert subsumption.included(ENV, small, large)


@pytest.mark.parametrize(
    ("small", "large"),
    [
        (INTEGER, integers((0, 9))),
        (Parameter("M"), integers((0, 9))),
        (integers(0), Parameter("M")),
        (Integer((exactly(N),)), integers((0, 3))),
        (integers(0), Integer((exactly(binary("MOD", N, literal(2))),))),
        (integers((0, 4)), Integer((Constraint(0, N),))),
        (Integer((Constraint(0, M),)), Integer((Constraint(0, binary("+", M, literal(1))),))),
    ],
)
def test_not_surely_included(small: Type, large: Type) -> None:
    assert not subsumption.included(ENV, small, large)


def test_widths() -> None:
    names = Known({"N": integers(8), "M": Parameter("M")})
    assert subsumption.width_included(names, N, 8)
    assert subsumption.width_included(names, binary("+", M, M), binary("*", literal(2), M))
    assert not subsumption.width_included(names, M, 8)
    assert not subsumption.width_included(names, binary("+", M, literal(1)), M)


def test_numbers_that_are_too_large_are_in_no_set() -> None:
    huge = binary("^", literal(2), literal(2**40))
    assert not subsumption.included(ENV, Integer((exactly(huge),)), integers(0))
    assert not subsumption.included(ENV, integers(0), Integer((exactly(huge),)))
    assert subsumption.included(ENV, Integer((exactly(huge),)), Integer((exactly(huge),)))
