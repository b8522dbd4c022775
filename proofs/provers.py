"""What decides tasks: a prover for each numeric profile of one specification."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from concrete.limits import Stopped, processor_time
from parser.diagnostics import PtoError
from parser.loader import ParsedFile
from proofs.backends.protocol import TIMEOUT
from proofs.tasks import Options, Task
from proofs.verdicts import Result, Verdict
from semantics.specification import Specification
from semantics.values import Unsupported

if TYPE_CHECKING:
    from proofs.prove import Prover
    from semantics.reach import Reach

PATIENCE = 10.0
"""How many times `timeout` one result may take of this processor, whatever it is busy with."""
RECURSION = 20_000
"""Python frames a proof may nest; terms and trees are deep."""


class Provers:
    """A prover for each profile, made when it is first asked.

    `specs` are the specification under each profile, `files` hold the properties.
    """

    def __init__(
        self, specs: Mapping[str, Specification], files: Sequence[ParsedFile], options: Options
    ) -> None:
        self.specs, self.options = specs, options
        self.files = tuple(files)
        self._made: dict[str, Prover] = {}
        self._reaches: dict[str, Reach] = {}

    def reach(self, profile: str) -> Reach:
        """What the properties reach under a profile; raises PtoError as `of` does."""
        key = _key(self.specs[profile])
        if key not in self._reaches:
            from proofs.cache import reach_of

            self._reaches[key] = reach_of(self.specs[profile], self.files)
        return self._reaches[key]

    def of(self, profile: str) -> Prover:
        """Raises PtoError where the specification is wrong."""
        spec = self.specs[profile]
        key = _key(spec)
        if key not in self._made:
            from proofs.prove import Prover, Settings

            sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))
            given = self.options
            settings = Settings(given.timeout, given.smt2, given.cross_check, profile)
            self._made[key] = Prover(spec, settings, self.files, cache=given.cache)
        return self._made[key]

    def ready(self, todo: Sequence[Task]) -> None:
        """Make the provers of some tasks; raises PtoError where the specification is wrong."""
        for profile in dict.fromkeys(task.profile for task in todo):
            self.of(profile)

    def share(self, todo: Sequence[Task]) -> None:
        """Lower what tasks need of the specification, for all who are forked from this process."""
        roots: dict[str, set[str]] = {}
        for task in todo:
            functions = (f"{name}()" for name in task.property.functions)
            roots.setdefault(task.profile, set()).update(functions)
        for profile, names in roots.items():
            self.of(profile).lower(self.reach(profile).names(names))

    def unmade(self) -> Provers:
        """The same, and no prover made yet: it can be sent to another process."""
        return Provers(self.specs, self.files, self.options)

    def forget(self) -> None:
        """Let go of what provers keep from one task to the next."""
        self._made.clear()

    def decide(self, task: Task) -> Result:
        """The verdict; an exception of ours is INTERNAL."""
        seconds = PATIENCE * self.options.timeout
        try:
            with processor_time(seconds, Stopped):
                result = self.of(task.profile).decide(task.property, task.case)
        except Stopped as stopped:
            self.forget()  # it may have been at work on what others would use
            reason = f"{TIMEOUT}: {stopped}"
            return replace(internal(task, reason), verdict=Verdict.UNKNOWN, seconds=seconds)
        except Exception as fault:
            return internal(task, f"{type(fault).__name__}: {fault}")
        return replace(result, profile=task.profile)

    def fails_at_random(self, task: Task, runs: int) -> bool:
        """Whether one of so many runs with random inputs fails, and nothing of it takes too long
        or is not supported."""
        try:
            with processor_time(self.options.timeout, Stopped):
                return self.of(task.profile).fails_at_random(task.property, task.case, runs)
        except Stopped:
            self.forget()
        except (PtoError, Unsupported):
            pass
        return False


def internal(task: Task, reason: str) -> Result:
    """The result of a task that we have failed at."""
    p = task.property
    verdict = Verdict.INTERNAL
    return Result(
        p.contract, p.id, p.clauses, dict(task.case), p.scope, verdict, 0.0, "", None, reason,
        profile=task.profile,
    )  # fmt: skip


def _key(spec: Specification) -> str:
    """A counterexample names files, so those of the same text elsewhere are others."""
    return "\0".join([spec.digest, *(file.source.path for file in spec.files)])
