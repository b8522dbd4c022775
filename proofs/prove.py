"""Deciding one property in one case: evaluate, solve, replay, minimise."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from concrete.choosers import Random
from concrete.machine import Machine
from parser.diagnostics import PtoError
from parser.loader import ParsedFile
from parser.source import NOWHERE, Span
from proofs.backends.dump import Dump
from proofs.backends.protocol import MEMORY
from proofs.cache import LemmaCache, reach_of
from proofs.cores import Cores
from proofs.counterexample import Replayer, silent
from proofs.cross_check import CrossCheck, Disagreement
from proofs.effort import Lines, Phase, Stopwatch
from proofs.encode import Theory
from proofs.encode_floats import REMAINDER
from proofs.execute import Evaluator
from proofs.properties import Property
from proofs.smallest import smallest
from proofs.solver import ABSTRACT, TOO_WEAK, VERSION, Answer, PathSolver, Solver, floating
from proofs.source_names import SourceNames
from proofs.summaries import Summaries, summary_files
from proofs.symbolic import Draw, Obligation, TimeUp, places
from proofs.unbounded.question import AnyShapes, Reach
from proofs.verdicts import HOLDS, Counterexample, Result, Verdict
from semantics import terms as t
from semantics.formats import FORMATS, Format
from semantics.overlays import REFERENCE
from semantics.program import Program
from semantics.specification import Specification
from semantics.values import Unsupported

LOOP_SECONDS = 2.0
"""How long a solver may think about whether a loop goes on."""
QUICK_STEPS = 3_000_000
"""Steps that z3 may take for a query before inputs are tried at random."""
EVERY_SHAPE = "operands of every shape, layout and contents, from the reset state"


@dataclass(frozen=True)
class Settings:
    """`timeout` in seconds, for evaluating a harness and for a solver on each query; queries are
    written below `smt2`; with `cross_check`, a second solver is asked about what holds."""

    timeout: float = 60.0
    smt2: Path | None = None
    cross_check: bool = False
    profile: str = REFERENCE


class Prover:
    """Decides properties of one specification, whose harnesses are in the given files.

    Lowered and compiled code is kept from one property to the next.
    """

    def __init__(
        self,
        spec: Specification,
        settings: Settings,
        harnesses: Sequence[ParsedFile],
        cache: bool = False,
    ) -> None:
        self.settings = settings
        self._paths = frozenset(file.source.path for file in harnesses)
        self.program: Program = spec.program([*harnesses, *summary_files()])
        self.machine = Machine(self.program, output=silent)
        # A lemma of an earlier run has no queries to write or to check.
        fresh = settings.smt2 is not None or settings.cross_check
        keeps = cache and not fresh
        kept = LemmaCache(reach_of(spec, harnesses, self.program).digest if keeps else None)
        self.summaries = Summaries(self.program, self.machine, kept.get, kept.put, settings.smt2)
        self._names = SourceNames(self.program)
        self._cross_check = CrossCheck(settings.timeout)
        self.replayer = Replayer(self.program)
        self._any_shapes = AnyShapes(self.program, self.machine, self.summaries.of)
        self._assumed: set[str] = set()
        self._reach = Reach(None)
        """How far the property is proved."""
        self._bases: dict[Reach, tuple[str, frozenset[str], frozenset[str]]] = {}
        """What verdicts on every shape rest on: a solver, lemmas, assumptions."""
        self._refuted: list[Answer] = []
        """What solvers refuted, so that the verdict rests on it."""
        self.lines: Lines | None = None
        """Charged with the queries, where somebody wants to know."""
        self._watch = Stopwatch()

    def lower(self, names: Iterable[str]) -> None:
        """Lower the functions of the specification that have one of these names (`f()`)."""
        named = self.program.functions
        for name in names:
            for key, tree in named.get(name.removesuffix("()"), ()):
                if tree.span.path not in self._paths:
                    with suppress(PtoError):  # whoever calls it is told
                        self.program.function(key)

    def decide(self, property: Property, case: Mapping[str, str]) -> Result:
        """The verdict on one case, never an exception: what goes wrong is a verdict too."""
        start = time.monotonic()
        self.summaries.used.clear()
        self.summaries.failed.clear()
        self._assumed.clear()
        self._reach = Reach(property.bounds)
        self._refuted.clear()
        self._watch = Stopwatch(self.lines)
        cross_checked = ""
        try:
            with self._watch.phase(Phase.EVALUATION):
                verdict, solver, counterexample, reason = self._decide(property, case)
            if self.settings.cross_check and verdict in HOLDS:
                lemmas = (self.summaries.refuted[title] for title in sorted(self.summaries.used))
                cross_checked = self._cross_check.of([*self._refuted, *chain(*lemmas)])
        except Disagreement as why_not:
            why = str(why_not)
            verdict, solver, counterexample, reason = Verdict.INTERNAL, "", None, why
        except TimeUp:
            why = "timeout: the harness has too many paths"
            verdict, solver, counterexample, reason = Verdict.UNKNOWN, "", None, why
        except MemoryError:
            verdict, solver, counterexample, reason = Verdict.UNKNOWN, "", None, MEMORY
        except Unsupported as problem:
            why = f"{problem} at {problem.span}" if problem.span else str(problem)
            verdict, solver, counterexample, reason = Verdict.UNSUPPORTED, "", None, why
        except PtoError as error:
            why = str(error.diagnostics[0])
            verdict, solver, counterexample, reason = Verdict.UNSUPPORTED, "", None, why
        except Exception as fault:  # whatever it is, it is ours
            why = f"{type(fault).__name__}: {fault}"
            verdict, solver, counterexample, reason = Verdict.INTERNAL, "", None, why
        return Result(
            property.contract,
            property.id,
            property.clauses,
            dict(case),
            self._scope(property),
            verdict,
            time.monotonic() - start,
            solver,
            counterexample,
            reason,
            lemmas=tuple(sorted(self.summaries.used)),
            assumptions=tuple(sorted(self._assumed)),
            cross_checked=cross_checked,
            effort=self._watch.effort(),
        )

    def _decide(
        self, property: Property, case: Mapping[str, str]
    ) -> tuple[Verdict, str, Counterexample | None, str | None]:
        if property.unsupported is not None:
            return Verdict.UNSUPPORTED, "", None, property.unsupported
        known = self._any_shapes.known(property, case)
        if known is not None:
            return self._of_every_shape(known)
        key, arguments = self.replayer.call_of(property, case)
        evaluator = Evaluator(self.program, self.machine)
        evaluator.lines = self.lines
        solver = Solver(
            self.settings.timeout,
            self._dump(property, case),
            self._names.of(key, evaluator.draws),
            refuted=self._refuted,
            watch=self._watch,
        )
        evaluator.feasible = PathSolver(solver.alone(LOOP_SECONDS)).feasible
        evaluator.summary_of = partial(self._summary_of, evaluator)
        evaluator.watched = self._asserting(key)
        evaluator.deadline = time.monotonic() + self.settings.timeout
        end = evaluator.run(key, arguments)
        evaluator.at(NOWHERE)
        own = self.replayer.within = self._paths if property.assumes else None
        claimed, sound = claims(evaluator.obligations, own)
        broken = t.or_(*(t.and_(path, t.not_(condition)) for path, condition in claimed))
        format = _format(broken, case)
        asked = [o for o in evaluator.obligations if own is None or o.span.path in own]
        about = ["can an obligation fail", *places(asked)]
        with self._watch.phase(Phase.SIMPLIFICATION):
            core = Cores().of(claimed)
        quick = solver.alone() if format else solver.alone(steps=QUICK_STEPS)
        answer = _first(quick, core, broken, ABSTRACT if format else None, about)
        if answer.kind == "unknown" or (format and answer.kind == "sat"):
            # What runs find in milliseconds takes a solver seconds.
            with self._watch.phase(Phase.RUNS):
                found = self.replayer.search(key, arguments, format)
            if found is not None:
                return Verdict.REFUTED, "random search", found, None
            answer = _first(solver, core, broken, [Theory.BITS] if format else None, about)
        if answer.kind == "sat":
            with self._watch.phase(Phase.MINIMISATION):
                draws = evaluator.draws
                return self._refutation(key, arguments, draws, broken, solver, answer, format)
        if answer.kind == "unknown":
            failed = "".join(f"; not proved here: {title}" for title in self.summaries.failed)
            return Verdict.UNKNOWN, VERSION, None, answer.reason + failed
        if answer.theory is Theory.BITS and takes_remainders(broken):
            self._assumed.add(REMAINDER)
        reached = self._reached(key, evaluator.obligations, end.path.term)
        live = solver.solve(t.and_(sound, reached), about=["is what is claimed reached"])
        if live.kind == "unsat":
            why = "no input meets the assumptions of the harness: no assertion is ever reached"
            return Verdict.VACUOUS, live.by, None, why
        if live.kind == "unknown":
            why = (
                f"proved, but it is not known whether any input reaches an assertion: {live.reason}"
            )
            return Verdict.UNKNOWN, live.by, None, why
        for span in self._covers(key):
            covered = t.and_(sound, evaluator.covers.get(span, False))
            met = solver.solve(covered, about=[f"is Cover met at {span}"])
            if met.kind == "unsat":
                why = f"no input makes the condition of Cover true at {span}"
                return Verdict.VACUOUS, met.by, None, why
            if met.kind == "unknown":
                why = f"proved, but it is not known whether Cover is met at {span}: {met.reason}"
                return Verdict.UNKNOWN, met.by, None, why
        if property.any_shape is not None:
            with self._watch.phase(Phase.SHAPES):
                self._reach = self._any_shapes.reach(property, case, self._paths, solver)
            if self._reach.every_shape:
                basis = answer.by, frozenset(self.summaries.used), frozenset(self._assumed)
                self._bases.setdefault(self._reach, basis)
        proved = Verdict.PROVED if self._reach.bounds is None else Verdict.BOUNDED
        return proved, answer.by, None, self._reach.why

    def fails_at_random(self, property: Property, case: Mapping[str, str], runs: int) -> bool:
        """Whether one of so many runs with random inputs fails. Raises PtoError, and Unsupported
        where no machine can run it."""
        key, arguments = self.replayer.call_of(property, case)
        self.replayer.within = self._paths if property.assumes else None
        return any(self.replayer.run(key, arguments, Random(seed)) for seed in range(runs))

    def _of_every_shape(
        self, reach: Reach
    ) -> tuple[Verdict, str, Counterexample | None, str | None]:
        """The verdict on a shape, after every shape was asked with another one."""
        by, lemmas, assumed = self._bases[reach]
        self._reach = reach
        self._refuted.extend(reach.refuted)
        self.summaries.used |= lemmas
        self._assumed |= assumed
        return Verdict.PROVED if reach.bounds is None else Verdict.BOUNDED, by, None, reach.why

    def _scope(self, property: Property) -> str:
        """For which inputs the verdict speaks."""
        reach = self._reach
        shapes = EVERY_SHAPE if reach.every_shape else None
        coverage = ", ".join(filter(None, (property.coverage, shapes)))
        return replace(property, bounds=reach.bounds, coverage=coverage).scope

    def _summary_of(self, evaluator: Evaluator, function: str) -> str | None:
        """The summary of a function; to prove it does not count as time of the harness."""
        start = time.monotonic()
        with self._watch.phase(Phase.LEMMAS):
            found = self.summaries.of(function)
        evaluator.deadline += time.monotonic() - start
        return found

    def _refutation(
        self,
        key: str,
        arguments: list[object],
        draws: Sequence[Draw],
        broken: t.Bool,
        solver: Solver,
        answer: Answer,
        format: Format | None,
    ) -> tuple[Verdict, str, Counterexample | None, str | None]:
        if format is None:
            theory = answer.theory or Theory.LINEAR
            model = smallest(draws, broken, answer.model, theory, solver)
            found = self.replayer.replay(key, arguments, self.replayer.draws(draws, model))
        else:  # of floating elements, runs know better than a solver what is simple
            inputs = self.replayer.draws(draws, answer.model)
            found = self.replayer.minimise(key, arguments, inputs, format)
        if found is None and self.summaries.used:
            why = "a counterexample that rests on a lemma does not fail when it is replayed"
            return Verdict.UNKNOWN, answer.by, None, why
        if found is None:
            why = (
                "the solver's counterexample does not fail when it is replayed: a fault of ptoprove"
            )
            return Verdict.INTERNAL, answer.by, None, why
        return Verdict.REFUTED, answer.by, found, None

    def _asserting(self, key: str) -> frozenset[str]:
        """The functions of the harness files that assert, among those reached."""
        return frozenset(
            k
            for k, function in self.program.reachable([key]).items()
            if function.span.path in self._paths and function.asserts
        )

    def _covers(self, key: str) -> list[Span]:
        """The places of `Cover` in the harness and in what it calls."""
        functions = self.program.reachable([key]).values()
        return [span for function in functions for span in function.covers]

    def _reached(self, key: str, obligations: list[Obligation], end: t.Bool) -> t.Bool:
        """True of the inputs that reach what the property claims.

        That is an assertion of the harness itself; if it has none, one of a function of the
        harness files that it calls; if there is none either, its end.
        """
        asserting = self._asserting(key)
        if not asserting:
            return end
        return t.or_(
            *(
                o.path
                for o in obligations
                if o.code == "ASSERTION"
                and o.span.path in self._paths
                and (len(o.stack) == 1 or key not in asserting)
            )
        )

    def _dump(self, property: Property, case: Mapping[str, str]) -> Dump | None:
        """Where the queries of this case are written, if they are."""
        if self.settings.smt2 is None:
            return None
        profile = self.settings.profile
        named = [] if profile == REFERENCE else [profile]
        about = {"contract": property.contract, "property": property.id, "profile": profile}
        name = "-".join([property.contract, property.id, *case.values(), *named])
        return Dump(self.settings.smt2, name, about, dict(case))


def _first(
    solver: Solver,
    core: t.Bool,
    broken: t.Bool,
    theories: Sequence[Theory] | None,
    about: Sequence[str],
) -> Answer:
    """Whether an obligation can be broken: no, where that follows from its core. Where a core is
    too hard, so is the whole."""
    answer = solver.solve(core, theories, about)
    hard = answer.kind == "unknown" and answer.reason != TOO_WEAK
    if core is broken or hard or answer.kind == "unsat":
        return answer
    return solver.solve(broken, theories, about)


Claim: TypeAlias = tuple[t.Bool, t.Bool]
"""A path, and a condition that is to hold wherever it is taken."""


def claims(
    obligations: Sequence[Obligation], own: frozenset[str] | None
) -> tuple[list[Claim], t.Bool]:
    """What is claimed, and what is assumed.

    With `own`, obligations outside files of these paths are assumed to hold: an input that breaks
    one before it breaks another does not count.
    """
    claimed: list[Claim] = []
    sound: t.Bool = True
    for each in obligations:
        if own is None or each.span.path in own:
            claimed.append((t.and_(sound, each.path), each.condition))
        else:
            sound = t.and_(sound, t.not_(each.violation))
    return claimed, sound


def takes_remainders(broken: t.Bool) -> bool:
    """Whether a query is about exact floating remainders, of which axioms are assumed."""
    operations = (each.data for each in t.subterms([broken]) if each.op == "float")
    return any(operation.name == "floor_modulo" for operation in operations)


def _format(broken: t.Bool, case: Mapping[str, str]) -> Format | None:
    """The format of the elements that a query with floating operations is about."""
    format = FORMATS.get(case.get("data_type", ""))
    return format if format is not None and format.layout and floating(broken) else None
