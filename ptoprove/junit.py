"""JUnit XML, which has no standard. This is the part of it that CI tools agree on: `testsuites`
with `testsuite`s, in these a `testcase` with at most one of `failure`, `error` and `skipped`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a test case did not pass: `element` is `failure`, `error` or `skipped`."""

    element: str
    type: str
    message: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A test case, which passed if it has no outcome."""

    name: str
    folder: str
    seconds: float
    outcome: Outcome | None = None


def text(name: str, suites: Sequence[tuple[str, Sequence[Case]]]) -> str:
    """The text of a report of suites by name."""
    # No schema has `skipped` of all suites together.
    totals = _totals(name, [case for _, cases in suites for case in cases])
    root = ET.Element("testsuites", {k: v for k, v in totals.items() if k != "skipped"})
    for suite, cases in suites:
        element = ET.SubElement(root, "testsuite", _totals(suite, cases))
        for case in cases:
            _case(element, case)
    ET.indent(root)
    written = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'


def _totals(name: str, cases: Sequence[Case]) -> dict[str, str]:
    elements = [case.outcome.element for case in cases if case.outcome]
    return {
        "name": _clean(name),
        "tests": str(len(cases)),
        "failures": str(elements.count("failure")),
        "errors": str(elements.count("error")),
        "skipped": str(elements.count("skipped")),
        "time": _seconds(sum(case.seconds for case in cases)),
    }


def _case(suite: ET.Element, case: Case) -> None:
    names = {"name": _clean(case.name), "classname": _clean(case.folder)}
    element = ET.SubElement(suite, "testcase", {**names, "time": _seconds(case.seconds)})
    if case.outcome is not None:
        said = {"message": _clean(case.outcome.message), "type": case.outcome.type}
        ET.SubElement(element, case.outcome.element, said).text = _clean(case.outcome.text) or None


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}"


def _clean(text: str) -> str:
    """Text without the characters that XML can't hold."""
    return _NOT_IN_XML.sub("�", text)
