"""The JSON report of `coverage`, schema `ptoprove.coverage.v1` (docs/json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concrete.points import Status
from ptoprove import __version__
from ptoprove.coverage import Coverage, Figures, FunctionCoverage
from ptoprove.report import diagnostic_values
from ptoprove.suite import Report

SCHEMA = "ptoprove.coverage.v1"


def document(report: Report, contracts: Sequence[str], coverage: Coverage) -> dict[str, Any]:
    """The coverage by a run as JSON values; without contracts it is that of all functions."""
    counts = report.counts
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": {"name": report.spec.name, "digest": report.spec.digest},
        "contracts": list(contracts),
        "points": {
            **{status.value: counts[status] for status in Status},
            "not_run": report.not_run,
        },
        **coverage_values(coverage),
    }


def coverage_values(coverage: Coverage) -> dict[str, Any]:
    """Coverage as members of a document."""
    return {
        "summary": _figures(coverage.figures),
        "files": [
            {
                "path": path,
                **_figures(coverage.of(functions)),
                "functions": [_function(coverage, each) for each in functions],
            }
            for path, functions in coverage.files().items()
        ],
        "problems": [diagnostic_values(each) for each in coverage.problems],
    }


def _figures(figures: Figures) -> dict[str, int]:
    return {
        "branches": figures.branches,
        "both": figures.both,
        "ways": 2 * figures.branches,
        "taken": figures.taken,
    }


def _function(coverage: Coverage, function: FunctionCoverage) -> dict[str, Any]:
    return {
        "name": function.name,
        "line": function.span.line,
        **_figures(coverage.of([function])),
        "missing": [
            {
                "line": branch.span.line,
                "column": branch.span.column,
                "condition": branch.text,
                "never": list(never),
            }
            for branch, never in coverage.missing(function)
        ],
    }
