"""Verified summaries: what a function with a loop computes, proved by an invariant.

A `PTO-SUMMARY` record names a function of the specification, an ASL function that says what it
computes, and an ASL function that is the invariant of its one loop: over the arguments, the loop
variable and the locals it names. The proof is of the text that is loaded, in four parts: where
the summary does not fail, the function does not; the invariant holds before the first round; each
round keeps it; and after the last it gives the result. Every round is a query of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from concrete.machine import Machine
from parser.diagnostics import Phase, PtoError, fail
from parser.loader import ParsedFile, parse_files
from parser.source import NOWHERE
from proofs.backends.dump import Dump
from proofs.calls import declarations
from proofs.execute import Evaluator
from proofs.solver import Answer, Solver
from proofs.state import START, State, same_value
from proofs.symbolic import Obligation, PathEnds, places
from semantics import ir
from semantics import terms as t
from semantics.program import Program
from semantics.types import IntType
from semantics.values import Unsupported

FOLDER = Path(__file__).parent
QUERY_SECONDS = 10.0
"""How long a solver may take over one part of a lemma."""


@dataclass(frozen=True)
class Lemma:
    """A summary: names of the function, of what it computes, and of its loop's invariant."""

    function: str
    summary: str
    invariant: str
    title: str


@cache
def summary_files() -> tuple[ParsedFile, ...]:
    """The shipped summaries, parsed."""
    return tuple(parse_files(sorted(FOLDER.glob("*.asl"))))


def lemmas(files: Sequence[ParsedFile]) -> Iterator[Lemma]:
    """The summaries that files state; raises PtoError (SUMMARY-RECORD) where a record is wrong."""
    for file in files:
        for record in file.metadata.records:
            if record.kind != "PTO-SUMMARY":
                continue
            names = ("function", "summary", "invariant", "title")
            values = [record.data.get(name) for name in names]
            if not all(isinstance(v, str) for v in values):
                message = f"a PTO-SUMMARY record needs the texts {', '.join(names)}"
                raise fail("SUMMARY-RECORD", Phase.INPUT, message, record.span)
            yield Lemma(*map(str, values))


def proves(lemma: Lemma, program: Program, machine: Machine, solver: Solver | None = None) -> bool:
    """Whether the summary holds of the function as the program has it."""
    try:
        return _Proof(lemma, program, machine, solver or Solver(QUERY_SECONDS)).holds()
    except (PtoError, Unsupported, PathEnds):
        return False  # the function is another one than the summary speaks of


class Summaries:
    """The summaries of one program: each is proved when it is first needed, or never used.

    `kept` and `keep` find and store outcomes of earlier runs, by function. Queries are dumped
    below `smt2`.
    """

    def __init__(
        self,
        program: Program,
        machine: Machine,
        kept: Callable[[str], bool | None] = lambda function: None,
        keep: Callable[[str, bool], None] = lambda function, holds: None,
        smt2: Path | None = None,
    ) -> None:
        self._program, self._machine, self._smt2 = program, machine, smt2
        self._kept, self._keep = kept, keep
        self._lemmas = {lemma.function: lemma for lemma in lemmas(summary_files())}
        self._outcomes: dict[str, bool] = {}
        self._proving = False
        self.used: set[str] = set()
        """Titles of the lemmas that were needed since this was last cleared."""
        self.failed: set[str] = set()
        """Titles of the lemmas that were needed and do not hold."""
        self.refuted: dict[str, list[Answer]] = {}
        """By title, what solvers were asked to prove a lemma in this run."""

    def of(self, function: str) -> str | None:
        """The key of the function that sums this one up, if there is one and it is proved."""
        lemma = self._lemmas.get(function)
        if lemma is None or self._proving:
            return None
        if function not in self._outcomes:
            outcome = self._kept(function)
            if outcome is None:
                self._proving = True
                solver = self._solver(lemma)
                try:
                    outcome = proves(lemma, self._program, self._machine, solver)
                finally:
                    self._proving = False
                self.refuted[lemma.title] = solver.refuted
                self._keep(function, outcome)
            self._outcomes[function] = outcome
        (self.used if self._outcomes[function] else self.failed).add(lemma.title)
        return lemma.summary if self._outcomes[function] else None

    def _solver(self, lemma: Lemma) -> Solver:
        if self._smt2 is None:
            return Solver(QUERY_SECONDS)
        about = {"lemma": lemma.title, "function": lemma.function}
        return Solver(QUERY_SECONDS, Dump(self._smt2, f"lemma-{lemma.function}", about))


class _Proof:
    def __init__(self, lemma: Lemma, program: Program, machine: Machine, solver: Solver) -> None:
        self.lemma, self.program, self.machine = lemma, program, machine
        self.function = program.function(lemma.function)
        effects = program.effects(self.function.key)
        if effects.globals or not effects.alone:
            raise Unsupported("a summary needs a function without effects")
        loops = [i for i, s in enumerate(self.function.body) if isinstance(s, ir.For)]
        if len(loops) != 1 or self.function.parameters:
            raise Unsupported("a summary needs a function with one loop and no parameters")
        own, summary = program.signature(self.function.key), program.signature(lemma.summary)
        types = [[type for _, type in each.arguments] for each in (own, summary)]
        if types[0] != types[1] or own.result != summary.result:
            raise Unsupported("a summary needs a function of its own types")
        self.at = loops[0]
        loop = self.function.body[self.at]
        assert isinstance(loop, ir.For)
        self.loop = loop
        self.solver = solver

    def holds(self) -> bool:
        evaluator = Evaluator(self.program, self.machine)
        arguments = [evaluator.unknown(a.type) for a in self.function.arguments]
        start = State({}, {}, START)
        value = evaluator.call(self.lemma.summary, arguments, start, NOWHERE)
        defined = t.and_(*(t.not_(o.violation) for o in evaluator.obligations))
        evaluator.obligations.clear()

        names = {f.name: a for f, a in zip(self.function.arguments, arguments, strict=True)}
        state = self._section(evaluator, self.function.body[: self.at], dict(names))
        if state is None:
            return False
        first, rounds = self._rounds(evaluator, state)
        claims = [self._invariant(evaluator, state.locals, first)]
        if not self._valid(defined, evaluator.obligations, claims):
            return False
        evaluator.obligations.clear()
        return all(
            self._step(evaluator, state, defined, index, following)
            for index, following in zip(
                rounds, [*rounds[1:], rounds[-1] + self._stride], strict=True
            )
        ) and self._exit(evaluator, state, defined, rounds[-1] + self._stride, value)

    @property
    def _stride(self) -> int:
        return -1 if self.loop.down else 1

    def _rounds(self, evaluator: Evaluator, state: State) -> tuple[int, list[int]]:
        start, end = evaluator.eval(self.loop.start, state), evaluator.eval(self.loop.end, state)
        if isinstance(start, t.Term) or isinstance(end, t.Term):
            raise Unsupported("a summary needs a loop with known bounds")
        rounds = list(range(start, end + self._stride, self._stride))
        if not rounds:
            raise Unsupported("a summary needs a loop that is entered")
        if self.loop.limit is not None and len(rounds) > evaluator.width(self.loop.limit, state):
            raise Unsupported("the loop exceeds its limit")
        return start, rounds

    def _section(
        self, evaluator: Evaluator, body: ir.Block, values: dict[str, Any]
    ) -> State | None:
        """The state after executing a part of the function from these locals."""
        state = State(values, {}, START)
        with evaluator.inside(self.function) as frame:
            after = evaluator.block(body, state)
        if frame.returned or frame.thrown:
            raise Unsupported("a summary needs a function that ends after its loop alone")
        return after

    def _havoc(self, evaluator: Evaluator, state: State) -> dict[str, Any]:
        """The locals, those that the loop assigns being unknown."""
        assigned = dict(declarations(self.loop.body))
        return {
            name: evaluator.unknown(evaluator.known(assigned[name], state))
            if name in assigned
            else value
            for name, value in state.locals.items()
        }

    def _invariant(self, evaluator: Evaluator, values: Mapping[str, Any], index: int) -> t.Bool:
        """The invariant in terms of the function's locals."""
        named = {**values, self.loop.variable.name: index}
        signature = self.program.signature(self.lemma.invariant)
        missing = [name for name, _ in signature.arguments if name not in named]
        if missing:
            raise Unsupported(f"the function has no local {', '.join(missing)}")
        types = {f.name: f.type for f in self.function.formals}
        types |= dict(declarations(self.function.body))
        for name, type in signature.arguments:
            own = types[name]
            if own != type and not (isinstance(own, IntType) and isinstance(type, IntType)):
                raise Unsupported(f"the local {name} is a {own}, and not a {type}")
        arguments = [named[name] for name, _ in signature.arguments]
        result: t.Bool = evaluator.call(
            self.lemma.invariant, arguments, State({}, {}, START), NOWHERE
        )
        return result

    def _hypothesis(
        self, evaluator: Evaluator, state: State, index: int
    ) -> tuple[dict[str, Any], t.Bool]:
        """Unknown locals before the round of this index, and that the invariant holds of them."""
        values = self._havoc(evaluator, state)
        before = self._invariant(evaluator, values, index)
        evaluator.obligations.clear()
        return values, before

    def _step(
        self, evaluator: Evaluator, state: State, defined: t.Bool, index: int, following: int
    ) -> bool:
        values, before = self._hypothesis(evaluator, state, index)
        values[self.loop.variable.name] = index
        after = self._section(evaluator, self.loop.body, values)
        if after is None:
            return False
        claim = self._invariant(evaluator, after.locals, following)
        return self._valid(t.and_(defined, before), evaluator.obligations, [claim])

    def _exit(
        self, evaluator: Evaluator, state: State, defined: t.Bool, index: int, value: Any
    ) -> bool:
        values, before = self._hypothesis(evaluator, state, index)
        end = State(values, {}, START)
        with evaluator.inside(self.function) as frame:
            evaluator.block(self.function.body[self.at + 1 :], end)
        if len(frame.returned) != 1 or frame.thrown or self.function.result is None:
            return False
        _, result = frame.returned[0]
        claim = same_value(result, value, self.function.result)
        return self._valid(t.and_(defined, before), evaluator.obligations, [claim])

    def _valid(
        self, assumed: t.Bool, obligations: Sequence[Obligation], claims: Sequence[t.Bool]
    ) -> bool:
        broken = t.or_(*(o.violation for o in obligations), *(t.not_(c) for c in claims))
        about = ["can this part of the lemma be wrong", *places(obligations)]
        return self.solver.solve(t.and_(assumed, broken), about=about).kind == "unsat"
