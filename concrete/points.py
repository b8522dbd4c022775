"""Test points: files with a `PTO-TEST` record and a `main()` that must return 0."""

from __future__ import annotations

import gc
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from concrete.branches import Taken
from concrete.execute import main_of, unsupported
from concrete.machine import Machine
from concrete.names import python_name
from concrete.operands import operands_of
from parser.cache import Cache, user_cache_directory
from parser.diagnostics import Diagnostic, Phase, PtoError
from parser.loader import no_collection, parse_files
from semantics.diagnosis import diagnose
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
    """What a run of a point gave; `operands` are the texts and values of a failed assertion's.

    `taken` are the ways that branches went in it, and in no earlier one of the same runner.
    """

    point: Point
    status: Status
    seconds: float = 0.0
    diagnostics: tuple[Diagnostic, ...] = ()
    operands: tuple[tuple[str, str], ...] = ()
    taken: frozenset[Taken] = field(default=frozenset(), compare=False)


_BEYOND_LIMITS = MappingProxyType({"TIME-LIMIT": Status.STOPPED, "MEMORY-LIMIT": Status.DIED})


class PointRunner:
    """Runs points of one specification in this process, one after the other.

    A point is a layer on the specification, whose functions are compiled once. One that changes
    what the specification means, or that has an error as a layer, runs as a program of its own.
    With `counting`, outcomes say which ways branches went.
    """

    def __init__(self, spec: Specification, counting: bool = False) -> None:
        self.spec, self._counting = spec, counting
        self._told: frozenset[Taken] = frozenset()
        with no_collection():
            code = Cache(user_cache_directory())
            program = spec.program()
            self._machine = Machine(program, counting=counting, output=lambda _: None, cache=code)
        # What is loaded stays: the collector need not look at it again.
        gc.freeze()

    def run(self, point: Point) -> Outcome:
        """Run one point from the initial state; whatever goes wrong is in the outcome."""
        start = time.perf_counter()
        outcome = self._run(point)
        taken = self._machine.taken - self._told
        self._told |= taken
        return replace(outcome, seconds=time.perf_counter() - start, taken=frozenset(taken))

    def _run(self, point: Point) -> Outcome:
        if point.problems:
            return Outcome(point, Status.BROKEN, diagnostics=point.problems)
        try:
            files = parse_files([point.path])
        except PtoError as error:
            return Outcome(point, Status.BROKEN, diagnostics=error.diagnostics)
        with suppress(PtoError):
            layer = self.spec.layer(self._machine.program, files)
            if not layer.changes():
                with self._machine.on_top(layer):
                    return _outcome(point, self._machine)
        try:
            own = self.spec.program(files)
            machine = Machine(own, counting=self._counting, output=lambda _: None)
            outcome = _outcome(point, machine)
        except PtoError as error:
            return Outcome(point, Status.BROKEN, diagnostics=error.diagnostics)
        self._machine.taken |= self._of_the_specification(machine)
        return outcome

    def _of_the_specification(self, machine: Machine) -> set[Taken]:
        """The ways that a machine noted in functions which are those of the specification."""
        below, own = self._machine.program, machine.program
        keys = set(below.keys()) & set(own.keys())
        same = {
            python_name(key)
            for key in keys
            if own.declaration(key).span == below.declaration(key).span
        }
        return {way for way in machine.taken if way[0] in same}


def _outcome(point: Point, machine: Machine) -> Outcome:
    """What `main` of the machine's program gives; raises PtoError where it can't be run."""
    program = machine.program
    main = main_of(program)
    try:
        result = machine.call(main)
    except Unsupported as error:
        return Outcome(point, Status.BROKEN, diagnostics=(unsupported(error),))
    except DynamicError as error:
        status = _BEYOND_LIMITS.get(error.code, Status.FAILED)
        operands = operands_of(machine, error)
        return Outcome(point, status, 0.0, (diagnose(error, operands),), operands)
    if result == 0:
        return Outcome(point, Status.PASSED)
    message = f"`main` returned {result}; a test point that holds returns 0"
    wrong = Diagnostic("POINT-RESULT", Phase.DYNAMIC, message, program.signature(main).span)
    return Outcome(point, Status.FAILED, diagnostics=(wrong,))
