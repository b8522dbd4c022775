"""What a specification checkout holds, and what of it can't be loaded (docs/avs.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from concrete.discovery import discover
from parser.diagnostics import Diagnostic, PtoError
from parser.loader import ParsedFile, no_collection, parse_files
from parser.metadata import COMMENT
from parser.source import Source, Span
from parser.tables import load_tables
from ptoprove import __version__
from ptoprove.parsing import read_units
from ptoprove.report import diagnostic_values, span_values
from semantics.intrinsics import SPECS
from semantics.library import STDLIB
from semantics.specification import UNITS, Specification, unit_files

SCHEMA = "ptoprove.spec.v1"

_CALLED = re.compile(r"\b([A-Za-z_]\w*)\s*[({]")
_DECLARED = re.compile(r"\b(?:func|accessor|type)\s+([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Inventory:
    """What a checkout holds, counted; `problems` are what is wrong with the files left out."""

    name: str
    units: Counter[str]
    """By the first folder under `asl/`."""
    declarations: Counter[str]
    """Of the units, by kind."""
    contracts: Counter[str]
    """By surface and first class."""
    clauses: Counter[str]
    """By kind: the members of `contract` in the records."""
    normative: int
    """NDF clauses."""
    points: Counter[str]
    """By kind."""
    decoders: Counter[str]
    """Numbers of declarations, by file."""
    missing: dict[str, Span]
    """Functions that are called and declared nowhere, with the first call of each."""
    problems: tuple[Diagnostic, ...]


def take(directory: Path, decoders: Sequence[Path] = ()) -> Inventory:
    """The inventory of a checkout with generated decoders; raises PtoError (SPEC-MISSING)."""
    with no_collection():
        return _take(directory, decoders)


def _take(directory: Path, decoders: Sequence[Path]) -> Inventory:
    paths = unit_files(directory)
    units, problems = read_units(paths)
    generated, wrong = read_units(decoders)
    try:
        Specification(str(directory), [*units, *generated]).program()
    except PtoError as error:
        wrong += error.diagnostics
    try:
        points = discover(directory)
    except PtoError:
        points = []  # a checkout may have none
    sources = [each.source for each in (*units, *generated)]
    for point in points:
        wrong += point.problems
        if not point.problems:
            sources.append(Source.read(point.path))
    contracts = Specification(str(directory), units).contracts.values()
    keys = [key for contract in contracts for key in contract.clauses]
    return Inventory(
        name=str(directory),
        units=Counter(_folder(path.relative_to(directory / UNITS)) for path in paths),
        declarations=Counter(f"{each.heading.kind}s" for unit in units for each in unit.outline),
        contracts=Counter(
            " ".join((str(each.record.get("surface", "")), *each.classification[:1])).strip()
            for each in contracts
        ),
        clauses=Counter(key.partition("[")[0] for key in keys if "[" in key),
        normative=sum(len(unit.metadata.clauses) for unit in units),
        points=Counter(each.kind for each in points if not each.problems),
        decoders=Counter({each.source.path: len(each.outline) for each in generated}),
        missing=_missing(sources, [*units, *generated]),
        problems=(*problems, *wrong),
    )


def _folder(path: Path) -> str:
    return path.parts[0] if len(path.parts) > 1 else ""


def _missing(sources: Iterable[Source], declaring: Sequence[ParsedFile]) -> dict[str, Span]:
    """Names that are called in texts, and that neither they nor the files declare."""
    known = {*SPECS, *load_tables().literals}
    for file in (*parse_files([STDLIB]), *declaring):
        known.update(each.heading.name for each in file.outline)
    found: dict[str, Span] = {}
    for source in sources:
        # Comments and strings become blanks, so that what is left stays where it is.
        code = COMMENT.sub(_blank, source.text)
        own = set(_DECLARED.findall(code))
        for match in _CALLED.finditer(code):
            name = match[1]
            if name not in known and name not in own and name not in found:
                found[name] = source.span(*match.span(1))
    return found


def _blank(match: re.Match[str]) -> str:
    return "\n".join(" " * len(line) for line in match[0].split("\n"))


def document(inventory: Inventory) -> dict[str, Any]:
    """An inventory as JSON values (schema `ptoprove.spec.v1`, docs/json.md)."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": inventory.name,
        **{name: dict(sorted(counts.items())) for name, counts in groups(inventory).items()},
        "normative": inventory.normative,
        "missing": [
            {"name": name, "span": span_values(span)} for name, span in inventory.missing.items()
        ],
        "problems": [diagnostic_values(each) for each in inventory.problems],
    }


def groups(inventory: Inventory) -> dict[str, Counter[str]]:
    """All that is counted by kinds."""
    names = ("units", "declarations", "contracts", "clauses", "points", "decoders")
    return {name: getattr(inventory, name) for name in names}
