"""Facts of targets: how files are read, what is portable, and the shipped ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest

from concrete.machine import Machine
from parser.diagnostics import PtoError
from parser.source import NOWHERE, Source
from semantics.specification import shipped
from semantics.targets import (
    FOLDER,
    PRODUCTS,
    Fact,
    Scratch,
    Target,
    check_target,
    read_targets,
    targets,
)
from semantics.types import EnumType


def fact(value: object, *lines: int) -> dict[str, object]:
    return {"value": value, "lines": list(lines)}


def read(every: object = None, **stated: object) -> Mapping[str, Target]:
    document = {"contract": "TDEMO", "page": "a page", "every": every or {}, "targets": stated}
    name, found = read_targets(Source("TDEMO.json", json.dumps(document)))
    assert name == "TDEMO"
    return found


# ------------------------------------------------------------------------ reading


def test_what_is_not_stated_is_none() -> None:
    found = read({"zero_divisor": fact("undefined", 7)}, a5={}, cpu={"zero_divisor": fact("0", 8)})
    assert list(found) == ["portable", "a5", "cpu"]
    assert found["a5"] == Target("a5", "a page", zero_divisor=Fact("undefined", (7,)))
    assert found["cpu"].zero_divisor == Fact("0", (8,))
    assert found["portable"].zero_divisor == Fact("undefined", (7,))
    assert all(target.data_types is None for target in found.values())


def test_portable_is_as_strict_as_all_together() -> None:
    found = read(
        a2a3={
            "data_types": fact(["S32", "FP32"], 3),
            "layouts": fact(["RowMajor"], 4),
            "equal_valid_shapes": fact(["sources"], 5),
            "scratch": fact({"used": True, "rows": 2, "columns": "ValidCol"}, 6),
            "high_precision": fact([], 7),
        },
        a5={
            "data_types": fact(["FP16", "FP32"], 13),
            "equal_valid_shapes": fact(["sources", "destination"], 15),
            "scratch": fact({"used": False}, 16),
            "high_precision": fact(["FP32"], 17),
        },
        cpu={"scratch": fact({"used": True, "rows": 4}, 26), "zero_divisor": fact("stops", 27)},
    )
    assert found["portable"] == Target(
        "portable",
        "a page",
        data_types=Fact(("FP32",), (3, 13)),
        layouts=Fact(("RowMajor",), (4,)),
        equal_valid_shapes=Fact(("sources", "destination"), (5, 15)),
        scratch=Fact(Scratch(True, 4, "ValidCol"), (6, 16, 26)),
        high_precision=Fact((), (7, 17)),
    )


def test_a_tile_that_no_target_uses_is_not_needed() -> None:
    found = read(a5={"scratch": fact({"used": False}, 16)})
    assert found["portable"].scratch == Fact(Scratch(False), (16,))


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"types": fact(["S32"], 1)}, "targets.a5 has `types`, which is none of data_types, "),
        ({"layouts": ["RowMajor"]}, "targets.a5.layouts: the fact is no object"),
        ({"layouts": {"value": ["RowMajor"]}}, "targets.a5.layouts: `lines` is missing"),
        ({"layouts": {"lines": [1]}}, "targets.a5.layouts: `value` is missing"),
        ({"layouts": fact(["RowMajor"])}, "layouts: [] is no list of lines"),
        ({"layouts": fact(["RowMajor"], 0)}, "layouts: 0 is no number from 1 up"),
        ({"layouts": fact("RowMajor", 1)}, 'layouts: "RowMajor" is no list of different names'),
        ({"data_types": fact(["S32", "S32"], 1)}, "is no list of different names"),
        ({"data_types": fact([32], 1)}, "data_types: 32 is no text"),
        ({"zero_divisor": fact("", 1)}, 'zero_divisor: "" is no text'),
        ({"scratch": fact({"rows": 2}, 1)}, "scratch: `used` is missing"),
        ({"scratch": fact({"used": 1}, 1)}, "scratch: `used` is 1, not true or false"),
        ({"scratch": fact({"used": True, "rows": True}, 1)}, "true is no number from 1 up"),
        ([], "targets.a5 is no object"),
    ],
)
def test_wrong_facts(facts: object, message: str) -> None:
    with pytest.raises(PtoError) as caught:
        read(a5=facts)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "TARGET-RECORD"
    assert message in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.path == "TDEMO.json"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"contract": }', "no JSON: Expecting value"),
        ("[]", "the file is no object"),
        ('{"page": "p"}', "`contract` is missing"),
        ('{"contract": "T", "pages": "p"}', "the file has `pages`"),
        ('{"contract": "T", "page": "p", "every": {}, "targets": {"a7": {}}}', "has `a7`"),
        ('{"contract": "T", "page": "p", "every": {}, "targets": {"portable": {}}}', "`portable`"),
    ],
)
def test_wrong_files(text: str, message: str) -> None:
    with pytest.raises(PtoError, match="TARGET-RECORD") as caught:
        read_targets(Source("TDEMO.json", text))
    assert message in caught.value.diagnostics[0].message


# ------------------------------------------------------------------------ the shipped facts


def test_trem() -> None:
    found = targets("TREM")
    assert list(found) == list(PRODUCTS)
    types = {name: target.data_types for name, target in found.items()}
    assert types == {
        "portable": Fact(("FP32", "S32"), (46, 52)),
        "a2a3": Fact(("FP32", "S32"), (46,)),
        "a5": Fact(("FP32", "FP16", "S32", "S16", "U32", "U16"), (52,)),
        "cpu": None,
    }
    stated = {
        field.name
        for field in fields(Target)
        if isinstance(getattr(found["cpu"], field.name), Fact)
    }
    assert stated == {"iteration_domain", "zero_divisor"}


def test_no_page_speaks_of_it() -> None:
    assert targets("TDEMO") == {}


def test_each_file_is_named_after_its_contract() -> None:
    files = sorted(FOLDER.glob("*.json"))
    assert files
    for path in files:
        contract, _ = read_targets(Source.read(path))
        assert path.stem == contract


def labels_of(type: str) -> set[str]:
    program = shipped().program()
    Machine(program)
    found = program.named_type(type, NOWHERE)
    assert isinstance(found, EnumType)
    return {label.removeprefix(f"{type}_") for label in found.labels}


@pytest.mark.parametrize(
    ("name", "type"),
    [
        ("data_types", "TileDataType"),
        ("high_precision", "TileDataType"),
        ("layouts", "TileLayout"),
        ("locations", "TileLocation"),
    ],
)
def test_names_are_those_of_the_model(name: str, type: str) -> None:
    labels = labels_of(type)
    for path in FOLDER.glob("*.json"):
        facts: list[Fact[Any] | None] = [getattr(t, name) for t in targets(path.stem).values()]
        assert {value for each in facts if each for value in each.value} <= labels


def test_unknown_target() -> None:
    for name in PRODUCTS:
        check_target(name)
    with pytest.raises(PtoError, match="TARGET-UNKNOWN") as caught:
        check_target("a2")
    assert caught.value.diagnostics[0].hint == "did you mean `a2a3`?"
    with pytest.raises(PtoError) as caught:
        check_target("xyz")
    assert caught.value.diagnostics[0].hint == "the targets are portable, a2a3, a5, cpu"
