"""Counterexamples as test points: of broken twins of the shipped model, and of small programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from concrete.choosers import Draw
from concrete.machine import Machine
from parser.asl import parse
from parser.diagnostics import PtoError
from parser.loader import ParsedFile, parse_files
from parser.source import Source
from proofs.export.draws import Draws
from proofs.export.equality import WHOLE, Equality, in_use
from proofs.export.test_point import ExportedPoint, export
from proofs.properties import harness_files
from proofs.prove import Prover, Settings
from proofs.verdicts import Verdict
from semantics import types
from semantics.specification import Specification
from semantics.values import Unsupported, Vec
from tests.proofs.test_twins import TWINS, asked, mutated


def exported(name: str) -> ExportedPoint:
    """The test point of the counterexample to a twin."""
    twin = next(each for each in TWINS if each["name"] == name)
    spec = mutated(twin)
    p, case = asked(twin, spec)
    files = harness_files(spec, [p.contract])
    result = Prover(spec, Settings(timeout=20), files).decide(p, case)
    assert result.verdict is Verdict.REFUTED, result.reason
    return export(spec, files, p, result)


def test_point_of_a_twin(golden: Callable[[str, str], None]) -> None:
    """The failure is in the harness, behind loops that draw."""
    point = exported("truncating-remainder")
    golden("twin-truncating-remainder.asl", point.text)
    assert point.id.startswith("PTO-AVS-TILE-TREM-DIVISOR-SIGN-")
    assert point.path.name.startswith("tile-bound-trem-divisor-sign-")


@pytest.mark.parametrize(
    "name", ["null-padding-defined", "destination-columns-not-compared", "padding-must-be-defined"]
)
def test_points_fail_as_twins_do(name: str) -> None:
    """Within the model, and where whole states are compared; `export` has run them."""
    point = exported(name)
    assert len(point.text.splitlines()) <= 300
    assert "Explain" not in point.text
    assert "SameValue" not in point.text
    assert "ARBITRARY" not in point.text


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("write-before-the-checks", "asks for the order of events"),
        ("integer-modulo-inexact", "calls `FloatFloorModulo`"),
    ],
)
def test_what_can_not_be_said(name: str, reason: str) -> None:
    with pytest.raises(PtoError, match="CEX-EXPORT") as raised:
        exported(name)
    assert reason in raised.value.diagnostics[0].message


def test_a_point_that_fails_elsewhere_is_none() -> None:
    """A harness whose failure no longer is where the counterexample says can't be trusted."""
    twin = next(each for each in TWINS if each["name"] == "truncating-remainder")
    spec = mutated(twin)
    p, case = asked(twin, spec)
    files = harness_files(spec, [p.contract])
    result = Prover(spec, Settings(timeout=20), files).decide(p, case)
    assert result.counterexample is not None
    drawn = tuple((name, 1) for name, _ in result.counterexample.draws)
    other = replace(result, counterexample=replace(result.counterexample, draws=drawn))
    with pytest.raises(PtoError, match="does not fail any more"):
        export(spec, files, p, other)


# ---------------------------------------------------------------- what is generated


def ran(text: str, function: str) -> object:
    """What a function of a text returns."""
    source = Source.generated("generated.asl", text)
    program = Specification("small", []).program([ParsedFile(source, parse(source))])
    return Machine(program).call(function)


KIND = types.EnumType("Kind", ("Kind_A", "Kind_B"))
PART = types.RecordType(
    "Part",
    "record",
    (("kind", KIND), ("pair", types.ArrayType(2, types.BitsType(70)))),
)
TYPES = """
type Kind of enumeration {Kind_A, Kind_B};
type Part of record { kind: Kind, pair: array [[2]] of bits(70) };
type Long of array [[1000]] of Part;
"""
DRAWN: list[Draw] = [
    (types.BOOLEAN, True),
    (types.INTEGER, -(1 << 80)),
    (types.IntType((types.Range(3, 9),)), 4),
    (types.REAL, "7/3"),
    (types.STRING, ""),
    (KIND, 1),
    (KIND, 0),
    (types.BitsType(70), (1 << 70) - 1),
    (types.BitsType(70), 5),
    (types.BOOLEAN, False),
    (types.INTEGER, 0),
]


def test_draws_of_all_types() -> None:
    from fractions import Fraction

    drawn = [(t, Fraction(v) if t is types.REAL else v) for t, v in DRAWN]
    draws = Draws("Next", drawn)
    three = types.IntType((types.Range(3, 9),))
    both = types.TupleType((types.BOOLEAN, types.INTEGER))
    body = [
        f"let truth = {draws.expression(types.BOOLEAN, 'boolean')};",
        f"let large = {draws.expression(types.INTEGER, 'integer')};",
        f"let small = {draws.expression(three, 'integer{3..9}')};",
        f"let ratio = {draws.expression(types.REAL, 'real')};",
        f"let text = {draws.expression(types.STRING, 'string')};",
        f"let kind = {draws.expression(KIND, 'Kind')};",
        f"let part = {draws.expression(PART, 'Part')};",
        f"let (no, zero) = {draws.expression(both, '(boolean, integer)')};",
        'assert truth && large == -(2^80) && small == 4 && ratio == 7.0 / 3.0 && text == "";',
        "assert kind == Kind_B && part.kind == Kind_A && IsOnes(part.pair[[0]]);",
        "assert UInt(part.pair[[1]]) == 5 && !no && zero == 0;",
        "return 0;",
    ]
    main = ["func Main() => integer", "begin", *body, "end;"]
    assert ran("\n".join([TYPES, *draws.lines(), *main]), "Main") == 0
    with pytest.raises(Unsupported, match="an ARBITRARY of the type"):
        draws.expression(types.TupleType((PART, types.BOOLEAN)), "(Part, boolean)")


def compared(equality: Equality, type: types.Type, written: str, body: str) -> object:
    name = equality.of(type, written)
    main = [f"func Main() => boolean\nbegin\nvar a, b: {written};", body, f"return {name}(a, b);"]
    return ran("\n".join([TYPES, *equality.lines(), *main, "end;"]), "Main")


def test_equality_is_structural() -> None:
    long = types.ArrayType(1000, PART)
    pair = types.TupleType((PART, types.ArrayType(3, types.INTEGER)))
    for type, written, change in (
        (long, "Long", "a[[999]].pair[[1]] = Ones{70};"),
        (PART, "Part", "a.kind = Kind_B;"),
        (KIND, "Kind", "a = Kind_B;"),
        (pair, "(Part, array [[3]] of integer)", "var t: array [[3]] of integer; t[[2]] = 1; "
         "let p = a.item0; a = (p, t);"),
    ):  # fmt: skip
        assert compared(Equality("Same"), type, written, "pass;") is True, written
        assert compared(Equality("Same"), type, written, change) is False, written


def test_of_long_arrays_what_is_in_use_is_compared() -> None:
    long = types.ArrayType(1000, PART)
    change = "a[[999]].kind = Kind_B;"
    assert WHOLE < 1000
    assert compared(Equality("Same", {1000: 1000}), long, "Long", change) is False
    assert compared(Equality("Same", {1000: 999}), long, "Long", change) is True
    assert compared(Equality("Same", {}), long, "Long", change) is True
    found: dict[int, int] = {}
    array = Vec(1000, (0, Vec(4, 0))).set(6, (0, Vec(4, 0).set(2, 1))).set(900, (0, Vec(4, 0)))
    in_use((1, (array, "text")), found)
    assert found == {1000: 7, 4: 3}


def test_standalone_harnesses_are_in_order(tmp_path: Path) -> None:
    """They pass the static rules beside the model, with what stands for ptoprove's own."""
    from proofs.export.standalone import standalone
    from proofs.properties import load_properties
    from semantics.checking.checker import check
    from semantics.specification import shipped

    spec = shipped()
    files = harness_files(spec, ["TSCATTER"])
    program = spec.program(files)
    Machine(program)
    path = tmp_path / "standalone.asl"
    path.write_text(standalone(spec, program, files, load_properties(spec, ["TSCATTER"])), "utf-8")
    whole = spec.program(parse_files([path]))
    Machine(whole)
    check(whole)
    assert not {"SameValue", "Explain"} & set(whole.functions)
