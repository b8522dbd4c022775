"""Checking many properties in many cases: what to do, in parallel, each only once ever."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from parser.diagnostics import Phase, fail
from parser.loader import ParsedFile
from proofs.cache import VerdictCache
from proofs.properties import Property, harness_files, load_properties, select
from proofs.properties.user import user_properties
from proofs.verdicts import Result, Verdict
from semantics.overlays import REFERENCE, check_profile, with_profile
from semantics.specification import Specification

if TYPE_CHECKING:
    from proofs.prove import Prover

RECURSION = 20_000
"""Python frames a proof may nest; terms and trees are deep."""

MOST_LABELS = 40
"""How many values of a case an error names."""


@dataclass(frozen=True)
class Options:
    """`timeout` is in seconds for each query; queries are written as SMT-LIB below `smt2`."""

    timeout: float = 60.0
    jobs: int = 0
    smt2: Path | None = None
    cache: bool = True


@dataclass(frozen=True)
class Task:
    """One property in one case, under one numeric profile."""

    property: Property
    case: Mapping[str, str]
    profile: str = REFERENCE


def tasks(
    spec: Specification,
    contracts: Sequence[str] = (),
    properties: Sequence[str] = (),
    case: Mapping[str, str] | None = None,
    profile: str | None = None,
    files: Sequence[ParsedFile] = (),
) -> list[Task]:
    """All cases of the chosen properties, those that agree with `case` alone.

    Of users' `files`, the properties of the named contracts count too; without names, no others.
    Each is asked under `profile`, if it speaks of that; without one, under every profile that it
    names, or that of the specification. Raises PtoError for a contract, property or case that
    does not exist.
    """
    names = [spec.contract(name).name for name in contracts]
    shipped = load_properties(spec, names) if names or not files else ()
    chosen = select([*shipped, *user_properties(spec, files)], names, properties)
    if profile is not None:
        check_profile(profile)
        chosen = [p for p in chosen if not p.profiles or profile in p.profiles]
    wanted = case or {}
    keys = {key for p in chosen for c in p.cases for key in c}
    for key, label in wanted.items():
        if key not in keys:
            hint = f"there are: {', '.join(sorted(keys))}" if keys else None
            raise fail("CASE-UNKNOWN", Phase.INPUT, f"no property has a case `{key}`", hint=hint)
        labels = sorted({c[key] for p in chosen for c in p.cases if key in c})
        if label not in labels:
            more = ", …" if len(labels) > MOST_LABELS else ""
            hint = f"there are: {', '.join(labels[:MOST_LABELS])}{more}"
            message = f"no property has the case {key}={label}"
            raise fail("CASE-UNKNOWN", Phase.INPUT, message, hint=hint)
    return [
        Task(_under(p, name, profile is not None), c, name)
        for p in chosen
        for name in ((profile,) if profile is not None else p.profiles or (REFERENCE,))
        for c in p.cases
        if all(c.get(key) == label for key, label in wanted.items())
    ]


def _under(property: Property, profile: str, chosen: bool) -> Property:
    """The property with the profile in its scope, where it depends on that or it was chosen."""
    if not property.profiles and not chosen:
        return property
    return replace(property, coverage=f"{property.coverage}, profile {profile}")


def check(
    spec: Specification,
    todo: Sequence[Task],
    options: Options,
    files: Sequence[ParsedFile] = (),
) -> Iterator[Result]:
    """The result of each task as it is found, in any order; `files` are those of users. Finished
    verdicts are kept."""
    specs = {each: with_profile(spec, each) for each in {task.profile for task in todo}}
    enabled = options.cache and options.smt2 is None
    caches = {name: VerdictCache(_digest(each), enabled) for name, each in specs.items()}
    left: list[Task] = []
    for task in todo:
        found = caches[task.profile].get(task.property, task.case)
        if found is not None:
            yield replace(found, profile=task.profile)
        else:
            left.append(task)
    jobs = min(options.jobs or os.cpu_count() or 1, len(left))
    names = dict.fromkeys(task.property.contract for task in left)
    harnesses = (*harness_files(spec, names), *files) if left else ()
    provers = Provers(specs, harnesses, options)
    for task, result in _parallel(provers, left, jobs) if jobs > 1 else _serial(provers, left):
        caches[task.profile].put(task.property, result)
        yield result


def _digest(spec: Specification) -> str:
    """A counterexample names files, so those of the same text elsewhere are others."""
    return "\0".join([spec.digest, *(file.source.path for file in spec.files)])


class Provers:
    """A prover for each profile, which is made when it is first asked."""

    def __init__(
        self, specs: Mapping[str, Specification], files: Sequence[ParsedFile], options: Options
    ) -> None:
        self.specs, self.options = specs, options
        self.files = tuple(files)
        self._made: dict[str, Prover] = {}

    def of(self, profile: str) -> Prover:
        """Raises PtoError where the specification is wrong."""
        spec = self.specs[profile]
        digest = _digest(spec)
        if digest not in self._made:
            from proofs.prove import Prover, Settings

            sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))
            settings = Settings(self.options.timeout, self.options.smt2)
            self._made[digest] = Prover(spec, settings, self.files, cache=self.options.cache)
        return self._made[digest]

    def decide(self, task: Task) -> Result:
        """The verdict; an exception of ours is INTERNAL."""
        try:
            result = self.of(task.profile).decide(task.property, task.case)
        except Exception as fault:
            return _internal(task, f"{type(fault).__name__}: {fault}")
        return replace(result, profile=task.profile)


def _serial(provers: Provers, todo: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
    for profile in {task.profile: None for task in todo}:
        provers.of(profile)  # here it says what is wrong with the specification
    for task in todo:
        yield task, provers.decide(task)


def _internal(task: Task, reason: str) -> Result:
    p = task.property
    verdict = Verdict.INTERNAL
    return Result(
        p.contract, p.id, p.clauses, dict(task.case), p.scope, verdict, 0.0, "", None, reason,
        profile=task.profile,
    )  # fmt: skip


# ---------------------------------------------------------------- in processes


def _serve(pipe: Connection, provers: Provers) -> None:
    """What a process does: it decides the batches it is sent until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    with suppress(EOFError, OSError):
        while True:
            batch: list[Task] = pipe.recv()
            pipe.send([provers.decide(task) for task in batch])


def _parallel(provers: Provers, todo: Sequence[Task], jobs: int) -> Iterator[tuple[Task, Result]]:
    """Shares the tasks out in small batches; a process that dies fails its batch alone."""
    size = max(1, min(8, len(todo) // (jobs * 4)))
    batches = [list(todo[i : i + size]) for i in range(0, len(todo), size)][::-1]
    fork = sys.platform == "linux"
    context = multiprocessing.get_context("fork") if fork else multiprocessing.get_context("spawn")
    given = Provers(provers.specs, provers.files, provers.options)
    for profile in {task.profile: None for task in todo}:
        provers.of(profile)  # here it says what is wrong with the specification
    if fork:
        given = provers
    working: dict[Connection, tuple[BaseProcess, list[Task]]] = {}

    def give(pipe: Connection, process: BaseProcess) -> None:
        working[pipe] = process, batches.pop()
        with suppress(OSError):  # if it has died, its pipe will tell
            pipe.send(working[pipe][1])

    def start() -> None:
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, given), daemon=True)
        process.start()
        theirs.close()  # so that it ends when the process does
        give(ours, process)

    try:
        while batches and len(working) < jobs:
            start()
        while working:
            ready = wait(list(working))
            for pipe in [each for each in working if each in ready]:
                process, batch = working.pop(pipe)
                try:
                    results = pipe.recv()
                except (EOFError, OSError):
                    results = [_internal(each, "the process proving this died") for each in batch]
                    _end(pipe, process)
                    if batches:
                        start()
                else:
                    if batches:
                        give(pipe, process)
                    else:
                        _end(pipe, process)
                yield from zip(batch, results, strict=True)
    finally:
        # Whoever stops early waits for no proof.
        for pipe, (process, _) in working.items():
            _end(pipe, process)


def _end(pipe: Connection, process: BaseProcess) -> None:
    pipe.close()
    process.terminate()
    process.join()
