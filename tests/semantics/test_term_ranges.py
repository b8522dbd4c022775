"""Ranges of terms under a condition: never too narrow, and narrow where a proof needs it."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.intervals import FULL, Interval, intersection
from semantics.term_ranges import range_under, stated
from semantics.term_values import evaluate

N, M, B = t.variable("n", t.INT), t.variable("m", t.INT, (0, 9)), t.variable("b", t.BOOL)


def ranges(condition: t.Bool) -> dict[int, Interval]:
    found: dict[int, Interval] = {}
    for term, range_ in stated(condition):
        found[term.id] = intersection(found.get(term.id, FULL), range_)
    return found


def integers(depth: int) -> st.SearchStrategy[Any]:
    if depth == 0:
        return st.sampled_from([N, M]) | st.integers(-20, 20)
    less = integers(depth - 1)
    return st.one_of(
        less,
        st.builds(ta.add, less, less),
        st.builds(ta.mul, less, st.integers(-3, 3)),
        st.builds(ta.neg, less),
        st.builds(ta.div, less, st.integers(1, 4)),
        st.builds(lambda a, b: t.ite(t.INT, B, a, b), less, less),
    )


conditions = st.lists(
    st.one_of(
        st.builds(ta.le, integers(1), integers(1)),
        st.builds(ta.lt, integers(1), integers(1)),
        st.builds(lambda a, b: t.eq(t.INT, a, b), integers(1), integers(1)),
    ),
    max_size=3,
).map(lambda parts: t.and_(*parts))


@given(integers(3), conditions, st.integers(-30, 30), st.integers(0, 9), st.booleans())
def test_a_value_is_in_its_range(value: t.Int, condition: t.Bool, n: int, m: int, b: bool) -> None:
    given = {"n": n, "m": m, "b": b}
    assume(evaluate(condition, given) is True)
    low, high = range_under(value, ranges(condition), lambda c: b if c is B else None)
    actual = evaluate(value, given)
    assert (low is None or low <= actual) and (high is None or actual <= high)


def test_an_index_between_unknown_bounds() -> None:
    condition: t.Bool = t.and_(ta.le(0, N), ta.lt(N, M))
    assert range_under(ta.add(ta.mul(N, 4), 1), ranges(condition)) == (1, 33)


def test_a_choice_that_is_decided() -> None:
    choice: t.Int = t._ite(t.INT, B, 3, N)
    assert range_under(choice, {}) == FULL
    assert range_under(choice, {}, lambda c: c is B or None) == (3, 3)


def test_nothing_is_stated_by_an_alternative() -> None:
    assert list(stated(t.or_(ta.le(0, N), B))) == []
