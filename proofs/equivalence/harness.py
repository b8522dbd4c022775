"""The operands of one contract in one version, made and executed on formulas and on numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from string import Template
from typing import Any, Final

from concrete.choosers import Chooser
from parser.asl import parse
from parser.limits import lifted_limits
from parser.loader import ParsedFile
from parser.source import NOWHERE, Source, Span
from proofs.counterexample import views
from proofs.equivalence.answers import Behaviour, End, Failure
from proofs.equivalence.operands import Case
from proofs.equivalence.outcome import Element, Outcome
from proofs.equivalence.version import Version
from proofs.execute import Evaluator
from proofs.properties.direct.facts import Facts
from proofs.properties.direct.forms import Kind
from proofs.properties.templates import DIRECT
from proofs.solver import PathSolver, Solver
from proofs.symbolic import Draw, PathEnds
from proofs.verdicts import TileView
from semantics import terms as t
from semantics.types import Type
from semantics.values import DynamicError, Unsupported

TEMPLATES: Final = (DIRECT / "operands.asl", Path(__file__).parent / "outcome.asl")
LOOP_SECONDS = 2.0
"""How long a solver may think about whether a loop goes on."""


class Stage(StrEnum):
    """What a harness is at: making operands, asking legality, ending since they are illegal,
    executing."""

    OPERANDS = "operands"
    LEGALITY = "legality"
    REJECTION = "rejection"
    EXECUTION = "execution"


Stack = Sequence[tuple[str, Span]]


class Harness:
    """The operands of one contract, made and executed in one version."""

    def __init__(self, version: Version, facts: Facts) -> None:
        self.version, self.facts = version, facts
        self.name = facts.operation.contract.name
        file = _completed(facts)
        self._own = version.paths | {file.source.path}
        self.layer = version.spec.layer(version.program, [file])
        if taken := self.layer.changes():
            raise Unsupported(f"the specification declares {', '.join(sorted(taken))}")

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Within it, the harness can be evaluated and run."""
        with self.version.machine.on_top(self.layer):
            yield

    @cached_property
    def written(self) -> frozenset[str]:
        """The globals that execution may write, besides tiles and numeric status."""
        ((status, _),) = self.layer.functions["NumericStatusFlags"]
        written = self.layer.effects(f"Execute_{self.name}").writes
        return written - self.layer.effects(status).reads - {"_Tiles"}

    def type_of(self, name: str) -> Type | None:
        """The type of a global; None where there is none of that name."""
        known = name in self.layer.globals
        return self.layer.global_type(name, NOWHERE) if known else None

    # ------------------------------------------------------------ on formulas

    def evaluate(
        self, case: Case, state: Mapping[str, Type], timeout: float
    ) -> tuple[Outcome, list[Draw]]:
        """What becomes of any contents of a case, with these globals; the unknowns.

        Raises Unsupported, and TimeUp after so many seconds.
        """
        paths = PathSolver(Solver(timeout).alone(LOOP_SECONDS))
        evaluator = Evaluator(self.layer, self.version.machine, paths.feasible)
        evaluator.summary_of = lambda function: self._summary_of(evaluator, function)
        evaluator.deadline = time.monotonic() + timeout
        end = evaluator.run(f"Outcome_{self.name}", list(case.arguments))
        for draw in evaluator.draws:
            if draw.span.path not in self._own:
                why = Unsupported("the specification itself takes an ARBITRARY value")
                why.span = draw.span
                raise why
        broken = {stage: t.or_(*violations) for stage, violations in self._broken(evaluator)}
        unmade = broken[Stage.OPERANDS]
        undecided = t.and_(broken[Stage.LEGALITY], t.not_(unmade))
        rejected = t.or_(unmade, t.and_(broken[Stage.REJECTION], t.not_(undecided)))
        failed = t.and_(broken[Stage.EXECUTION], t.not_(t.or_(undecided, rejected)))
        executed = t.and_(end.path.term, t.not_(t.or_(undecided, rejected, failed)))
        if executed is False:
            return Outcome(rejected, undecided, failed), evaluator.draws
        evaluator.obligations.clear()

        def call(name: str, *arguments: Any) -> Any:
            return evaluator.call(name, list(arguments), end, NOWHERE)

        try:
            with lifted_limits():
                shapes, elements = self._results(call)
                status = call(*self._status)
        except PathEnds:
            raise _unreadable(evaluator.obligations[-1].code) from None
        for each in evaluator.obligations:
            if t.and_(executed, each.violation) is not False:
                raise _unreadable(each.code)
        known = {name: (evaluator.global_value(name, end), type) for name, type in state.items()}
        outcome = Outcome(rejected, undecided, failed, executed, shapes, elements, status, known)
        return outcome, evaluator.draws

    def _broken(self, evaluator: Evaluator) -> Iterator[tuple[Stage, list[t.Bool]]]:
        """By stage: what is true of the inputs that break something in it."""
        for stage in Stage:
            own = (o for o in evaluator.obligations if self._stage(o.code, o.stack) is stage)
            yield stage, [each.violation for each in own]

    def _stage(self, code: str, stack: Stack) -> Stage:
        """What the harness was at where it failed so, under these calls."""
        names = [name for name, _ in stack]
        if f"Execute_{self.name}" in names:
            return Stage.EXECUTION
        if f"Legal_{self.name}" in names:
            return Stage.LEGALITY
        own = names[:1] == [f"Outcome_{self.name}"] and code == "UNREACHABLE"
        return Stage.REJECTION if own else Stage.OPERANDS

    def _summary_of(self, evaluator: Evaluator, function: str) -> str | None:
        """The summary of a function; to prove it does not count as time of the harness."""
        start = time.monotonic()
        found = self.version.summaries.of(function)
        evaluator.deadline += time.monotonic() - start
        return found

    # ------------------------------------------------------------ on numbers

    def run(
        self, case: Case, chooser: Chooser, state: Mapping[str, Type]
    ) -> tuple[Outcome, Failure | None]:
        """What becomes of the contents that a chooser draws, and how it fails, if it does."""
        machine = self.version.machine
        machine.restore({})
        machine.explained.clear()
        machine.choose_with(chooser)
        try:
            machine.call(f"Outcome_{self.name}", *case.arguments)
        except DynamicError as error:
            if error.code == "RECURSION-LIMIT":
                raise Unsupported("calls nested too deeply for the machine") from None
            span = error.stack[0][1] if error.stack else NOWHERE
            failure = Failure(error.code, span, error.stack)
            match self._stage(error.code, error.stack):
                case Stage.OPERANDS | Stage.REJECTION:
                    return Outcome(rejected=True), None
                case Stage.LEGALITY:
                    return Outcome(undecided=True), failure
                case Stage.EXECUTION:
                    return Outcome(failed=True), failure
        try:
            shapes, elements = self._results(machine.call)
            status = machine.call(*self._status)
        except DynamicError as error:
            raise _unreadable(error.code) from None
        known = {name: (machine[name], type) for name, type in state.items()}
        executed = Outcome(
            executed=True, shapes=shapes, elements=elements, status=status, state=known
        )
        return executed, None

    def behaviour(
        self, outcome: Outcome, failure: Failure | None, values: Sequence[tuple[str, str]]
    ) -> Behaviour:
        """What the last run shows, with more values."""
        tiles, texts = views(self.version.machine.explained)
        end = End.EXECUTED if outcome.executed is True else End.FAILED if failure else End.REJECTED
        names = {_shown(each.name) for each in self.facts.destinations}
        return Behaviour(
            end,
            tuple(each for each in tiles if each.name in names and end is End.EXECUTED),
            (*(each for each in texts if each[0] == "status"), *values),
            failure,
        )

    def operands(self) -> tuple[tuple[TileView, ...], tuple[tuple[str, str], ...]]:
        """The source tiles of the last run, destinations before it where their contents are not
        zero, and operands that are no tiles."""
        tiles, texts = views(self.version.machine.explained)
        sources = {_shown(each.name) for each in self.facts.sources}
        before = {_before(each.name) for each in self.facts.destinations}
        others = {_shown(each.name) for each in self.facts.operation.others}
        return (
            tuple(e for e in tiles if e.name in sources or (e.name in before and _is_filled(e))),
            tuple(each for each in texts if each[0] in others),
        )

    # ------------------------------------------------------------ results

    @property
    def _status(self) -> tuple[str]:
        ((key, _),) = self.layer.functions["NumericStatusFlags"]
        return (key,)

    def _results(
        self, call: Callable[..., Any]
    ) -> tuple[tuple[tuple[int, int], ...], tuple[Element, ...]]:
        """Valid shapes of the destinations, and their elements, as a call reads them."""
        shapes: list[tuple[int, int]] = []
        elements: list[Element] = []
        for each in self.facts.destinations:
            index = self.facts.indices[each.name]
            rows, columns = call("OutcomeShape", index)
            if isinstance(rows, t.Term) or isinstance(columns, t.Term):
                raise Unsupported("the valid shape of a result depends on unknown values")
            shapes.append((rows, columns))
            of_truth = self.facts.kind(each) is Kind.PREDICATE
            read = "OutcomePredicate" if of_truth else "OutcomeElement"
            elements += (call(read, index, r, c) for r in range(rows) for c in range(columns))
        return tuple(shapes), tuple(elements)


def _completed(facts: Facts) -> ParsedFile:
    """The harness of an operation, whose destinations are called by their names."""
    known: Mapping[str, str] = facts.facts()
    shown = [
        f'Explain("{_shown(each.name)}", {facts.given(each)});' for each in facts.operation.others
    ] + [
        f'Explain("{_before(each.name)}", _Tiles[[{facts.indices[each.name]}]]);'
        for each in facts.destinations
    ]
    results = (
        f'Explain("{_shown(each.name)}", _Tiles[[{facts.indices[each.name]}]]);'
        for each in facts.destinations
    )
    own = {
        "unknown": facts.lines(facts.contents("Unknown", every_index=True)),
        "shown": facts.lines(shown),
        "results": facts.lines(results),
    }
    texts = (Template(path.read_text("utf-8")).substitute({**known, **own}) for path in TEMPLATES)
    source = Source.generated(f"<operands of {known['X']}>", "\n".join(texts))
    return ParsedFile(source, parse(source))


def _shown(name: str) -> str:
    return name.replace("_", " ")


def _before(name: str) -> str:
    return f"{_shown(name)} before"


def _is_filled(tile: TileView) -> bool:
    return any(any(row) for row in tile.words)


def _unreadable(code: str) -> Unsupported:
    return Unsupported(f"its results can't be read: {code}")
