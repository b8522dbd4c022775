"""Which contracts differ between two versions of a specification, and in what."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.changes import Change, changes
from semantics.specification import Specification, checkout
from tests.proofs.editing import ARCHITECTURE, NUMERIC, TILES, TREM, copied, edit

ALL = ("TDIV", "TNEG", "TREM", "TSCATTER")


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    return checkout(copied(tmp_path_factory.mktemp("before")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copied(tmp_path)


def found(before: Specification, folder: Path) -> list[Change]:
    return changes(before, checkout(folder), ALL)


def test_nothing(before: Specification, folder: Path) -> None:
    edit(folder, TREM, "// DOC-BEGIN: operation", "/* one\nmore */ // DOC-BEGIN: operation")
    edit(
        folder, ARCHITECTURE, "type Word of bits(64);", "constant UNUSED=1;type Word of bits( 64 );"
    )
    (folder / TILES).rename(folder / "asl" / "elsewhere.asl")
    assert found(before, folder) == []


def test_a_function_of_one_contract(before: Specification, folder: Path) -> None:
    edit(folder, TREM, "    ExecuteTileBinary(", "    pass;\n    ExecuteTileBinary(")
    assert found(before, folder) == [Change("TREM", False, ("InstructionContractExecute_TREM()",))]


def test_what_all_reach(before: Specification, folder: Path) -> None:
    edit(
        folder,
        ARCHITECTURE,
        "var _LastFault: FaultCode;",
        "var _LastFault: FaultCode = Fault_None;",
    )
    edit(folder, TILES, "'0000';\nend;\n\n", "Zeros{4};\nend;\n\n")
    expected = [Change(name, False, ("ReleaseTile()", "_LastFault")) for name in ALL]
    assert found(before, folder) == expected


def test_an_enumeration(before: Specification, folder: Path) -> None:
    edit(folder, NUMERIC, "TileUnary_NEG };", "TileUnary_NEG, TileUnary_ABS };")
    unary = [each for each in found(before, folder) if each.contract == "TNEG"]
    assert unary == [Change("TNEG", False, ("TileUnaryOperation",))]


def test_a_record(before: Specification, folder: Path) -> None:
    edit(folder, TREM, '"assembly":["TREM <bundle operands>"]', '"assembly":["TREM <operands>"]')
    assert found(before, folder) == [Change("TREM", True, ())]


def test_a_clause(before: Specification, folder: Path) -> None:
    edit(folder, TREM, "TREM MUST retain", "TREM SHALL retain")
    assert found(before, folder) == [Change("TREM", True, ())]


def test_contracts_that_come_and_go(before: Specification, folder: Path) -> None:
    text = (folder / TREM).read_text("utf-8")
    (folder / TREM).write_text(
        "\n".join(line for line in text.split("\n") if "PTO-INSTRUCTION" not in line), "utf-8"
    )
    without = checkout(folder)
    (change,) = changes(without, before, ALL)
    assert (change.contract, change.record, change.declarations) == ("TREM", True, ())
    assert changes(before, without, ALL) == [change]


def test_only_contracts_that_are_named(before: Specification, folder: Path) -> None:
    edit(folder, TREM, "    ExecuteTileBinary(", "    pass;\n    ExecuteTileBinary(")
    assert changes(before, checkout(folder), ["TNEG"]) == []
    assert changes(before, checkout(folder), []) == []
