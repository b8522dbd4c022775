"""Harnesses from templates: which families a contract gets, and what stands in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from proofs.properties import load_properties, properties_of
from proofs.properties.establish import clauses_for, properties_for
from proofs.properties.templates import FAMILIES, RECORD, harness_file
from semantics.clause_forms import statements
from semantics.specification import Contract, Specification, shipped

SPEC = shipped()


def texts(name: str) -> str:
    file = harness_file(SPEC, SPEC.contract(name))
    assert file is not None
    return file.source.text


def ids(name: str) -> set[str]:
    return {p.id for p in load_properties(SPEC, [name])}


def properties_in(contract: Contract) -> set[str]:
    file = harness_file(SPEC, contract)
    return set() if file is None else {p.id for p in properties_of(file)}


def changed(name: str, **entries: Any) -> Contract:
    """A contract with other entries in its only catalog record."""
    contract = SPEC.contract(name)
    record: Mapping[str, Any] = {
        **contract.record,
        "catalog_records": [{**contract.catalog[0], **entries}],
    }
    return replace(contract, record=record)


@pytest.mark.parametrize("name", sorted(SPEC.contracts))
def test_nothing_is_left_of_the_template(name: str) -> None:
    text = texts(name)
    assert "$" not in text
    assert '"applies"' not in text
    assert f"Property_{name}_Frame" in text


def test_every_block_of_the_families_is_used() -> None:
    used = {p.function.replace(f"_{p.contract}_", "_X_") for p in load_properties(SPEC)}
    for path in FAMILIES.glob("*.asl"):
        for record in RECORD.findall(path.read_text(encoding="utf-8")):
            found = re.search(r'"function":"([^"]*)"', record.replace("${X}", "X"))
            assert found is not None
            assert found[1] in used, path


def test_families_apply_by_what_the_record_says() -> None:
    assert "zero-divisor-rejection" in ids("TREM") & ids("TDIV")
    assert "zero-divisor-rejection" not in ids("TNEG") | ids("TSCATTER")
    assert "padding" in ids("TREM") & ids("TDIV") & ids("TNEG")
    assert "padding" not in ids("TSCATTER")
    general = {"frame", "determinism", "no-memory-effect", "rejection-purity", "fault-order"}
    assert all(general <= ids(name) for name in SPEC.contracts)


def test_facts_of_a_contract_stand_in_its_harnesses() -> None:
    text = texts("TSCATTER")
    assert "data_type :: '11' :: '10000' :: '00011001000110000001'" in text
    assert "if source == 2 then TileDataType_S16 else data_type" in text
    assert " with S16, U16, S32, U32, S64 and U64." in text
    assert "InstructionContractExecute_TNEG(destination, 1);" in texts("TNEG")


def test_a_selector_of_another_record() -> None:
    file = harness_file(SPEC, changed("TNEG", mode=2, function=5))
    assert file is not None
    assert "data_type :: '10' :: '00101' ::" in file.source.text
    (encoding,) = [p for p in properties_of(file) if p.id == "encoding"]
    assert "Mode 2 and Function 5" in encoding.title


@pytest.mark.parametrize(
    "entries",
    [
        {"mode": None},
        {"operands": [{"field": "destination0"}, {"field": "scalar0"}]},
        {"command_mnemonic": "BSTART.CUBE"},
    ],
)
def test_operations_that_the_families_do_not_know(entries: dict[str, Any]) -> None:
    assert "encoding" not in properties_in(changed("TNEG", **entries))


def test_an_operation_of_a_class_that_the_families_do_not_know() -> None:
    """A reduction has sources of other shapes, which is no fault of its contract."""
    contract = SPEC.contract("TNEG")
    record = {**contract.record, "classification": ["reduction"]}
    assert "encoding" not in properties_in(replace(contract, record=record))


def test_a_contract_that_lists_no_types() -> None:
    contract = SPEC.contract("TNEG")
    clauses = {key: text for key, text in contract.clauses.items() if key != "legality[2]"}
    assert "type-domain" not in properties_in(replace(contract, clauses=clauses))


def test_a_specification_without_contracts() -> None:
    assert load_properties(Specification("empty", [])) == ()


@pytest.mark.parametrize("name", sorted(SPEC.contracts))
def test_every_statement_that_names_properties_has_one(name: str) -> None:
    """A demand of a clause that no property of the contract makes precise would go unproved."""
    contract = SPEC.contract(name)
    for statement in statements(contract):
        wanted = properties_for(statement)
        assert not wanted or set(wanted) & ids(name), statement


def test_clauses_are_those_of_the_statements() -> None:
    assert clauses_for(SPEC.contract("TREM"), "type-domain") == ("legality[2]",)
    assert clauses_for(SPEC.contract("TREM"), "encoding") == (
        "legality[0]",
        "PTO-TREM-CONTRACT-001",
    )
    assert clauses_for(SPEC.contract("TNEG"), "zero-divisor-rejection") == ()
