"""Bundles as command words, on a specification whose encodings are made up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from parser.asl import parse
from parser.loader import ParsedFile, parse_files
from parser.source import Source
from proofs.properties import harness_files, load_properties
from proofs.properties.bundles.commands import Command, commands, start_command
from proofs.prove import Prover, Settings
from proofs.verdicts import Verdict
from semantics.library import ROOT, contract_files, model_files
from semantics.specification import Specification

COMMANDS = Path(__file__).parent / "encoded.asl"
DECODED = (
    "=> CommandExecutionStatus\nbegin\n",
    "=> CommandExecutionStatus\nbegin\n"
    "    if ExecuteHeaderCommand(instruction) then return CommandExecution_Executed; end;\n",
)
"""What makes the shipped model decode the commands of the header."""

Edit = tuple[str, str, str]
"""A file of the model, what stands there, and what shall."""


def specification(*edits: Edit) -> Specification:
    """The shipped specification with command words and, perhaps, with changes."""
    wanted = [("model/bundle.asl", *DECODED), *edits]
    files = parse_files([*model_files(), *contract_files(), COMMANDS])
    return Specification("encoded", [_edited(file, wanted) for file in files])


def _edited(file: ParsedFile, edits: Sequence[Edit]) -> ParsedFile:
    text = file.source.text
    for path, old, new in edits:
        if Path(file.source.path) == ROOT / path:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
    if text == file.source.text:
        return file
    source = Source.generated(f"encoded/{Path(file.source.path).name}", text)
    return ParsedFile(source, parse(source))


@cache
def whole() -> Specification:
    return specification()


def verdicts(spec: Specification, contract: str, *ids: str) -> Mapping[str, set[Verdict]]:
    """By property, the verdicts of the bundle properties of a contract."""
    prover = Prover(spec, Settings(timeout=30), harness_files(spec, [contract]))
    found: dict[str, set[Verdict]] = {}
    for p in load_properties(spec, [contract]):
        if p.id in ids or (not ids and p.id.startswith("bundle-")):
            found.setdefault(p.id, set()).update(prover.decide(p, c).verdict for c in p.cases)
    return found


IDS = {
    "bundle-no-runtime-error", "bundle-agreement", "bundle-rejection", "bundle-frame",
    "bundle-publication", "bundle-mask-noop", "bundle-zero-attributes",
    "bundle-omitted-dimensions", "bundle-attribute-legality", "bundle-padding",
}  # fmt: skip


@pytest.mark.parametrize("contract", ["TREM", "TDIV", "TNEG", "TSCATTER"])
def test_the_shipped_model_holds_them_all(contract: str) -> None:
    expected = IDS - ({"bundle-padding"} if contract == "TSCATTER" else set())
    assert verdicts(whole(), contract) == {id: {Verdict.BOUNDED} for id in expected}


@dataclass(frozen=True)
class Twin:
    """A change to the model that a property must refute."""

    contract: str
    property: str
    edit: Edit


PUBLISHED = "    PublishTile(index, result, mask, flags);"
TWINS = [
    Twin(
        "TREM",
        "bundle-no-runtime-error",
        ("model/legality.asl", "&& TileHasIntegerZero(right) then", "&& FALSE then"),
    ),
    Twin(
        "TDIV",
        "bundle-agreement",
        (
            "model/execution.asl",
            "TileOperationBinary(operation), destination, first, second, pad);",
            "TileOperationBinary(operation), destination, second, first, pad);",
        ),
    ),
    Twin(
        "TREM",
        "bundle-rejection",
        (
            "model/execution.asl",
            "    let operands = BundleOperandRejection(destination);",
            "    _Tiles[[0]].data_type = destination.data_type;\n"
            "    let operands = BundleOperandRejection(destination);",
        ),
    ),
    Twin(
        "TDIV",
        "bundle-frame",
        (
            "model/execution.asl",
            PUBLISHED,
            f"{PUBLISHED}\n    _TileAllocationMasks[[_BundleTileBindings[[0]].source0]] = '0000';",
        ),
    ),
    Twin(
        "TSCATTER",
        "bundle-publication",
        (
            "model/scatter.asl",
            "result.defined_elements[[element]] = TRUE;",
            "result.defined_elements[[element]] = element > 0;",
        ),
    ),
    Twin(
        "TNEG",
        "bundle-mask-noop",
        (
            "model/execution.asl",
            "    elsif BundleMaskIsZero() then\n",
            "    elsif BundleMaskIsZero() then\n        RecordNumericStatusFlags('00001');\n",
        ),
    ),
    Twin(
        "TNEG",
        "bundle-zero-attributes",
        ("model/legality.asl", "(IsZero(attributes.data_type)\n            || ", "("),
    ),
    Twin(
        "TDIV",
        "bundle-attribute-legality",
        ("model/legality.asl", "        && IsZero(attributes.rounding_mode)\n", ""),
    ),
    Twin(
        "TNEG",
        "bundle-padding",
        (
            "model/padding.asl",
            "    if pad == TilePad_Zero then",
            "    if pad != TilePad_Null then",
        ),
    ),
    Twin(
        "TDIV",
        "bundle-omitted-dimensions",
        (
            "model/legality.asl",
            "return if _BundleDimensionPresent[[1]] then UInt(_BundleDimensions[[1]]) else 1;",
            "return if _BundleDimensionPresent[[1]] then UInt(_BundleDimensions[[1]]) else 2;",
        ),
    ),
]


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.property)
def test_each_property_has_a_broken_twin(twin: Twin) -> None:
    found = verdicts(specification(twin.edit), twin.contract, twin.property)
    assert Verdict.REFUTED in found[twin.property], found


def test_every_property_has_a_twin() -> None:
    assert {twin.property for twin in TWINS} == IDS


def test_where_commands_are_encoded_the_families_are_not_asked() -> None:
    ids = {p.id for p in load_properties(whole(), ["TREM"])}
    assert "atomic-publication" not in ids
    assert {"type-domain", "divisor-sign"} <= ids


# ---------------------------------------------------------------- words


def test_fields_in_pieces() -> None:
    (first, *_) = commands(whole(), "B.DIM")
    assert first.word({}) == 0x03
    assert first.word({"uimm17": 0x1FF}) == 0xFF000103


def test_what_does_not_fit_is_no_word() -> None:
    command = Command("X", 1, {"n": ((4, 0, 2),)})
    assert command.word({"n": 3}) == 0x31
    with pytest.raises(ValueError, match="no n is 4"):
        command.word({"n": 4})
    with pytest.raises(ValueError, match="no m is 1"):
        command.word({"m": 1})


def test_start_selects_the_operation() -> None:
    start = start_command(whole(), whole().contract("TREM"))
    assert start is not None
    assert start.word({"DataType": 17}) == 17 << 27 | 4 << 20 | 0x19181


def test_a_specification_without_encodings_has_no_commands() -> None:
    assert commands(Specification("none", []), "B.IOT") == []
