"""The JSON report of `check`, schema `ptoprove.check.v1`, and JSON in general (docs/json.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from parser.diagnostics import Diagnostic
from parser.limits import lifted_limits
from parser.source import Span
from proofs.verdicts import Counterexample, Result, Summary, TileView, Verdict
from ptoprove import __version__
from ptoprove.options import STANDARD_OUTPUT
from semantics.specification import Specification

SCHEMA = "ptoprove.check.v1"


def document(spec: Specification, results: Sequence[Result]) -> dict[str, Any]:
    """The report of some results as JSON values."""
    counts = Summary.of(results).counts
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": {"name": spec.name, "digest": spec.digest},
        "results": [_result(each) for each in results],
        "summary": {verdict.value.lower(): counts[verdict] for verdict in Verdict},
    }


def to_text(document: Mapping[str, Any], indent: int | None = 2) -> str:
    """The text of a JSON document, with a newline at its end."""
    with lifted_limits():
        return json.dumps(document, indent=indent, ensure_ascii=False) + "\n"


def write(path: Path, document: Mapping[str, Any]) -> None:
    """Write a JSON document to a file, or with `-` to standard output."""
    write_text(path, to_text(document))


def write_text(path: Path, text: str) -> None:
    """Write a report to a file, or with `-` to standard output."""
    if path == STANDARD_OUTPUT:
        sys.stdout.write(text)
    else:
        path.write_text(text, encoding="utf-8")


def _result(result: Result) -> dict[str, Any]:
    found = result.counterexample
    return {
        "contract": result.contract,
        "property": result.property,
        "clauses": list(result.clauses),
        "case": dict(result.case),
        "profile": result.profile,
        "scope": result.scope,
        "verdict": result.verdict.value,
        "seconds": round(result.seconds, 6),
        "solver": result.solver,
        "counterexample": None
        if found is None
        else {"id": result.counterexample_id, **_counterexample(found)},
        "reason": result.reason,
        "lemmas": list(result.lemmas),
        "assumptions": list(result.assumptions),
        "cross_checked": result.cross_checked or None,
    }


def _counterexample(found: Counterexample) -> dict[str, Any]:
    return {
        "failure": found.failure,
        "span": span_values(found.span),
        "stack": stack_values(found.stack),
        "draws": [{"name": name, "value": plain(value)} for name, value in found.draws],
        "values": [{"name": name, "value": value} for name, value in found.values],
        "tiles": [tile_values(tile) for tile in found.tiles],
    }


def tile_values(tile: TileView) -> dict[str, Any]:
    """A tile as JSON values."""
    return {
        "name": tile.name,
        "role": tile.role,
        "data_type": tile.data_type,
        "rows": tile.rows,
        "columns": tile.columns,
        "valid_rows": tile.valid_rows,
        "valid_columns": tile.valid_columns,
        "words": [[None if word is None else f"{word:#x}" for word in row] for row in tile.words],
    }


def stack_values(stack: Sequence[tuple[str, Span]]) -> list[dict[str, Any]]:
    """Calls, innermost first, as JSON values."""
    return [{"function": name, "span": span_values(span)} for name, span in stack]


def span_values(span: Span) -> dict[str, Any]:
    """A span as JSON values."""
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def diagnostic_values(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic with its notes as JSON values."""
    return {
        "code": diagnostic.code,
        "phase": diagnostic.phase.value,
        "message": diagnostic.message,
        "span": None if diagnostic.span is None else span_values(diagnostic.span),
        "hint": diagnostic.hint,
        "notes": [
            {"text": text, "span": None if span is None else span_values(span)}
            for text, span in diagnostic.notes
        ],
    }


def plain(value: Any) -> Any:
    """A value of ASL as JSON: numbers of any size, lists for aggregates, else text."""
    match value:
        case None | bool() | int() | str():
            return value
        case Fraction():
            return str(value)
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case _ if hasattr(value, "__iter__"):
            return [plain(each) for each in value]
    return str(value)
