"""Deciding queries: which theory, within which time, and what a model says."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import z3

from proofs.encode import Encoder, NoTheory, Theory
from semantics import terms as t
from semantics.term_values import evaluate

VERSION = f"z3 {z3.get_version_string()}"
MEMORY = 3072
"""Megabytes a solver may use in one process; a query that needs more is UNKNOWN."""

z3.set_param("memory_max_size", MEMORY)


PLAIN = (Theory.LINEAR, Theory.EXACT, Theory.BITS)
"""The theories for a query without floating operations."""
ABSTRACT = (Theory.LINEAR, Theory.WORDS)
"""Those that know nothing of floating operations."""


def floating(query: t.Bool) -> bool:
    """Whether floating operations occur in a query."""
    return any(term.op == "float" for term in t.subterms([query]))


@dataclass(frozen=True, slots=True)
class Answer:
    """`unsat`: no input satisfies the query. `sat`: `model` does, checked by evaluation.

    Without a theory, no solver was needed.
    """

    kind: Literal["unsat", "sat", "unknown"]
    model: dict[str, Any] = field(default_factory=dict)
    theory: Theory | None = None
    reason: str = ""


@dataclass
class Solver:
    """Decides queries within `timeout` seconds each. With `dump`, writes each as SMT-LIB."""

    timeout: float
    dump: Path | None = None
    name: str = "query"
    _count: int = 0

    def solve(self, query: t.Bool, theories: Sequence[Theory] | None = None) -> Answer:
        """Is there an input that satisfies the query? Cheap theories first; the first to know."""
        if not isinstance(query, t.Term):
            return Answer("sat" if query else "unsat")
        if theories is None:
            theories = (*ABSTRACT, Theory.BITS) if floating(query) else PLAIN
        deadline = time.monotonic() + self.timeout
        reason = ""
        for theory in theories:
            left = deadline - time.monotonic()
            if left <= 0:
                return Answer("unknown", reason=reason or "timeout")
            answer = self._solve(query, theory, left)
            if answer.kind != "unknown":
                return answer
            reason = answer.reason or reason
        return Answer("unknown", reason=reason or "no theory decides it")

    def _solve(self, query: t.Term, theory: Theory, seconds: float) -> Answer:
        try:
            return self._ask(query, theory, seconds)
        except (NoTheory, z3.Z3Exception) as problem:  # the latter: out of memory
            return Answer("unknown", theory=theory, reason=str(problem))

    def _ask(self, query: t.Term, theory: Theory, seconds: float) -> Answer:
        encoder = Encoder(theory)
        goal = encoder.bool(query)
        # In a context of its own, so that what was asked before has no part in the answer.
        context = z3.Context()
        solver = z3.Solver(ctx=context)
        solver.set("timeout", max(1, int(seconds * 1000)))
        solver.set("random_seed", 0)
        solver.add(*(each.translate(context) for each in (*encoder.definitions, goal)))
        self._write(solver, theory)
        status = _check(solver)
        if status == z3.unsat:
            return Answer("unsat", theory=theory)
        if status == z3.unknown:
            return Answer("unknown", theory=theory, reason=solver.reason_unknown())
        model = _values(solver.model(), encoder)
        if evaluate(query, model) is True:
            return Answer("sat", model, theory)
        return Answer("unknown", theory=theory, reason="the abstraction is too weak")

    def _write(self, solver: z3.Solver, theory: Theory) -> None:
        if self.dump is None:
            return
        self._count += 1
        short = theory.name.lower()
        path = self.dump / f"{self.name}-{self._count:03}-{short}.smt2"
        path.write_text(f"; {self.name}: {theory}\n{solver.to_smt2()}", encoding="utf-8")


class PathSolver:
    """Whether paths are possible: many related queries, encoded once, each briefly considered."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._encoder = Encoder(Theory.LINEAR)
        self._asserted = 0
        self._solver = z3.Solver()
        self._solver.set("timeout", int(seconds * 1000))

    def feasible(self, path: t.Bool) -> bool:
        """False only where no input takes the path."""
        if not isinstance(path, t.Term):
            return path
        try:
            goal = self._encoder.bool(path)
        except NoTheory:
            return Solver(self._seconds).solve(path, [Theory.BITS]).kind != "unsat"
        self._solver.add(*self._encoder.definitions[self._asserted :])
        self._asserted = len(self._encoder.definitions)
        return bool(_check(self._solver, goal) != z3.unsat)


class Models:
    """Inputs that satisfy one condition, and more and more besides."""

    def __init__(self, condition: t.Bool, theory: Theory, seconds: float) -> None:
        """`theory` is one that has found such an input."""
        self.condition = condition
        self._theories = [theory, Theory.EXACT] if theory is Theory.LINEAR else [theory]
        self._solver = Solver(seconds)

    def find(self, further: t.Bool) -> dict[str, Any] | None:
        """An input that satisfies both; None if there is none, or none is found."""
        answer = self._solver.solve(t.and_(self.condition, further), self._theories)
        return answer.model if answer.kind == "sat" else None


def _check(solver: z3.Solver, *assumptions: Any) -> z3.CheckSatResult:
    try:
        return solver.check(*assumptions)
    except z3.Z3Exception:  # it ran out of memory
        return z3.unknown


def _values(model: z3.ModelRef, encoder: Encoder) -> dict[str, Any]:
    """The value of every unknown; those the model leaves open are 0 or false."""
    values: dict[str, Any] = {}
    for name, (_, symbol) in encoder.unknowns.items():
        value = model.eval(symbol.translate(model.ctx), model_completion=True)
        values[name] = z3.is_true(value) if z3.is_bool(value) else value.as_long()
    return values
