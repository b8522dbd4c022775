"""Programs that print: what they print, and how they end, as ASLRef has it (compared by hand)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.loader import parse_files
from semantics.library import STDLIB
from semantics.program import Program
from semantics.values import DynamicError

PROGRAMS = sorted((Path(__file__).parents[1] / "programs" / "printing").glob("*.asl"))


def outcome(file: Path, intrinsics: bool) -> str:
    library, program = parse_files([STDLIB, file])
    printed: list[str] = []
    machine = Machine(Program([program.unit], library.unit, intrinsics), output=printed.append)
    try:
        machine.start()
        end = f"returns {machine.call('main')}"
    except DynamicError as error:
        name, span = error.stack[0]
        end = f"{error.code} in `{name}` at line {span.line}"
    return f"{''.join(printed)}\n---- {end}\n"


@pytest.mark.parametrize("intrinsics", [True, False], ids=["native", "asl"])
@pytest.mark.parametrize("file", PROGRAMS, ids=lambda f: f.stem)
def test_program(file: Path, intrinsics: bool, golden: Callable[[str, str], None]) -> None:
    golden(f"programs/{file.stem}.txt", outcome(file, intrinsics))
