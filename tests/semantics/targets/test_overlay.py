"""A target as an overlay of the model: its text, and what it rejects."""

from __future__ import annotations

from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.asl import parse
from parser.diagnostics import PtoError
from parser.loader import parse_files
from parser.source import NOWHERE, Source
from semantics.specification import Specification, shipped
from semantics.targets import PRODUCTS, Fact, Target, targets
from semantics.targets.overlay import HOOK, REASON, on_target, overlay, type_clause

DOCS = Path(__file__).parents[3] / "docs" / "targets.md"


def test_the_page_shows_the_overlay() -> None:
    assert f"```asl\n{overlay('a2a3', ['TREM'])}```" in DOCS.read_text("utf-8")


@pytest.mark.parametrize("target", PRODUCTS)
def test_it_is_one_function_in_lines_of_fair_length(target: str) -> None:
    text = overlay(target, ["TREM", "TNEG"])
    (function,) = parse(Source("overlay", text)).declarations
    assert getattr(function, "name", None) == HOOK
    assert max(map(len, text.split("\n"))) <= 100
    assert "TNEG" not in text


@pytest.mark.parametrize("target", PRODUCTS)
def test_it_rejects_exactly_what_is_not_stated_as_legal(target: str) -> None:
    program = on_target(shipped(), target).program()
    machine = Machine(program)
    trem = program.enumeration("TileOperation_TREM", NOWHERE)[1]
    reasons, _ = program.enumeration(REASON, NOWHERE)
    types, _ = program.enumeration("TileDataType_S32", NOWHERE)
    stated = targets("TREM")[target].data_types
    for position, label in enumerate(types.labels):
        reason = reasons.labels[machine.call(HOOK, trem, position)]
        legal = stated is None or label.removeprefix("TileDataType_") in stated.value
        assert reason == ("Rejection_None" if legal else REASON)


def test_without_target_nothing_is_rejected() -> None:
    machine = Machine(shipped().program())
    assert {machine.call(HOOK, 0, data_type) for data_type in range(25)} == {0}


def test_a_target_without_any_type_rejects_all(monkeypatch: pytest.MonkeyPatch) -> None:
    none = Target("a5", "a page", data_types=Fact((), (1, 2)))
    monkeypatch.setattr("semantics.targets.overlay.targets", lambda contract: {"a5": none})
    text = overlay("a5", ["TREM"])
    assert "    if operation == TileOperation_TREM then\n        return Rejection_Target;" in text


def test_the_specification_knows_its_condition() -> None:
    plain = shipped()
    found = on_target(plain, "a5")
    assert (found.name, found.conditions) == ("shipped", ("on target a5",))
    assert plain.conditions == ()
    assert found.digest != plain.digest != on_target(plain, "a2a3").digest


def test_clause() -> None:
    assert type_clause("TREM", "portable") == (
        "the tile library's page of TREM, lines 46, 52",
        "the data types of portable are FP32, S32",
    )
    assert type_clause("TREM", "cpu") is None
    assert type_clause("TNEG", "a5") is None


def test_a_model_without_the_hook(tmp_path: Path) -> None:
    path = tmp_path / "unit.asl"
    path.write_text("func F() begin pass; end;\n", "utf-8")
    spec = Specification("other", parse_files([path], jobs=1, cache_dir=tmp_path))
    with pytest.raises(PtoError, match="TARGET-MODEL"):
        on_target(spec, "a5")
    with pytest.raises(PtoError, match="TARGET-UNKNOWN"):
        on_target(spec, "a7")
