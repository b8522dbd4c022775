"""Arithmetic on the constraints of integers: which values an operation can give.

Language reference, Type System Utilities for constraints. An operation that is not monotone is
done value by value where the intervals are small enough; where they are not, its result is
approximated and the loss is on record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from parser import syntax
from parser.diagnostics import Diagnostic, Phase
from parser.source import Span
from semantics.checking import sets, symbols
from semantics.checking.symbols import Names, expression
from semantics.checking.types import Bound, Constraint, Losses, exactly

INTEGER_OPERATORS: Final = frozenset({"+", "-", "*", "DIV", "DIVRM", "MOD", "^", "<<", ">>"})
LARGEST_INTERVAL: Final = 1 << 14
LARGEST_SET: Final = 1 << 17
LARGEST_BOUNDS: Final = 1 << 15
"""Nodes of all expressions that are bounds."""

Constraints: TypeAlias = tuple[Constraint, ...]
Report: TypeAlias = Callable[[Diagnostic], None]


class NoValueError(Exception):
    """An operation that fails whatever the values of its operands are."""


def combined(
    names: Names, op: str, left: Constraints, right: Constraints, span: Span, report: Report
) -> tuple[Constraints | None, Losses]:
    """The constraints of `left op right`, and where precision was lost.

    None where there would be too many of them, or too large ones: any integer. What is left out
    of `right` because it must fail goes to `report`; raises NoValueError where nothing is left.
    """
    right = _without_failing(names, op, right, span, report)
    lost: list[tuple[str, Span]] = []
    if op not in ("+", "-"):
        left_values = _exploded(names, left, span, lost)
        right_values = _exploded(names, right, span, lost)
        if _pairs(op, left_values, right_values) <= LARGEST_SET:
            left, right = left_values, right_values
        else:
            lost.append(_too_many(op, span))
    if _pairs(op, left, right) > LARGEST_SET:
        return None, (_too_many(op, span),)
    results: list[Constraint] = []
    nodes = 0
    for each in _results(op, left, right):
        results.append(each)
        bounds = (each.low,) if each.exact else (each.low, each.high)
        nodes += sum(symbols.size(b, LARGEST_BOUNDS) for b in bounds if not isinstance(b, int))
        if nodes >= LARGEST_BOUNDS:
            return None, (*lost, (f"the bounds of the result of `{op}` are too long", span))
    if op == "DIV":
        results = [c for each in results if (c := _whole(each)) is not None]
        if not results:
            raise NoValueError("no two values of its operands divide without a remainder")
    return reduced(names, results), tuple(lost)


def _pairs(op: str, left: Constraints, right: Constraints) -> int:
    return len(right) * (1 if op == "MOD" else len(left))


def _too_many(op: str, span: Span) -> tuple[str, Span]:
    return f"the operands of `{op}` have more than 2^17 pairs of values", span


def reduced(names: Names, constraints: Iterable[Constraint]) -> Constraints:
    """Constraints in normal form: known values merged, equal ones once."""
    known: list[tuple[int, int]] = []
    symbolic: dict[tuple[Bound, Bound], Constraint] = {}
    for each in constraints:
        low = symbols.normal(names, each.low)
        high = low if each.exact else symbols.normal(names, each.high)
        if isinstance(low, int) and isinstance(high, int):
            known.append((low, high))
        else:
            symbolic.setdefault((low, high), Constraint(low, high))
    merged = sets.of(known)
    result = (*(Constraint(low, high) for low, high in merged), *symbolic.values())
    return result or tuple(Constraint(low, high) for low, high in known[:1])


def _without_failing(
    names: Names, op: str, constraints: Constraints, span: Span, report: Report
) -> Constraints:
    """The constraints of a right operand without the values for which the operation fails."""
    match op:
        case "<<" | ">>" | "^":
            least = 0
        case "DIV" | "DIVRM" | "MOD":
            least = 1
        case _:
            return constraints
    kept = tuple(k for c in constraints if (k := _at_least(names, c, least)) is not None)
    if not kept:
        raise NoValueError(f"its right operand is {'never positive' if least else 'negative'}")
    if kept != constraints:
        shown, rest = (", ".join(map(str, cs[:6])) for cs in (constraints, kept))
        message = f"values of {{{shown}}} make `{op}` fail: {{{rest}}} is left"
        report(Diagnostic("CONSTRAINT-REMOVED", Phase.WARNING, message, span))
    return kept


def _at_least(names: Names, c: Constraint, least: int) -> Constraint | None:
    low, high = symbols.integer(names, c.low), symbols.integer(names, c.high)
    if high is not None and high < least:
        if c.exact or (low is not None and low < least):
            return None
        return Constraint(c.low, -1 if least else 0)
    if c.exact or low is None or low >= least:
        return c
    return Constraint(least, c.high)


def _exploded(
    names: Names, constraints: Constraints, span: Span, lost: list[tuple[str, Span]]
) -> Constraints:
    """The values of the constraints one by one, as far as they are known and not too many.

    Of more than `LARGEST_SET` only the first are given.
    """
    result: list[Constraint] = []
    for c in constraints:
        if len(result) > LARGEST_SET:
            break
        if c.exact:
            result.append(c)
            continue
        low, high = symbols.integer(names, c.low), symbols.integer(names, c.high)
        if low is None or high is None:
            result.append(c)
        elif high - low > LARGEST_INTERVAL:
            lost.append((f"the interval {c} has more than 2^14 values", span))
            result.append(c)
        else:
            result += (exactly(value) for value in range(low, high + 1))
    return tuple(result)


def _operated(op: str, a: Bound, b: Bound) -> Bound:
    if isinstance(a, int) and isinstance(b, int):
        value = symbols.apply(op, a, b)
        if value is not None:
            return value
    return syntax.Binary(op, expression(a), expression(b))  # type: ignore[arg-type]


def _results(op: str, left: Constraints, right: Constraints) -> Iterable[Constraint]:
    if op == "MOD":
        return (Constraint(0, _operated("-", c.high, 1)) for c in right)
    one = _power if op == "^" else _extremes
    return (result for a in left for b in right for result in one(op, a, b))


def _extremes(op: str, a: Constraint, b: Constraint) -> Iterable[Constraint]:
    """The intervals between results of the bounds; a range times a range needs all corners."""
    if a.exact and b.exact:
        yield exactly(_operated(op, a.low, b.low))
        return
    lefts: list[tuple[Bound, Bound]] = [(a.low, a.high)]
    rights: list[tuple[Bound, Bound]] = [(b.low, b.high)]
    if op == "*":
        lefts = _corners(a)
        rights = _corners(b)
    elif not b.exact:
        match op:
            case "-":
                rights = [(b.high, b.low)]
            case "<<" | ">>":
                rights = [(b.high, 0), (0, b.high)]
            case "DIV" | "DIVRM":
                rights = [(1, b.high), (b.high, 1)]
    for low, high in lefts:
        for low_right, high_right in rights:
            yield Constraint(_operated(op, low, low_right), _operated(op, high, high_right))


def _corners(c: Constraint) -> list[tuple[Bound, Bound]]:
    if c.exact:
        return [(c.low, c.low)]
    return [(c.low, c.low), (c.low, c.high), (c.high, c.low), (c.high, c.high)]


def _power(op: str, a: Constraint, b: Constraint) -> Iterable[Constraint]:
    """Powers: of a negative base the sign alternates, and 0 ^ 0 is 1."""
    if a.exact and b.exact:
        yield exactly(_operated("^", a.low, b.low))
        return
    least = _operated("^", symbols.bound(_negated(a.low)), b.high)
    yield Constraint(0, _operated("^", a.high, b.high))
    yield Constraint(symbols.bound(_negated(least)), least)
    if not b.exact:
        yield exactly(1)


def _negated(value: Bound) -> syntax.Expr:
    if isinstance(value, int):
        return syntax.IntLiteral(-value)
    return syntax.Unary("-", value)


def negation(names: Names, constraints: Constraints) -> Constraints:
    """The constraints of the negated integer."""
    return tuple(Constraint(_minus(names, c.high), _minus(names, c.low)) for c in constraints)


def _minus(names: Names, value: Bound) -> Bound:
    negative = syntax.Unary("-", expression(value))
    # By the reference no literal: that a division of it fails is not seen before it runs.
    return negative if isinstance(value, int) else symbols.normal(names, negative)


def _whole(c: Constraint) -> Constraint | None:
    """A quotient's constraint reduced to whole numbers; None where there is none in it."""
    if c.exact:
        match c.low:
            case syntax.Binary(
                operator="DIV",
                left=syntax.IntLiteral(value=a),
                right=syntax.IntLiteral(value=b),
            ) if b > 0 and a % b:
                return None
        return c
    low, high = c.low, c.high
    match low:
        case syntax.Binary(
            operator="DIV", left=syntax.IntLiteral(value=a), right=syntax.IntLiteral(value=b)
        ) if b > 0:
            low = -(-a // b)
    match high:
        case syntax.Binary(
            operator="DIV", left=syntax.IntLiteral(value=a), right=syntax.IntLiteral(value=b)
        ) if b > 0:
            high = a // b
    if isinstance(low, int) and isinstance(high, int) and low > high:
        return None
    return Constraint(low, high)
