"""What `avs` does: choose test points, have them run, put outcomes in order, judge the whole."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from concrete.discovery import discover, select
from concrete.limits import Limits
from concrete.points import Outcome, Point, PointRunner, Status
from concrete.workers import Run, run_points
from ptoprove.errors import FAILED, INTERRUPTED, NO_ANSWER
from semantics.specification import Specification

Watch: TypeAlias = Callable[[Iterable[Outcome]], Iterable[Outcome]]
"""Lets someone see outcomes as they come."""


@dataclass(frozen=True, slots=True)
class Options:
    """`timeout` in seconds of processor time for one point; `jobs` processes. With `counting`,
    outcomes say which ways branches went."""

    timeout: float
    jobs: int
    fail_fast: bool = False
    counting: bool = False

    @classmethod
    def of(
        cls, timeout: float, jobs: int | None, fail_fast: bool, counting: bool = False
    ) -> Options:
        """As many jobs as there are processors, unless given."""
        return cls(timeout, jobs or os.cpu_count() or 1, fail_fast, counting)


@dataclass(frozen=True, slots=True)
class Report:
    """Outcomes in the order of the paths; fewer than `points` if the run was ended early."""

    spec: Specification
    directory: Path
    points: tuple[Point, ...]
    outcomes: tuple[Outcome, ...]
    interrupted: bool = False

    @property
    def counts(self) -> Counter[Status]:
        return Counter(each.status for each in self.outcomes)

    @property
    def not_run(self) -> int:
        """How many points have no outcome."""
        return len(self.points) - len(self.outcomes)

    @property
    def exit_code(self) -> int:
        if self.interrupted:
            return INTERRUPTED
        if self.counts[Status.FAILED]:
            return FAILED
        return 0 if self.counts[Status.PASSED] == len(self.points) else NO_ANSWER


def chosen(directory: Path, patterns: Sequence[str], kinds: Sequence[str]) -> list[Point]:
    """The points of a checkout that patterns and kinds name; raises PtoError as `select` does."""
    return select(discover(directory), directory, patterns, kinds)


def run(
    spec: Specification,
    directory: Path,
    points: Sequence[Point],
    options: Options,
    watch: Watch = iter,
) -> Report:
    """Run points of the specification in a directory; Ctrl-C ends it early.

    With `fail_fast`, what comes after the first point that does not pass is left out, whether it
    was run or not.
    """
    found: dict[int, Outcome] = {}

    def noted() -> Iterator[Outcome]:
        for number, outcome in run_points(
            points,
            partial(_runner, spec, options.counting),
            Limits.of(options.timeout, options.jobs),
            jobs=options.jobs,
            fail_fast=options.fail_fast,
        ):
            found[number] = outcome
            yield outcome

    interrupted = False
    try:
        for _ in watch(noted()):
            pass
    except KeyboardInterrupt:
        interrupted = True
    ordered = [found[number] for number in sorted(found)]
    if options.fail_fast and not interrupted:
        wrong = (n for n, each in enumerate(ordered) if each.status is not Status.PASSED)
        ordered = ordered[: next(wrong, len(ordered)) + 1]
    return Report(spec, directory, tuple(points), tuple(ordered), interrupted)


def _runner(spec: Specification, counting: bool) -> Run:
    return PointRunner(spec, counting).run
