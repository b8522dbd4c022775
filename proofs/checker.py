"""Checking many properties in many cases: what is to be decided, and each only once ever."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace

from parser.diagnostics import Phase, fail
from parser.loader import ParsedFile
from proofs.agenda import Costs
from proofs.cache import VerdictCache
from proofs.effort import Lines
from proofs.executors import Executor, Processes, Serial
from proofs.properties import Property, harness_files, load_properties, select
from proofs.properties.user import user_properties
from proofs.provers import Provers
from proofs.tasks import NOBODY, Options, Task, Watch
from proofs.verdicts import Result
from semantics.overlays import REFERENCE, check_profile, with_profile
from semantics.specification import Specification

MOST_LABELS = 40
"""How many values of a case an error names."""


def tasks(
    spec: Specification,
    contracts: Sequence[str] = (),
    properties: Sequence[str] = (),
    case: Mapping[str, str] | None = None,
    profile: str | None = None,
    files: Sequence[ParsedFile] = (),
    jobs: int = 1,
) -> list[Task]:
    """All cases of the chosen properties, those that agree with `case` alone; `jobs` processes
    look for them.

    Of users' `files`, the properties of the named contracts count too; without names, no others.
    Each is asked under `profile`, if it speaks of that; without one, under every profile that it
    names, or that of the specification. Raises PtoError for a contract, property or case that
    does not exist.
    """
    names = [spec.contract(name).name for name in contracts]
    shipped = load_properties(spec, names, jobs) if names or not files else ()
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
    watch: Watch = NOBODY,
) -> Iterator[Result]:
    """The result of each task as it is found, in any order; `files` are those of users. Finished
    verdicts are kept.

    Raises PtoError where the specification is wrong, or the executor can't work.
    """
    provers = _provers(spec, todo, options, files)
    kept = options.cache and options.smt2 is None
    caches = {
        name: VerdictCache(
            provers.reach(name).digest if kept else None, options.cross_check, options.timeout
        )
        for name in provers.specs
    }
    left: list[Task] = []
    for task in todo:
        found = caches[task.profile].get(task.property, task.case)
        if found is not None:
            yield replace(found, profile=task.profile)
        else:
            left.append(task)
    if not left:
        return
    costs = Costs(options.cache)
    results = executor(options, len(left)).run(provers, left, costs, watch)
    try:
        with closing(results):
            for task, result in results:
                caches[task.profile].put(task.property, result)
                costs.note(task, result.seconds)
                yield result
    finally:
        costs.keep()


def profile(
    spec: Specification,
    todo: Sequence[Task],
    options: Options,
    lines: Lines,
    files: Sequence[ParsedFile] = (),
    watch: Watch = NOBODY,
) -> Iterator[Result]:
    """As `check`, one task after the other and in this process alone; `lines` are charged with the
    queries."""
    provers = _provers(spec, todo, replace(options, cache=False), files)
    for task in todo:
        provers.of(task.profile).lines = lines
        watch.begun(task)
        yield provers.decide(task)


def _provers(
    spec: Specification, todo: Sequence[Task], options: Options, files: Sequence[ParsedFile]
) -> Provers:
    """What decides tasks; `files` are those of users."""
    specs = {each: with_profile(spec, each) for each in {task.profile for task in todo}}
    names = dict.fromkeys(task.property.contract for task in todo)
    return Provers(specs, (*harness_files(spec, names), *files) if names else (), options)


def executor(options: Options, count: int) -> Executor:
    """Who decides so many tasks; raises PtoError (EXECUTOR-…) where that can't be had."""
    if options.executor is not None:
        from proofs.cluster import Cluster

        return Cluster(options.executor)
    jobs = min(options.jobs or os.cpu_count() or 1, count)
    return Processes(jobs) if jobs > 1 else Serial()
