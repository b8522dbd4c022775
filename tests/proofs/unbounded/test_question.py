"""Verdicts for operands of every shape, on the shipped contracts and on broken copies of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.backends.protocol import STEPS, TIMEOUT
from proofs.checker import tasks
from proofs.properties import AnyShape, harness_files, load_properties
from proofs.prove import EVERY_SHAPE
from proofs.provers import Provers
from proofs.tasks import Options
from proofs.verdicts import Verdict
from semantics.overlays import REFERENCE
from semantics.specification import checkout, shipped
from tests.proofs.editing import TILES, copied, edit
from tests.proofs.test_elementwise import whole
from tests.proofs.verdicts import results

EXECUTION = "asl/model/execution.asl"
PUBLISHED = "PublishTile(destination, result, _TileAllocationMasks[[destination]], Zeros{5});"
EVERYTHING = [
    "direct-no-runtime-error", "direct-aliasing", "direct-destination-not-read", "direct-frame",
    "direct-descriptor", "direct-integer-status", "type-agreement",
]  # fmt: skip

LARGE: dict[str, tuple[str, str]] = {
    "direct-integer-status": (
        PUBLISHED,
        PUBLISHED.replace("Zeros{5}", "if value.valid_rows > 9 then Ones{5} else Zeros{5}"),
    ),
    "direct-frame": (PUBLISHED, f"{PUBLISHED} if value.columns > 300 then ReleaseTile(9); end;"),
    "direct-descriptor": (
        "op, destination.data_type, TileReadLogicalElement(source, element));\n"
        "            result.defined_elements[[element]] = TRUE;",
        "op, destination.data_type, TileReadLogicalElement(source, element));\n"
        "            result.defined_elements[[element]] = row != 9;",
    ),
    "direct-no-runtime-error": (PUBLISHED, f"{PUBLISHED} assert value.valid_columns < 9;"),
    "direct-destination-not-read": (
        PUBLISHED,
        "let earlier = if value.valid_rows > 9 then _Tiles[[destination]] else result;\n"
        "    PublishTile(destination, earlier, _TileAllocationMasks[[destination]], Zeros{5});",
    ),
}
"""By property, a change of the model that breaks it of large shapes alone."""


@pytest.mark.parametrize("property", EVERYTHING)
def test_negation_is_proved_for_every_shape(property: str) -> None:
    for result in results(shipped(), "TNEG", property):
        assert result.verdict is Verdict.PROVED, (result.case, result.reason)
        assert EVERY_SHAPE in result.scope and ";" not in result.scope


@pytest.mark.parametrize("property", LARGE)
def test_what_large_shapes_alone_break_is_not_proved(property: str, tmp_path: Path) -> None:
    edit(copied(tmp_path), EXECUTION, *LARGE[property])
    for result in results(checkout(tmp_path), "TNEG", property):
        assert result.verdict is Verdict.BOUNDED and EVERY_SHAPE not in result.scope
        assert result.reason is not None and result.reason.startswith("not for every shape")
        assert not any(limit in result.reason for limit in (TIMEOUT, STEPS)), result.reason


def test_tiles_that_may_have_more_elements_than_words_are_left_out(tmp_path: Path) -> None:
    limit = "rows > 65535 || rows * columns > PTO_MODEL_TILE_ELEMENTS"
    edit(copied(tmp_path), TILES, limit, "rows > 65535")
    for result in results(checkout(tmp_path), "TNEG", "direct-frame"):
        larger = result.case["configuration"].startswith("S8 ")
        assert result.verdict is (Verdict.BOUNDED if larger else Verdict.PROVED), result.case
        assert EVERY_SHAPE in result.scope
        assert ("no more elements than a payload has words" in result.scope) == larger


def test_it_is_said_why_other_operations_are_bounded() -> None:
    for result in results(shipped(), "TSCATTER", "direct-frame"):
        assert result.verdict is Verdict.BOUNDED
        assert result.reason is not None and "on each element by itself" in result.reason


def test_what_can_be_configured_speaks_of_numeric_tiles_alone() -> None:
    """A predicate tile is made by another function, of which nothing is shown."""
    (p, *_) = (p for p in load_properties(whole(), ["CHOOSE"]) if p.id == "direct-values")
    assert isinstance(p.any_shape, AnyShape) and p.any_shape.always_fit == ("LegalFits_CHOOSE",)
    (p, *_) = (p for p in load_properties(whole(), ["SUM"]) if p.id == "direct-values")
    assert isinstance(p.any_shape, AnyShape) and len(p.any_shape.always_fit) == 2


def test_a_type_that_others_have_asked_for_is_decided_itself() -> None:
    """S16 asks S32 for every shape; that does not say yet that S32 holds within its bounds."""
    spec = shipped()
    todo = tasks(spec, ["TNEG"], ["direct-no-runtime-error"])
    cases = {task.case["configuration"]: task for task in todo}
    provers = Provers({REFERENCE: spec}, harness_files(spec, ["TNEG"]), Options(jobs=1))
    for name in ("S16 1x2 of 4", "S32 2x2 of 4", "S32 1x2 of 4", "S32 2x1"):
        result = provers.decide(cases[name])
        assert result.verdict is Verdict.PROVED, (name, result.verdict, result.reason)
