"""What `parse` finds in files, as text and as JSON (schema `ptoprove.parse.v1`, docs/json.md)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from parser.asl import parse
from parser.bundle import parse_bundle
from parser.bundle_syntax import Bundle, LibraryCall
from parser.diagnostics import Diagnostic, PtoError
from parser.lexer import tokenize
from parser.limits import lifted_limits
from parser.loader import ParsedFile, parse_files, read_source
from parser.source import Source, Span
from parser.syntax import Node
from ptoprove import __version__
from ptoprove.report import diagnostic_values, plain
from ptoprove.terminal import short_path
from ptoprove.verdict_table import counted

SCHEMA = "ptoprove.parse.v1"
BUNDLE_SUFFIX = ".bundle"


@dataclass(frozen=True, slots=True)
class ParsedBundle:
    """A file of bundle assembly."""

    source: Source
    tree: Bundle | LibraryCall


Parsed = ParsedFile | ParsedBundle


def read_all(paths: Sequence[Path]) -> tuple[list[Parsed], list[Diagnostic]]:
    """The files that are well formed, in the order given, and what is wrong with the others."""
    read, problems = read_units([path for path in paths if path.suffix != BUNDLE_SUFFIX])
    found: dict[str, Parsed] = {file.source.path: file for file in read}
    for path in paths:
        if path.suffix == BUNDLE_SUFFIX:
            try:
                source = read_source(path)
                found[str(path)] = ParsedBundle(source, parse_bundle(source))
            except PtoError as error:
                problems += error.diagnostics
    return [found[str(path)] for path in paths if str(path) in found], problems


def read_units(paths: Sequence[Path]) -> tuple[list[ParsedFile], list[Diagnostic]]:
    """The ASL files that are well formed, in the order given, and what is wrong with the others."""
    try:
        return parse_files(paths), []
    except PtoError as error:
        problems = list(error.diagnostics)
    wrong = {each.span.path for each in problems if each.span}
    return parse_files([path for path in paths if str(path) not in wrong]), problems


def summary_text(parsed: Parsed) -> str:
    """One line about a file."""
    name = short_path(parsed.source.path)
    match parsed:
        case ParsedBundle(tree=Bundle(commands=commands)):
            return f"{name}: {counted(len(commands), 'command')}"
        case ParsedBundle():
            return f"{name}: 1 library call"
        case ParsedFile(unit=unit, metadata=metadata):
            parts = (
                counted(len(unit.declarations), "declaration"),
                counted(len(metadata.records), "record"),
                counted(len(metadata.clauses), "clause"),
            )
            return f"{name}: {', '.join(parts)}"


def speed_of(read: Sequence[Parsed], elapsed: float) -> str:
    """Tokens per second, measured by parsing the ASL files once more in this process."""
    sources = [each.source for each in read if isinstance(each, ParsedFile)]
    tokens = sum(len(tokenize(source)[0].kinds) - 1 for source in sources)
    started = time.perf_counter()
    for source in sources:
        parse(source)
    seconds = time.perf_counter() - started
    rate = round(tokens / seconds) if seconds and tokens else 0
    return (
        f"{counted(len(read), 'file')} in {elapsed:.2f} s, {tokens} tokens; "
        f"uncached, in one process: {seconds:.2f} s, {rate} tokens/s"
    )


def document(read: Sequence[Parsed], problems: Sequence[Diagnostic]) -> dict[str, Any]:
    """Trees, metadata and diagnostics as JSON values."""
    with lifted_limits():
        return {
            "schema": SCHEMA,
            "version": __version__,
            "files": [_file(each) for each in read],
            "diagnostics": [diagnostic_values(each) for each in problems],
        }


def _file(parsed: Parsed) -> dict[str, Any]:
    path = parsed.source.path
    if isinstance(parsed, ParsedBundle):
        return {"path": path, "kind": "bundle", "tree": tree_values(parsed.tree)}
    unit, metadata = parsed.unit, parsed.metadata
    return {
        "path": path,
        "kind": "asl",
        "declarations": [tree_values(each) for each in unit.declarations],
        "records": [
            {"kind": each.kind, "data": each.data, "span": _place(each.span)}
            for each in metadata.records
        ],
        "clauses": [
            {
                "id": each.id,
                "attributes": each.attributes,
                "text": each.text,
                "span": _place(each.span),
            }
            for each in metadata.clauses
        ],
        "regions": [{"name": each.name, "span": _place(each.span)} for each in metadata.regions],
    }


def tree_values(value: Any) -> Any:
    """A syntax tree as JSON values: a node is an object with its class as `node`."""
    if isinstance(value, Node):
        members = {"node": type(value).__name__, "span": _place(value.span)}
        for field in fields(value):
            if field.name not in ("span", "name_span"):
                members[field.name] = tree_values(getattr(value, field.name))
        return members
    if isinstance(value, tuple):
        return [tree_values(each) for each in value]
    assert not is_dataclass(value), value
    return plain(value)


def _place(span: Span) -> list[int]:
    return [span.line, span.column, span.end_line, span.end_column]
