"""The smallest input is one and the same, whatever input it starts from."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from parser.source import NOWHERE
from proofs.encode import Theory
from proofs.smallest import smallest
from proofs.solver import Solver
from proofs.symbolic import Draw
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics import types
from semantics.term_values import evaluate


def draw(name: str, type: types.Type, path: t.Bool = True) -> Draw:
    """An unknown of that type, named and ranged as an evaluator does."""
    match type:
        case types.BoolType():
            term = t.variable(name, t.BOOL)
        case types.BitsType(width=int(width)):
            term = t.variable(name, t.bv_sort(width))
        case types.EnumType(labels=labels):
            term = t.variable(name, t.INT, (0, len(labels) - 1))
        case types.IntType():
            term = t.variable(name, t.INT, type.interval())
        case _:
            raise AssertionError(type)
    return Draw(term, type, path, NOWHERE)


def integer(name: str, *ranges: tuple[int, int], path: t.Bool = True) -> Draw:
    kept = tuple(types.Range(low, high) for low, high in ranges)
    return draw(name, types.IntType(kept or None), path)


def boolean(name: str, path: t.Bool = True) -> Draw:
    return draw(name, types.BoolType(), path)


def bits(name: str, width: int) -> Draw:
    return draw(name, types.BitsType(width))


def term(unknown: Draw) -> t.Term:
    assert isinstance(unknown.term, t.Term)
    return unknown.term


def equal(a: t.Int, b: t.Int) -> t.Bool:
    return t.eq(t.INT, a, b)


def check(
    unknowns: Sequence[Draw],
    condition: t.Bool,
    starts: Iterable[Mapping[str, Any]],
    expected: Mapping[str, Any],
    theories: Iterable[Theory] = Theory,
) -> None:
    """From each start, in each theory, the expected input is found."""
    assert evaluate(condition, expected) is True
    for start, theory in itertools.product(starts, theories):
        assert evaluate(condition, start) is True
        assert smallest(unknowns, condition, start, theory, Solver(10)) == expected, (start, theory)


# ---------------------------------------------------------------- one unknown


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (-1000, 1000, 0),
        (1, 1000, 1),
        (37, 1000, 37),
        (700, 1000, 700),
        (1000, 1000, 1000),
        (-1000, -1, -1),
        (-1000, -37, -37),
        (-1000, -1000, -1000),
    ],
)
def test_numbers(low: int, high: int, expected: int) -> None:
    n = integer("n")
    starts = [{"n": value} for value in {low, high, (low + high) // 2, expected}]
    check([n], ta.within(term(n), low, high), starts, {"n": expected}, [Theory.LINEAR])


def test_holes() -> None:
    n = integer("n")
    condition = t.and_(equal(ta.mod(term(n), 100), 63), ta.lt(100, term(n)))
    check([n], condition, [{"n": n} for n in (163, 263, 10**6 + 63)], {"n": 163}, [Theory.LINEAR])


def test_the_positive_one_of_two() -> None:
    n = integer("n")
    condition = t.or_(ta.le(5, term(n)), ta.le(term(n), -5))
    check([n], condition, [{"n": value} for value in (5, -5, 40, -999)], {"n": 5})


def test_the_negative_one_if_it_is_smaller() -> None:
    n = integer("n")
    condition = t.or_(ta.le(6, term(n)), ta.le(term(n), -5))
    check([n], condition, [{"n": value} for value in (6, -5, 40, -999)], {"n": -5})


def test_numbers_without_bounds() -> None:
    n = integer("n")
    starts = [{"n": 10**30}, {"n": 10**20 + 1}]
    check([n], ta.lt(10**20, term(n)), starts, {"n": 10**20 + 1}, [Theory.LINEAR])


@pytest.mark.parametrize(
    ("ranges", "expected"), [([(3, 9)], 3), ([(-9, -4)], -4), ([(-20, -6), (7, 30)], -6)]
)
def test_ranges_without_zero(ranges: list[tuple[int, int]], expected: int) -> None:
    n = integer("n", *ranges)
    inside = t.or_(*(ta.within(term(n), *pair) for pair in ranges))
    condition = t.and_(inside, t.not_(equal(term(n), 1000)), ta.le(term(n), 100))
    condition = t.and_(condition, t.or_(equal(term(n), expected), t.variable("on", t.BOOL)))
    on = boolean("on")
    starts = [{"n": value, "on": True} for pair in ranges for value in pair]
    check([n, on], condition, starts, {"n": expected, "on": False})


def test_booleans() -> None:
    a, b = boolean("a"), boolean("b")
    either = t.or_(term(a), term(b))
    starts = [{"a": True, "b": False}, {"a": True, "b": True}, {"a": False, "b": True}]
    check([a, b], either, starts, {"a": False, "b": True})
    check([b, a], either, starts, {"a": True, "b": False})
    check([a, b], t.and_(term(a), term(b)), starts[1:2], {"a": True, "b": True})


def test_enumerations() -> None:
    colour = draw("colour", types.EnumType("Colour", ("Red", "Green", "Blue", "Black")))
    condition = t.not_(equal(term(colour), 0))
    check([colour], condition, [{"colour": n} for n in (1, 2, 3)], {"colour": 1})


def test_narrow_words_are_unsigned() -> None:
    x = bits("x", 8)
    condition = ta.lt(100, ta.uint(8, term(x)))
    check([x], condition, [{"x": value} for value in (255, 200, 101)], {"x": 101})


def test_wide_words_are_signed() -> None:
    x = bits("x", 16)
    condition = ta.lt(100, ta.uint(16, term(x)))
    check([x], condition, [{"x": value} for value in (0xFFFF, 200, 0x8000)], {"x": 0xFFFF})
    condition = t.and_(condition, ta.lt(ta.uint(16, term(x)), 0xFFF0))
    check([x], condition, [{"x": value} for value in (0xFFEF, 200, 0x8000)], {"x": 0xFFEF})
    same = t.or_(t.eq(t.bv_sort(16), term(x), 3), t.eq(t.bv_sort(16), term(x), 0xFFFD))
    check([x], same, [{"x": 3}, {"x": 0xFFFD}], {"x": 3})


# ---------------------------------------------------------------- several unknowns


def test_in_the_order_in_which_they_are_drawn() -> None:
    n, m = integer("n", (-50, 50)), integer("m", (-50, 50))
    condition = equal(ta.add(term(n), term(m)), 12)
    starts = [{"n": value, "m": 12 - value} for value in (-38, -1, 0, 6, 50)]
    check([n, m], condition, starts, {"n": 0, "m": 12})
    check([m, n], condition, starts, {"n": 12, "m": 0})


def test_products() -> None:
    n, m = integer("n", (-50, 50)), integer("m", (-50, 50))
    condition = equal(ta.mul(term(n), term(m)), 12)
    starts = [{"n": 12, "m": 1}, {"n": -3, "m": -4}, {"n": 2, "m": 6}]
    check([n, m], condition, starts, {"n": 1, "m": 12}, [Theory.LINEAR, Theory.EXACT])


def test_words_in_bits() -> None:
    x, y = bits("x", 8), bits("y", 8)
    condition = t.eq(t.bv_sort(8), ta.bv_xor(8, term(x), term(y)), 0x90)
    starts = [{"x": 0x90, "y": 0}, {"x": 0xFF, "y": 0x6F}, {"x": 1, "y": 0x91}]
    check([x, y], condition, starts, {"x": 0, "y": 0x90}, [Theory.BITS])


def test_what_does_not_matter_has_its_base_value() -> None:
    n, flag, word = integer("n", (0, 9)), boolean("flag"), bits("word", 64)
    far, low = integer("far", (5, 9)), integer("low", (-30, -20), (25, 40))
    condition = ta.lt(3, term(n))
    start = {"n": 8, "flag": True, "word": 77, "far": 9, "low": 33}
    expected = {"n": 4, "flag": False, "word": 0, "far": 5, "low": -20}
    check([flag, far, n, word, low], condition, [start, {"n": 4}], expected)


def test_what_no_longer_matters() -> None:
    """Once the first unknown is settled, the condition says nothing of the second."""
    flag, n = boolean("flag"), integer("n", (3, 9))
    condition = t.or_(t.not_(term(flag)), equal(term(n), 5))
    starts = [{"flag": True, "n": 5}, {"flag": False, "n": 7}, {"flag": False, "n": 3}]
    check([flag, n], condition, starts, {"flag": False, "n": 3})

    word = bits("word", 16)
    condition = t.or_(t.not_(term(flag)), t.eq(t.bv_sort(16), term(word), 0xFFF0))
    starts = [{"flag": True, "word": 0xFFF0}, {"flag": False, "word": 77}]
    check([flag, word], condition, starts, {"flag": False, "word": 0})


def test_what_is_not_drawn_is_left_out() -> None:
    flag = boolean("flag")
    n = integer("n", (1, 9), path=term(flag))
    m = integer("m", (1, 9), path=t.not_(term(flag)))
    either = t.or_(
        t.and_(term(flag), equal(term(n), 4)), t.and_(t.not_(term(flag)), equal(term(m), 6))
    )
    starts = [{"flag": True, "n": 4, "m": 1}, {"flag": False, "n": 1, "m": 6}]
    check([flag, n, m], either, starts, {"flag": False, "m": 6})
    only = t.and_(term(flag), ta.lt(3, term(n)))
    check([flag, n, m], only, [{"flag": True, "n": 9}], {"flag": True, "n": 4})


def test_plain_draws_are_passed_over() -> None:
    empty = Draw(0, types.BitsType(0), True, NOWHERE)
    n = integer("n", (2, 9))
    check([empty, n], ta.lt(3, term(n)), [{"n": 9}], {"n": 4})


@pytest.mark.parametrize("steps", [1, 2_000_000])
def test_without_an_answer_the_start_is_kept(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.smallest.QUERY_STEPS", steps)
    n = integer("n", (2, 9))
    found = smallest([n], ta.lt(3, term(n)), {"n": 8}, Theory.LINEAR, Solver(10))
    assert found == {"n": 4 if steps > 1 else 8}
