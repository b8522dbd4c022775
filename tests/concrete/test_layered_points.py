"""Test points as layers on one machine: nothing of one is left for the next."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concrete.discovery import discover
from concrete.functions import Functions
from concrete.machine import Machine
from concrete.points import Outcome, Point, PointRunner, Status
from parser.loader import parse_files
from semantics.decoders import generate, kept
from semantics.specification import Specification, checkout

SPEC = """
constant SIZE = 40;
type Cell of record { used: boolean, value: bits(64) };
type Cells of array [[SIZE]] of Cell;
type Oops of exception { n: integer };
var _cells: Cells;
var _total: integer = 7;
var _drawn: integer = ARBITRARY: integer;

func Reset()
begin
    for i = 0 to SIZE - 1 do
        _cells[[i]].used = FALSE;
        _cells[[i]].value = Zeros{64};
    end;
    _total = 0;
end;

func Put(i: integer, v: bits(64))
begin
    _cells[[i]].used = TRUE;
    _cells[[i]].value = v;
    _total = _total + Weight(v);
end;

pure impdef func Weight(v: bits(64)) => integer
begin
    return UInt(v);
end;

pure func Needs() => integer
begin
    return OfThePoint() + 1;
end;

pure func Deep(n: integer) => integer
begin
    return if n == 0 then 0 else Deep(n - 1) + 1;
end;

pure func Limited(n: integer) => integer recurselimit 3
begin
    return if n == 0 then 0 else Limited(n - 1);
end;
"""


def func(head: str, body: str) -> str:
    return f"func {head}\nbegin\n    {body}\nend;\n"


def main(body: str) -> str:
    return func("main() => integer", f"{body} return 0;")


POINTS = {
    "initial": main("assert _total == 7 && !_cells[[3]].used;"),
    "writes": main("_total = 99; Put(3, Ones{64});"),
    "resets": main("Put(3, Ones{64}); Reset(); assert _total == 0 && !_cells[[3]].used;"),
    "again": main("Reset(); Put(1, Ones{64}); Reset(); Put(2, Zeros{64}); assert _total == 0;"),
    "fails": main("Put(0, Zeros{64} + 1); assert _total == 9;"),
    "index": main("Put(SIZE, Zeros{64});"),
    "throws": main("Put(0, Ones{64}); throw Oops { n = 1 };"),
    "result": func("main() => integer", "_total = 1; return _total;"),
    "globals": "var _mine: integer = _total + 1;\n" + main("assert _mine == 8; _mine = 0;"),
    "others": "var _mine: integer = 3;\n"
    + main("assert _mine == 3; assert Helper() == 2;")
    + "pure "
    + func("Helper() => integer", "return 2;"),
    "helper": "pure " + func("Helper() => integer", "return 1;") + main("assert Helper() == 1;"),
    "implements": "pure implementation "
    + func("Weight(v: bits(64)) => integer", "return 1;")
    + main("Put(0, Ones{64}); assert _total == 8;"),
    "weight": main("Put(0, Zeros{64} + 4); assert _total == 11;"),
    "overloads": func("Put(i: integer)", "_total = i;") + main("Put(5); assert _total == 5;"),
    "redeclares": "constant SIZE = 1;\n" + main(""),
    "library": "pure "
    + func("UInt(x: integer) => integer", "return x;")
    + main("assert UInt(3) == 3;"),
    "gives": "pure " + func("OfThePoint() => integer", "return 1;") + main("assert Needs() == 2;"),
    "gives-other": "pure "
    + func("OfThePoint() => integer", "return 4;")
    + main("assert Needs() == 5;"),
    "lacks": main("assert Needs() == 2;"),
    "deep": main("assert Deep(1000000) == 0;"),
    "limit": main("assert Limited(5) == 0;"),
    "within": main("assert Limited(2) == 0;"),
    "draws": main("assert _drawn == 0; assert (ARBITRARY: integer) == 0;"),
    "no-main": func("Other()", "pass;"),
    "wrong": main("let x: integer = TRUE;"),
    "grammar": main("let x = ;"),
}
PASS = {
    "initial", "writes", "resets", "again", "globals", "others", "helper", "implements", "weight",
    "overloads", "library", "gives", "gives-other", "within", "draws",
}  # fmt: skip
BROKEN = {"redeclares", "lacks", "no-main", "wrong", "grammar"}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small specification checkout with test points."""
    directory = tmp_path_factory.mktemp("spec")
    (directory / "asl").mkdir()
    (directory / "asl" / "model.asl").write_text(SPEC)
    (directory / "tests" / "asl").mkdir(parents=True)
    for name, text in POINTS.items():
        record = f'// PTO-TEST: {{"id": "{name}", "kind": "made", "summary": "one of ours"}}\n'
        (directory / "tests" / "asl" / f"{name}.asl").write_text(record + text)
    return directory


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def spec(directory: Path) -> Specification:
    return checkout(directory)


@pytest.fixture(scope="module")
def points(directory: Path) -> list[Point]:
    return discover(directory)


@pytest.fixture(scope="module")
def alone(spec: Specification, points: list[Point]) -> dict[str, Outcome]:
    """What each point gives that nothing ran before."""
    return {point.id: timeless(PointRunner(spec).run(point)) for point in points}


def timeless(outcome: Outcome) -> Outcome:
    return replace(outcome, seconds=0.0)


def test_outcomes(alone: dict[str, Outcome]) -> None:
    by_status = {
        status: {id for id, outcome in alone.items() if outcome.status is status}
        for status in Status
    }
    assert by_status[Status.PASSED] == PASS
    assert by_status[Status.BROKEN] == BROKEN
    assert by_status[Status.FAILED] == POINTS.keys() - PASS - BROKEN
    codes = {id: [each.code for each in outcome.diagnostics] for id, outcome in alone.items()}
    assert codes["index"] == ["INDEX-RANGE"]
    assert codes["redeclares"] == ["NAME-REDECLARED"]
    assert codes["lacks"] == ["NAME-UNDEFINED"]
    assert codes["limit"] == ["RECURSE-LIMIT"]
    assert codes["no-main"] == ["EXEC-NO-MAIN"]


@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_any_order_gives_the_same(
    data: st.DataObject, spec: Specification, points: list[Point], alone: dict[str, Outcome]
) -> None:
    runner = PointRunner(spec)
    for point in data.draw(st.permutations(points * 2)):
        assert timeless(runner.run(point)) == alone[point.id]


def test_kept_code_gives_the_same(
    spec: Specification, points: list[Point], alone: dict[str, Outcome], directory: Path
) -> None:
    again = PointRunner(checkout(directory))
    assert {point.id: timeless(again.run(point)) for point in points} == alone


def test_the_specification_is_compiled_once(
    spec: Specification, points: list[Point], monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = PointRunner(spec)
    by_id = {point.id: point for point in points}
    runner.run(by_id["writes"])
    compiled: list[str] = []
    original = Functions.compile

    def watched(self: Functions, key: str) -> None:
        compiled.append(key)
        original(self, key)

    monkeypatch.setattr(Functions, "compile", watched)
    assert runner.run(by_id["writes"]).status is Status.PASSED
    assert compiled == ["main"]


def test_nothing_is_left_of_a_layer(spec: Specification, points: list[Point]) -> None:
    runner = PointRunner(spec)
    machine = runner._machine
    for point in points:  # whatever they reach of the specification is compiled now
        runner.run(point)
    before = set(machine._namespace)
    for point in points:
        runner.run(point)
        assert machine._namespace.keys() == before
        assert "_mine" not in machine.globals()
        assert machine["_total"] == 7


def test_an_edited_specification_is_another(directory: Path, tmp_path: Path) -> None:
    copy = tmp_path / "spec"
    for path in [*directory.rglob("*.asl")]:
        target = copy / path.relative_to(directory)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text())
    (weight,) = (point for point in discover(copy) if point.id == "weight")
    assert PointRunner(checkout(copy)).run(weight).status is Status.PASSED
    model = copy / "asl" / "model.asl"
    model.write_text(SPEC.replace("return UInt(v);", "return UInt(v) + 1;"))
    assert PointRunner(checkout(copy)).run(weight).status is Status.FAILED


def test_a_layer_is_no_program_of_its_own(spec: Specification, tmp_path: Path) -> None:
    machine = Machine(spec.program())
    path = tmp_path / "layer.asl"
    path.write_text(
        "var _own: integer = _total;\nfunc Own() => integer\nbegin\n    return SIZE;\nend;\n"
    )
    layer = spec.layer(machine.program, parse_files([path]))
    with machine.on_top(layer):
        machine["_total"] = 1
        assert (machine.call("Own"), machine["_own"]) == (40, 7)
    assert machine["_total"] == 7
    assert "Own" not in machine.program.functions


def test_the_public_suite() -> None:
    """A sample of the public points; `tests.benchmarks.points` runs them all."""
    if "PTO_SPEC" not in os.environ:
        pytest.skip("PTO_SPEC is not set")
    directory = Path(os.environ["PTO_SPEC"])
    runner = PointRunner(checkout(directory, [kept(directory) or generate(directory)]))
    chosen = discover(directory)[::97]
    assert [p.id for p in chosen if runner.run(p).status is not Status.PASSED] == []
