"""Whether the values of one integer type are all among those of another.

Language reference, Symbolic Subsumption Testing: known values are compared as sets, symbolic
constraints as expressions, or through a set that surely has all their values, or only such.
"""

from __future__ import annotations

from functools import reduce
from typing import Literal, TypeAlias

from parser import syntax
from semantics.checking import constraints, sets, symbols
from semantics.checking.constraints import INTEGER_OPERATORS, NoValueError
from semantics.checking.sets import IntegerSet
from semantics.checking.symbols import Names
from semantics.checking.types import Bound, Constraint, Integer, Type, constrained, exactly

Side: TypeAlias = Literal["over", "under"]


class NoApproximationError(Exception):
    """No finite set has all the values."""


def included(names: Names, a: Type, b: Type) -> bool:
    """Whether every value of integer type `a` is surely one of `b`."""
    small, large = constrained(a), constrained(b)
    assert isinstance(small, Integer) and isinstance(large, Integer)
    if large.constraints is None:
        return True
    if small.constraints is None:
        return False
    return constraints_included(names, small.constraints, large.constraints)


def constraints_included(
    names: Names, small: tuple[Constraint, ...], large: tuple[Constraint, ...]
) -> bool:
    small_set, small_symbolic = _parted(names, small)
    large_set, large_symbolic = _parted(names, large)
    if small_set is not None:
        if not (
            (large_set is not None and sets.subset(small_set, large_set))
            or any(sets.subset(small_set, _constraint("under", names, c)) for c in large_symbolic)
        ):
            return False
    return all(
        any(_one_included(names, c, d) for d in large_symbolic)
        or (large_set is not None and _over_within(names, c, large_set))
        for c in small_symbolic
    )


def width_included(names: Names, small: Bound, large: Bound) -> bool:
    """Whether a width is surely another."""
    return _one_included(names, exactly(small), exactly(large))


def _one_included(names: Names, c: Constraint, d: Constraint) -> bool:
    same = (
        c.exact == d.exact
        and symbols.equal(names, c.low, d.low)
        and symbols.equal(names, c.high, d.high)
    )
    return same or _over_within(names, c, _constraint("under", names, d))


def _over_within(names: Names, c: Constraint, values: IntegerSet) -> bool:
    try:
        return sets.subset(_constraint("over", names, c), values)
    except NoApproximationError:
        return False


def _parted(
    names: Names, given: tuple[Constraint, ...]
) -> tuple[IntegerSet | None, list[Constraint]]:
    """The known values, if there is a constraint that has such, and the other constraints."""
    known: list[tuple[int, int]] = []
    symbolic: list[Constraint] = []
    some = False
    for c in given:
        low, high = symbols.integer(names, c.low), symbols.integer(names, c.high)
        if low is None or high is None:
            symbolic.append(c)
        else:
            some = True
            known.append((low, high))
    return (sets.of(known) if some else None), symbolic


# ---------------------------------------------------------------- approximation


def _extreme(side: Side) -> IntegerSet:
    if side == "over":
        raise NoApproximationError
    return sets.EMPTY


def _expr(side: Side, names: Names, e: Bound) -> IntegerSet:
    match e:
        case int():
            return ((e, e),)
        case syntax.IntLiteral(value=value):
            return ((value, value),)
        case syntax.Var(name=name):
            return _type(names, names.type_of(name)) if side == "over" else sets.EMPTY
        case syntax.Unary(operator="-", operand=operand):
            return sets.negated(_expr(side, names, operand))
        case syntax.Binary(
            operator=op, left=syntax.IntLiteral(value=a), right=syntax.IntLiteral(value=b)
        ):
            result = symbols.apply(op, a, b)
            return _extreme(side) if result is None else ((result, result),)
        case syntax.Binary(operator=op, left=left, right=right) if op in INTEGER_OPERATORS:
            return _operation(side, names, e, op, left, right)
        case syntax.Conditional(then=a, otherwise=b):
            one, other = _expr(side, names, a), _expr(side, names, b)
            return sets.union(one, other) if side == "over" else sets.intersection(one, other)
        case _:
            return _extreme(side)


def _operation(
    side: Side, names: Names, e: syntax.Binary, op: str, left: syntax.Expr, right: syntax.Expr
) -> IntegerSet:
    if side == "under" and op == "MOD":
        return sets.EMPTY  # its constraints have all remainders
    first = tuple(Constraint(a, b) for a, b in _expr(side, names, left))
    second = tuple(Constraint(a, b) for a, b in _expr(side, names, right))
    try:
        found, lost = constraints.combined(names, op, first, second, e.span, lambda _: None)
    except NoValueError:
        return _extreme(side)
    if found is None or (lost and side == "over"):
        return _extreme(side)
    return _constraints(side, names, found)


def _type(names: Names, type: Type) -> IntegerSet:
    """All values of a type; raises NoApproximationError."""
    if isinstance(type, Integer) and type.constraints is not None:
        return _constraints("over", names, type.constraints)
    raise NoApproximationError


def _constraints(side: Side, names: Names, given: tuple[Constraint, ...]) -> IntegerSet:
    found = [_constraint(side, names, c) for c in given]
    if side == "over":
        return sets.union(*found)
    return reduce(sets.intersection, found) if found else sets.EMPTY


def _constraint(side: Side, names: Names, c: Constraint) -> IntegerSet:
    if c.exact:
        return _expr(side, names, c.low)
    try:
        low, high = _expr("over", names, c.low), _expr("over", names, c.high)
    except NoApproximationError:
        return _extreme(side)
    if not low or not high:
        return _extreme(side)
    bounds = (low[0][0], high[-1][1]) if side == "over" else (low[-1][1], high[0][0])
    return (bounds,) if bounds[0] <= bounds[1] else _extreme(side)
