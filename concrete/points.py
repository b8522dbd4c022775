"""Test points: files with a `PTO-TEST` record and a `main()` that must return 0."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from concrete.diagnosis import diagnose
from concrete.execute import main_of, unsupported
from concrete.machine import Machine
from concrete.operands import operands_of
from parser.diagnostics import Diagnostic, Phase, PtoError
from parser.loader import parse_files
from semantics.specification import Specification
from semantics.values import DynamicError, Unsupported


class Status(StrEnum):
    """How a run of a point ended."""

    PASSED = "passed"
    FAILED = "failed"
    """A dynamic error, or a `main` that did not return 0."""
    BROKEN = "broken"
    """It could not be run: its text or its record is wrong, or it needs what is not there."""
    STOPPED = "stopped"
    """It reached the limit of time."""
    DIED = "died"
    """The process that ran it ended."""


@dataclass(frozen=True, slots=True)
class Point:
    """A test point as its record describes it; one with `problems` can't be run."""

    id: str
    kind: str
    summary: str
    path: Path
    problems: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run of a point gave; `operands` are the texts and values of a failed assertion's."""

    point: Point
    status: Status
    seconds: float = 0.0
    diagnostics: tuple[Diagnostic, ...] = ()
    operands: tuple[tuple[str, str], ...] = ()


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
        if point.problems:
            return Outcome(point, Status.BROKEN, diagnostics=point.problems)
        try:
            program = self.spec.program(parse_files([point.path]))
            machine = Machine(program, output=lambda _: None)
            main = main_of(program)
        except PtoError as error:
            return Outcome(point, Status.BROKEN, diagnostics=error.diagnostics)
        try:
            result = machine.call(main)
        except PtoError as error:
            return Outcome(point, Status.BROKEN, diagnostics=error.diagnostics)
        except Unsupported as error:
            return Outcome(point, Status.BROKEN, diagnostics=(unsupported(error),))
        except DynamicError as error:
            status = Status.STOPPED if error.code == "TIME-LIMIT" else Status.FAILED
            operands = operands_of(machine, error)
            return Outcome(point, status, 0.0, (diagnose(error, operands),), operands)
        if result == 0:
            return Outcome(point, Status.PASSED)
        message = f"`main` returned {result}; a test point that holds returns 0"
        wrong = Diagnostic("POINT-RESULT", Phase.DYNAMIC, message, program.signature(main).span)
        return Outcome(point, Status.FAILED, diagnostics=(wrong,))
