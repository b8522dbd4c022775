"""Who notices a mutant: properties of which a case holds of the specification and not of the
mutant, and test points that pass on the one and not on the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import chain

from concrete import pool
from concrete.machine import Machine
from concrete.points import Point, PointRunner, Status
from concrete.pool import InTurn, Lost, Reply, Work
from parser.diagnostics import PtoError
from parser.loader import ParsedFile
from proofs.mutation.mutants import Mutant
from proofs.properties import harness_files
from proofs.provers import Provers
from proofs.tasks import Options, Task
from proofs.verdicts import FAILS, HOLDS, Result
from semantics.overlays import with_profile
from semantics.reach import names_of
from semantics.specification import Specification

RUNS = 20
"""Runs with random inputs of each case, before any is proved."""


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    UNDECIDED = "undecided"
    """It survived, but not every question about it was answered."""
    STILLBORN = "stillborn"
    """It is no ASL1."""


@dataclass(frozen=True, slots=True)
class Death:
    """The fate of a mutant; `by` is the property with its case, or the point, that noticed it."""

    mutant: Mutant
    fate: Fate
    by: str = ""
    tried: int = 0


@dataclass(frozen=True)
class Jury:
    """Those who may notice: tasks whose case holds of the specification, and points that pass.

    Both are of `spec` under the numeric profile that it is checked with where none is asked for.
    """

    spec: Specification
    profile: str
    contracts: tuple[str, ...]
    tasks: tuple[Task, ...]
    points: tuple[Point, ...]
    options: Options

    def judge(self, mutants: Sequence[Mutant]) -> Iterator[Death]:
        """The fate of each, as it is found; `options.jobs` processes work at it."""
        reaching = _reaching(self)
        jobs = max(1, min(self.options.jobs, len(mutants)))
        begin = partial(_begin, self, reaching, mutants)
        deaths = pool.run(InTurn(len(mutants)), begin, partial(_lost, mutants), jobs=jobs)
        with closing(deaths):
            for _, death in deaths:
                yield death


def functions_of(
    spec: Specification, contracts: Sequence[str], tasks: Sequence[Task]
) -> frozenset[str]:
    """The functions that what the contracts' own files declare reaches, but for those of the files
    of other contracts: these are not what their properties are about."""
    provers = _provers(spec, contracts, tasks, Options())
    places = {each.span.path: each.name for each in spec.contracts.values()}
    declared = {
        place: {name for each in file.outline for name in names_of(each)}
        for file in spec.files
        if (place := file.source.path) in places
    }
    own = [declared[spec.contract(each).span.path] for each in contracts]
    found = provers.reach(next(iter(provers.specs))).names(frozenset().union(*own))
    for place, names in declared.items():
        if places[place] not in contracts:
            found -= names
    return frozenset(name.removesuffix("()") for name in found if name.endswith("()"))


def holding(results: Iterable[tuple[Task, Result]]) -> tuple[Task, ...]:
    """The tasks whose case holds, those first that were quick, and of each property one case before
    the second of any."""
    by_property: dict[tuple[str, str], list[tuple[float, Task]]] = {}
    for task, result in results:
        if result.verdict in HOLDS:
            bounded = replace(task, property=replace(task.property, any_shape=None))
            key = task.property.contract, task.property.id
            by_property.setdefault(key, []).append((result.seconds, bounded))
    ranked = [
        (number, seconds, task)
        for found in by_property.values()
        for number, (seconds, task) in enumerate(sorted(found, key=lambda each: each[0]))
    ]
    return tuple(task for _, _, task in sorted(ranked, key=lambda each: each[:2]))


def asked(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """Those of some tasks that are proved of a mutant: of each property the first case with each
    value of its first argument."""
    first: dict[tuple[object, ...], Task] = {}
    for task in tasks:
        kind = next(iter(task.case.values()), None)
        first.setdefault((task.profile, task.property.contract, task.property.id, kind), task)
    return tuple(first.values())


Reaching = Callable[[Task], Collection[str]]


def _reaching(jury: Jury) -> Reaching:
    """The names that a task reaches in the specification as it is."""
    provers = _provers(jury.spec, jury.contracts, jury.tasks, jury.options)
    known: dict[tuple[str, tuple[str, ...]], frozenset[str]] = {}

    def names(task: Task) -> frozenset[str]:
        key = task.profile, task.property.functions
        if key not in known:
            roots = (f"{name}()" for name in task.property.functions)
            known[key] = frozenset(provers.reach(task.profile).names(roots))
        return known[key]

    return names


def _provers(
    spec: Specification, contracts: Sequence[str], tasks: Sequence[Task], options: Options
) -> Provers:
    return _on(spec, harness_files(spec, contracts), tasks, options)


def _on(
    spec: Specification, harnesses: Sequence[ParsedFile], tasks: Sequence[Task], options: Options
) -> Provers:
    profiles = dict.fromkeys(task.profile for task in tasks)
    specs = {profile: with_profile(spec, profile) for profile in profiles}
    return Provers(specs, harnesses, replace(options, cache=False))


def _begin(jury: Jury, reaching: Reaching, mutants: Sequence[Mutant]) -> Work[Death]:
    harnesses = harness_files(jury.spec, jury.contracts)

    def work(number: int) -> Reply[Death]:
        # What is compiled for one mutant is of no use for the next.
        return Reply(_fate(jury, harnesses, reaching, mutants[number]), last=True)

    return work


def _lost(mutants: Sequence[Mutant], number: int, _: Lost) -> Death:
    return Death(mutants[number], Fate.UNDECIDED)


def _fate(jury: Jury, harnesses: Sequence[ParsedFile], reaching: Reaching, mutant: Mutant) -> Death:
    try:
        changed = with_profile(mutant.of(jury.spec), jury.profile)
        program = changed.program()
        Machine(program)
        for key, tree in program.functions[mutant.function]:
            if tree.span.path == mutant.span.path:
                program.function(key)
    except PtoError:
        return Death(mutant, Fate.STILLBORN)
    name = f"{mutant.function}()"
    reached = [task for task in jury.tasks if name in reaching(task)]
    open_ended, tried = False, 0
    provers = _on(changed, harnesses, reached, jury.options)
    for by, answer in chain(_of_properties(provers, reached), _of_points(changed, jury.points)):
        tried += 1
        if answer is Fate.KILLED:
            return Death(mutant, answer, by, tried)
        if answer is Fate.STILLBORN:
            return Death(mutant, answer, "", tried)
        open_ended |= answer is Fate.UNDECIDED
    return Death(mutant, Fate.UNDECIDED if open_ended else Fate.SURVIVED, "", tried)


def _of_properties(provers: Provers, tasks: Sequence[Task]) -> Iterator[tuple[str, Fate]]:
    """What cases of properties say of a mutant, each with its name: what random inputs find takes
    milliseconds, a proof seconds."""
    for task in tasks:
        failed = provers.fails_at_random(task, RUNS)
        yield _name(task), Fate.KILLED if failed else Fate.SURVIVED
    for task in asked(tasks):
        verdict = provers.decide(task).verdict
        answer = Fate.SURVIVED if verdict in HOLDS else Fate.UNDECIDED
        yield _name(task), Fate.KILLED if verdict in FAILS else answer


def _of_points(spec: Specification, points: Sequence[Point]) -> Iterator[tuple[str, Fate]]:
    """What test points say of a mutant."""
    if not points:
        return
    runner = PointRunner(spec)
    for point in points:
        match runner.run(point).status:
            case Status.PASSED:
                yield point.id, Fate.SURVIVED
            case Status.BROKEN:  # what calls the function is no ASL any more
                yield point.id, Fate.STILLBORN
            case _:
                yield point.id, Fate.KILLED


def _name(task: Task) -> str:
    """`TNEG negation data_type=S32`"""
    case = " ".join(f"{name}={label}" for name, label in task.case.items())
    return f"{task.property.contract} {task.property.id} {case}".rstrip()
