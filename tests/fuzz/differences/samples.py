"""Properties of the shipped contracts on random inputs: what fails must not be proved."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

from concrete.choosers import Chooser, Floats, Random
from parser.limits import lifted_limits
from proofs.checker import tasks
from proofs.counterexample import Replayer
from proofs.properties import argument, harness_files, key_of
from proofs.prove import Prover, Settings
from proofs.tasks import Task
from proofs.verdicts import HOLDS
from semantics.formats import FORMATS
from semantics.overlays import with_profile
from semantics.specification import shipped
from semantics.values import Unsupported

RUNS = 5
"""Inputs of one case."""


@cache
def obligations() -> tuple[Task, ...]:
    """All that `ptoprove check` decides."""
    return tuple(tasks(shipped()))


@cache
def _replayer(profile: str) -> Replayer:
    return Replayer(with_profile(shipped(), profile).program(harness_files(shipped())))


def check(seed: int) -> Counter[str]:
    """Sample one case, chosen by the seed."""
    return sampled(random.Random(seed).choice(obligations()), seed)


def sampled(task: Task, seed: int, runs: int = RUNS) -> Counter[str]:
    """Run a case with random inputs; raises AssertionError where one fails, and it is proved."""
    property, case = task.property, task.case
    if property.unsupported is not None:
        return Counter({"unsupported": 1})
    replayer = _replayer(task.profile)
    key = key_of(replayer.program, property)
    types = replayer.program.signature(key).arguments
    arguments = [argument(property, case[name], type) for name, type in types]
    files = frozenset(file.source.path for file in harness_files(shipped()))
    replayer.within = files if property.assumes else None
    with lifted_limits():
        for number in range(runs):
            try:
                failure = replayer.run(
                    key, arguments, _chooser(case.get("data_type"), seed, number)
                )
            except Unsupported:
                return Counter({"unsupported": 1})
            if failure is not None:
                _must_not_hold(task, f"{failure.code} with input {number} of seed {seed}")
                return Counter({"refuted": 1})
    return Counter({"holds": 1})


def _chooser(data_type: str | None, seed: int, number: int) -> Chooser:
    """Words at random; where elements float, every other time floating ones near one."""
    format = FORMATS.get(data_type or "")
    if number % 2 and format is not None and format.layout is not None:
        return Floats(seed + number, format)
    return Random(seed + number)


def _must_not_hold(task: Task, failure: str) -> None:
    spec = with_profile(shipped(), task.profile)
    prover = Prover(spec, Settings(profile=task.profile), harness_files(shipped()))
    verdict = prover.decide(task.property, task.case).verdict
    name = f"{task.property.contract} {task.property.id} {dict(task.case)} {task.profile}"
    assert verdict not in HOLDS, f"{name} is {verdict}, and fails: {failure}"
