"""The smallest input that breaks an obligation.

Unknowns are settled one after the other, in the order in which they are drawn, each at the
simplest value that still leaves a counterexample. So the answer does not depend on which model
the solver happened to give first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofs.encode import Theory
from proofs.solver import Models, Solver
from proofs.symbolic import Draw
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics import types
from semantics.base_values import base_value
from semantics.term_values import evaluate

QUERY_STEPS = 2_000_000
"""How many of z3's steps one question may take; one that takes more counts as answered with no."""
MOST_UNANSWERED = 3
"""After so many that have taken more, nothing is asked any more. Steps and not seconds, so that the
answer does not depend on the machine."""
SIGNED_FROM = 16
"""Vectors of this width or more are as small as the signed number they hold."""


def smallest(
    unknowns: Sequence[Draw],
    condition: t.Bool,
    model: Mapping[str, Any],
    theory: Theory,
    solver: Solver,
) -> dict[str, Any]:
    """Values of the unknowns that satisfy the condition, by name.

    `model` satisfies it already, and was found in `theory`.
    """
    models = Models(condition, theory, solver.alone(steps=QUERY_STEPS), MOST_UNANSWERED)
    needed = {v.data for v in t.variables([condition])}
    current = dict(model)
    fixed: t.Bool = True
    settled: dict[str, Any] = {}
    for unknown in unknowns:
        term = unknown.term
        if not isinstance(term, t.Term) or evaluate(unknown.path, settled) is not True:
            continue
        name = term.data
        if name not in needed:
            settled[name] = base_value(unknown.type)
            continue
        settled[name], current = _settle(term, unknown.type, models, fixed, current)
        fixed = t.and_(fixed, t.eq(term.sort, term, settled[name]))
    return settled


def _settle(
    term: t.Term, type: types.Type, models: Models, fixed: t.Bool, current: dict[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """The simplest value of one unknown, and an input that has it."""
    if isinstance(type, types.BoolType):
        if current.get(term.data, False):
            current = {**current, **(models.find(t.and_(fixed, t.not_(term))) or {})}
        return current.get(term.data, False), current
    number = _number(term, type)

    def size() -> int:
        return int(abs(evaluate(number, current)))

    def reach(bound: int) -> bool:
        """Whether a number of at most that size will do; then `current` has one."""
        nonlocal current
        found = models.find(t.and_(fixed, ta.within(number, -bound, bound)))
        current = {**current, **(found or {})}  # what it leaves out does not matter
        return found is not None

    low, bound = 0, 0
    while bound < size() and not reach(bound):
        low, bound = bound + 1, max(1, 2 * bound)
    while low < (high := size()):
        if not reach((low + high) // 2):
            low = (low + high) // 2 + 1
    if evaluate(number, current) < 0:
        positive = models.find(t.and_(fixed, t.eq(t.INT, number, size())))
        current = {**current, **(positive or {})}
    return evaluate(term, current), current


def _number(term: t.Term, type: types.Type) -> t.Int:
    """What is to be small: the number itself, or the one a vector holds."""
    if not isinstance(type, types.BitsType):
        return term
    width = term.sort.width
    return ta.sint(width, term) if width >= SIGNED_FROM else ta.uint(width, term)
