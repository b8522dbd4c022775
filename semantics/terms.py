"""Terms: what the symbolic interpretation computes with, independent of any solver.

A symbolic value is either a plain Python value (bool, int) or a `Term`; the constructors below
take both, fold constants and simplify, and so often give a plain value back. Terms are shared
(hash-consed): equal terms are the same object. Integers are mathematical; an integer term
carries an interval that is proved by construction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, final

from semantics.intervals import FULL, Interval


@dataclass(frozen=True, slots=True)
class Sort:
    """`bool`, `int`, or bit-vectors of `width` bits."""

    kind: str
    width: int = 0


BOOL, INT = Sort("bool"), Sort("int")


def bv_sort(width: int) -> Sort:
    return Sort("bv", width)


@final
class Term:
    """An operator over plain values and terms. `data` holds what is no operand (widths, names)."""

    __slots__ = ("args", "data", "id", "op", "range", "sort")

    def __init__(
        self, op: str, args: tuple[Any, ...], data: Any, sort: Sort, range_: Interval, id_: int
    ) -> None:
        self.op, self.args, self.data, self.sort, self.range = op, args, data, sort, range_
        self.id = id_

    def __repr__(self) -> str:
        inner = " ".join(map(repr, self.args))
        name = self.op if self.data is None else f"{self.op}[{self.data}]"
        return f"({name} {inner})" if self.args else name

    def __bool__(self) -> bool:
        raise TypeError("a symbolic condition has no truth value")


Value: TypeAlias = bool | int | Term
Bool: TypeAlias = bool | Term
Int: TypeAlias = int | Term
Bits: TypeAlias = int | Term
V = TypeVar("V")

_table: dict[tuple[Any, ...], Term] = {}


def _make(
    op: str, args: tuple[Any, ...], sort: Sort, data: Any = None, range_: Interval = FULL
) -> Term:
    # A plain True and a plain 1 are equal to Python, so operands are keyed with their class.
    operands = tuple(a.id if isinstance(a, Term) else (type(a), a) for a in args)
    key = (op, operands, data, sort, range_ if op in ("var", "apply") else None)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(op, args, data, sort, range_, len(_table))
    return found


def made() -> int:
    """How many terms have been made: the `id` of the next new one."""
    return len(_table)


def interval(value: Int) -> Interval:
    """The proved range of an integer value."""
    return value.range if isinstance(value, Term) else (value, value)


def variable(name: str, sort: Sort, range_: Interval = FULL) -> Term:
    """An unknown. The range of an integer must be asserted by whoever solves (see `variables`)."""
    return _make("var", (), sort, name, range_)


def application(name: str, args: tuple[Int, ...], sort: Sort, range_: Interval = FULL) -> Term:
    """What an unknown function gives for these integers; no solver knows it (see `unbounded`)."""
    return _make("apply", args, sort, name, range_)


def remade(term: Term, args: tuple[Any, ...]) -> Term:
    """The same operator over other operands, as it is."""
    return _make(term.op, args, term.sort, term.data, term.range)


def variables(values: list[Value]) -> list[Term]:
    """All unknowns in these values, in the order of creation."""
    return sorted((t for t in subterms(values) if t.op == "var"), key=lambda t: t.id)


def subterms(values: list[Value]) -> Iterator[Term]:
    """Every term below `values`, each once, operands before their users."""
    seen: set[int] = set()
    stack: list[tuple[Value, bool]] = [(v, False) for v in reversed(values)]
    while stack:
        value, ready = stack.pop()
        if not isinstance(value, Term):
            continue
        if ready:
            yield value
        elif value.id not in seen:
            seen.add(value.id)
            stack.append((value, True))
            stack.extend((a, False) for a in reversed(value.args))


# ---------------------------------------------------------------- booleans


_negations: dict[int, Term] = {}
"""The negation of each condition by its id, once it has been made."""


def not_(a: Bool) -> Bool:
    if not isinstance(a, Term):
        return not a
    if a.op == "not":
        inner: Bool = a.args[0]
        return inner
    found = _negations.get(a.id)
    if found is None:
        found = _negations[a.id] = _make("not", (a,), BOOL)
    return found


def _opposite(a: Value) -> int | None:
    """The id of the negation, if that has been made: long conditions are made of many, and to
    make all their negations takes longer than to look for them."""
    if not isinstance(a, Term):
        return None
    if a.op == "not":
        return _id(a.args[0])
    return _id(_negations.get(a.id))


def _junction(op: str, absorbing: bool, values: tuple[Bool, ...]) -> Bool:
    parts: dict[int, Term] = {}
    for value in values:
        for each in value.args if isinstance(value, Term) and value.op == op else (value,):
            if not isinstance(each, Term):
                if each == absorbing:
                    return absorbing
                continue
            if _opposite(each) in parts:
                return absorbing
            parts[each.id] = each
    dual = "and" if op == "or" else "or"
    for key, part in parts.items():
        inner, negated = _dual_operands(part, op, dual)
        if inner:
            # `a or (a and b)` is `a`; `a or (not a and b)` is `a or b`; and the dual.
            same, other = (_opposite, _id) if negated else (_id, _opposite)
            kept = [a for a in inner if other(a) not in parts]
            absorbed = any(same(a) in parts for a in inner)
            if absorbed or len(kept) < len(inner):
                others = tuple(p for k, p in parts.items() if k != key)
                left = tuple(map(not_, kept)) if negated else tuple(kept)
                rest = () if absorbed else (_junction(dual, not absorbing, left),)
                return _junction(op, absorbing, (*others, *rest))
    if not parts:
        return not absorbing
    if len(parts) == 1:
        return next(iter(parts.values()))
    return _make(op, tuple(parts.values()), BOOL)


def _dual_operands(part: Term, op: str, dual: str) -> tuple[tuple[Bool, ...], bool]:
    """What `part` joins by `dual`, or of what it joins the negations: the negation of a term of
    `op` does that."""
    if part.op == dual:
        return part.args, False
    inner = part.args[0] if part.op == "not" else None
    if isinstance(inner, Term) and inner.op == op:
        return inner.args, True
    return (), False


def _id(value: Value | None) -> int | None:
    return value.id if isinstance(value, Term) else None


def and_(*values: Bool) -> Bool:
    return _junction("and", False, values)


def or_(*values: Bool) -> Bool:
    return _junction("or", True, values)


def implies(a: Bool, b: Bool) -> Bool:
    return or_(not_(a), b)


_equations: dict[tuple[int, Value], tuple[Bool] | None] = {}
"""What `_eq_constant` found: terms are graphs, in which there may be endlessly many paths."""


def eq(sort: Sort, a: Value, b: Value) -> Bool:
    """Equality of two values of one sort."""
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a == b
    if a is b:
        return True
    if not isinstance(a, Term):
        a, b = b, a
    if sort == BOOL:
        return _iff(a, b)
    if not isinstance(b, Term):
        assert isinstance(a, Term)
        key = (a.id, b)
        if key not in _equations:
            _equations[key] = _eq_constant(sort, a, b)
        if folded := _equations[key]:
            return folded[0]
    if sort == INT:
        (low, high), (low2, high2) = interval(a), interval(b)
        if (high is not None and low2 is not None and high < low2) or (
            low is not None and high2 is not None and high2 < low
        ):
            return False
    assert isinstance(a, Term)
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Term) and x.op == "ite":
            c, then, otherwise = x.args
            if then is y:
                return or_(c, eq(sort, otherwise, y))
            if otherwise is y:
                return or_(not_(c), eq(sort, then, y))
    if isinstance(b, Term) and b.id < a.id:
        a, b = b, a
    return _make("eq", (a, b), BOOL, sort)


def _iff(a: Any, b: Any) -> Bool:
    if isinstance(b, bool):
        return a if b else not_(a)
    assert isinstance(a, Term) and isinstance(b, Term)
    if not_(a) is b:
        return False
    return _make("eq", (a, b) if a.id < b.id else (b, a), BOOL, BOOL)


def _eq_constant(sort: Sort, a: Term, k: Any) -> tuple[Bool] | None:
    """`a == k`, pushed through what decides it; None where it stays an equation."""
    if a.op == "ite":
        then, otherwise = eq(sort, a.args[1], k), eq(sort, a.args[2], k)
        if not isinstance(then, Term) or not isinstance(otherwise, Term):
            return (ite(BOOL, a.args[0], then, otherwise),)
    if a.op == "uint":
        inner, width = a.args[0], a.data
        return (eq(bv_sort(width), inner, k) if 0 <= k < 1 << width else False,)
    if a.op == "sint":
        half = 1 << (a.data - 1)
        inside = -half <= k < half
        return (eq(bv_sort(a.data), a.args[0], k % (2 * half)) if inside else False,)
    if a.op == "concat":
        high, low = a.args
        below = a.data[1]
        return (
            and_(
                eq(bv_sort(a.data[0]), high, k >> below),
                eq(bv_sort(below), low, k & ((1 << below) - 1)),
            ),
        )
    return None


def ite(sort: Sort, c: Bool, a: V, b: V) -> V:
    """`a` where `c` holds, else `b`."""
    result: V = _ite(sort, c, a, b)
    return result


def _ite(sort: Sort, c: Bool, a: Any, b: Any) -> Any:
    if not isinstance(c, Term):
        return a if c else b
    if c.op == "not":
        return _ite(sort, c.args[0], b, a)
    if isinstance(a, Term) and a.op == "ite" and a.args[0] is c:
        a = a.args[1]
    if isinstance(b, Term) and b.op == "ite" and b.args[0] is c:
        b = b.args[2]
    if a is b or (not isinstance(a, Term) and not isinstance(b, Term) and a == b):
        return a
    if sort == BOOL:
        if isinstance(a, bool):
            return or_(c, b) if a else and_(not_(c), b)
        if isinstance(b, bool):
            return or_(not_(c), a) if b else and_(c, a)
    if isinstance(b, Term) and b.op == "ite" and _same(a, b.args[1]):
        return _ite(sort, or_(c, b.args[0]), a, b.args[2])
    range_ = FULL
    if sort == INT:
        (low, high), (low2, high2) = interval(a), interval(b)
        range_ = (
            None if low is None or low2 is None else min(low, low2),
            None if high is None or high2 is None else max(high, high2),
        )
    return _make("ite", (c, a, b), sort, sort, range_)


def _same(a: Value, b: Value) -> bool:
    return a is b or (not isinstance(a, Term) and not isinstance(b, Term) and a == b)


def node(op: str, args: tuple[Any, ...], sort: Sort, data: Any = None) -> Term:
    """A term as it is, for the operator families built on this module."""
    return _make(op, args, sort, data)


def int_node(op: str, args: tuple[Any, ...], range_: Interval, data: Any = None) -> Int:
    """An integer term of known range; a range of one value is that value."""
    low, high = range_
    if low is not None and low == high:
        return low
    return _make(op, args, INT, data, range_)
