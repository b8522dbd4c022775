"""Reports of `check` in JSON, read again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parser.diagnostics import Phase, fail
from parser.files import read_bytes
from parser.source import Span
from proofs.cache import NO_RESULT
from proofs.verdicts import Counterexample, Result, TileView, Verdict
from ptoprove.report import SCHEMA
from semantics.specification import Specification


@dataclass(frozen=True)
class Report:
    """What a check found: results in order, with the ids of their counterexamples, and of which
    specification."""

    name: str
    digest: str
    version: str
    results: tuple[Result, ...]
    ids: Mapping[int, str]
    """By the place of the result."""

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Report:
        """Raises one of NO_RESULT where the document is no report of `check`."""
        if document["schema"] != SCHEMA:
            raise ValueError(f"it is no document of the schema {SCHEMA}")
        found = document["results"]
        ids = {
            place: str(each["counterexample"]["id"])
            for place, each in enumerate(found)
            if each["counterexample"] is not None
        }
        spec = document["spec"]
        results = tuple(map(_result, found))
        return cls(str(spec["name"]), str(spec["digest"]), str(document["version"]), results, ids)


def read_report(path: Path) -> Report:
    """The report in a file; raises PtoError (REPORT-FILE, or where the file can't be read)."""
    data = read_bytes(path)
    try:
        return Report.of(json.loads(data))
    except NO_RESULT as problem:
        why = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        if isinstance(problem, KeyError):
            why = f"it has no {problem}"
        message = f"`{path}` is no report of a check: {why}"
        hint = "`ptoprove check --json FILE` writes one"
        raise fail("REPORT-FILE", Phase.INPUT, message, Span(str(path), 1, 1, 1, 1), hint) from None


def check_specification(report: Report, spec: Specification) -> None:
    """Raise PtoError (REPORT-SPEC) where a report is of another text than that of `spec`."""
    if report.digest != spec.digest:
        given, wanted = report.digest[:12], spec.digest[:12]
        message = f"the report is of the text {given} of {report.name}; {spec.name} is {wanted}"
        hint = "give the specification with --spec, or check it again"
        raise fail("REPORT-SPEC", Phase.INPUT, message, hint=hint)


def _result(data: Mapping[str, Any]) -> Result:
    example = data["counterexample"]
    return Result(
        str(data["contract"]),
        str(data["property"]),
        tuple(map(str, data["clauses"])),
        {str(name): str(value) for name, value in data["case"].items()},
        str(data["scope"]),
        Verdict(data["verdict"]),
        float(data["seconds"]),
        str(data["solver"]),
        None if example is None else _counterexample(example),
        None if data["reason"] is None else str(data["reason"]),
        lemmas=tuple(map(str, data["lemmas"])),
        profile=str(data["profile"]),
        assumptions=tuple(map(str, data["assumptions"])),
        cross_checked=str(data["cross_checked"] or ""),
    )


def _counterexample(data: Mapping[str, Any]) -> Counterexample:
    return Counterexample(
        tuple((str(each["name"]), each["value"]) for each in data["draws"]),
        str(data["failure"]),
        _span(data["span"]),
        tuple((str(each["function"]), _span(each["span"])) for each in data["stack"]),
        tuple(map(_tile, data["tiles"])),
        tuple((str(each["name"]), str(each["value"])) for each in data["values"]),
    )


def _span(data: Mapping[str, Any]) -> Span:
    ends = (int(data[name]) for name in ("line", "column", "end_line", "end_column"))
    return Span(str(data["path"]), *ends)


def _tile(data: Mapping[str, Any]) -> TileView:
    rows, columns = int(data["rows"]), int(data["columns"])
    valid = int(data["valid_rows"]), int(data["valid_columns"])
    words = tuple(
        tuple(None if word is None else int(word, 16) for word in row) for row in data["words"]
    )
    name, role, kind = (str(data[each]) for each in ("name", "role", "data_type"))
    return TileView(name, role, kind, rows, columns, *valid, words)
