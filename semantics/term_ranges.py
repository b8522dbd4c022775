"""Ranges of integer terms under a condition: narrower than those that hold of the terms always."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from semantics import intervals
from semantics.intervals import FULL, Interval
from semantics.terms import INT, Bool, Int, Term, interval

Ranges: TypeAlias = Mapping[int, Interval]
"""Ranges by the `id` of a term."""


def stated(
    condition: Bool, known: Ranges = MappingProxyType({})
) -> Iterator[tuple[Term, Interval]]:
    """Terms that a condition compares with others, each with the range that it allows, where the
    ranges of some are known already."""

    def of(value: Int) -> Interval:
        if not isinstance(value, Term):
            return value, value
        return intervals.intersection(value.range, known.get(value.id, FULL))

    def at_most(a: Int, b: Int, by: int = 0) -> Iterator[tuple[Term, Interval]]:
        """What a + by <= b says of either."""
        low, high = of(a)[0], of(b)[1]
        if isinstance(a, Term):
            yield a, (None, None if high is None else high - by)
        if isinstance(b, Term):
            yield b, (None if low is None else low + by, None)

    if not isinstance(condition, Term):
        return
    match condition.op, condition.args:
        case "and", parts:
            for part in parts:
                yield from stated(part, known)
        case "le", (a, b):
            yield from at_most(a, b)
        case "not", (Term(op="le", args=(a, b)),):
            yield from at_most(b, a, 1)
        case "eq", (a, b) if condition.data == INT:
            yield from (*at_most(a, b), *at_most(b, a))


def range_under(
    value: Int, ranges: Ranges, decides: Callable[[Term], bool | None] = lambda _: None
) -> Interval:
    """The range of a value where terms have these ranges, and `decides` knows conditions."""

    def of(operand: Int) -> Interval:
        return range_under(operand, ranges, decides)

    if not isinstance(value, Term):
        return value, value
    match value.op, value.args:
        case "add", (a, b):
            found = intervals.add(of(a), of(b))
        case "mul", (a, b):
            found = intervals.mul(of(a), of(b))
        case "div", (a, b):
            found = intervals.floor_div(of(a), of(b))
        case "neg", (a,):
            found = intervals.neg(of(a))
        case "ite", (c, a, b):
            known = decides(c)
            found = intervals.union(of(a), of(b)) if known is None else of(a if known else b)
        case _:
            found = FULL
    found = intervals.intersection(found, interval(value))
    return intervals.intersection(found, ranges.get(value.id, FULL))
