"""Every program of tests/model runs without error on the shipped model."""

from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.loader import parse_files
from semantics.specification import shipped

FOLDER = Path(__file__).parents[1] / "model"
SUPPORT = FOLDER / "support.asl"
SPEC = shipped()
PROGRAMS = sorted(set(FOLDER.glob("*.asl")) - {SUPPORT})


def test_programs_are_there() -> None:
    assert SUPPORT.is_file()
    assert PROGRAMS


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("tracing", [False, True], ids=["", "tracing"])
def test_program(program: Path, tracing: bool) -> None:
    machine = Machine(SPEC.program(parse_files([SUPPORT, program])), tracing=tracing)
    assert machine.call("main") == 0


def test_programs_without_native_operations() -> None:
    files = parse_files([SUPPORT, FOLDER / "trem_basic.asl"])
    assert Machine(SPEC.program(files, intrinsics=False)).call("main") == 0
