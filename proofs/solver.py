"""Deciding queries: which theory, which solver, within which time, and what a model says."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import z3

from proofs.backends.dump import Dump, Status
from proofs.backends.installed import Z3, Backend, installed
from proofs.backends.process import process_of
from proofs.backends.protocol import STEPS, TIMEOUT, Reply, Request, unknown
from proofs.backends.query import Query, encode
from proofs.effort import Phase, Stopwatch
from proofs.encode import NoTheory, Theory
from semantics import terms as t

VERSION = f"z3 {z3.get_version_string()}"

PLAIN = (Theory.LINEAR, Theory.EXACT, Theory.BITS)
"""The theories for a query without floating operations."""
ABSTRACT = (Theory.LINEAR, Theory.WORDS)
"""Those that know nothing of floating operations."""
INTEGERS = frozenset({Theory.LINEAR, Theory.EXACT})
TOO_WEAK = "the abstraction is too weak"


def floating(query: t.Bool) -> bool:
    """Whether floating operations occur in a query."""
    return any(term.op == "float" for term in t.subterms([query]))


@dataclass(frozen=True, slots=True)
class Answer:
    """`unsat`: no input satisfies the query. `sat`: `model` does, checked by evaluation.

    Without a theory, no solver was needed. `solver` is name and version of the one that knew.
    """

    kind: Literal["unsat", "sat", "unknown"]
    model: dict[str, Any] = field(default_factory=dict)
    theory: Theory | None = None
    reason: str = ""
    solver: str = field(default="", compare=False)
    query: Query | None = field(default=None, compare=False, repr=False)

    @property
    def by(self) -> str:
        """Which solver decided, in which theory."""
        if self.kind == "unknown":
            return VERSION
        return f"{self.solver}, {self.theory}" if self.theory else "evaluation"


def ask(solver: Backend, query: Query, seconds: float, steps: int | None = None) -> Reply:
    """What a solver says to the text of a query, in its own process and within its limits."""
    if query.theory in INTEGERS and not solver.integers:
        return unknown("has no integers")
    try:
        text = query.text if solver is Z3 else query.standard_text
    except z3.Z3Exception as problem:
        return unknown(str(problem))
    linear = query.theory is Theory.LINEAR
    request = Request(text, query.constants, seconds, linear, steps)
    return process_of(solver.name).decide(request)


@dataclass
class Solver:
    """Decides queries; each of the `solvers` may take `timeout` seconds for one, and z3 so many
    `steps` in each theory, if that is said.

    The first solver is asked in one theory after the other, then the next what is still open.
    Queries are written to `dump`, their unknowns named by `symbol`.
    """

    timeout: float
    dump: Dump | None = None
    symbol: Callable[[str], str] = str
    solvers: Sequence[Backend] = field(default_factory=installed)
    refuted: list[Answer] = field(default_factory=list)
    """All answers that there is no such input."""
    steps: int | None = None
    watch: Stopwatch = field(default_factory=Stopwatch)

    def solve(
        self,
        condition: t.Bool,
        theories: Sequence[Theory] | None = None,
        about: Sequence[str] = (),
    ) -> Answer:
        """Is there an input that satisfies the condition? Cheap theories first; the first to know.

        `about` says in lines what is asked, for the dump.
        """
        if not isinstance(condition, t.Term):
            return Answer("sat" if condition else "unsat")
        if theories is None:
            theories = (*ABSTRACT, Theory.BITS) if floating(condition) else PLAIN
        parts = condition.args if condition.op == "or" else ()
        if not parts:
            return self._search(condition, theories, about, self.timeout)
        # Together they are one query, and often an easy one; apart, each is easier.
        end = time.monotonic() + self.timeout
        together = self._search(condition, theories, about, self.timeout / 2)
        if together.kind != "unknown":
            return together
        for part in parts:
            left = end - time.monotonic()
            if left <= 0:
                return together
            answer = self._search(part, theories, about, left)
            if answer.kind != "unsat":
                return answer
        return answer

    def _search(
        self, condition: t.Term, theories: Sequence[Theory], about: Sequence[str], seconds: float
    ) -> Answer:
        """The first answer, which every solver may take so many seconds for."""
        search = _Search(self, condition, theories, seconds, about[0] if about else "")
        answer = search.answer()
        if self.dump is not None:
            for query, (status, solver) in search.asked.items():
                self.dump.write(query, status, solver, about)
        if answer.kind == "unsat":
            self.refuted.append(answer)
        return answer

    def alone(self, seconds: float | None = None, steps: int | None = None) -> Solver:
        """The same, of its first solver alone; with other limits, if they are given."""
        timeout = self.timeout if seconds is None else seconds
        first = self.solvers[:1]
        return Solver(timeout, self.dump, self.symbol, first, self.refuted, steps, self.watch)


class _Search:
    """The way of one condition through theories and solvers."""

    def __init__(
        self,
        solver: Solver,
        condition: t.Term,
        theories: Sequence[Theory],
        seconds: float,
        about: str,
    ) -> None:
        self._solver, self._condition, self._seconds = solver, condition, seconds
        self._about = about
        self._open = list(theories)
        self._queries: dict[Theory, Query] = {}
        self.asked: dict[Query, tuple[Status, str]] = {}
        """What has been asked, what solvers said last, and which one knew."""

    def answer(self) -> Answer:
        reasons: list[str] = []
        for solver in self._solver.solvers:
            reason = ""
            for answer in self._tried(solver):
                if answer.kind != "unknown":
                    return answer
                reason = answer.reason or reason
            if reason:
                reasons.append(f"{solver.name}: {reason}" if reasons else reason)
        return Answer("unknown", reason="; ".join(reasons) or "no theory decides it")

    def _tried(self, solver: Backend) -> Iterator[Answer]:
        """What a solver answers in each theory that may still decide it."""
        deadline = time.monotonic() + self._seconds
        for theory in list(self._open):
            left = deadline - time.monotonic()
            if left <= 0:
                yield Answer("unknown", reason=TIMEOUT)
                return
            yield self._in(theory, solver, left)

    def _in(self, theory: Theory, solver: Backend, seconds: float) -> Answer:
        try:
            if theory not in self._queries:
                with self._solver.watch.phase(Phase.SIMPLIFICATION):
                    query = encode(self._condition, theory, self._solver.symbol)
                self._queries[theory] = query
        except (NoTheory, z3.Z3Exception) as problem:
            self._open.remove(theory)
            return Answer("unknown", reason=str(problem))
        query = self._queries[theory]
        reply, version = self._reply(solver, query, seconds)
        if reply.kind != "unknown" or query not in self.asked:
            self.asked[query] = reply.kind, version if reply.kind != "unknown" else ""
        if reply.kind == "unknown":
            return Answer("unknown", theory=theory, reason=reply.reason)
        if reply.kind == "unsat":
            return Answer("unsat", theory=theory, solver=version, query=query)
        if query.holds(reply.values):
            model = query.model(reply.values)
            return Answer("sat", model, theory, solver=version, query=query)
        self._open.remove(theory)
        return Answer("unknown", theory=theory, reason=TOO_WEAK)

    def _reply(self, solver: Backend, query: Query, seconds: float) -> tuple[Reply, str]:
        """What a solver says, and its version."""
        watch, start = self._solver.watch, time.perf_counter()
        with watch.phase(Phase.SOLVING):
            reply = ask(solver, query, seconds, self._solver.steps)
            took = time.perf_counter() - start
            version = process_of(solver.name).version
            answer = reply.kind, reply.reason
            watch.note(self._about, query.theory, version, *answer, self._condition, took)
        return reply, version


class PathSolver:
    """Whether paths are possible."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def feasible(self, path: t.Bool) -> bool:
        """False only where no input takes the path."""
        answer = self._solver.solve(path, [Theory.LINEAR, Theory.BITS], ["path possible"])
        return answer.kind != "unsat"


class Models:
    """Inputs that satisfy one condition, and more and more besides."""

    def __init__(
        self, condition: t.Bool, theory: Theory, solver: Solver, patience: float = math.inf
    ) -> None:
        """`theory` is one that has found such an input. After so many questions that used
        up their steps, none is asked."""
        self.condition = condition
        self._patience = patience
        self._theories = [theory, Theory.EXACT] if theory is Theory.LINEAR else [theory]
        self._solver = solver

    def find(self, further: t.Bool) -> dict[str, Any] | None:
        """An input that satisfies both; None if there is none, or none is found."""
        if self._patience <= 0:
            return None
        condition = t.and_(self.condition, further)
        answer = self._solver.solve(condition, self._theories, ["a smaller counterexample"])
        self._patience -= STEPS in answer.reason
        return answer.model if answer.kind == "sat" else None
