"""The reports of `avs` for other tools: JSON, schema `ptoprove.avs.v1` (docs/json.md), and JUnit.

JUnit XML has no standard. This is the part of it that CI tools agree on: `testsuites` with one
`testsuite` for each kind, in that a `testcase` with at most one of `failure` and `error`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from concrete.discovery import FOLDER
from concrete.points import Outcome, Status
from parser.diagnostics import render_all
from ptoprove import __version__
from ptoprove.report import diagnostic_values
from ptoprove.suite import Report

SCHEMA = "ptoprove.avs.v1"

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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
    """A run as JUnit XML: FAILED is a `failure`, BROKEN, STOPPED and DIED are an `error`."""
    root = ET.Element("testsuites", _totals("ptoprove avs", report.outcomes))
    for kind in sorted({each.point.kind for each in report.outcomes}):
        those = [each for each in report.outcomes if each.point.kind == kind]
        suite = ET.SubElement(root, "testsuite", _totals(kind or "(no kind)", those))
        for each in those:
            _case(suite, each, report.directory)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _totals(name: str, outcomes: Sequence[Outcome]) -> dict[str, str]:
    statuses = [each.status for each in outcomes]
    passed, failed = statuses.count(Status.PASSED), statuses.count(Status.FAILED)
    return {
        "name": name,
        "tests": str(len(outcomes)),
        "failures": str(failed),
        "errors": str(len(outcomes) - passed - failed),
        "time": _seconds(sum(each.seconds for each in outcomes)),
    }


def _case(suite: ET.Element, outcome: Outcome, directory: Path) -> None:
    point = outcome.point
    folder = point.path.relative_to(directory / FOLDER).parent
    names = {"name": point.id, "classname": ".".join(folder.parts) or "(top)"}
    times = {"time": _seconds(outcome.seconds)}
    case = ET.SubElement(suite, "testcase", _clean({**names, **times}))
    if outcome.status is not Status.PASSED:
        first = outcome.diagnostics[0]
        what = "failure" if outcome.status is Status.FAILED else "error"
        told = _clean({"message": f"{first.code}: {first.message}", "type": outcome.status.upper()})
        element = ET.SubElement(case, what, told)
        told_in_full = f"{point.path}\n{render_all(outcome.diagnostics)}"
        element.text = _NOT_IN_XML.sub("�", told_in_full)


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}"


def _clean(attributes: dict[str, str]) -> dict[str, str]:
    """Attributes without the characters that XML can't hold."""
    return {name: _NOT_IN_XML.sub("�", value) for name, value in attributes.items()}
