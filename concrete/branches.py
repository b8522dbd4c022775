"""The branches of functions: the conditions that decide where execution goes on.

A condition is that of an `if`, a loop or a conditional expression, or a pattern of a `case` or an
`IN`. Of one made with `&&`, `||` or `==>`, each operand is. Those within an assertion are none, for
an assertion is to hold always.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from concrete.names import python_name
from concrete.written import position, text_of
from parser.source import NOWHERE, Span
from semantics import ir
from semantics.ir_nodes import nodes

Taken: TypeAlias = tuple[str, int, bool]
"""The Python name of a function, the number of a condition of it, and what that came to."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition of a function, as its source writes it, and the ways it can go, as a run notes
    them: TRUE and FALSE."""

    function: str
    span: Span
    text: str
    ways: tuple[Taken, Taken]


def conditions(function: ir.Function) -> list[ir.Expr]:
    """The conditions of a function, in the order of their places."""
    asserted = {
        inside
        for node in nodes(function.body)
        if isinstance(node, ir.Assert)
        for inside in nodes(node.condition)
    }
    found = {
        each: None
        for node in nodes(function.body)
        if node not in asserted
        for each in _deciding(node)
        if not isinstance(each, ir.Const) and not _is_joined(each) and each.span != NOWHERE
    }
    return sorted(found, key=position)


def branches_of(functions: Mapping[str, ir.Function]) -> list[Branch]:
    """The branches of functions, which are given by their keys."""
    return [
        Branch(
            key,
            each.span,
            text_of(each),
            ((python_name(key), number, True), (python_name(key), number, False)),
        )
        for key, function in functions.items()
        for number, each in enumerate(conditions(function))
    ]


def _deciding(node: object) -> Iterable[ir.Expr]:
    """What a node decides by: of a conjunction or the like, both operands."""
    match node:
        case ir.If(condition=condition) | ir.Loop(condition=condition):
            yield condition
        case ir.Cond(condition=condition):
            yield condition
            if _is_joined(node):
                yield from _arms(node)


def _is_joined(e: ir.Expr) -> bool:
    """Whether it is a conjunction or the like: where one arm is known, the other is an operand."""
    return isinstance(e, ir.Cond) and len(list(_arms(e))) < 2


def _arms(e: ir.Cond) -> Iterator[ir.Expr]:
    """The arms that are not known to be TRUE or FALSE."""
    for arm in (e.then, e.otherwise):
        if not (isinstance(arm, ir.Const) and isinstance(arm.value, bool)):
            yield arm
