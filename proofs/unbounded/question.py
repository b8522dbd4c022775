"""Does a property hold of operands of every shape?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from concrete.machine import Machine
from proofs.encode import Theory
from proofs.solver import Answer, Solver, floating
from proofs.symbolic import Obligation, TimeUp
from proofs.unbounded.loops import LoopEvaluator
from semantics import terms as t
from semantics.program import Program
from semantics.values import Unsupported

WORDS_FIRST: Final = (Theory.WORDS, Theory.LINEAR)
"""Indices are linear in either, once products are unknowns; words are easier as such."""


class EveryShape:
    """Asks whether no obligation in `files` can fail, of one specification.

    `summary_of` names verified summaries, and `watched` functions whose assertions are to be seen.
    """

    def __init__(self, program: Program, machine: Machine, solver: Solver, seconds: float) -> None:
        self._solver, self._seconds = solver, seconds
        self.evaluator = LoopEvaluator(program, machine, self._refuted)

    def why_not(
        self, key: str, arguments: Sequence[Any], files: frozenset[str] | None
    ) -> str | None:
        """None if the property is proved; else which condition failed, as far as it is known.

        With `files`, obligations elsewhere are assumed to hold.
        """
        evaluator = self.evaluator
        evaluator.deadline = time.monotonic() + self._seconds
        try:
            evaluator.run(key, list(arguments))
        except Unsupported as problem:
            return f"{problem} at {problem.span}" if problem.span else str(problem)
        except TimeUp:
            return "timeout"
        asked = [o for o in evaluator.obligations if files is None or o.span.path in files]
        for each in _together(asked):
            answer = self._ask(t.or_(*(o.violation for o in each)))
            if answer.kind != "unsat":
                places = ", ".join(dict.fromkeys(f"{o.code} at {o.span}" for o in each))
                because = "; ".join(dict.fromkeys(evaluator.refused)) or answer.reason
                return f"{places}: {because or 'it may fail, as far as is known of the loops'}"
        return None

    def _ask(self, condition: t.Bool) -> Answer:
        query = self.evaluator.facts.closed(condition)
        theories = WORDS_FIRST if not floating(query) else (*WORDS_FIRST, Theory.BITS)
        return self._solver.solve(query, theories, about=["asks: every shape"])

    def _refuted(self, condition: t.Bool) -> bool:
        answer = self._solver.solve(condition, WORDS_FIRST, ["asks: are iterations apart"])
        return answer.kind == "unsat"


def _together(obligations: Sequence[Obligation]) -> Iterator[list[Obligation]]:
    """Obligations about the same iterations, which are asked as one."""
    groups: dict[frozenset[t.Term], list[Obligation]] = {}
    for each in obligations:
        if each.violation is False:
            continue
        names = (term for term in t.subterms([each.violation]) if term.op == "var")
        numbers = frozenset(term for term in names if str(term.data).startswith("iteration!"))
        groups.setdefault(numbers, []).append(each)
    yield from groups.values()
