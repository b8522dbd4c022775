"""Records that do not agree: a consistent contract has no finding, a broken one exactly its own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from proofs.audit import audit
from proofs.audit.findings import Severity
from semantics.specification import shipped
from tests.proofs.audit.contracts import audited

BROKEN = tomllib.loads((Path(__file__).parent / "broken.toml").read_text("utf-8"))["broken"]


def test_a_consistent_contract_has_no_finding() -> None:
    assert audited().findings == ()


@pytest.mark.parametrize("broken", BROKEN, ids=lambda each: str(each["name"]))
def test_a_broken_contract_has_its_finding(broken: dict[str, Any]) -> None:
    found = audited(*zip(broken["old"], broken["new"], strict=True)).findings
    assert sorted(each.code for each in found) == broken["codes"]
    for each in found:
        assert each.places and each.message and each.advice
        assert all(p.span is not None and p.span.path.endswith("TDEMO.asl") for p in each.places)


def test_what_the_shipped_contracts_hold() -> None:
    found = {
        (each.contract, each.code, each.severity, each.places[0].name)
        for result in audit(shipped(), (), None)
        for each in result.findings
    }
    conflict, note = Severity.CONFLICT, Severity.NOTE
    example = "contract.examples[0]"
    assert found == {
        ("TREM", "example-data-type", conflict, example),
        ("TREM", "target-data-types", note, "legality[2]"),
        ("TREM", "target-zero-divisor", note, "exceptions[0]"),
        ("TNEG", "example-data-type", conflict, example),
        ("TNEG", "kind-outside-types", conflict, "defaults[2]"),
        ("TSCATTER", "demand-waived", conflict, "exceptions[0]"),
        ("TDIV", "fault-names-differ", note, "PTO-TDIV-CONTRACT-001"),
    }
