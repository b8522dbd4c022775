"""Broken twins: every law has a change to the model that it must refute, with what it shows."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from parser.loader import parse_files
from proofs.properties import load_properties
from proofs.prove import Prover, Settings
from proofs.verdicts import HOLDS, Result, Verdict
from ptoprove.counterexample import print_counterexample
from semantics.library import ROOT, contract_files, model_files
from semantics.specification import Specification

TWINS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "twins.toml").read_text(encoding="utf-8")
)["twin"]


def mutated(twin: dict[str, Any], folder: Path) -> Specification:
    """The shipped specification with the twin's change, written to a folder."""
    paths = []
    for path in [*model_files(), *contract_files()]:
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT)
        if str(name) == twin["file"]:
            assert text.count(twin["old"]) == 1, f"{twin['name']}: `old` must occur once"
            text = text.replace(twin["old"], twin["new"])
        copy = folder / name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        paths.append(copy)
    return Specification("twin", parse_files(paths, jobs=1))


def results(twin: dict[str, Any], spec: Specification) -> Iterator[Result]:
    prover = Prover(spec, Settings(timeout=20))
    for p in load_properties(spec):
        if p.id == twin["property"]:
            for case in p.cases:
                yield prover.decide(p, case)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin["name"])
def test_twin_is_refuted(
    twin: dict[str, Any], tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    spec = mutated(twin, tmp_path)
    result = next(r for r in results(twin, spec) if r.verdict not in HOLDS)
    assert result.verdict is Verdict.REFUTED, result.reason
    out = StringIO()
    console = Console(file=out, width=100, color_system=None)
    print_counterexample(console, result, spec.contract("TREM").clauses)
    text = "\n".join(line.rstrip() for line in out.getvalue().split("\n"))
    text = text.replace(f"{tmp_path}/", "").replace(f"{ROOT.parent}/", "")
    golden(f"twin-{twin['name']}.txt", text)


def test_there_is_a_twin_for_every_property() -> None:
    spec = Specification("shipped", parse_files([*model_files(), *contract_files()]))
    assert {p.id for p in load_properties(spec)} == {twin["property"] for twin in TWINS}


REJECTED = {
    "no-bundle-is-accepted": (
        {
            "name": "no-bundle-is-accepted",
            "file": "model/execution.asl",
            "old": "let reason = ExecuteOpenBundle();",
            "new": "let reason = Rejection_Sequence;",
        },
        {
            "atomic-publication",
            "no-runtime-error",
            "padding",
            "padding-not-read",
            "shape-defaults",
            "source-persistence",
            "type-domain-bundle",
            "zero-divisor-rejection",
        },
    ),
    "no-operands-are-legal": (
        {
            "name": "no-operands-are-legal",
            "file": "contracts/TREM.asl",
            "old": "return TileOperandsLegal_ExecuteTileBinary(",
            "new": "return FALSE && TileOperandsLegal_ExecuteTileBinary(",
        },
        {"divisor-sign", "floor-congruence", "range", "representable", "snapshot-aliasing"},
    ),
}


@pytest.mark.parametrize(("twin", "properties"), REJECTED.values(), ids=REJECTED)
def test_what_is_always_rejected_has_no_property_of_accepted_bundles(
    twin: dict[str, Any], properties: set[str], tmp_path: Path
) -> None:
    """That sources keep their contents was BOUNDED where no bundle ever ran."""
    spec = mutated(twin, tmp_path)
    for property in sorted(properties):
        found = results({**twin, "property": property}, spec)
        assert any(r.verdict in (Verdict.VACUOUS, Verdict.REFUTED) for r in found), property
