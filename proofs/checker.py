"""Checking many properties in many cases: what to do, in parallel, each only once ever."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from parser.diagnostics import Phase, fail
from proofs.cache import VerdictCache
from proofs.properties import Property, load_properties, select
from proofs.verdicts import Result, Verdict
from semantics.specification import Specification

if TYPE_CHECKING:
    from proofs.prove import Prover

RECURSION = 20_000
"""Python frames a proof may nest; terms and trees are deep."""


@dataclass(frozen=True)
class Options:
    """`timeout` is in seconds for each query; queries are written as SMT-LIB below `smt2`."""

    timeout: float = 60.0
    jobs: int = 0
    smt2: Path | None = None
    cache: bool = True


@dataclass(frozen=True)
class Task:
    """One property in one case."""

    property: Property
    case: Mapping[str, str]


def tasks(
    spec: Specification,
    contracts: Sequence[str] = (),
    properties: Sequence[str] = (),
    case: Mapping[str, str] | None = None,
) -> list[Task]:
    """All cases of the chosen properties, those that agree with `case` alone.

    Raises PtoError for a contract, property or case that does not exist.
    """
    names = [spec.contract(name).name for name in contracts]
    chosen = select(load_properties(spec), names, properties)
    wanted = case or {}
    keys = {key for p in chosen for c in p.cases for key in c}
    for key, label in wanted.items():
        if key not in keys:
            hint = f"there are: {', '.join(sorted(keys))}" if keys else None
            raise fail("CASE-UNKNOWN", Phase.INPUT, f"no property has a case `{key}`", hint=hint)
        labels = sorted({c[key] for p in chosen for c in p.cases if key in c})
        if label not in labels:
            hint = f"there are: {', '.join(labels)}"
            message = f"no property has the case {key}={label}"
            raise fail("CASE-UNKNOWN", Phase.INPUT, message, hint=hint)
    return [
        Task(p, c)
        for p in chosen
        for c in p.cases
        if all(c.get(key) == label for key, label in wanted.items())
    ]


def check(spec: Specification, todo: Sequence[Task], options: Options) -> Iterator[Result]:
    """The result of each task as it is found, in any order. Finished verdicts are kept."""
    # A counterexample names files, so those of the same text elsewhere are others.
    digest = "\0".join([spec.digest, *(file.source.path for file in spec.files)])
    cache = VerdictCache(digest, options.cache and options.smt2 is None)
    left: list[Task] = []
    for task in todo:
        found = cache.get(task.property, task.case)
        if found is not None:
            yield found
        else:
            left.append(task)
    jobs = min(options.jobs or os.cpu_count() or 1, len(left))
    results = _parallel(spec, left, options, jobs) if jobs > 1 else _serial(spec, left, options)
    for task, result in results:
        cache.put(task.property, result)
        yield result


def _serial(
    spec: Specification, todo: Sequence[Task], options: Options
) -> Iterator[tuple[Task, Result]]:
    if todo:
        prover = _prover(spec, options)
        for task in todo:
            yield task, _decide(prover, task)


def _prover(spec: Specification, options: Options) -> Prover:
    from proofs.prove import Prover, Settings

    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))
    return Prover(spec, Settings(options.timeout, options.smt2), cache=options.cache)


def _decide(prover: Prover, task: Task) -> Result:
    """The verdict; an exception of ours is INTERNAL."""
    try:
        return prover.decide(task.property, task.case)
    except Exception as fault:
        return _internal(task, f"{type(fault).__name__}: {fault}")


def _internal(task: Task, reason: str) -> Result:
    p = task.property
    verdict = Verdict.INTERNAL
    return Result(
        p.contract, p.id, p.clauses, dict(task.case), p.scope, verdict, 0.0, "", None, reason
    )


# ---------------------------------------------------------------- in processes


def _serve(pipe: Connection, spec: Specification, options: Options, prover: Prover | None) -> None:
    """What a process does: it decides the batches it is sent until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    prover = prover or _prover(spec, options)
    with suppress(EOFError, OSError):
        while True:
            batch: list[Task] = pipe.recv()
            pipe.send([_decide(prover, task) for task in batch])


def _parallel(
    spec: Specification, todo: Sequence[Task], options: Options, jobs: int
) -> Iterator[tuple[Task, Result]]:
    """Shares the tasks out in small batches; a process that dies fails its batch alone."""
    size = max(1, min(8, len(todo) // (jobs * 4)))
    batches = [list(todo[i : i + size]) for i in range(0, len(todo), size)][::-1]
    fork = sys.platform == "linux"
    context = multiprocessing.get_context("fork") if fork else multiprocessing.get_context("spawn")
    prover = _prover(spec, options)  # here it says what is wrong with the specification
    working: dict[Connection, tuple[BaseProcess, list[Task]]] = {}

    def give(pipe: Connection, process: BaseProcess) -> None:
        working[pipe] = process, batches.pop()
        with suppress(OSError):  # if it has died, its pipe will tell
            pipe.send(working[pipe][1])

    def start() -> None:
        ours, theirs = context.Pipe()
        given = (theirs, spec, options, prover if fork else None)
        process = context.Process(target=_serve, args=given, daemon=True)
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
