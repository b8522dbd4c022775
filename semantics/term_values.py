"""The value of a term when its unknowns are given: the definition of what each operator means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from semantics.terms import Term, Value, subterms


def _signed(width: int, x: int) -> int:
    return x - (1 << width) if x >> (width - 1) else x


_MEANING: dict[str, Callable[..., Any]] = {
    "not": lambda _, a: not a,
    "and": lambda _, *a: all(a),
    "or": lambda _, *a: any(a),
    "eq": lambda _, a, b: a == b,
    "ite": lambda _, c, a, b: a if c else b,
    "add": lambda _, a, b: a + b,
    "neg": lambda _, a: -a,
    "mul": lambda _, a, b: a * b,
    # SMT-LIB leaves the quotient by zero open; requirements keep it from mattering.
    "div": lambda _, a, b: a // b if b else 0,
    "mod": lambda _, a, b: a % b if b else 0,
    "le": lambda _, a, b: a <= b,
    "uint": lambda _, x: x,
    "sint": _signed,
    "fromint": lambda width, v: v & ((1 << width) - 1),
    "concat": lambda widths, high, low: high << widths[1] | low,
    "extract": lambda at, x: x >> at[1] & ((1 << (at[0] - at[1] + 1)) - 1),
    "sext": lambda widths, x: _signed(widths[0], x) & ((1 << widths[1]) - 1),
    "bvnot": lambda width, x: ~x & ((1 << width) - 1),
    "bvadd": lambda width, a, b: (a + b) & ((1 << width) - 1),
    "bvsub": lambda width, a, b: (a - b) & ((1 << width) - 1),
    "bvand": lambda _, a, b: a & b,
    "bvor": lambda _, a, b: a | b,
    "bvxor": lambda _, a, b: a ^ b,
    "shl": lambda width, x, by: (x << min(by, width)) & ((1 << width) - 1),
    "lshr": lambda width, x, by: x >> min(by, width),
    "ashr": lambda width, x, by: (_signed(width, x) >> min(by, width)) & ((1 << width) - 1),
    "float": lambda operation, *words: operation.apply(*words),
}
OPERATORS = frozenset(_MEANING) | {"var", "apply"}
"""Every operator a term may have."""


def fold(op: str, data: Any, operands: tuple[Any, ...]) -> Any:
    """What an operator gives for plain operands."""
    return _MEANING[op](data, *operands)


def evaluate(value: Value, given: Mapping[str, Any]) -> Any:
    """The plain value of `value`; unknowns that are not given are 0 or False, and so is what an
    unknown function gives that is not given as a function."""
    if not isinstance(value, Term):
        return value
    known: dict[int, Any] = {}
    for term in subterms([value]):
        if term.op == "var":
            default: Any = False if term.sort.kind == "bool" else 0
            known[term.id] = given.get(term.data, default)
            continue
        operands = tuple(known[a.id] if isinstance(a, Term) else a for a in term.args)
        if term.op == "apply":
            function = given.get(term.data)
            nothing: Any = False if term.sort.kind == "bool" else 0
            known[term.id] = nothing if function is None else function(*operands)
        else:
            known[term.id] = fold(term.op, term.data, operands)
    return known[value.id]
