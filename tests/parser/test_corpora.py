"""Real input, where it is at hand: set PTO_SPEC and ASLREF_TESTS to their folders."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parser.asl import parse
from parser.diagnostics import PtoError
from parser.loader import parse_files
from parser.source import Source


def folder(variable: str) -> Path:
    value = os.environ.get(variable)
    if not value:
        pytest.skip(f"{variable} is not set")
    return Path(value)


def test_the_public_specification(tmp_path: Path) -> None:
    units = sorted((folder("PTO_SPEC") / "asl").rglob("*.asl"))
    files = parse_files(units, cache_dir=tmp_path)
    assert len(files) > 100
    assert all(file.unit.declarations or file.metadata.records for file in files)
    again = parse_files(units, cache_dir=tmp_path)
    assert [file.unit for file in again] == [file.unit for file in files]


def test_the_standard_library_of_the_reference_implementation() -> None:
    library = folder("ASLREF_TESTS").parent / "libdir" / "stdlib.asl"
    assert len(parse(Source.read(library)).declarations) > 20


COMMAND = re.compile(
    r"^  \$ aslref ((?:--no-exec |-1 )?)([\w./-]+\.asl)\n((?:  (?!\$).*\n)*)", re.M
)
REFUSED = re.compile(r"ASL (Lexical|Grammar) error", re.I)


def runs(tests: Path) -> Iterator[tuple[Path, bool]]:
    """Each file that a cram test runs with default options, and whether that refuses its text."""
    for script in sorted(tests.glob("*.t/run.t")):
        for _, name, output in COMMAND.findall(script.read_text("utf-8")):
            file = script.parent / name
            if file.is_file():
                yield file, bool(REFUSED.search(output))


def test_the_suite_of_the_reference_implementation() -> None:
    wrong = []
    count = 0
    for file, refused in runs(folder("ASLREF_TESTS")):
        count += 1
        try:
            parse(Source.read(file))
        except PtoError as error:
            if not refused:
                wrong.append(f"{file} is refused: {error}")
        else:
            if refused:
                wrong.append(f"{file} is accepted")
    assert count > 500
    assert not wrong, "\n".join(wrong)
