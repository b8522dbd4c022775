"""The reports of `avs` for other tools: JSON, of the schema `ptoprove.avs.v1` (docs/json.md), and
JUnit XML."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from concrete.discovery import FOLDER
from concrete.points import Outcome, Status
from parser.diagnostics import render_all
from ptoprove import __version__
from ptoprove import junit as xml
from ptoprove.report import diagnostic_values
from ptoprove.suite import Report

SCHEMA = "ptoprove.avs.v1"


def document(report: Report) -> dict[str, Any]:
    """A run as JSON values; only the times differ from run to run."""
    counts = report.counts
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": {"name": report.spec.name, "digest": report.spec.digest},
        "points": [_point(each) for each in report.outcomes],
        "summary": {
            **{status.value: counts[status] for status in Status},
            "not_run": report.not_run,
        },
        "interrupted": report.interrupted,
    }


def _point(outcome: Outcome) -> dict[str, Any]:
    point = outcome.point
    return {
        "id": point.id,
        "kind": point.kind,
        "summary": point.summary,
        "path": str(point.path),
        "status": outcome.status.value,
        "seconds": round(outcome.seconds, 6),
        "diagnostics": [diagnostic_values(each) for each in outcome.diagnostics],
        "operands": [{"text": text, "value": value} for text, value in outcome.operands],
    }


# ---------------------------------------------------------------- JUnit


def junit(report: Report) -> str:
    """A run as JUnit XML, with a suite for each kind: FAILED is a `failure`, BROKEN, STOPPED and
    DIED are an `error`."""
    kinds = sorted({each.point.kind for each in report.outcomes})
    suites = [
        (
            kind or "(no kind)",
            [_case(o, report.directory) for o in report.outcomes if o.point.kind == kind],
        )
        for kind in kinds
    ]
    return xml.text("ptoprove avs", suites)


def _case(outcome: Outcome, directory: Path) -> xml.Case:
    point = outcome.point
    folder = point.path.relative_to(directory / FOLDER).parent
    classname = ".".join(folder.parts) or "(top)"
    return xml.Case(point.id, classname, outcome.seconds, _problem(outcome))


def _problem(outcome: Outcome) -> xml.Outcome | None:
    if outcome.status is Status.PASSED:
        return None
    first = outcome.diagnostics[0]
    return xml.Outcome(
        "failure" if outcome.status is Status.FAILED else "error",
        outcome.status.upper(),
        f"{first.code}: {first.message}",
        f"{outcome.point.path}\n{render_all(outcome.diagnostics)}",
    )
