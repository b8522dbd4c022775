"""Sets of integers against Python's own."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from semantics.checking import sets
from semantics.checking.sets import IntegerSet
from tests.semantics.checking.expressions import QUICK

INTERVALS = st.lists(st.tuples(st.integers(-12, 12), st.integers(-12, 12)), max_size=6)
SETS = INTERVALS.map(sets.of)


def members(a: IntegerSet) -> set[int]:
    return {value for low, high in a for value in range(low, high + 1)}


@QUICK
@given(INTERVALS)
def test_a_set_is_the_union_of_its_intervals_in_normal_form(
    intervals: list[tuple[int, int]],
) -> None:
    found = sets.of(intervals)
    assert members(found) == {v for low, high in intervals for v in range(low, high + 1)}
    assert all(low <= high for low, high in found)
    assert all(a[1] + 1 < b[0] for a, b in pairwise(found))


@QUICK
@given(SETS, SETS)
def test_operations(a: IntegerSet, b: IntegerSet) -> None:
    assert members(sets.union(a, b)) == members(a) | members(b)
    assert members(sets.intersection(a, b)) == members(a) & members(b)
    assert sets.subset(a, b) == (members(a) <= members(b))
    assert members(sets.negated(a)) == {-value for value in members(a)}


@QUICK
@given(st.lists(SETS, max_size=4))
def test_the_union_of_many(given_sets: list[IntegerSet]) -> None:
    assert members(sets.union(*given_sets)) == {v for each in given_sets for v in members(each)}
    assert sets.union(*given_sets) == sets.of(sorted(sets.union(*given_sets)))
