"""The test points of a specification checkout: finding them, and choosing some."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from concrete.points import Point
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.files import find_files
from parser.loader import read_source
from parser.metadata import Record, read_metadata
from parser.source import Span

FOLDER = Path("tests", "asl")
"""Where a checkout keeps its points."""

_GLOB = frozenset("*?[")
_HINT = 'write `// PTO-TEST: {"id": "…", "kind": "…", "summary": "…"}`, once in a file'


def discover(directory: Path) -> list[Point]:
    """The points under `tests/asl/` of a checkout, in the order of their paths.

    A file whose record is missing, malformed or that of an earlier file is a point with
    `problems`, named by its path where it has no other name. Raises PtoError (POINT-MISSING)
    where there are no files.
    """
    found: list[Point] = []
    owners: dict[str, Point] = {}
    for path in find_files(directory / FOLDER, ".asl"):
        point = _point(path, directory)
        owner = owners.setdefault(point.id, point)
        if owner is not point:
            message = f"the point `{point.id}` is that of another file too: {owner.path}"
            span = Span(str(path), 1, 1, 1, 1)
            twice = Diagnostic("POINT-TWICE", Phase.INPUT, message, span, "give each its own id")
            point = replace(point, problems=(*point.problems, twice))
        found.append(point)
    if not found:
        message = f"`{directory}` has no test points: there are no `.asl` files under `{FOLDER}/`"
        hint = "give the top folder of a checkout of the specification"
        raise fail("POINT-MISSING", Phase.INPUT, message, hint=hint)
    return found


def _point(path: Path, directory: Path) -> Point:
    try:
        metadata = read_metadata(read_source(path))
        data = _record([each for each in metadata.records if each.kind == "PTO-TEST"], path)
    except PtoError as error:
        name = path.relative_to(directory).with_suffix("").as_posix()
        return Point(name, "", "", path, error.diagnostics)
    return Point(data["id"], data["kind"], data.get("summary", ""), path)


def _record(records: Sequence[Record], path: Path) -> dict[str, str]:
    """The texts of the one record of a file; raises PtoError (POINT-RECORD)."""
    if len(records) != 1:
        message = "the file has no PTO-TEST record" if not records else "a second PTO-TEST record"
        span = records[1].span if records else Span(str(path), 1, 1, 1, 1)
        raise fail("POINT-RECORD", Phase.INPUT, message, span, _HINT)
    (record,) = records
    texts = {key: each for key, each in record.data.items() if isinstance(each, str)}
    for key in ("id", "kind"):
        if not texts.get(key, "").strip():
            message = f"`{key}` of the PTO-TEST record is missing, or no text"
            raise fail("POINT-RECORD", Phase.INPUT, message, record.span, _HINT)
    return texts


def select(
    points: Sequence[Point], directory: Path, patterns: Sequence[str], kinds: Sequence[str]
) -> list[Point]:
    """The points of these kinds that a pattern matches; without kinds or patterns, of all.

    A pattern with `*`, `?` or `[` matches a whole id, or a whole path within `directory`; any
    other matches a part of one. Case does not matter. Raises PtoError (POINT-UNKNOWN) for a
    pattern or kind that matches nothing.
    """
    known = sorted({each.kind for each in points if each.kind})
    for kind in kinds:
        if kind not in known:
            hint = f"there are: {', '.join(known)}"
            raise fail(
                "POINT-UNKNOWN", Phase.INPUT, f"no test point is of kind `{kind}`", hint=hint
            )
    left = [each for each in points if not kinds or each.kind in kinds]
    if not patterns:
        return left
    names = {each: _names(each, directory) for each in left}
    chosen: set[Point] = set()
    for pattern in patterns:
        matched = {each for each in left if _matches(pattern.upper(), names[each])}
        if not matched:
            among = f" among those of kind {', '.join(kinds)}" if kinds else ""
            message = f"no test point matches `{pattern}`{among}"
            raise fail("POINT-UNKNOWN", Phase.INPUT, message, hint=_near(pattern, names.values()))
        chosen |= matched
    return [each for each in left if each in chosen]


def _names(point: Point, directory: Path) -> tuple[str, str, str]:
    """What patterns are compared with, in capitals: the id, the path in the checkout, the path."""
    inside = point.path.relative_to(directory).as_posix()
    return point.id.upper(), inside.upper(), str(point.path).upper()


def _matches(pattern: str, names: tuple[str, str, str]) -> bool:
    id, inside, path = names
    if _GLOB.isdisjoint(pattern):
        return pattern in id or pattern in inside or pattern == path
    return any(fnmatchcase(name, pattern) for name in names)


def _near(pattern: str, names: Iterable[tuple[str, str, str]]) -> str:
    """What may have been meant: ids, and names of folders and files."""
    words = {word for id, inside, _ in names for word in (id, *Path(inside).with_suffix("").parts)}
    near = difflib.get_close_matches(pattern.upper(), sorted(words), 3)
    if near:
        return f"did you mean {' or '.join(f'`{each}`' for each in near)}?"
    return "a pattern is a part of an id or path, or has `*` and matches a whole one"
