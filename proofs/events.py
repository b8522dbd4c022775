"""The event trace of symbolic evaluation: what happens, under which path, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.intrinsics import ANY


@dataclass(frozen=True, slots=True)
class Event:
    """A read or write of a global, under the path on which it happens; -1 is the whole variable.

    Events are numbered as they are met, which is the order they have on every single path. What
    happens in loops of unknown length happens some `times` there.
    """

    number: int
    kind: str
    variable: str
    index: t.Int
    path: t.Bool
    times: t.Int = 1


Events: TypeAlias = tuple[Event, ...]


def merge_events(a: Events | None, b: Events | None) -> Events | None:
    """Events of both, in order, those in common once. Their paths tell the branches apart.

    What two states share need not be a common beginning: they may have gone part of their way
    together with others in between. Where recording started in one of them only, it has not
    started.
    """
    if a is None or b is None:
        return None
    common = 0
    for left, right in zip(a, b, strict=False):
        if left is not right:
            break
        common += 1
    if common == len(a):
        return b
    tails = {event.number: event for event in (*a[common:], *b[common:])}
    return a[:common] + tuple(tails[number] for number in sorted(tails))


def _touches(event: Event, kind: str, variable: str, index: t.Int) -> t.Bool:
    """When this is such an event; to ask for index -1, or an event on it, matches all, and to ask
    for the variable `*` all variables."""
    if event.kind != kind or variable not in (event.variable, ANY):
        return False
    whole = t.or_(t.eq(t.INT, index, -1), t.eq(t.INT, event.index, -1))
    return t.and_(event.path, t.or_(whole, t.eq(t.INT, event.index, index)))


def _counted(total: t.Int, event: Event, where: t.Bool) -> t.Int:
    return ta.add(total, choose(where, event.times, 0))


def choose(condition: t.Bool, a: t.Int, b: t.Int) -> t.Int:
    """One integer or the other."""
    return t.ite(t.INT, condition, a, b)


def count(events: Events, kind: str, variable: str, index: t.Int) -> t.Int:
    """How many such events there are since the last `start`."""
    total: t.Int = 0
    for event in events:
        if event.kind == "start":
            total = choose(event.path, 0, total)
        total = _counted(total, event, _touches(event, kind, variable, index))
    return total


def count_after(
    events: Events, kind: str, variable: str, index: t.Int, written: str, at: t.Int
) -> t.Int:
    """How many of them follow the first write to element `at` of `written`."""
    total: t.Int = 0
    before: t.Bool = False
    for event in events:
        if event.kind == "start":
            total = choose(event.path, 0, total)
            before = t.and_(before, t.not_(event.path))
        total = _counted(total, event, t.and_(before, _touches(event, kind, variable, index)))
        before = t.or_(before, _touches(event, "write", written, at))
    return total
