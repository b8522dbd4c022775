"""Persistent arrays against lists."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from semantics.values import Vec

SIZES = [0, 1, 31, 32, 33, 63, 1023, 1024, 1025, 32768, 32769]
ELEMENTS = st.integers(-2, 2) | st.integers(1 << 70, (1 << 70) + 2)


class VecAgainstList(RuleBasedStateMachine):
    """Arrays made from one another; each keeps its own list, so none may change another."""

    arrays = Bundle("arrays")

    def __init__(self) -> None:
        super().__init__()
        self.made: list[tuple[Vec, list[int]]] = []

    def remember(self, vec: Vec, model: list[int]) -> int:
        self.made.append((vec, model))
        return len(self.made) - 1

    @initialize(target=arrays, size=st.integers(0, 1100), default=ELEMENTS)
    def fresh(self, size: int, default: int) -> int:
        self.size = size
        return self.remember(Vec(size, default), [default] * size)

    @rule(target=arrays, default=ELEMENTS, data=st.data())
    def of(self, default: int, data: st.DataObject) -> int:
        step = data.draw(st.integers(1, 50))
        elements = [i // step for i in range(self.size)]
        return self.remember(Vec.of(elements, default), elements)

    @rule(target=arrays, source=arrays, value=ELEMENTS, data=st.data())
    def set(self, source: int, value: int, data: st.DataObject) -> int:
        vec, model = self.made[source]
        if not model:
            return source
        index = data.draw(st.integers(0, self.size - 1))
        return self.remember(vec.set(index, value), [*model[:index], value, *model[index + 1 :]])

    @rule(left=arrays, right=arrays)
    def compare(self, left: int, right: int) -> None:
        (a, x), (b, y) = self.made[left], self.made[right]
        assert (a == b) == (x == y)
        if x == y:
            assert hash(a) == hash(b)
        found = list(a.differences(b, lambda p, q: p != q))
        expected = [(i, p, q) for i, (p, q) in enumerate(zip(x, y, strict=True)) if p != q]
        assert found == expected

    @rule(source=arrays)
    def read(self, source: int) -> None:
        vec, model = self.made[source]
        assert list(vec) == model and len(vec) == self.size

    @invariant()
    def nothing_else_changed(self) -> None:
        for vec, model in self.made[:2]:
            if model:
                assert vec.get(0) == model[0] and vec.get(self.size - 1) == model[-1]


VecAgainstList.TestCase.settings = settings(max_examples=30, stateful_step_count=15, deadline=None)
TestVecAgainstList = VecAgainstList.TestCase


@pytest.mark.parametrize("size", SIZES)
def test_every_size(size: int) -> None:
    elements = [i * 3 for i in range(size)]
    vec = Vec.of(elements, -1)
    assert list(vec) == elements
    assert [i for i, _ in vec.items()] == list(range(size))
    assert vec == Vec.of(elements, 0) and vec != Vec(size + 1, 0)
    if size:
        changed = vec.set(size - 1, -5)
        assert changed.get(size - 1) == -5 and vec.get(size - 1) == elements[-1]
        assert list(vec.differences(changed, _unequal)) == [(size - 1, elements[-1], -5)]


def _unequal(a: Any, b: Any) -> bool:
    return bool(a != b)


def test_a_fresh_array_stores_nothing() -> None:
    vec = Vec(1 << 40, 7)
    assert vec.root is None and vec.get((1 << 40) - 1) == 7
    assert not list(vec.items())
    assert vec.set(1 << 39, 8).get(1 << 39) == 8


def test_setting_shares_all_but_one_path() -> None:
    before = Vec.of(list(range(32768)), 0)
    after = before.set(20_000, -1)
    assert before.root is not None and after.root is not None
    shared = [x is y for x, y in zip(before.root, after.root, strict=True)]
    assert shared.count(False) == 1


def test_differences_of_snapshots_look_only_where_they_differ() -> None:
    asked = 0

    def differ(a: Any, b: Any) -> bool:
        nonlocal asked
        asked += 1
        return bool(a != b)

    before = Vec.of([0] * 32768, 0)
    after = before.set(5, 1).set(30_000, 2)
    assert list(before.differences(after, differ)) == [(5, 0, 1), (30_000, 0, 2)]
    assert asked < 10


@pytest.mark.parametrize(("left", "right"), [(0, 0), (0, 1)])
def test_stored_and_default_elements_compare_alike(left: int, right: int) -> None:
    """An array may hold its elements as the default or one by one."""
    a = Vec(70, left)
    b = Vec.of([left] * 69 + [9], right)
    assert list(a.differences(b, _unequal)) == [(69, left, 9)]
    assert a == b.set(69, left) and hash(a) == hash(b.set(69, left))
    assert a != b


@given(st.lists(st.integers(0, 3), max_size=80), st.lists(st.integers(0, 3), max_size=80))
def test_equality_is_that_of_lists(x: list[int], y: list[int]) -> None:
    assert (Vec.of(x, 0) == Vec.of(y, 1)) == (x == y)


def test_arrays_nest() -> None:
    inner = Vec(4, 0)
    outer = Vec(3, inner)
    changed = outer.set(1, inner.set(2, 5))
    assert changed.get(1).get(2) == 5 and outer.get(1).get(2) == 0
    assert changed != outer and changed == outer.set(1, Vec.of([0, 0, 5, 0], 9))
    assert outer != "no array"


def test_the_text_of_an_array_names_what_it_stores() -> None:
    assert repr(Vec(3, 0)) == "Vec(3, {}, default=0)"
    assert repr(Vec.of([1, 2], 0)) == "Vec(2, {0: 1, 1: 2}, default=0)"
