"""Terms with other terms in the place of some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.term_values import fold
from semantics.terms import Term, V, Value

_CONSTRUCTORS: Final[dict[str, Callable[[Term, tuple[Any, ...]], Value]]] = {
    "not": lambda _, args: t.not_(*args),
    "and": lambda _, args: t.and_(*args),
    "or": lambda _, args: t.or_(*args),
    "eq": lambda term, args: t.eq(term.data, *args),
    "ite": lambda term, args: t.ite(term.sort, *args),
    "add": lambda _, args: ta.add(*args),
    "neg": lambda _, args: ta.neg(*args),
    "mul": lambda _, args: ta.mul(*args),
    "div": lambda _, args: ta.div(*args),
    "mod": lambda _, args: ta.mod(*args),
    "le": lambda _, args: ta.le(*args),
}
"""Those that simplify, of what indices and conditions are made of."""


def substituted(value: V, replaced: Mapping[Term, Value]) -> V:
    """`value` with each key replaced, the outermost first; what comes in is left as it is."""
    known: dict[Term, Any] = dict(replaced)
    stack: list[tuple[Any, bool]] = [(value, False)]
    while stack:
        each, ready = stack.pop()
        if not isinstance(each, Term) or each in known:
            continue
        if not ready:
            stack.append((each, True))
            stack.extend((a, False) for a in each.args)
            continue
        args = tuple(known[a] if isinstance(a, Term) else a for a in each.args)
        known[each] = rebuilt(each, args)
    result: V = known[value] if isinstance(value, Term) else value
    return result


def rebuilt(term: Term, args: tuple[Any, ...]) -> Value:
    """The same operator over other operands, simplified where that is likely to help."""
    if all(new is old for new, old in zip(args, term.args, strict=True)):
        return term
    if term.op in _CONSTRUCTORS:
        return _CONSTRUCTORS[term.op](term, args)
    if term.op != "apply" and not any(isinstance(a, Term) for a in args):
        plain: Value = fold(term.op, term.data, args)
        return plain
    return t.remade(term, args)
