"""Values of elementwise operations and of their siblings, on small operations and broken twins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from parser.loader import parse_files
from proofs.properties import load_properties
from proofs.properties.direct import siblings
from proofs.verdicts import HOLDS as HOLDING
from semantics.library import contract_files, model_files
from semantics.specification import Specification
from tests.proofs.verdicts import Twin, is_refuted, made, verdicts

OPERATIONS = Path(__file__).parent / "elementwise.asl"
IDS = {
    "direct-values", "direct-status", "comparison-trichotomy", "comparison-symmetry",
    "sibling-values", "sibling-legality", "sibling-status",
}  # fmt: skip
HOLDS = {
    "SUM": {"direct-values"},
    "SUMS": {"direct-values", "sibling-values", "sibling-legality", "sibling-status"},
    "SUMROW": {"direct-values", "sibling-values", "sibling-legality", "sibling-status"},
    "SUMPART": {"direct-values", "sibling-values", "sibling-legality", "sibling-status"},
    "TOP": {"direct-values", "direct-status"},
    "TOPS": {
        "direct-values", "direct-status", "sibling-values", "sibling-legality", "sibling-status",
    },
    "FLIP": {"direct-values"},
    "TURN": {"direct-values"},
    "FILL": {"direct-values", "direct-status"},
    "RELATE": {"direct-values", "direct-status", "comparison-trichotomy", "comparison-symmetry"},
    "RELATES": {
        "direct-values", "direct-status", "comparison-trichotomy", "sibling-values",
        "sibling-legality", "sibling-status",
    },
    "CHOOSE": {"direct-values", "direct-status"},
}  # fmt: skip
"""The properties that each operation gets, and that hold of it."""


def specification(old: str = "", new: str = "") -> Specification:
    """The shipped model with the small operations and, perhaps, with a change to one of them."""
    text = OPERATIONS.read_text(encoding="utf-8")
    assert not old or text.count(old) == 1, old
    if old:
        own = made("elementwise", text.replace(old, new))
    else:
        (own,) = parse_files([OPERATIONS])
    return Specification("elementwise", [*parse_files([*model_files(), *contract_files()]), own])


@cache
def whole() -> Specification:
    return specification()


@pytest.mark.parametrize("contract", sorted(HOLDS))
def test_what_the_operations_are_said_to_give(contract: str) -> None:
    found = verdicts(whole(), contract, *IDS)
    assert found.keys() == HOLDS[contract]
    assert set().union(*found.values()) <= HOLDING


TWINS = [
    Twin(
        "SUM",
        "direct-values",
        "Get(left, row, column) + Get(right, row, column)",
        "Get(left, row, column) - Get(right, row, column)",
    ),
    Twin("SUMS", "direct-values", " + Narrow(", " - Narrow("),
    Twin("SUMROW", "direct-values", "Get(column_source, row, 0)", "Get(column_source, 0, 0)"),
    Twin("SUMPART", "direct-values", "var value = Get(left, row, column);", "var value: Word;"),
    Twin(
        "TOP",
        "direct-values",
        "if data_type == TileDataType_FP16 then return FloatMaximumNumber(4, left, right); end;",
        "if data_type == TileDataType_FP16 then return FloatMaximum(4, left, right); end;",
    ),
    Twin(
        "FLIP",
        "direct-values",
        "NOT Get(source, row, column)",
        "Zeros{64} - Get(source, row, column)",
    ),
    Twin("TURN", "direct-values", "column, turned);", "column, NOT turned);"),
    Twin(
        "FILL",
        "direct-values",
        "row, column, scalar);\n        end;\n    end;\nend;\n\npure",
        "row, column, Zeros{64});\n        end;\n    end;\nend;\n\npure",
    ),
    Twin("RELATE", "direct-values", "return order != '01';", "return order IN {'00', '10'};"),
    Twin("CHOOSE", "direct-values", "then chosen\n", "then otherwise_chosen\n"),
    Twin("TOP", "direct-status", "RecordNumericStatusFlags(result[68:64]);    // of TOP\n", "\n"),
    Twin("RELATES", "comparison-trichotomy", "return order == '00';", "return order != '10';"),
    Twin("RELATE", "comparison-symmetry", "return order IN {'00', '01'};", "return order == '00';"),
    Twin("SUMS", "sibling-values", " + Narrow(", " OR Narrow("),
    Twin(
        "SUMS",
        "sibling-legality",
        "    return Added(destination, source) && Alike(destination, source);\nend;\n\nfunc "
        "InstructionContractExecute_SUMS",
        "    return Added(destination, source) && Alike(destination, source) && scalar[0] == '1';"
        "\nend;\n\nfunc InstructionContractExecute_SUMS",
    ),
    Twin("TOPS", "sibling-status", "RecordNumericStatusFlags(result[68:64]);    // of TOPS", ""),
]


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.contract}-{twin.property}")
def test_each_property_has_broken_twins(twin: Twin) -> None:
    spec = specification(twin.old, twin.new)
    assert is_refuted(spec, twin.contract, twin.property)


def test_every_property_has_a_twin() -> None:
    assert {twin.property for twin in TWINS} == IDS


def test_siblings_are_found_by_the_operation_or_by_the_handler() -> None:
    spec = whole()
    found: Mapping[str, str | None] = {
        name: getattr(siblings.sibling_of(spec, spec.contract(name)), "name", None)
        for name in HOLDS
    }
    assert found == {
        "SUM": None, "SUMS": "SUM", "SUMROW": "SUM", "SUMPART": "SUM", "TOP": None, "TOPS": "TOP",
        "FLIP": None, "TURN": None, "FILL": None, "CHOOSE": None, "RELATE": None,
        "RELATES": "RELATE",
    }  # fmt: skip


def test_an_operation_with_values_of_its_own_gets_no_general_ones() -> None:
    assert not IDS & {p.id for p in load_properties(whole(), ["TREM", "TDIV", "TNEG", "TSCATTER"])}
