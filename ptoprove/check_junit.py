"""The report of `check` as JUnit XML: a suite for each contract, a test case for each case of each
property (docs/ci.md)."""

from __future__ import annotations

from typing import Final

from proofs.tasks import Task
from proofs.verdicts import HOLDS, Result, Verdict
from ptoprove import junit
from ptoprove.findings import Found
from ptoprove.terminal import result_case

ELEMENTS: Final = {
    Verdict.REFUTED: "failure",
    Verdict.VACUOUS: "failure",
    Verdict.UNKNOWN: "skipped",
    Verdict.UNSUPPORTED: "skipped",
    Verdict.INTERNAL: "error",
}


def text(found: Found) -> str:
    """The text of the report; obligations without a result are `skipped`."""
    suites: dict[str, list[junit.Case]] = {}
    for result in found.results:
        suites.setdefault(result.contract, []).append(_case(found, result))
    for task in found.undecided:
        suites.setdefault(task.property.contract, []).append(_undecided(task))
    return junit.text("ptoprove check", list(suites.items()))


def _case(found: Found, result: Result) -> junit.Case:
    outcome = None
    if result.verdict not in HOLDS:
        said = result.reason or found.property_of(result).title
        outcome = junit.Outcome(
            ELEMENTS[result.verdict], result.verdict.value, said, found.text(result)
        )
    name = f"{result.property} {result_case(result)}".rstrip()
    return junit.Case(name, result.contract, result.seconds, outcome)


def _undecided(task: Task) -> junit.Case:
    name = f"{task.property.id} {result_case(task)}".rstrip()
    outcome = junit.Outcome("skipped", "INTERRUPTED", "the check was interrupted before")
    return junit.Case(name, task.property.contract, 0.0, outcome)
