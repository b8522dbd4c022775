"""Does a property hold of operands of every shape?"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from concrete.machine import Machine
from proofs.backends.protocol import TIMEOUT
from proofs.encode import Theory
from proofs.properties import AnyShape, Property, argument, key_of
from proofs.solver import TOO_WEAK, Answer, Solver, floating
from proofs.symbolic import Obligation, TimeUp
from proofs.unbounded.loops import LoopEvaluator
from semantics import terms as t
from semantics.formats import FORMATS
from semantics.program import Program
from semantics.values import Unsupported

MILLION: Final = 1_000_000
TRIALS: Final = (
    (Theory.WORDS, MILLION),
    (Theory.LINEAR, MILLION),
    (Theory.WORDS, 3 * MILLION),
    (Theory.LINEAR, 2 * MILLION),
)
"""In which theory a query is tried, and the steps that may take: indices are linear in either, once
products are unknowns, and what is easy in one may be hard in the other. Steps and not seconds, so
that a proof does not depend on the machine."""
FLOATS: Final = (Theory.BITS, 3 * MILLION)
"""A further trial, of floating elements."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """How far a property is proved: within `bounds`, and `why` not further; with `every_shape`, of
    operands of every shape, else `failed` says what part of the argument did."""

    bounds: str | None
    why: str | None = None
    failed: str | None = None
    every_shape: bool = False
    refuted: tuple[Answer, ...] = ()
    """The answers of solvers that it rests on."""


class AnyShapes:
    """Asks of the properties of one program whether they hold of operands of every shape."""

    def __init__(
        self, program: Program, machine: Machine, summary_of: Callable[[str], str | None]
    ) -> None:
        self._program, self._machine, self._summary_of = program, machine, summary_of
        self._known: dict[tuple[object, ...], Reach] = {}
        self._held: set[tuple[object, ...]] = set()
        """Of which cases it is known that they hold within their bounds."""

    def reach(
        self, property: Property, case: Mapping[str, str], files: frozenset[str], solver: Solver
    ) -> Reach:
        """How far a property that holds in one case holds of other shapes.

        With `assumes`, obligations outside `files` are assumed to hold. Cases that differ in shapes
        alone are asked once.
        """
        shape = property.any_shape
        if not isinstance(shape, AnyShape):
            return Reach(property.bounds, shape and f"not for every shape: {shape}")
        alike = _alike(shape, case)
        key = _asked_of(property, shape, alike)
        self._held.add(key)
        if key not in self._known:
            self._known[key] = self._reach(property, shape, alike, files, solver)
        reach = self._known[key]
        solver.refuted.extend(reach.refuted)
        return reach

    def _reach(
        self,
        property: Property,
        shape: AnyShape,
        alike: Sequence[str],
        files: frozenset[str],
        solver: Solver,
    ) -> Reach:
        before = len(solver.refuted)
        try:
            first = _first(property, shape, alike)
            if first != alike:
                key = _asked_of(property, shape, first)
                if key not in self._known:
                    self._known[key] = self._reach(property, shape, first, files, solver)
                failed = self._known[key].failed
                if failed is not None:
                    why = f"not for every shape, as of {' '.join(first)}: {failed}"
                    return Reach(property.bounds, why, failed)
            found = self._asked(property, shape, alike, files, solver)
            answers = tuple(solver.refuted[before:]) if found.every_shape else ()
            return replace(found, refuted=(*found.refuted, *answers))
        finally:
            del solver.refuted[before:]

    def known(self, property: Property, case: Mapping[str, str]) -> Reach | None:
        """How far it is proved of every shape, if that is known from a case that differs in shapes
        alone."""
        shape = property.any_shape
        if not isinstance(shape, AnyShape):
            return None
        key = _asked_of(property, shape, _alike(shape, case))
        reach = self._known.get(key) if key in self._held else None
        return reach if reach is not None and reach.every_shape else None

    def _asked(
        self,
        property: Property,
        shape: AnyShape,
        labels: Sequence[str],
        files: frozenset[str],
        solver: Solver,
    ) -> Reach:
        own = key_of(self._program, property)
        arguments = self._arguments(property, own, labels)
        instead = {self._key(property, shape.instead_of): self._key(property, shape.any)}
        asked = files if property.assumes else None
        why = self._question(solver, instead).why_not(own, arguments, asked)
        if why is not None:
            return Reach(property.bounds, f"not for every shape: {why}", why)
        fit = property.path, shape.bounds, shape.always_fit, shape.left, *arguments[:1]
        if fit not in self._known:
            before = len(solver.refuted)
            always = False
            for each in shape.always_fit:
                fits = self._key(property, each)
                why = self._question(solver, {}).why_not(fits, arguments[:1], files)
                if why == TIMEOUT:
                    return Reach(property.bounds, f"not for every shape: {why}", why)
                if why is None:
                    always = True
                    break
            larger = "legal operands may be larger: their words hold several elements"
            bounds = None if always else shape.bounds
            kept = "; ".join(each for each in (bounds, shape.left) if each)
            answers = tuple(solver.refuted[before:]) if always else ()
            del solver.refuted[before:]
            why = None if always else larger
            self._known[fit] = Reach(kept or None, why, every_shape=True, refuted=answers)
        return self._known[fit]

    def _question(self, solver: Solver, instead: Mapping[str, str]) -> EveryShape:
        question = EveryShape(self._program, self._machine, solver)
        question.evaluator.summary_of = self._summary_of
        question.evaluator.lines = solver.watch.lines
        question.evaluator.instead = dict(instead)
        return question

    def _key(self, property: Property, function: str) -> str:
        """The key of a function in the file of a property."""
        named = self._program.functions[function]
        return next(key for key, each in named if each.span.path == property.path)

    def _arguments(self, property: Property, key: str, labels: Sequence[str]) -> list[Any]:
        arguments = self._program.signature(key).arguments
        return [
            argument(property, label, type)
            for label, (_, type) in zip(labels, arguments, strict=True)
        ]


def _first(property: Property, shape: AnyShape, labels: Sequence[str]) -> tuple[str, ...]:
    """The labels of the first case that differs in the width of its elements alone. Of what is not
    proved of that, others are not asked: it would take long, and rarely be proved."""
    for case in property.cases:
        first, *others = _alike(shape, case)
        if others == list(labels[1:]) and _kind(first) == _kind(labels[0]):
            return first, *others
    return tuple(labels)


def _kind(label: str) -> object:
    """What kind of elements a label names, or what else."""
    format = FORMATS.get(label.split(maxsplit=1)[0])
    return label if format is None else format.kind


def _asked_of(property: Property, shape: AnyShape, labels: Sequence[str]) -> tuple[object, ...]:
    """All that it depends on how far a property holds in a case. Two may share an id, and a
    function."""
    values = tuple((label, property.values.get(label)) for label in labels)
    within = property.bounds, shape.bounds, shape.always_fit, shape.left
    functions = property.function, shape.instead_of, shape.any, property.assumes is None
    return property.path, *functions, *within, *values


def _alike(shape: AnyShape, case: Mapping[str, str]) -> tuple[str, ...]:
    """The labels of the case that stands for all that differ in shapes alone."""
    first, *others = case.values()
    return shape.alike.get(first, first), *others


class EveryShape:
    """Asks whether no obligation of a function can fail, however often its loops go round."""

    def __init__(self, program: Program, machine: Machine, solver: Solver) -> None:
        self._solver = solver
        self._end = math.inf
        self.evaluator = LoopEvaluator(program, machine, self._refuted)

    def why_not(
        self, key: str, arguments: Sequence[Any], files: frozenset[str] | None
    ) -> str | None:
        """None if none can fail; else which condition of the argument failed, as far as known.

        With `files`, obligations elsewhere are assumed to hold. All together may take as long as
        the solver may for one query.
        """
        evaluator = self.evaluator
        self._end = time.monotonic() + self._solver.timeout
        evaluator.deadline = evaluator.facts.deadline = self._end
        try:
            evaluator.run(key, list(arguments))
            return self._why_not(files)
        except Unsupported as problem:
            return f"{problem} at {problem.span}" if problem.span else str(problem)
        except TimeUp:
            return TIMEOUT

    def _why_not(self, files: frozenset[str] | None) -> str | None:
        evaluator = self.evaluator
        asked: list[Obligation] = []
        assumed: t.Bool = True
        known: dict[t.Bool, frozenset[t.Term]] = {}
        for each in evaluator.obligations:
            if files is None or each.span.path in files:
                asked.append(replace(each, path=t.and_(assumed, each.path)))
            elif not _numbers(each, known):
                assumed = t.and_(assumed, t.not_(each.violation))
        for group in _together(asked):
            answer = self._ask(t.or_(*(o.violation for o in group)))
            if answer.kind != "unsat":
                return self._reason(group, answer)
        return None

    def _reason(self, obligations: Sequence[Obligation], answer: Answer) -> str:
        if answer.kind == "unknown" and answer.reason != TOO_WEAK:
            return answer.reason
        if self.evaluator.refused:
            return self.evaluator.refused[0]
        places = ", ".join(dict.fromkeys(f"{o.code} at {o.span}" for o in obligations[:3]))
        return f"{places}: too little is known of what loops leave"

    def _ask(self, condition: t.Bool) -> Answer:
        return self._solve(self.evaluator.facts.closed(condition), "every shape")

    def _refuted(self, condition: t.Bool) -> bool:
        return self._solve(condition, "are iterations apart").kind == "unsat"

    def _solve(self, query: t.Bool, about: str) -> Answer:
        """The first answer; what is easy in one theory may be hard in another."""
        for theory, steps in (*TRIALS, FLOATS) if floating(query) else TRIALS:
            left = self._end - time.monotonic()
            if left <= 0:
                raise TimeUp
            answer = self._solver.alone(left, steps).solve(query, [theory], [about])
            if answer.kind != "unknown":
                break
        return answer


def _together(obligations: Sequence[Obligation]) -> Iterator[list[Obligation]]:
    """Obligations about the same iterations, which are asked as one."""
    groups: dict[frozenset[t.Term], list[Obligation]] = {}
    known: dict[t.Bool, frozenset[t.Term]] = {}
    for each in obligations:
        if each.violation is not False:
            groups.setdefault(_numbers(each, known), []).append(each)
    yield from groups.values()


def _numbers(obligation: Obligation, known: dict[t.Bool, frozenset[t.Term]]) -> frozenset[t.Term]:
    """The numbers of iterations that an obligation is about; `known` are those of parts."""
    whole = obligation.violation
    parts = whole.args if isinstance(whole, t.Term) and whole.op == "and" else (whole,)
    for part in parts:
        if part not in known:
            known[part] = frozenset(
                term
                for term in t.subterms([part])
                if term.op == "var" and str(term.data).startswith("iteration!")
            )
    return frozenset().union(*(known[part] for part in parts))
