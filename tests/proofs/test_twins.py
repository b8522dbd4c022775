"""Broken twins: every law has a change to the model that it must refute, with what it shows."""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from string import Template
from typing import Any

import pytest
from rich.console import Console

from parser.asl import parse
from parser.loader import ParsedFile, parse_files
from parser.source import Source
from proofs.properties import Property, harness_files, load_properties
from proofs.properties.direct import direct_facts
from proofs.properties.facts import facts_of
from proofs.properties.templates import BUNDLES, DIRECT, FAMILIES, RECORD
from proofs.prove import Prover, Settings
from proofs.verdicts import Verdict
from ptoprove.counterexample import print_counterexample
from semantics.formats import FORMATS
from semantics.library import ROOT, contract_files, model_files
from semantics.overlays import REFERENCE, overlaid
from semantics.specification import Specification, shipped

PROFILE = "ieee754"
"""The profile of the shipped specification, under which the twins are too."""

TWINS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "twins.toml").read_text(encoding="utf-8")
)["twin"]


def mutated(twin: Mapping[str, Any]) -> Specification:
    """The shipped specification with the twin's change."""
    files = parse_files([*model_files(), *contract_files()])
    (profile,) = parse_files([ROOT / "profiles" / f"{PROFILE}.asl"])
    changed = [_changed(file, twin) for file in files]
    return overlaid(Specification("twin", changed), _changed(profile, twin))


def _changed(file: ParsedFile, twin: Mapping[str, Any]) -> ParsedFile:
    if Path(file.source.path) != ROOT / twin["file"]:
        return file
    text = file.source.text
    assert text.count(twin["old"]) == 1, f"{twin['name']}: `old` must occur once"
    source = Source.generated(f"twin/{twin['file']}", text.replace(twin["old"], twin["new"]))
    return ParsedFile(source, parse(source))


def asked(twin: Mapping[str, Any], spec: Specification) -> tuple[Property, Mapping[str, str]]:
    """The twin's property, in the first case that agrees with the twin's."""
    wanted = {name: str(value) for name, value in twin.get("case", {}).items()}
    return next(
        (p, case)
        for p in load_properties(spec, [twin["contract"]])
        if p.id == twin["property"] and p.profiles[:1] in ((), (PROFILE,))
        for case in p.cases
        if wanted.items() <= case.items()
    )


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin["name"])
def test_twin_is_refuted(twin: dict[str, Any], golden: Callable[[str, str], None]) -> None:
    spec = mutated(twin)
    p, case = asked(twin, spec)
    prover = Prover(spec, Settings(timeout=20), harness_files(spec, [p.contract]))
    result = prover.decide(p, case)
    assert result.verdict is Verdict.REFUTED, result.reason
    result = replace(result, profile=PROFILE if p.profiles else REFERENCE)
    out = StringIO()
    console = Console(file=out, width=100, color_system=None)
    print_counterexample(console, result, spec.contract(p.contract).clauses)
    text = "\n".join(line.rstrip() for line in out.getvalue().split("\n"))
    golden(f"twin-{twin['name']}.txt", _unnumbered(text.replace(f"{ROOT.parent}/", "")))


def _unnumbered(text: str) -> str:
    """Without the numbers of lines, which every edit above them changes, and without the id."""
    text = re.sub(r"^  id: .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"(\.asl|<properties of \w+>):\d+:\d+", r"\1", text)
    return re.sub(r"^ +\d* \| ", "    | ", text, flags=re.MULTILINE)


@cache
def families() -> list[tuple[str, frozenset[str]]]:
    """The records of the families: their ids, and the traits of contracts that they apply to."""
    found = []
    for path in [*FAMILIES.glob("*.asl"), *DIRECT.glob("*.asl"), *BUNDLES.glob("*.asl")]:
        for match in RECORD.finditer(path.read_text(encoding="utf-8")):
            record = json.loads(Template(match[1]).substitute(defaultdict(lambda: "0")))
            found.append((record["id"], frozenset(record.get("applies", ()))))
    return found


@cache
def traits_of(contract: str) -> frozenset[str]:
    known = facts_of(shipped().contract(contract))
    direct = direct_facts(shipped(), shipped().contract(contract))
    assert known is not None and direct is not None
    return known[0] | direct[0] | {"calls"}


def subject(p: Property, case: Mapping[str, str]) -> tuple[str, ...]:
    """What needs a twin of its own: a record of a family, or a property of the values of one
    contract, for integers and for floating elements each."""
    for id, traits in families():
        if id == p.id and traits <= traits_of(p.contract):
            return (id, *sorted(traits))
    format = FORMATS.get(case.get("data_type", ""))
    kind = ("floating" if format.is_float else "integer",) if format else ()
    return (p.contract, p.id, *kind)


def test_there_is_a_twin_for_every_property() -> None:
    spec = shipped()
    needed = {subject(p, case) for p in load_properties(spec) for case in p.cases}
    assert needed == {subject(*asked(_without_operands(twin), spec)) for twin in TWINS}


def _without_operands(twin: Mapping[str, Any]) -> Mapping[str, Any]:
    """Operands may be legal in the twin alone, and say nothing of which property it is."""
    case = {name: value for name, value in twin.get("case", {}).items() if name != "configuration"}
    return {**twin, "case": case}


def test_twins_are_of_all_contracts() -> None:
    assert {twin["contract"] for twin in TWINS} == set(shipped().contracts)


NOTHING_IS_LEGAL = {
    "name": "no-data-type-is-legal",
    "file": "model/dispatch.asl",
    "old": "operation: TileOperation, data_type: TileDataType) => boolean\nbegin",
    "new": "operation: TileOperation, data_type: TileDataType) => boolean\nbegin\n"
    "    if TRUE then return FALSE; end;",
}

EXECUTES = re.compile(r"\b(Direct_\w+|Bundle_\w+|PropertyStop)\(")
"""What a harness calls that is about the execution of an operation."""


@pytest.mark.parametrize("contract", sorted(shipped().contracts))
def test_what_is_always_rejected_has_no_property_of_accepted_bundles(contract: str) -> None:
    """That sources keep their contents was BOUNDED where no bundle ever ran."""
    spec = mutated(NOTHING_IS_LEGAL)
    prover = Prover(spec, Settings(timeout=20), harness_files(spec, [contract]))
    properties = [p for p in load_properties(spec, [contract]) if EXECUTES.search(p.source)]
    assert {p.id for p in properties if _holds(prover, p)} == {"pe-mask-noop"}


def _holds(prover: Prover, p: Property) -> bool:
    """Whether a property is neither vacuous nor refuted in any of its cases."""
    verdicts = (prover.decide(p, case).verdict for case in p.cases)
    return not any(each in (Verdict.VACUOUS, Verdict.REFUTED) for each in verdicts)
