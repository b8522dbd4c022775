"""Test points: files with a `PTO-TEST` record and a `main()` that must return 0."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from concrete.machine import Machine
from parser.diagnostics import Diagnostic, PtoError
from parser.loader import parse_files
from parser.metadata import read_metadata
from parser.source import Source
from semantics.diagnosis import diagnose
from semantics.specification import Specification
from semantics.values import DynamicError


class Status(StrEnum):
    """How a run of a point ended."""

    PASSED = "passed"
    FAILED = "failed"
    """A dynamic error, or a `main` that did not return 0."""
    BROKEN = "broken"
    """It could not be run: its text or its record is wrong, or it needs what is not there."""
    STOPPED = "stopped"
    """It reached the limit of time or steps."""
    DIED = "died"
    """The process that ran it ended."""


@dataclass(frozen=True, slots=True)
class Point:
    """A test point as its record describes it."""

    id: str
    kind: str
    summary: str
    path: Path


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run of a point gave; `operands` are the texts and values of a failed assertion's."""

    point: Point
    status: Status
    seconds: float = 0.0
    diagnostics: tuple[Diagnostic, ...] = ()
    operands: tuple[tuple[str, str], ...] = ()


def points(directory: Path) -> Iterator[Point]:
    """The points under `tests/asl/` of a checkout, in the order of their paths."""
    for path in sorted((directory / "tests" / "asl").rglob("*.asl")):
        for record in read_metadata(Source.read(path)).records:
            if record.kind == "PTO-TEST":
                id, kind, summary = (str(record.data.get(k, "")) for k in ("id", "kind", "summary"))
                yield Point(id, kind, summary, path)


class PointRunner:
    """Runs points of one specification in this process, one after the other."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec

    def run(self, point: Point) -> Outcome:
        """Run one point from the initial state; whatever goes wrong is in the outcome."""
        start = time.perf_counter()
        outcome = self._run(point)
        return replace(outcome, seconds=time.perf_counter() - start)

    def _run(self, point: Point) -> Outcome:
        try:
            program = self.spec.program(parse_files([point.path]))
            result = Machine(program, output=lambda _: None).call("main")
        except PtoError as error:
            return Outcome(point, Status.BROKEN, diagnostics=error.diagnostics)
        except DynamicError as error:
            return Outcome(point, Status.FAILED, diagnostics=(diagnose(error),))
        return Outcome(point, Status.PASSED if result == 0 else Status.FAILED)
