"""For one case: is there an input on which two versions differ, and which is smallest?"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from concrete.choosers import Draw, Floats, Random, Replay
from proofs.counterexample import RANDOM_RUNS, Replayer
from proofs.encode import Theory
from proofs.encode_floats import REMAINDER
from proofs.equivalence.answers import Difference, Failure, Kind
from proofs.equivalence.harness import Harness
from proofs.equivalence.operands import Case
from proofs.equivalence.outcome import Outcome, differences, state_texts
from proofs.prove import takes_remainders
from proofs.shrink import shrink
from proofs.smallest import smallest
from proofs.solver import ABSTRACT, Answer, Solver, floating
from proofs.symbolic import Draw as Unknown
from semantics import terms as t
from semantics import types
from semantics.formats import FORMATS, Format
from semantics.values import Unsupported

FIRST_SECONDS = 2.0
"""How long a solver may think before random runs are tried."""


class Open(Exception):
    """Nobody knows; the text says why."""


class Mismatch(Exception):
    """What the solver has found does not differ when it is replayed."""


class Pair:
    """The same operands in two versions. Of the globals that execution may write in either, those
    in `state` are compared; `apart` are of another type, or missing, in one of them."""

    def __init__(self, a: Harness, b: Harness, timeout: float) -> None:
        self.a, self.b, self.timeout = a, b, timeout
        types = {n: (a.type_of(n), b.type_of(n)) for n in sorted(a.written | b.written)}
        self.state = {n: one for n, (one, other) in types.items() if one and one == other}
        self.apart = tuple(name for name in types if name not in self.state)

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Within it, both can be evaluated and run."""
        with self.a.ready(), self.b.ready():
            yield

    def run(self, case: Case, chooser: Replay | Random) -> Run | None:
        """Both on the inputs that a chooser draws; None where a version draws other ones."""
        a, failure_a = self.a.run(case, chooser, self.state)
        again = Replay(value for _, value in chooser.drawn)
        b, failure_b = self.b.run(case, again, self.state)
        if again.misfit or (isinstance(chooser, Replay) and chooser.misfit):
            return None
        drawn = max(chooser.drawn, again.drawn, key=len)
        return Run(drawn, a, b, failure_a, failure_b)

    def evaluate(self, case: Case) -> tuple[Outcome, Outcome, list[Unknown]]:
        """Outcomes over the same unknowns; raises Unsupported and TimeUp."""
        a, drawn_a = self.a.evaluate(case, self.state, self.timeout)
        b, drawn_b = self.b.evaluate(case, self.state, self.timeout)
        for one, other in zip(drawn_a, drawn_b, strict=False):
            if (one.type, one.term) != (other.type, other.term):
                raise Unsupported(f"the operands have other unknowns: {one.type}, {other.type}")
        return a, b, max(drawn_a, drawn_b, key=len)


@dataclass(frozen=True, slots=True)
class Run:
    """What both versions did with the same inputs."""

    drawn: list[Draw]
    a: Outcome
    b: Outcome
    failure_a: Failure | None
    failure_b: Failure | None

    def differs(self, kind: Kind) -> bool:
        return differences(self.a, self.b)[kind] is True


class Question:
    """Asks of all contents of one case. Raises Unsupported and TimeUp."""

    def __init__(self, pair: Pair, case: Case) -> None:
        self.pair, self.case = pair, case
        a, b, self._unknowns = pair.evaluate(case)
        self._conditions = differences(a, b)
        self._legal = t.or_(a.executed, a.failed, b.executed, b.failed)
        self._solver = Solver(pair.timeout)
        self._first = self._solver.alone(min(pair.timeout, FIRST_SECONDS))
        self.assumed: set[str] = set()
        """What answers rest on that is only tested."""

    def reached(self) -> bool:
        """Whether some contents are known to be legal in either version."""
        return self._solver.solve(self._legal).kind == "sat"

    def example(self, kind: Kind) -> Example | None:
        """An input for which there is a difference, replayed; None where there is none.

        Raises Open, and Mismatch.
        """
        condition = self._conditions[kind]
        floats = floating(condition)
        answer = self._first.solve(condition, ABSTRACT if floats else None)
        if answer.kind == "unknown":
            # What runs find in milliseconds may take a solver minutes.
            if kind in self._met:
                return Example(self, kind, self._met[kind], None)
            answer = self._solver.solve(condition, [Theory.BITS] if floats else None)
        if answer.kind == "unsat":
            if answer.theory is Theory.BITS and takes_remainders(condition):
                self.assumed.add(REMAINDER)
            return None
        if answer.kind == "unknown":
            raise Open(answer.reason)
        drawn = Replayer.draws(self._unknowns, answer.model)
        self.replayed(kind, drawn)
        return Example(self, kind, drawn, None if floats else answer)

    def smallest(self, kind: Kind, drawn: Sequence[Draw], answer: Answer | None) -> Run:
        """The smallest input found from this one on, replayed. Raises Mismatch."""
        if answer is not None:
            theory = answer.theory or Theory.LINEAR
            condition = self._conditions[kind]
            model = smallest(self._unknowns, condition, answer.model, theory, self._solver)
            drawn = Replayer.draws(self._unknowns, model)
        else:
            layout = None if self._format is None else self._format.layout
            drawn = shrink(drawn, lambda values: self._still(kind, values), layout)
        return self.replayed(kind, drawn)

    def replayed(self, kind: Kind, drawn: Sequence[Draw]) -> Run:
        """The run of both versions on an input, which differs so. Raises Mismatch."""
        run = self.pair.run(self.case, Replay(value for _, value in drawn))
        if run is None or not run.differs(kind):
            raise Mismatch
        return run

    def _still(self, kind: Kind, values: Sequence[Any]) -> list[Draw] | None:
        run = self.pair.run(self.case, Replay(values))
        return run.drawn if run is not None and run.differs(kind) else None

    @cached_property
    def _met(self) -> dict[Kind, list[Draw]]:
        """For each kind of difference, an input that random runs have met."""
        found: dict[Kind, list[Draw]] = {}
        end = time.monotonic() + self.pair.timeout
        for seed in range(RANDOM_RUNS):
            known = self._format
            biased = known is not None and seed % 2 == 0
            chooser = Floats(seed, known) if known and biased else Random(seed)
            run = self.pair.run(self.case, chooser)
            if run is not None:
                for kind, holds in differences(run.a, run.b).items():
                    if holds is True:
                        found.setdefault(kind, run.drawn)
            if time.monotonic() > end:
                break
        return found

    @cached_property
    def _format(self) -> Format | None:
        """The floating format of the operands, if they have one."""
        formats = (FORMATS[form.data_type] for form in self.case.configuration.forms)
        return next((each for each in formats if each.is_float and each.layout), None)


@dataclass(frozen=True, slots=True)
class Example:
    """A difference of a case; without an answer, runs have met it."""

    question: Question
    kind: Kind
    drawn: list[Draw]
    answer: Answer | None

    @property
    def label(self) -> str:
        return self.question.case.label

    def difference(self, elsewhere: Sequence[str]) -> Difference:
        """The smallest input of the same case, as a report shows it. Raises Mismatch."""
        run = self.question.smallest(self.kind, self.drawn, self.answer)
        pair = self.question.pair
        of_state = state_texts(run.a, run.b) if self.kind is Kind.STATE else ([], [])
        a = pair.a.behaviour(run.a, run.failure_a, of_state[0])
        b = pair.b.behaviour(run.b, run.failure_b, of_state[1])
        sources, scalars = pair.b.operands() if run.a.rejected is True else pair.a.operands()
        named = (
            (f"input {i}: {type}", type.labels[v] if isinstance(type, types.EnumType) else v)
            for i, (type, v) in enumerate(run.drawn)
        )
        return Difference(
            self.kind, self.label, tuple(named), sources, scalars, a, b, tuple(elsewhere)
        )  # fmt: skip
