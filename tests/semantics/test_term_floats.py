"""Floating operations as primitives: on terms, in emitted code, and as functions of ASL."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concrete.machine import Machine
from parser.asl import parse
from parser.diagnostics import PtoError
from parser.loader import parse_files
from parser.source import Source
from semantics import terms as t
from semantics.floats import OPERATIONS
from semantics.library import STDLIB
from semantics.primitives import NATIVES, PRIMITIVES
from semantics.program import Program
from semantics.term_floats import FloatOperation
from semantics.term_values import evaluate
from semantics.values import DynamicError, Unsupported

DOCS = Path(__file__).parents[2] / "docs"
FLOATS = sorted(OPERATIONS)
VALID = {"format": (0, 14), "target": (0, 14), "mode": (0, 5), "width": (1, 64)}
NO_VALUE = {"format": "FLOAT-FORMAT", "target": "FLOAT-FORMAT", "mode": "FLOAT-MODE",
            "width": "FLOAT-WIDTH"}  # fmt: skip


def draw_settings(data: st.DataObject, name: str) -> list[Any]:
    return [
        data.draw(st.integers(*VALID[each]) if each in VALID else st.booleans())
        for each in OPERATIONS[name].settings
    ]


@pytest.mark.parametrize("name", FLOATS)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_terms_mean_what_numbers_do(name: str, data: st.DataObject) -> None:
    chosen, count = draw_settings(data, name), OPERATIONS[name].words
    words = data.draw(st.lists(st.integers(0, 2**64 - 1), min_size=count, max_size=count))
    primitive = PRIMITIVES[f"float.{name}"]
    expected = OPERATIONS[name].function(*chosen, *words)
    assert primitive.apply((), [*chosen, *words]) == expected
    given = {f"x{i}": word for i, word in enumerate(words)}
    for mix in product((False, True), repeat=count):
        operands = [
            t.variable(f"x{i}", t.bv_sort(64)) if unknown else word
            for i, (unknown, word) in enumerate(zip(mix, words, strict=True))
        ]
        result = primitive.smt(*chosen, *operands)
        assert isinstance(result, t.Term) == any(mix)
        assert evaluate(result, given) == expected
        if isinstance(result, t.Term):
            assert result.sort == t.bv_sort(69)


def test_value_and_flags_are_apart() -> None:
    x, y = (t.variable(name, t.bv_sort(64)) for name in "xy")
    result = PRIMITIVES["float.div"].smt(4, 0, x, y)
    parts = {s.data.part: s for s in t.subterms([result]) if s.op == "float"}
    assert {name: s.sort.width for name, s in parts.items()} == {"value": 16, "flags": 5}
    operation = FloatOperation("div", 4, mode=0, part="value")
    assert parts["value"].data == operation
    assert [a.sort.width for a in parts["value"].args] == [16, 16]


@pytest.mark.parametrize(
    ("name", "chosen", "operand", "value"),
    [
        ("convert", (1, 7, 0), 32, 8),
        ("to_signed", (5, 0, 12), 16, 12),
        ("from_int", (6, 0, 20, True), 20, 8),
        ("compare", (0,), 64, 2),
        ("sqrt", (11, 0), 4, 4),
    ],
)
def test_widths(name: str, chosen: tuple[Any, ...], operand: int, value: int) -> None:
    words = [t.variable(f"w{i}", t.bv_sort(64)) for i in range(OPERATIONS[name].words)]
    result = PRIMITIVES[f"float.{name}"].smt(*chosen, *words)
    found = [s for s in t.subterms([result]) if s.op == "float"]
    assert sorted(s.sort.width for s in found) == sorted([value, 5])
    assert {a.sort.width for s in found for a in s.args} == {operand}


@pytest.mark.parametrize("name", FLOATS)
def test_settings_are_known_and_in_range(name: str) -> None:
    primitive, names = PRIMITIVES[f"float.{name}"], OPERATIONS[name].settings
    words = [0] * OPERATIONS[name].words
    usual = [VALID[each][0] if each in VALID else False for each in names]
    for at, each in enumerate(names):
        unknown: list[Any] = [*usual, *words]
        unknown[at] = t.variable("setting", t.BOOL if each == "signed" else t.INT)
        with pytest.raises(Unsupported, match=f"whose {each} is unknown"):
            primitive.smt(*unknown)
        if each not in VALID:
            continue
        low, high = VALID[each]
        for value in (low - 1, low, high, high + 1):
            operands = [*usual, *words]
            operands[at] = value
            failed = [r.code for r in primitive.requires if not r.smt(*operands)]
            assert failed == ([] if low <= value <= high else [NO_VALUE[each]])
            if failed:
                with pytest.raises(DynamicError, match=NO_VALUE[each]):
                    primitive.apply((), operands)
            else:
                assert primitive.apply((), operands) >= 0


# ---------------------------------------------------------------- in ASL


def machine(text: str) -> Machine:
    (library,) = parse_files([STDLIB])
    return Machine(Program([parse(Source("test.asl", text))], library.unit))


@pytest.mark.parametrize("function", sorted(NATIVES))
def test_emitted_code(function: str) -> None:
    name = NATIVES[function].removeprefix("float.")
    operation = OPERATIONS[name]
    formals = [f"{s}: {'boolean' if s == 'signed' else 'integer'}" for s in operation.settings]
    formals += [f"w{i}: bits(64)" for i in range(operation.words)]
    actual = ", ".join(f.split(":")[0] for f in formals)
    text = (
        f"func f({', '.join(formals)}) => bits(69) begin return {function}({actual}); end;\n"
        f"func main() => integer begin return 0; end;\n"
    )
    run = machine(text)
    values = {"format": 5, "target": 4, "mode": 1, "width": 8, "signed": True}
    chosen = [values[s] for s in operation.settings]
    words = [0x3FAB, 0xC123, 0x4001][: operation.words]
    assert run.call("f", *chosen, *words) == operation.function(*chosen, *words)


def test_constants_are_folded() -> None:
    text = "constant third: bits(69) = FloatDiv(4, 0, 0x3C00[63:0], 0x4200[63:0]);\n"
    run = machine(text + "func f() => bits(69) begin return third; end;\n")
    assert run.call("f") == 0x3555 | 16 << 64


def test_own_functions_come_first() -> None:
    text = "func FloatSqrt(x: integer) => integer begin return x + 1; end;\n"
    run = machine(text + "func f() => integer begin return FloatSqrt(6); end;\n")
    assert run.call("f") == 7


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("FloatSqrt(0, 0)", "CALL-ARGUMENTS"),
        ("FloatSqrt(0, 0, Zeros{32})", "WIDTH-MISMATCH"),
        ("FloatSqrt(0, TRUE, Zeros{64})", "CALL-ARGUMENTS"),
        ("FloatSqroot(0, 0, Zeros{64})", "NAME-UNDEFINED"),
    ],
)
def test_wrong_calls(call: str, code: str) -> None:
    with pytest.raises(PtoError) as caught:
        machine(f"func f() => bits(69) begin return {call}; end;\n").call("f")
    assert [each.code for each in caught.value.diagnostics] == [code]


def test_the_page_is_right() -> None:
    page = (DOCS / "floats.md").read_text("utf-8")
    (example,) = re.findall(r"```asl\n(.*?)\n```", page, re.S)
    assert machine(example).call("main") == 0
    assert set(NATIVES) == set(re.findall(r"`(Float[A-Za-z]+)", page))
