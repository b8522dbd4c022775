"""What a contract takes, as its own functions answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from concrete.legality import Legality
from parser.diagnostics import PtoError
from parser.loader import parse_files
from semantics.specification import Contract, Specification, shipped

SPEC = shipped()
TREM = SPEC.contract("TREM")
LEGALITY = Legality(SPEC)


def test_data_types() -> None:
    found = LEGALITY.data_types(TREM)
    assert found is not None
    assert len(found) == 25
    taken = [name for name, legal in found.items() if legal]
    assert taken == ["FP32", "FP16", "BF16", "S32", "S16", "U32", "U16"]


def test_zero_divisors() -> None:
    rejecting = {name for name in ("S32", "U16", "FP32", "S64")
                 if LEGALITY.rejects_zero_divisor(TREM, name)}  # fmt: skip
    assert rejecting == {"S32", "U16"}


def renamed(**more: object) -> Contract:
    return replace(TREM, **{"name": "TOTHER", **more})  # type: ignore[arg-type]


def test_no_function_tells() -> None:
    assert LEGALITY.data_types(renamed()) is None


@pytest.mark.parametrize("record", [{}, {"catalog_records": [{}]}])
def test_no_operand_is_a_divisor(record: dict[str, object]) -> None:
    assert not LEGALITY.rejects_zero_divisor(renamed(record=record), "S32")


def test_operands_can_not_be_judged() -> None:
    with pytest.raises(PtoError, match="InstructionContractOperandsLegal_TOTHER"):
        LEGALITY.rejects_zero_divisor(renamed(), "S32")


def test_a_function_of_other_arguments(tmp_path: Path) -> None:
    path = tmp_path / "unit.asl"
    path.write_text(
        "type TileDataType of enumeration { TileDataType_S32 };\n"
        "func InstructionContractDataTypeLegal_TREM(code: bits(5)) => boolean\n"
        "begin\n    return TRUE;\nend;\n",
        "utf-8",
    )
    other = Specification("other", parse_files([path], jobs=1, cache_dir=tmp_path))
    assert Legality(other).data_types(TREM) is None
