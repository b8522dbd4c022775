"""Loops that are not run again leave what they would leave."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concrete.machine import Machine
from concrete.repetition import MOST_KEPT, Dependence, Memory, repeated
from parser.asl import parse
from parser.loader import parse_files
from parser.source import Source
from semantics.library import STDLIB
from semantics.program import Program
from semantics.values import Vec

TEXT = """
var _cells: array [[8]] of integer;
var _flags: array [[8]] of boolean;
var _n: integer = 3;
var _log: integer;
type Oops of exception { n: integer };

func Fill() begin
    for i = 0 to 7 do
        _cells[[i]] = if _flags[[i]] then _n else 0;
    end;
    _log = _log + 1;
    for i = 0 to 7 do
        if i < Limit() then _flags[[i]] = FALSE; end;
    end;
end;
func Limit() => integer begin
    return _n;
end;
func Sum() begin
    var total: integer = 0;
    for i = 0 to 7 do
        total = total + _cells[[i]];
    end;
    _log = total;
end;
func Draws() begin
    for i = 0 to 7 do
        _cells[[i]] = ARBITRARY: integer;
    end;
end;
func Throws() begin
    for i = 0 to 7 do
        if _n == i then throw Oops { n = i }; end;
        _log = i;
    end;
end;
func Returns() begin
    for i = 0 to 7 do
        _log = i;
        if i == _n then return; end;
    end;
    _log = 100;
end;
func Width() begin
    let width = _n as integer{0..9};
    for i = 0 to 7 do
        let ones: bits(width) = Ones{width};
        _cells[[i]] = UInt(ones);
    end;
end;
func Within(by: integer) begin
    for i = 0 to 7 do
        _cells[[i]] = by;
    end;
end;
func Nested() begin
    if _n > 0 then
        for i = 0 to 7 do
            _cells[[i]] = i;
        end;
    end;
end;
func Indirect() begin
    for i = 0 to 1 do
        Draws();
        _log = i;
    end;
end;
func Counts() begin
    while _n > 0 looplimit 99 do
        _n = _n - 1;
        _log = _log + _n;
    end;
end;
func Fails() begin
    for i = 0 to 7 do
        _log = i;
        assert i < _n;
    end;
end;
"""


def program() -> Program:
    (library,) = parse_files([STDLIB])
    return Program([parse(Source("text.asl", TEXT))], library.unit)


def dependences(name: str) -> list[Dependence]:
    found = program()
    Machine(found)
    return list(repeated(found.function(name), found.effects).values())


def test_what_a_loop_depends_on() -> None:
    assert dependences("Fill") == [
        Dependence(("_cells", "_flags", "_n"), ("_cells",)),
        Dependence(("_flags", "_n"), ("_flags",)),
    ]
    assert dependences("Counts") == [Dependence(("_log", "_n"), ("_log", "_n"))]


@pytest.mark.parametrize(
    "name", ["Sum", "Draws", "Throws", "Returns", "Width", "Within", "Nested", "Indirect"]
)
def test_other_loops_always_run(name: str) -> None:
    assert dependences(name) == []


@pytest.mark.parametrize("name", ["Fill", "Sum", "Returns", "Width", "Counts", "Nested"])
@settings(max_examples=12, deadline=None)
@given(
    states=st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 7), st.booleans(), st.booleans()), max_size=12
    )
)
def test_repeated_runs_are_runs(name: str, states: list[tuple[int, int, bool, bool]]) -> None:
    machine = Machine(program())
    for n, index, flag, back in states:
        state = machine.globals()
        machine["_n"] = n
        machine["_flags"] = machine["_flags"].set(index, flag)
        before = machine.globals()
        machine.call(name)
        fresh = Machine(machine.program)
        for variable, value in before.items():
            fresh[variable] = value
        fresh.call(name)
        assert machine.globals() == fresh.globals() | {
            name: value for name, value in machine.globals().items() if name not in fresh.globals()
        }
        if back:
            machine.restore(state)


def test_a_loop_that_fails_fails_again() -> None:
    machine = Machine(program())
    for _ in range(2):
        with pytest.raises(Exception, match="ASSERTION"):
            machine.call("Fails")
        assert machine["_log"] == 3


def test_a_tracing_machine_runs_all() -> None:
    machine = Machine(program(), tracing=True)
    machine.call("Fill")
    first = list(machine.trace.events)
    machine.trace.start()
    machine["_log"] = 0
    machine.call("Fill")
    assert machine.trace.events == first


def test_memory_is_short() -> None:
    memory = Memory()
    objects = [object() for _ in range(MOST_KEPT + 1)]
    for each in objects:
        memory.keep("f", 0, (each,), (each, each))
    assert memory.recall("f", 0, (objects[-1],)) == (objects[-1], objects[-1])
    assert memory.recall("f", 0, (objects[0],)) is None
    assert memory.recall("f", 1, (objects[-1],)) is None
    memory.forget("f")
    assert memory.recall("f", 0, (objects[-1],)) is None


def test_equal_states_are_one() -> None:
    memory = Memory()
    first, second = Vec.of([1, 2], 0), Vec.of([1, 2], 0)
    memory.keep("f", 0, (first, 5), (first,))
    assert memory.recall("f", 0, (second, 5)) == (first,)
    (after,) = memory.keep("f", 0, (second, 6), (second,))
    assert after is first
    assert memory.recall("f", 0, (second.set(0, 3), 5)) is None
