"""In what two outcomes differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs.equivalence.answers import Kind
from proofs.equivalence.outcome import Element, Outcome, differences, state_texts
from semantics import terms as t
from semantics import types
from semantics.types import BitsType
from semantics.values import Vec

REJECTED, UNDECIDED, FAILED = Outcome(rejected=True), Outcome(undecided=True), Outcome(failed=True)
ONE: Element = (True, 1, 1)
EXECUTED = Outcome(executed=True, shapes=((1, 1),), elements=(ONE,))
LEGALITY, FAILURE = {Kind.LEGALITY}, {Kind.FAILURE}


def kinds(a: Outcome, b: Outcome) -> set[Kind]:
    """The kinds of difference between two concrete outcomes, in either order."""
    found = {kind for kind, holds in differences(a, b).items() if holds is True}
    assert found == {kind for kind, holds in differences(b, a).items() if holds is True}
    return found


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (REJECTED, REJECTED, set()),
        (REJECTED, UNDECIDED, FAILURE),
        (REJECTED, FAILED, LEGALITY),
        (REJECTED, EXECUTED, LEGALITY),
        (UNDECIDED, UNDECIDED, set()),
        (UNDECIDED, FAILED, set()),
        (UNDECIDED, EXECUTED, FAILURE),
        (FAILED, FAILED, set()),
        (FAILED, EXECUTED, FAILURE),
        (EXECUTED, EXECUTED, set()),
    ],
)
def test_ends(a: Outcome, b: Outcome, expected: set[Kind]) -> None:
    assert kinds(a, b) == expected


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ((True, 2, 2), {Kind.VALUES}),
        ((True, 1, 257), {Kind.CARRIER}),
        ((True, 2, 257), {Kind.VALUES}),
        ((False, 0, 0), {Kind.VALUES}),
    ],
)
def test_elements(element: Element, expected: set[Kind]) -> None:
    assert kinds(EXECUTED, replace(EXECUTED, elements=(element,))) == expected


def test_what_is_undefined_in_both_is_the_same() -> None:
    a, b = (replace(EXECUTED, elements=((False, n, n),)) for n in (1, 1))
    assert kinds(a, b) == set()


def test_shapes() -> None:
    wide = replace(EXECUTED, shapes=((1, 2),), elements=(ONE, ONE))
    assert kinds(EXECUTED, wide) == {Kind.VALUES}


def test_status_and_state() -> None:
    byte = BitsType(8)
    a = replace(EXECUTED, status=1, state={"X": (5, byte), "Y": (6, byte)})
    b = replace(EXECUTED, status=2, state={"X": (5, byte), "Y": (7, byte)})
    assert kinds(a, a) == set()
    assert kinds(a, b) == {Kind.STATUS, Kind.STATE}
    assert state_texts(a, b) == ([("Y", "0x06")], [("Y", "0x07")])


def test_elements_of_the_state() -> None:
    array = types.ArrayType(100, BitsType(8))
    empty = Vec(100, 0)
    a = replace(EXECUTED, state={"M": (empty.set(3, 1), array)})
    b = replace(EXECUTED, state={"M": (empty.set(70, 2), array)})
    assert state_texts(a, b) == (
        [("M[[3]]", "0x01"), ("M[[70]]", "0x00")],
        [("M[[3]]", "0x00"), ("M[[70]]", "0x02")],
    )


def test_on_terms() -> None:
    x, legal = t.variable("x", t.bv_sort(64)), t.variable("legal", t.BOOL)
    a = Outcome(rejected=t.not_(legal), executed=legal, shapes=((1, 1),), elements=((True, x, x),))
    b = replace(a, elements=((True, 7, 7),))
    assert not any(differences(a, a).values())
    found = differences(a, b)
    assert found[Kind.LEGALITY] is False
    assert found[Kind.VALUES] is t.and_(legal, t.not_(t.eq(t.bv_sort(64), x, 7)))
