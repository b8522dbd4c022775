"""Which conditions of a function are branches, and what a machine that counts notes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from concrete.branches import branches_of
from concrete.machine import Machine
from parser.cache import Cache
from parser.loader import parse_files
from semantics.specification import Specification
from semantics.values import DynamicError

UNIT = """
func f(x: integer, y: boolean) => integer
begin
    if x > 3 && y then return 1; elsif x IN {1, 2} then return 2; end;
    case x of when 0, 3 => return 5; when 7 where y => return 6; otherwise => pass; end;
    var n: integer = x;
    while n > 0 looplimit 100 do n = n - 1; end;
    repeat n = n + 1; until n == 2 looplimit 5;
    assert x > 0 || n == 0;
    return if y ==> x > 9 then 1 else 2;
end;
func plain(x: integer) => integer
begin
    if TRUE then return x; end;
    for i = 0 to 3 do pass; end;
    return 0;
end;
"""
CONDITIONS = [
    "4 x > 3", "4 y", "4 1", "4 2", "5 0", "5 3", "5 7", "5 y", "7 n > 0", "8 n == 2", "10 y",
    "10 x > 9",
]  # fmt: skip


@pytest.fixture
def spec(tmp_path: Path) -> Specification:
    path = tmp_path / "unit.asl"
    path.write_text(UNIT, "utf-8")
    return Specification("test", parse_files([path], jobs=1))


def never(spec: Specification, *calls: tuple[int, bool], cache: Cache | None = None) -> list[str]:
    """The conditions of `f` that were never TRUE or FALSE in these calls."""
    program = spec.program()
    machine = Machine(program, counting=True, cache=cache)
    for x, y in calls:
        machine.call("f", x, y)
    return [
        f"{each.text} {'TRUE' if way[2] else 'FALSE'}"
        for each in branches_of({"f": program.function("f")})
        for way in each.ways
        if way not in machine.taken
    ]


def test_the_operands_of_conditions_are_branches_and_assertions_are_none(
    spec: Specification,
) -> None:
    program = spec.program()
    found = branches_of({"f": program.function("f"), "plain": program.function("plain")})
    assert [f"{each.span.line} {each.text}" for each in found] == CONDITIONS
    assert {each.function for each in found} == {"f"}


def test_what_a_condition_came_to_is_noted(spec: Specification) -> None:
    names = [each.split(" ", 1)[1] for each in CONDITIONS]
    assert never(spec) == [f"{name} {way}" for name in names for way in ("TRUE", "FALSE")]
    # The second operand is not looked at where the first decides.
    assert never(spec, (5, True), (4, False)) == [
        "x > 3 FALSE", "1 TRUE", "2 TRUE", "0 TRUE", "3 TRUE", "7 TRUE", "y TRUE", "y FALSE",
        "y TRUE", "x > 9 TRUE", "x > 9 FALSE",
    ]  # fmt: skip


def test_code_from_the_cache_counts_as_well(spec: Specification, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    calls = ((5, True), (1, False))
    assert never(spec, *calls, cache=cache) == never(spec, *calls, cache=cache)
    machine = Machine(spec.program(), cache=cache)
    assert machine.call("f", 5, True) == 1
    assert machine.taken == set()


def test_what_fails_has_gone_as_far_as_it_went(spec: Specification) -> None:
    machine = Machine(spec.program(), counting=True)
    with pytest.raises(DynamicError):
        machine.call("f", -5, True)
    assert ("f_f", 0, False) in machine.taken


def test_only_a_machine_that_counts_runs_code_that_notes(spec: Specification) -> None:
    names: dict[bool, set[str]] = {}
    for counting in (False, True):
        machine = Machine(spec.program(), counting=counting)
        machine.call("f", 5, True)
        names[counting] = set(machine._namespace["f_f"].__code__.co_names)
    assert names[True] - names[False] == {"taken"}
