"""What a version does with operands, as one value; symbolic and concrete runs give the same.

In a symbolic outcome parts are terms over the unknown contents, in a concrete one plain values, so
that one definition of a difference serves the question and the replay of its answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from concrete.formatting import show
from proofs.equivalence.answers import Kind
from proofs.state import same_value
from semantics import terms as t
from semantics import types
from semantics.types import Type

MOST_SHOWN = 4
"""Elements of an array of the state that an example shows."""

Element = tuple[t.Bool, t.Bits, t.Bits]
"""Whether it is defined, its value, and the 64-bit word that holds it."""

WORD = t.bv_sort(64)
STATUS = t.bv_sort(5)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Exactly one of four is true of an input: operands are `rejected` (or can't be made),
    legality is `undecided`, since it fails itself, execution has `failed`, or was `executed`.

    What follows is of use where it was executed: valid shapes of the destinations, their elements
    by rows, the numeric status, and other globals that execution may write, with their types.
    """

    rejected: t.Bool = False
    undecided: t.Bool = False
    failed: t.Bool = False
    executed: t.Bool = False
    shapes: tuple[tuple[int, int], ...] = ()
    elements: tuple[Element, ...] = ()
    status: t.Bits = 0
    state: Mapping[str, tuple[Any, Type]] = field(default_factory=dict)


def differences(a: Outcome, b: Outcome) -> dict[Kind, t.Bool]:
    """By kind: true of the inputs for which two outcomes differ so."""
    both = t.and_(a.executed, b.executed)
    values: t.Bool = False
    carriers: t.Bool = False
    if both is not False:
        pairs = list(zip(a.elements, b.elements, strict=a.shapes == b.shapes))
        values = t.or_(a.shapes != b.shapes, *(_apart(x, y) for x, y in pairs))
        carriers = t.or_(*(t.not_(t.eq(WORD, x[2], y[2])) for x, y in pairs))
    legality = t.or_(_rejects_alone(a, b), _rejects_alone(b, a))
    failure = t.or_(_fails_alone(a, b), _fails_alone(b, a))
    state = (t.not_(same) for same in _same_state(a, b).values())
    return {
        Kind.LEGALITY: legality,
        Kind.FAILURE: t.and_(failure, t.not_(legality)),
        Kind.VALUES: t.and_(both, values),
        Kind.STATUS: t.and_(both, t.not_(t.eq(STATUS, a.status, b.status))),
        Kind.STATE: t.and_(both, t.or_(*state)),
        Kind.CARRIER: t.and_(both, t.not_(values), carriers),
    }


def state_texts(a: Outcome, b: Outcome) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The parts of two concrete states that differ, as texts by name."""
    left: list[tuple[str, str]] = []
    right: list[tuple[str, str]] = []
    for name, same in _same_state(a, b).items():
        if same is not True:
            (x, type), (y, _) = a.state[name], b.state[name]
            parts = [(name, x, y, type)]
            if isinstance(type, types.ArrayType):
                found = list(x.differences(y, lambda one, other: one != other))[:MOST_SHOWN]
                parts = [(f"{name}[[{i}]]", p, q, type.element) for i, p, q in found]
            left += [(label, show(p, kind)) for label, p, _, kind in parts]
            right += [(label, show(q, kind)) for label, _, q, kind in parts]
    return left, right


def _apart(x: Element, y: Element) -> t.Bool:
    """Whether two elements differ: one alone is defined, or both are, with other values."""
    one_alone = t.not_(t.eq(t.BOOL, x[0], y[0]))
    return t.or_(one_alone, t.and_(x[0], y[0], t.not_(t.eq(WORD, x[1], y[1]))))


def _rejects_alone(one: Outcome, other: Outcome) -> t.Bool:
    return t.and_(one.rejected, t.not_(other.rejected), t.not_(other.undecided))


def _fails_alone(one: Outcome, other: Outcome) -> t.Bool:
    # What is the same term in both is false at once.
    return t.and_(_fails(one), t.not_(_fails(other)))


def _fails(one: Outcome) -> t.Bool:
    return t.or_(one.undecided, one.failed)


def _same_state(a: Outcome, b: Outcome) -> dict[str, t.Bool]:
    """Whether globals are equal, by name; where one version did not execute, there are none."""
    return {
        name: same_value(value, b.state[name][0], type)
        for name, (value, type) in a.state.items()
        if name in b.state
    }
