"""Properties: what a record may say, the cases it stands for, and the values of their labels."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parser.diagnostics import PtoError
from parser.loader import parse_files
from proofs.properties import (
    Property,
    argument,
    harness_files,
    load_properties,
    properties_of,
    select,
)
from semantics import types
from semantics.specification import Specification, shipped

HARNESSES = """
func Harness(kind: Kind, count: integer{0..9})
begin
    assert count >= 0;
end;

func Bare()
begin
    pass;
end;
"""
RECORD: dict[str, Any] = {
    "id": "some-property",
    "contract": "TDEMO",
    "function": "Harness",
    "title": "what it says",
    "clauses": ["legality[0]", "exceptions[1]"],
    "cases": {"kind": ["A", "B"], "count": [1, "3..5", "many"]},
    "case_values": {"many": 9},
    "scope": "everything",
    "bounds": "up to 9",
}
Read = Callable[..., tuple[Property, ...]]


@pytest.fixture(autouse=True)
def cache_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """The properties of a file with these records, each above the same harnesses."""

    def properties(*records: dict[str, Any]) -> tuple[Property, ...]:
        lines = [f"// PTO-PROPERTY: {json.dumps(record)}" for record in records]
        path = tmp_path / "properties.asl"
        path.write_text("// Ours.\n" + "\n".join(lines) + HARNESSES, encoding="utf-8")
        (file,) = parse_files([path])
        return tuple(properties_of(file))

    return properties


def without(*keys: str) -> dict[str, Any]:
    return {key: value for key, value in RECORD.items() if key not in keys}


# ---------------------------------------------------------------- records


def test_what_cannot_be_asked_has_a_reason_and_no_function(read: Read) -> None:
    (found,) = read(UNASKED)
    assert (found.unsupported, found.function, found.cases) == ("no reason", "", ({},))


def test_record(read: Read, tmp_path: Path) -> None:
    (p,) = read(RECORD)
    assert (p.id, p.contract, p.function) == ("some-property", "TDEMO", "Harness")
    assert (p.title, p.clauses) == ("what it says", ("legality[0]", "exceptions[1]"))
    assert (p.coverage, p.bounds) == ("everything", "up to 9")
    assert p.scope == "everything; up to 9"
    assert p.values == {"many": 9}
    assert p.path == p.span.path == str(tmp_path / "properties.asl")
    assert (p.span.line, p.span.end_line) == (3, 6)
    assert p.source.splitlines()[0] == "func Harness(kind: Kind, count: integer{0..9})"
    assert p.source.splitlines()[-1] == "end;"


def test_what_may_be_left_out(read: Read) -> None:
    record = {"id": "p", "contract": "C", "function": "Bare", "title": "t", "scope": "s"}
    (p,) = read(record)
    assert (p.clauses, p.values, p.bounds, p.scope) == ((), {}, None, "s")
    assert p.cases == ({},)


def test_a_file_without_records(read: Read) -> None:
    assert read() == ()


def test_several_records_may_share_a_harness(read: Read) -> None:
    found = read(RECORD, {**RECORD, "id": "another"})
    assert [p.id for p in found] == ["some-property", "another"]
    assert found[0].span == found[1].span


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown key": ({**RECORD, "scopes": ""}, "`scopes` is none of id, contract, "),
    "clauses no list": ({**RECORD, "clauses": "legality[0]"}, "`clauses` must be a list of texts"),
    "clauses an object": ({**RECORD, "clauses": {}}, "`clauses` must be a list of texts"),
    "clauses of numbers": ({**RECORD, "clauses": [0]}, "`clauses` must be a list of texts"),
    "function elsewhere": ({**RECORD, "function": "UInt"}, "this file has no function `UInt`"),
    "cases left out": (without("cases"), "`cases` must list the arguments ['kind', 'count']"),
    "cases no object": ({**RECORD, "cases": []}, "`cases` must list the arguments"),
    "cases null": ({**RECORD, "cases": None}, "`cases` must list the arguments"),
    "an argument forgotten": ({**RECORD, "cases": {"kind": []}}, "`cases` must list"),
    "an argument too many": (
        {**RECORD, "cases": {"kind": [], "count": [], "more": []}},
        "`cases` must list",
    ),
    "another order": ({**RECORD, "cases": {"count": [1], "kind": ["A"]}}, ", in order"),
    "a case with no list": (
        {**RECORD, "cases": {"kind": ["A"], "count": 1}},
        "`cases` must give a list for each argument",
    ),
    "a case of text": (
        {**RECORD, "cases": {"kind": "AB", "count": [1]}},
        "`cases` must give a list",
    ),
    "case values no object": ({**RECORD, "case_values": ["many"]}, "`case_values` must be numbers"),
    "case values of text": (
        {**RECORD, "case_values": {"many": "9"}},
        "`case_values` must be numbers",
    ),
    "bounds no text": ({**RECORD, "bounds": 1}, "`bounds` must be a text"),
}
for _key in ("id", "contract", "function", "title", "scope"):
    WRONG[f"no {_key}"] = (without(_key), f"it has no text `{_key}`")
    WRONG[f"{_key} no text"] = ({**RECORD, _key: 1}, f"it has no text `{_key}`")
    WRONG[f"{_key} null"] = ({**RECORD, _key: None}, f"it has no text `{_key}`")


UNASKED = {**without("function", "cases", "case_values", "bounds"), "unsupported": "no reason"}
for _key in ("function", "cases", "case_values", "bounds"):
    WRONG[f"unsupported with {_key}"] = (
        {**UNASKED, _key: RECORD[_key]}, f"with `unsupported` it has no `{_key}`"
    )  # fmt: skip
SHAPES: dict[str, Any] = {
    "instead_of": RECORD["function"], "any": RECORD["function"], "bounds": "small ones",
    "always_fit": [RECORD["function"]], "alike": {},
}  # fmt: skip
for _key in SHAPES:
    WRONG[f"any_shape without {_key}"] = (
        {**RECORD, "any_shape": {k: v for k, v in SHAPES.items() if k != _key}},
        "`any_shape` must be a text, or have instead_of, any, bounds, always_fit, alike",
    )
WRONG["any_shape a list"] = ({**RECORD, "any_shape": []}, "`any_shape` must be a text, or have")
for _key in ("instead_of", "any"):
    WRONG[f"any_shape with an unknown {_key}"] = (
        {**RECORD, "any_shape": {**SHAPES, _key: "Nowhere"}},
        "this file has no function `Nowhere`",
    )
WRONG["any_shape asserted elsewhere"] = (
    {**RECORD, "any_shape": {**SHAPES, "always_fit": ["Nowhere"]}},
    "this file has no function `Nowhere`",
)
WRONG["unsupported with any_shape"] = (
    {**UNASKED, "any_shape": "no reason"}, "with `unsupported` it has no `any_shape`"
)  # fmt: skip
WRONG["unsupported no text"] = ({**UNASKED, "unsupported": 1}, "`unsupported` must be a text")


@pytest.mark.parametrize(("record", "message"), WRONG.values(), ids=WRONG)
def test_wrong_records(record: dict[str, Any], message: str, read: Read, tmp_path: Path) -> None:
    with pytest.raises(PtoError) as caught:
        read({**RECORD, "id": "right"}, record)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "PROPERTY-RECORD"
    assert diagnostic.message.startswith("this PTO-PROPERTY record is wrong: ")
    assert message in diagnostic.message
    assert diagnostic.hint == "docs/properties.md describes the record"
    span = diagnostic.span
    assert span is not None
    assert (span.path, span.line) == (str(tmp_path / "properties.asl"), 3)
    assert span.column == 1 + len("// PTO-PROPERTY: ")


# ---------------------------------------------------------------- cases


def test_cases_are_all_combinations_in_order(read: Read) -> None:
    (p,) = read(RECORD)
    counts = ("1", "3", "4", "5", "many")
    assert p.cases == tuple({"kind": k, "count": c} for k in "AB" for c in counts)


@pytest.mark.parametrize(
    ("given", "labels"),
    [
        (["0..3"], ["0", "1", "2", "3"]),
        (["7..7"], ["7"]),
        (["9..10", 2], ["9", "10", "2"]),
        (["5..4"], []),
        ([-1, "0"], ["-1", "0"]),
        (["..3", "1..", "a..b", "0..3 "], ["..3", "1..", "a..b", "0..3 "]),
        ([], []),
    ],
)
def test_intervals(given: list[Any], labels: list[str], read: Read) -> None:
    (p,) = read({**RECORD, "cases": {"kind": ["A"], "count": given}})
    assert [case["count"] for case in p.cases] == labels


# ---------------------------------------------------------------- labels

KIND = types.EnumType("Kind", ("Kind_A", "Kind_B", "Plain", "Kind_Long_Name"))
UP_TO_NINE = types.IntType((types.Range(0, 4), types.Range(7, 9)))


@pytest.mark.parametrize(
    ("label", "type", "value"),
    [
        ("Kind_A", KIND, 0),
        ("A", KIND, 0),
        ("B", KIND, 1),
        ("Plain", KIND, 2),
        ("Name", KIND, 3),
        ("TRUE", types.BoolType(), True),
        ("FALSE", types.BoolType(), False),
        ("0", UP_TO_NINE, 0),
        ("9", UP_TO_NINE, 9),
        ("many", UP_TO_NINE, 9),
        ("-12", types.INTEGER, -12),
        ("1000000", types.INTEGER, 1000000),
    ],
)
def test_labels(label: str, type: types.Type, value: Any, read: Read) -> None:
    (p,) = read(RECORD)
    found = argument(p, label, type)
    assert (found, found.__class__) == (value, value.__class__)


@pytest.mark.parametrize(
    ("label", "type"),
    [
        ("C", KIND),
        ("Long_Name", KIND),
        ("", KIND),
        ("0", KIND),
        ("a", KIND),
        ("true", types.BoolType()),
        ("1", types.BoolType()),
        ("10", UP_TO_NINE),
        ("-1", UP_TO_NINE),
        ("5", UP_TO_NINE),
        ("many", types.BoolType()),
        ("1.5", types.INTEGER),
        ("0x10", types.INTEGER),
        ("", types.INTEGER),
        ("TRUE", types.INTEGER),
        ("0", types.BitsType(4)),
    ],
)
def test_labels_of_no_value(label: str, type: types.Type, read: Read) -> None:
    (p,) = read(RECORD)
    with pytest.raises(PtoError) as caught:
        argument(p, label, type)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "CASE-VALUE"
    assert diagnostic.span == p.span
    assert "(property some-property)" in diagnostic.message


# ---------------------------------------------------------------- choosing


def test_select(read: Read) -> None:
    found = read(RECORD, {**RECORD, "id": "b"}, {**RECORD, "id": "b", "contract": "TOTHER"})
    assert select(found, [], []) == list(found)
    assert select(found, ["TDEMO"], []) == list(found[:2])
    assert select(found, ["TDEMO"], ["b"]) == [found[1]]
    assert select(found, [], ["b"]) == list(found[1:])
    assert select(found, ["TNONE"], []) == []


@pytest.mark.parametrize(
    ("contracts", "name", "hint"),
    [
        ([], "some-propert", "did you mean `some-property`?"),
        ([], "zzz", "there are: b, some-property"),
        (["TOTHER"], "some-property", "there are: b"),
    ],
)
def test_select_what_does_not_exist(contracts: list[str], name: str, hint: str, read: Read) -> None:
    found = read(RECORD, {**RECORD, "id": "b", "contract": "TOTHER"})
    with pytest.raises(PtoError) as caught:
        select(found, contracts, [name])
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.hint) == ("PROPERTY-UNKNOWN", hint)


def test_only_properties_of_contracts_there_are() -> None:
    assert load_properties(Specification("empty", [])) == ()


# ---------------------------------------------------------------- what is shipped


@pytest.fixture(scope="module")
def shipped_specification() -> Specification:
    return shipped()


@pytest.fixture(scope="module")
def properties(shipped_specification: Specification) -> tuple[Property, ...]:
    return load_properties(shipped_specification)


def test_all_are_loaded(
    properties: tuple[Property, ...], shipped_specification: Specification
) -> None:
    stated = [
        record
        for file in harness_files(shipped_specification)
        for record in file.metadata.records
        if record.kind == "PTO-PROPERTY"
    ]
    assert len(properties) == len(stated) > 0


def test_functions_are_unique(properties: tuple[Property, ...]) -> None:
    assert len({p.function for p in properties}) == len(properties)


def test_what_has_one_name_differs_in_case_or_profile(properties: tuple[Property, ...]) -> None:
    asked = Counter(
        (p.contract, p.id, profile, *case.items())
        for p in properties
        for case in p.cases
        for profile in p.profiles or ("reference",)
    )
    assert [name for name, count in asked.items() if count > 1] == []


UNSTATED = {
    "TDIV": "destination-not-read encoding-validity representable source-persistence status "
    "direct-destination-not-read",
    "TNEG": "destination-not-read padding-not-read source-persistence "
    "direct-destination-not-read direct-padding-not-read",
    "TREM": "destination-not-read encoding-validity representable source-persistence status "
    "direct-destination-not-read",
    "TSCATTER": "padding-not-read direct-aliasing direct-padding-not-read",
}
"""Laws that the model keeps and that no clause of the contract puts into words; nor does any the
laws of GENERAL."""
GENERAL = {
    "determinism", "frame", "no-runtime-error", "direct-no-runtime-error", "direct-carrier",
    "direct-descriptor", "direct-representable", "direct-integer-status", "type-agreement",
}  # fmt: skip


def test_clauses_exist(
    properties: tuple[Property, ...], shipped_specification: Specification
) -> None:
    for name, unstated in UNSTATED.items():
        of_contract = [p for p in properties if p.contract == name]
        without = {p.id for p in of_contract} - {p.id for p in of_contract if p.clauses}
        assert without == GENERAL | set(unstated.split()), name
        known = shipped_specification.contract(name).clauses
        assert all(clause in known for p in of_contract for clause in p.clauses), name


def test_cases_resolve(
    properties: tuple[Property, ...], shipped_specification: Specification
) -> None:
    program = shipped_specification.program(harness_files(shipped_specification))
    for p in properties:
        ((key, _),) = program.functions[p.function]
        arguments = program.signature(key).arguments
        assert p.cases
        for case in p.cases:
            assert list(case) == [name for name, _ in arguments]
            for name, type in arguments:
                argument(p, case[name], type)


def test_texts_are_there(properties: tuple[Property, ...]) -> None:
    for p in properties:
        assert p.title.endswith(".") and p.scope and p.source.startswith("func ")


def test_scopes_name_the_conditions_of_overlays() -> None:
    spec = shipped()
    elsewhere = Specification(spec.name, spec.files, ["on a moon", "at noon"])
    for plain, under in zip(load_properties(spec), load_properties(elsewhere), strict=True):
        assert under.coverage == f"{plain.coverage}, on a moon, at noon"
        assert under.scope.startswith(under.coverage)
