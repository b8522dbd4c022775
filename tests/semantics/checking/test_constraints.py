"""Constraints: the result of every operation on members lies in those of the result."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from parser.diagnostics import Diagnostic
from parser.source import NOWHERE
from semantics.checking import constraints, sets, symbols
from semantics.checking.constraints import Constraints, NoValueError
from semantics.checking.sets import IntegerSet
from semantics.checking.types import Constraint, Losses, exactly
from tests.semantics.checking.expressions import OPERATORS, QUICK, integer
from tests.semantics.checking.names import Known

CONSTRAINTS = st.lists(
    st.one_of(
        st.integers(-9, 9).map(exactly),
        st.tuples(st.integers(-9, 9), st.integers(0, 8)).map(
            lambda pair: Constraint(pair[0], pair[0] + pair[1])
        ),
    ),
    min_size=1,
    max_size=3,
).map(tuple)


def values(given_constraints: Constraints) -> IntegerSet:
    """The values of constraints without names."""
    return sets.of((integer(c.low, {}), integer(c.high, {})) for c in given_constraints)


def members(given_constraints: Constraints) -> set[int]:
    """The same one by one."""
    return {v for low, high in values(given_constraints) for v in range(low, high + 1)}


def combined(op: str, a: Constraints, b: Constraints) -> tuple[Constraints | None, Losses]:
    return constraints.combined(Known(), op, a, b, NOWHERE, lambda _: None)


def image(op: str, a: set[int], b: set[int]) -> set[int]:
    return {r for x in a for y in b if (r := symbols.apply(op, x, y)) is not None}


def within(expected: set[int], found: Constraints) -> bool:
    return sets.subset(sets.of((v, v) for v in expected), values(found))


@QUICK
@given(st.sampled_from(OPERATORS), CONSTRAINTS, CONSTRAINTS)
def test_small_sets_give_exactly_what_there_is(op: str, a: Constraints, b: Constraints) -> None:
    expected = image(op, members(a), members(b))
    if not expected:
        with pytest.raises(NoValueError):
            combined(op, a, b)
        return
    found, lost = combined(op, a, b)
    assert found is not None
    assert not lost
    if op == "MOD":  # whatever the left operand is
        expected = {r for y in members(b) for r in range(y)}
    assert values(found) == sets.of((v, v) for v in expected)


@QUICK
@given(st.sampled_from(OPERATORS), CONSTRAINTS, CONSTRAINTS)
def test_large_intervals_give_at_least_what_there_is(
    op: str, a: Constraints, b: Constraints
) -> None:
    expected = image(op, members(a), members(b))
    assume(expected)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(constraints, "LARGEST_INTERVAL", 1)
        found, lost = combined(op, a, b)
    assert found is not None
    assert within(expected, found)
    large = any(c.high - c.low > 1 for c in (*a, *b))  # type: ignore[operator]
    assert not lost or large


@QUICK
@given(st.sampled_from(OPERATORS), CONSTRAINTS, CONSTRAINTS, st.integers(1, 12))
def test_too_many_pairs_give_at_least_what_there_is(
    op: str, a: Constraints, b: Constraints, most: int
) -> None:
    expected = image(op, members(a), members(b))
    assume(expected)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(constraints, "LARGEST_SET", most)
        found, lost = combined(op, a, b)
    assert found is None or within(expected, found)
    assert found is not None or lost


@QUICK
@given(CONSTRAINTS)
def test_negation(a: Constraints) -> None:
    assert members(constraints.negation(Known(), a)) == {-value for value in members(a)}


@QUICK
@given(CONSTRAINTS)
def test_the_normal_form_keeps_the_values(a: Constraints) -> None:
    found = constraints.reduced(Known(), a)
    assert members(found) == members(a)
    assert tuple((c.low, c.high) for c in found) == values(a)


def warned(op: str, b: Constraints) -> Iterator[str]:
    found: list[Diagnostic] = []
    constraints.combined(Known(), op, (exactly(1),), b, NOWHERE, found.append)
    return (each.message for each in found)


def test_what_fails_is_left_out_and_told() -> None:
    (message,) = warned("MOD", (Constraint(-3, 3), exactly(0), exactly(7)))
    assert message == "values of {-3..3, 0, 7} make `MOD` fail: {1..3, 7} is left"
    assert not list(warned("<<", (Constraint(0, 3),)))


@pytest.mark.parametrize(
    ("op", "a", "b", "expected"),
    [
        ("+", (0, 20_000), (0, 3), (0, 20_003)),
        ("-", (0, 20_000), (0, 3), (-3, 20_000)),
        ("*", (-20_000, 20_000), (-2, 3), (-60_000, 60_000)),
        ("DIVRM", (-20_000, 20_000), (2, 2), (-10_000, 10_000)),
        ("DIV", (-20_001, 20_001), (2, 2), (-10_000, 10_000)),
        (">>", (-20_000, 20_000), (0, 3), (-20_000, 20_000)),
        ("^", (-20_000, 3), (2, 2), (-400_000_000, 400_000_000)),
        ("MOD", (0, 20_000), (5, 5), (0, 4)),
    ],
)
def test_intervals_that_are_not_taken_apart(
    op: str, a: tuple[int, int], b: tuple[int, int], expected: tuple[int, int]
) -> None:
    found, lost = combined(op, (Constraint(*a),), (Constraint(*b),))
    assert found is not None
    assert (values(found)[0][0], values(found)[-1][1]) == expected
    assert bool(lost) == (op not in "+-")


def test_a_division_without_values() -> None:
    with pytest.raises(NoValueError, match="no two values"):
        combined("DIV", (exactly(7),), (exactly(2),))


def test_sets_are_bounded() -> None:
    many = tuple(exactly(3 * n) for n in range(500))
    for op in ("+", "*"):
        found, lost = combined(op, many, many)
        assert found is None
        assert "2^17 pairs" in lost[0][0]
    intervals = tuple(Constraint(20_000 * n, 20_000 * n + 16_000) for n in range(500))
    found, lost = combined("*", intervals, (exactly(3),))
    assert found is not None
    assert len(found) == 500
    assert lost
