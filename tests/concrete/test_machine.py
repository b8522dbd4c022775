"""The machine: state, traces, call stacks, persistence and limits."""

from pathlib import Path
from typing import Any

import pytest

from concrete.choosers import Random, Replay
from concrete.machine import Machine
from concrete.trace import WHOLE, Event
from parser.loader import parse_files
from parser.source import NOWHERE
from semantics.specification import Specification, shipped
from semantics.values import DynamicError, Vec

TEXT = """
type Pair of record { a: integer, b: bits(8) };
type Pairs of array [[4]] of Pair;
type Oops of exception { n: integer };
var _count: integer = 5;
var _pairs: Pairs;
var _flag: boolean;
constant K = 3;

func Bump(by: integer) => integer
begin
    _count = _count + by;
    return _count;
end;

func SetPair(i: integer{0..3}, value: integer)
begin
    _pairs[[i]].a = value;
    _pairs[[i]].b[3:0] = '1111';
end;

func GetPair(i: integer) => integer
begin
    return _pairs[[i]].a;
end;

func Copy()
begin
    let saved = _pairs;
    _pairs[[0]].a = 99;
    _pairs = saved;
end;

func Inner(n: integer)
begin
    assert n < K;
end;

func Outer(n: integer)
begin
    if n > 0 then
        Inner(n);
    end;
end;

func Throws(n: integer)
begin
    throw Oops { n = n };
end;

func Catches(n: integer) => integer
begin
    try
        Throws(n);
    catch
        when e: Oops => return e.n;
    end;
    return 0;
end;

func Deep(n: integer) => integer
begin
    return if n == 0 then 0 else 1 + Deep(n - 1);
end;

func Draw() => (integer, bits(4), boolean)
begin
    return (ARBITRARY: integer{3..9}, ARBITRARY: bits(4), ARBITRARY: boolean);
end;

func Say()
begin
    println "count ", _count;
end;
"""


def machine(tmp_path: Path, text: str = TEXT, **options: Any) -> Machine:
    path = tmp_path / "machine.asl"
    path.write_text(text, encoding="utf-8")
    return Machine(Specification("test", parse_files([path])).program(), **options)


def test_state_is_initial_and_kept_between_calls(tmp_path: Path) -> None:
    m = machine(tmp_path)
    assert m["_count"] == 5
    assert (m.call("Bump", 2), m.call("Bump", 3), m["_count"]) == (7, 10, 10)
    m["_count"] = 1
    assert m.call("Bump", 1) == 2


def test_snapshot_and_restore(tmp_path: Path) -> None:
    m = machine(tmp_path)
    m.call("SetPair", 2, 7)
    before = m.globals()
    assert before["_pairs"].get(2) == (7, 15)
    m.call("SetPair", 2, 8)
    m.call("Bump", 1)
    assert m["_pairs"].get(2) == (8, 15)
    assert before["_pairs"].get(2) == (7, 15)
    m.restore(before)
    # What the snapshot had not met yet has its initial value again.
    assert (m["_pairs"].get(2), m["_count"]) == ((7, 15), 5)
    assert m.globals().keys() == {"_pairs", "_count"}


def test_machines_share_nothing(tmp_path: Path) -> None:
    first, second = machine(tmp_path), machine(tmp_path)
    first.call("Bump", 1)
    assert second["_count"] == 5


def test_trace(tmp_path: Path) -> None:
    m = machine(tmp_path, tracing=True)
    m.call("Bump", 1)
    read, write = Event("read", "_count", WHOLE), Event("write", "_count", WHOLE)
    assert m.trace.events == [read, write, read]
    m.trace.start()
    m.call("SetPair", 3, 1)
    writes = [each for each in m.trace.events if each.kind == "write"]
    assert writes == [Event("write", "_pairs", 3)] * 2
    m.trace.start()
    m.call("Copy")
    assert [(each.kind, each.index) for each in m.trace.events] == [
        ("read", WHOLE),
        ("write", 0),
        ("write", WHOLE),
    ]
    assert m.trace.after_write("write", "_pairs", WHOLE, "_pairs", 0) == 1
    assert m.trace.after_write("read", "_pairs", 1, "_pairs", 0) == 0


def test_no_trace_unless_asked(tmp_path: Path) -> None:
    m = machine(tmp_path)
    m.call("SetPair", 3, 1)
    assert m.trace.events == []


@pytest.mark.parametrize("tracing", [False, True])
def test_tracing_changes_no_result(tracing: bool, tmp_path: Path) -> None:
    m = machine(tmp_path, tracing=tracing)
    m.call("SetPair", 1, 4)
    m.call("Copy")
    assert m.call("GetPair", 1) == 4
    with pytest.raises(DynamicError) as caught:
        m.call("GetPair", 4)
    assert caught.value.code == "INDEX-RANGE"


def test_call_stack(tmp_path: Path) -> None:
    m = machine(tmp_path)
    m.call("Outer", 2)
    with pytest.raises(DynamicError) as caught:
        m.call("Outer", 3)
    stack = caught.value.stack
    assert [name for name, _ in stack] == ["Inner", "Outer"]
    lines = TEXT.split("\n")
    assert [lines[span.line - 1].strip() for _, span in stack] == ["assert n < K;", "Inner(n);"]


def test_exceptions(tmp_path: Path) -> None:
    m = machine(tmp_path)
    assert m.call("Catches", 12) == 12
    with pytest.raises(DynamicError, match="`Oops`") as caught:
        m.call("Throws", 1)
    assert (caught.value.code, caught.value.stack[0][0]) == ("UNCAUGHT", "Throws")


def test_recursion_is_deep_but_ends(tmp_path: Path) -> None:
    m = machine(tmp_path)
    assert m.call("Deep", 2000) == 2000
    with pytest.raises(DynamicError) as caught:
        m.call("Deep", 10**6)
    assert caught.value.code == "RECURSION-LIMIT"
    assert m.call("Deep", 10) == 10


def test_choosers(tmp_path: Path) -> None:
    m = machine(tmp_path)
    assert m.call("Draw") == (3, 0, False)
    chooser = Random(4)
    m.choose_with(chooser)
    drawn = m.call("Draw")
    values = [value for _, value in chooser.drawn]
    assert list(drawn) == values
    m.choose_with(Replay(values))
    assert m.call("Draw") == drawn


def test_output(tmp_path: Path) -> None:
    printed: list[str] = []
    m = machine(tmp_path, output=printed.append)
    m.call("Say")
    assert "".join(printed) == "count 5\n"


def test_an_error_leaves_the_state_of_that_moment(tmp_path: Path) -> None:
    text = TEXT + "func BumpAndFail() begin _count = _count + 1; assert FALSE; end;\n"
    m = machine(tmp_path, text)
    with pytest.raises(DynamicError):
        m.call("BumpAndFail")
    assert m["_count"] == 6


def test_large_state_is_persistent() -> None:
    """A snapshot is free, and writing one element of 64 x 32768 does not copy the others."""
    m = Machine(shipped().program())
    m.call("ResetProfileState")
    kinds = [
        m.program.enumeration(label, NOWHERE)[1]
        for label in ("TileDataType_S32", "TileLayout_RowMajor", "TileLocation_Vector")
    ]
    m.call("ConfigureTile", 5, 128, 1, 4, 1, 4, *kinds)
    snapshots = []
    for i in range(1000):
        m.call("WriteTileElement", 5, 0, i % 4, i)
        snapshots.append(m["_Tiles"])
    assert isinstance(snapshots[0], Vec)
    assert snapshots[0].get(6) is snapshots[-1].get(6)
    assert m.call("ReadTileElement", 5, 0, 3) == 999
    m["_Tiles"] = snapshots[3]
    assert [m.call("ReadTileElement", 5, 0, c) for c in range(4)] == [0, 1, 2, 3]


LIMITED = """
func Depth(n: integer) => integer recurselimit 3
begin
    if n <= 1 then return 1; end;
    return 1 + Depth(n - 1);
end;
"""


def test_calls_under_way_are_limited(tmp_path: Path) -> None:
    m = machine(tmp_path, LIMITED)
    assert m.call("Depth", 3) == 3
    for _ in range(2):  # a failure leaves no calls behind
        with pytest.raises(DynamicError) as caught:
            m.call("Depth", 4)
        assert caught.value.code == "RECURSE-LIMIT"
    assert m.call("Depth", 3) == 3
