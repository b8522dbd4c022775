"""Bundles as command words, on a specification whose encodings are made up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.loader import ParsedFile, parse_files
from proofs.properties import load_properties
from proofs.properties.bundles.commands import Command, commands, start_command
from proofs.properties.bundles.search import BundleSearch
from proofs.properties.direct.operation import operation_of
from proofs.properties.direct.search import Search
from proofs.verdicts import Verdict
from semantics.library import ROOT, contract_files, model_files
from semantics.specification import Specification
from tests.proofs.verdicts import is_refuted, made, results, verdicts

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
    return made(f"encoded {Path(file.source.path).name}", text)


FIRST = "var _NumericStatus: bits(5);"
"""A place in a file for records of state."""


@cache
def whole() -> Specification:
    return specification()


IDS = {
    "bundle-no-runtime-error", "bundle-agreement", "bundle-rejection", "bundle-frame",
    "bundle-publication", "bundle-mask-noop", "bundle-zero-attributes",
    "bundle-omitted-dimensions", "bundle-attribute-legality", "bundle-padding",
    "bundle-bindings", "bundle-masks", "bundle-operand-legality",
}  # fmt: skip


@pytest.mark.parametrize("contract", ["TREM", "TDIV", "TNEG", "TSCATTER"])
def test_the_shipped_model_holds_them_all(contract: str) -> None:
    expected = IDS - ({"bundle-padding"} if contract == "TSCATTER" else set())
    asked = {p.id for p in load_properties(whole(), [contract]) if p.id.startswith("bundle-")}
    assert asked == expected
    assert verdicts(whole(), contract, *IDS) == {id: {Verdict.BOUNDED} for id in expected}


@dataclass(frozen=True)
class Change:
    """A change to the model that a property must refute."""

    contract: str
    property: str
    edit: Edit


PUBLISHED = "    PublishTile(index, result, mask, flags);"
TWINS = [
    Change(
        "TREM",
        "bundle-no-runtime-error",
        ("model/legality.asl", "&& TileHasIntegerZero(right) then", "&& FALSE then"),
    ),
    Change(
        "TDIV",
        "bundle-agreement",
        (
            "model/execution.asl",
            "TileOperationBinary(operation), destination, first, second, pad);",
            "TileOperationBinary(operation), destination, second, first, pad);",
        ),
    ),
    Change(
        "TREM",
        "bundle-rejection",
        (
            "model/execution.asl",
            "    let operands = BundleOperandRejection(destination);",
            "    _Tiles[[0]].data_type = destination.data_type;\n"
            "    let operands = BundleOperandRejection(destination);",
        ),
    ),
    Change(
        "TDIV",
        "bundle-frame",
        (
            "model/execution.asl",
            PUBLISHED,
            f"{PUBLISHED}\n    _TileAllocationMasks[[_BundleTileBindings[[0]].source0]] = '0000';",
        ),
    ),
    Change(
        "TSCATTER",
        "bundle-publication",
        (
            "model/scatter.asl",
            "result.defined_elements[[element]] = TRUE;",
            "result.defined_elements[[element]] = element > 0;",
        ),
    ),
    Change(
        "TNEG",
        "bundle-mask-noop",
        (
            "model/execution.asl",
            "    elsif BundleMaskIsZero() then\n",
            "    elsif BundleMaskIsZero() then\n        RecordNumericStatusFlags('00001');\n",
        ),
    ),
    Change(
        "TNEG",
        "bundle-zero-attributes",
        ("model/legality.asl", "(IsZero(attributes.data_type)\n            || ", "("),
    ),
    Change(
        "TDIV",
        "bundle-attribute-legality",
        ("model/legality.asl", "        && IsZero(attributes.rounding_mode)\n", ""),
    ),
    Change(
        "TNEG",
        "bundle-padding",
        (
            "model/padding.asl",
            "    if pad == TilePad_Zero then",
            "    if pad != TilePad_Null then",
        ),
    ),
    Change(
        "TDIV",
        "bundle-omitted-dimensions",
        (
            "model/legality.asl",
            "return if _BundleDimensionPresent[[1]] then UInt(_BundleDimensions[[1]]) else 1;",
            "return if _BundleDimensionPresent[[1]] then UInt(_BundleDimensions[[1]]) else 2;",
        ),
    ),
    Change(
        "TREM",
        "bundle-bindings",
        (
            "model/bundle.asl",
            "        RejectBundleCommand(Rejection_Sequence);\n        return;\n    end;\n"
            "    _BundleTileBindings[[",
            "        return;\n    end;\n    _BundleTileBindings[[",
        ),
    ),
    Change(
        "TNEG",
        "bundle-masks",
        ("model/execution.asl", PUBLISHED, PUBLISHED.replace("mask", "mask AND '0111'")),
    ),
    Change(
        "TDIV",
        "bundle-operand-legality",
        (
            "model/execution.asl",
            "    let operands = BundleOperandRejection(destination);",
            "    let operands = Rejection_None;",
        ),
    ),
]


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.property)
def test_each_property_has_a_broken_twin(twin: Change) -> None:
    assert is_refuted(specification(twin.edit), twin.contract, twin.property)


def test_every_property_has_a_twin() -> None:
    assert {twin.property for twin in TWINS} == IDS


def test_where_no_attributes_are_taken_nothing_holds_of_their_fields() -> None:
    # With B.DATR every bundle is rejected, so that one with a wrong field is, says nothing.
    first, last = "(IsZero(attributes.data_type)\n", "|| attributes.data_type == data_type)"
    path = "model/legality.asl"
    spec = specification((path, first, f"(FALSE && {first}"), (path, last, f"{last})"))
    found = list(results(spec, "TDIV", "bundle-attribute-legality"))
    assert found and {each.verdict for each in found} == {Verdict.VACUOUS}


def test_a_bundle_that_disagrees_in_the_search_is_asked_anyway() -> None:
    (swapped,) = (twin for twin in TWINS if twin.property == "bundle-agreement")
    spec = specification(swapped.edit)
    machine = Machine(spec.program(), output=lambda _: None)
    operation = operation_of(spec.contract("TDIV"), machine.program)
    assert operation is not None
    search = Search(machine, operation, start_command(spec, spec.contract("TDIV")))
    bundle = BundleSearch(spec, search).find(search.found()[0])
    assert bundle is not None and not bundle.agrees
    (found,) = (p for p in load_properties(spec, ["TDIV"]) if p.id == "bundle-agreement")
    assert found.bounds is not None and "no bundle that was tried agrees" in found.bounds


def test_a_zero_mask_that_reads_tiles_is_refuted() -> None:
    branch = "    elsif BundleMaskIsZero() then\n"
    reads = f"{branch}        let first = _Tiles[[1]].allocated;\n"
    twin = specification(("model/execution.asl", branch, reads))
    assert is_refuted(twin, "TNEG", "bundle-mask-noop")


def test_where_no_bundle_is_accepted_it_is_said() -> None:
    start = "    let reason = ExecuteOpenBundle();"
    rejects = f"{start[: -len('ExecuteOpenBundle();')]}Rejection_Sequence;"
    spec = specification(("model/execution.asl", start, rejects))
    (result,) = results(spec, "TNEG", "bundle-commands", "bundle-frame", "direct-operands")
    assert (result.property, result.verdict) == ("bundle-commands", Verdict.UNSUPPORTED)
    assert result.reason is not None
    assert "no bundle of the catalog's encodings is accepted" in result.reason
    assert "rejected with Fault_" in result.reason


def test_where_a_zero_mask_is_rejected_it_is_said() -> None:
    branch = (
        "    elsif BundleMaskIsZero() then\n        ResetBundleState();\n        return TRUE;\n"
    )
    rejects = branch.replace("return TRUE", "return FALSE")
    spec = specification(("model/execution.asl", branch, rejects))
    (result,) = results(spec, "TNEG", "bundle-mask-noop")
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.reason is not None and "no PEMode is known" in result.reason


def test_a_frame_says_which_state_it_compares() -> None:
    (plain,) = (p for p in load_properties(whole(), ["TNEG"]) if p.id == "bundle-frame")
    assert "state" not in plain.title
    assert plain.bounds is not None and "no state but that of tiles is compared" in plain.bounds
    state = '// PTO-STATE: {"id":"A","classification":["architecture","%s"],"members":["%s"]}\n'
    recorded = state % ("clock", "_TPC") + state % ("fault", "_LastFault")
    spec = specification(("model/architecture.asl", FIRST, recorded + FIRST))
    (named,) = (p for p in load_properties(spec, ["TNEG"]) if p.id == "bundle-frame")
    assert named.title.endswith("and writes no state of the classes clock.")
    assert (
        named.bounds is not None
        and "; state of the classes fault, and what no record of state names" in named.bounds
    )


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
