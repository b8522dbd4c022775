"""Arrays told by terms say the same as plain ones, wherever an unknown index points."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.families import MOST_STORED, Family, family_of, merged
from semantics import terms as t
from semantics.term_values import evaluate
from semantics.values import Unsupported, Vec

SIZE = 12
K = t.variable("k", t.INT, (0, SIZE - 1))
P = t.variable("p", t.BOOL)
BIT = t.bv_sort(1)


def at(family: Family, k: int, **given: Any) -> Any:
    return evaluate(family.get(K), {"k": k, **given})


@given(st.integers(0, (1 << SIZE) - 1), st.integers(0, SIZE - 1))
def test_bits_of_a_word(word: int, k: int) -> None:
    family = family_of(word, SIZE, BIT)
    assert at(family, k) == family.get(k) == word >> k & 1


@given(st.lists(st.integers(0, 3), min_size=SIZE, max_size=SIZE), st.integers(0, SIZE - 1))
def test_elements_of_an_array(elements: list[int], k: int) -> None:
    family = family_of(Vec.of(elements, 0), SIZE, t.INT)
    assert at(family, k) == family.get(k) == elements[k]


@given(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
def test_the_last_write_counts(first: int, second: int, k: int) -> None:
    family = family_of(Vec(SIZE, 0), SIZE, t.INT).set(first, 1).set(second, 2)
    assert at(family, k) == (2 if k == second else 1 if k == first else 0)


@given(st.booleans(), st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
def test_merged_arrays_are_one_or_the_other(p: bool, place: int, k: int) -> None:
    plain = Vec(SIZE, 0).set(3, 9)
    base = family_of(plain, SIZE, t.INT)
    for a, b in (
        (base.set(place, 1), base.set(place, 2)),
        (base.set(place, 1), base),
        (base.set(place, 1), plain),
        (base.set(place, 1).set(0, 5), family_of(Vec(SIZE, 7), SIZE, t.INT)),
    ):
        one = a if p else b
        assert at(merged(P, a, b), k, p=p) == one.get(k)


def test_an_element_that_is_there_already_is_not_written() -> None:
    family = family_of(Vec(SIZE, 0), SIZE, t.INT)
    assert family.set(K, family.get(K)) is family


def test_too_many_different_elements_are_refused() -> None:
    many = Vec.of(list(range(MOST_STORED + 2)), 0)
    with pytest.raises(Unsupported):
        family_of(many, many.size, t.INT).get(K)
    with pytest.raises(Unsupported):
        family_of(int("10" * (MOST_STORED + 1), 2), 2 * MOST_STORED + 2, BIT).get(K)
