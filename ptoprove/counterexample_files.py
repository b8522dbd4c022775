"""Counterexamples in files: as JSON, as NumPy arrays, as a test of pytest; and read from them.

All of them hold the document of the schema `ptoprove.cex.v1`, of which the counterexample is made
again. What is read is JSON: nothing is unpickled, nothing executed.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import IO, Any, Final

import numpy as np

from concrete.tile_arrays import Array, saved_array
from parser.diagnostics import Phase, fail
from parser.files import read_bytes
from parser.source import Span
from proofs.cache import NO_RESULT
from proofs.explanation import Explanation
from proofs.verdicts import Counterexample, TileView
from ptoprove import __version__
from ptoprove.kept import Kept, kept_of
from ptoprove.report import span_values
from semantics.formats import FORMATS

SCHEMA: Final = "ptoprove.cex.v1"
MEMBER: Final = "counterexample"
"""The key of the document in a NumPy file."""
PYTEST: Final = Path(__file__).parent / "templates" / "counterexample_test.py.txt"
DOCUMENT: Final = re.compile(r"^DOCUMENT = json\.loads\(r'''(.*?)'''\)$", re.MULTILINE | re.DOTALL)
FORMS: Final = ("json", "npz", "pytest")
SUFFIXES: Final = frozenset({".json", ".npz", ".py"})
"""Of files that `read` reads."""


def document(found: Kept, why: Explanation) -> dict[str, Any]:
    """A counterexample with all that it takes to understand it and to run it again."""
    result = found.result
    contract = found.spec.contract(result.contract)
    return {
        "schema": SCHEMA,
        "version": __version__,
        "id": found.id,
        "contract": result.contract,
        "property": result.property,
        "title": found.task().property.title,
        "clauses": {key: contract.clauses.get(key, "") for key in result.clauses},
        "specification": {"name": found.spec.name, "digest": found.spec.digest},
        "free": {
            "inputs": list(why.free),
            "elements": {role: sorted(map(list, cells)) for role, cells in why.cells.items()},
        },
        "path": [
            {
                "function": each.function,
                "span": span_values(each.span),
                "condition": each.text,
                "way": each.way,
                "times": each.times,
                "values": [list(pair) for pair in each.values],
            }
            for each in why.path
        ],
        "path_left_out": why.more,
        "kept": found.document(),
    }


def write(stream: IO[bytes], form: str, found: Kept, why: Explanation) -> None:
    """Write a counterexample in one of FORMS."""
    whole = document(found, why)
    if form == "json":
        stream.write((json.dumps(whole, indent=2, ensure_ascii=False) + "\n").encode())
    elif form == "pytest":
        stream.write(_pytest(found, whole).encode())
    else:
        arrays: dict[str, Any] = {MEMBER: np.array(json.dumps(whole))}
        for name, tile in _named(found.result.counterexample).items():
            arrays |= _arrays(name, tile)
        np.savez(stream, allow_pickle=False, **arrays)


def read(path: Path) -> Kept:
    """The counterexample in a file that `write` has written; raises PtoError (CEX-FILE, or where
    the file can't be read)."""
    data = read_bytes(path)
    try:
        whole = json.loads(_text(path.suffix, data, path))
        if whole.get("schema") != SCHEMA:
            raise ValueError(f"it is no document of the schema {SCHEMA}")
        return kept_of(whole["kept"])
    except (*NO_RESULT, OSError, EOFError, zipfile.BadZipFile) as problem:
        why = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        message = f"`{path}` holds no counterexample: {why}"
        hint = "`ptoprove cex ID --as json|npz|pytest --output FILE` writes one"
        raise fail("CEX-FILE", Phase.INPUT, message, Span(str(path), 1, 1, 1, 1), hint) from None


def _text(suffix: str, data: bytes, path: Path) -> str:
    """The document in a file."""
    if suffix == ".npz":
        with np.load(path, allow_pickle=False) as arrays:
            found = arrays[MEMBER]
            if found.dtype.kind != "U" or found.ndim:
                raise ValueError(f"its `{MEMBER}` is no text")
            return str(found[()])
    text = data.decode()
    if suffix == ".py":
        match = DOCUMENT.search(text)
        if match is None:
            raise ValueError("it has no DOCUMENT")
        return match[1]
    return text


def _named(example: Counterexample | None) -> dict[str, TileView]:
    """The tiles of a counterexample by names that fit into a file."""
    found: dict[str, TileView] = {}
    for tile in example.tiles if example is not None else ():
        name = re.sub(r"\W+", "_", tile.role).strip("_") or "tile"
        found[name if name not in found else f"{name}_{len(found)}"] = tile
    return found


def _arrays(name: str, tile: TileView) -> Mapping[str, Array]:
    """A tile's valid elements, zero where undefined, and which of them are defined."""
    fmt = FORMATS[tile.data_type]
    rows = [row[: tile.valid_columns] for row in tile.words[: tile.valid_rows]]
    words = [[(word or 0) & fmt.mask for word in row] for row in rows]
    return {
        name: saved_array(fmt, words),
        f"{name}.data_type": np.array(tile.data_type),
        f"{name}.defined": np.array([[word is not None for word in row] for row in rows]),
    }


# ------------------------------------------------------------------------ a test of pytest


def _pytest(found: Kept, whole: Mapping[str, Any]) -> str:
    result = found.result
    tiles = _named(result.counterexample)
    given = {name: tile for name, tile in tiles.items() if tile.role not in ("expected", "got")}
    expected = tiles.get("expected")
    case = ", ".join(f"{name} = {value}" for name, value in result.case.items())
    # In a raw string: no quotes, and backslashes as JSON has them.
    text = json.dumps(whole, indent=1).replace("'", "\\u0027")
    return Template(PYTEST.read_text("utf-8")).substitute(
        title=_plain(f"{result.contract} {result.property}: {whole['title']}"),
        id=found.id,
        case=_plain(case or "its only case"),
        contract=repr(result.contract),
        given=_literals(given),
        expected=_literal(expected) if expected is not None else "None",
        document=f"\n{text}\n",
    )


def _plain(text: str) -> str:
    """A text that may stand in a docstring."""
    return re.sub(r"[^ -~]", "?", text).replace("\\", "/").replace('"', "'")


def _literals(tiles: Mapping[str, TileView]) -> str:
    lines = [f"    {name!r}: {_literal(tile)}," for name, tile in tiles.items()]
    return "\n".join(["{", *lines, "}"])


def _literal(tile: TileView) -> str:
    """A tile as a Python expression: its type, and the raw words of its valid elements."""
    mask = FORMATS[tile.data_type].mask
    rows = [
        ["None" if word is None else f"{word & mask:#x}" for word in row[: tile.valid_columns]]
        for row in tile.words[: tile.valid_rows]
    ]
    words = ", ".join(f"[{', '.join(row)}]" for row in rows)
    return f"({tile.data_type!r}, [{words}])"
