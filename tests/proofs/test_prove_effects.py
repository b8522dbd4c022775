"""Exceptions, events and effects: what once made a verdict wrong, each in a small harness."""

from __future__ import annotations

import pytest

from tests.proofs.deciding import OOPS, Bench, proved, refuted, unsupported

COUNTER = "var g: integer = 0;\n"
CELLS = """\
var cells: array [[2]] of integer;
func Put(n: integer) => integer
begin
    cells[[1]] = n;
    return 0;
end;
"""


# ---------------------------------------------------------------- exceptions


def test_an_exception_that_is_caught(bench: Bench) -> None:
    body = """\
let k = ARBITRARY: integer{0..5};
var r: integer = 0;
try
    g = 1;
    r = Small(k);
    g = 2;
catch
    when e: Other => assert FALSE;
    when e: Oops => r = e.a + 100;
end;
assert r == (if k > 2 then k + 100 else k);
assert g == (if k > 2 then 1 else 2);"""
    proved(bench.decide(body, OOPS + COUNTER))
    refuted(bench.decide(body.replace("+ 100;", "+ 99;"), OOPS + COUNTER), 3)


def test_an_exception_that_is_not_caught(bench: Bench) -> None:
    body = "let r = Small(ARBITRARY: integer{0..5});\nassert r <= 2;"
    refuted(bench.decide(body, OOPS), 3, code="UNCAUGHT", at="throw Oops { a = k };")
    body = f"try\n{body}\ncatch\n    when Other => pass;\nend;"
    refuted(bench.decide(body, OOPS), 3, code="UNCAUGHT")


def test_an_exception_thrown_for_certain(bench: Bench) -> None:
    body = (
        "try\n    let r = Small(5);\n    assert FALSE;\ncatch\n    when Oops => assert TRUE;\nend;"
    )
    proved(bench.decide(body, OOPS))
    refuted(bench.decide("let r = Small(5);", OOPS), code="UNCAUGHT")


def test_an_exception_from_a_catcher(bench: Bench) -> None:
    body = """\
let k = ARBITRARY: integer{0..5};
var r: integer = 0;
try
    try
        r = Small(k);
    catch
        when e: Oops =>
            throw Other { b = e.a + 1 };
    end;
catch
    when Oops => assert FALSE;
    otherwise => r = 50;
end;
assert r == (if k > 2 then 50 else k);"""
    proved(bench.decide(body, OOPS))
    body = body.replace("otherwise => r = 50;", "")
    refuted(bench.decide(body, OOPS), 3, code="UNCAUGHT", at="throw Other { b = e.a + 1 };")


def test_exceptions_from_a_loop(bench: Bench) -> None:
    """Each round may throw; the state of every one is the one it threw in."""
    body = """\
let k = ARBITRARY: integer{0..5};
var rounds: integer = 0;
try
    for i = 0 to 3 do
        let r = Small(i + k);
        rounds = rounds + 1;
    end;
    assert FALSE;
catch
    when e: Oops => assert rounds == Max(3 - k, 0) && e.a == Max(3, k);
end;"""
    proved(bench.decide(body, OOPS))
    refuted(bench.decide(body.replace("Max(3, k)", "3"), OOPS), 4)


def test_exceptions_caught_in_a_loop(bench: Bench) -> None:
    body = """\
let k = ARBITRARY: integer{0..5};
var caught: integer = 0;
for i = 0 to 3 do
    try
        let r = Small(i + k);
    catch
        when Oops => caught = caught + 1;
    end;
end;
assert caught == Min(k + 1, 4);"""
    proved(bench.decide(body, OOPS))
    refuted(bench.decide(body.replace("Min(k + 1, 4)", "k + 1"), OOPS), 4)


def test_an_exception_from_one_side_of_a_condition(bench: Bench) -> None:
    body = """\
let k = ARBITRARY: integer{0..5};
var r: integer = 0;
try
    r = if k > 3 then Small(k) else Small(k) + 10;
catch
    when e: Oops => r = e.a;
end;
assert r == (if k > 2 then k else k + 10);"""
    proved(bench.decide(body, OOPS))


# ---------------------------------------------------------------- events


def test_a_second_start_on_one_branch(bench: Bench) -> None:
    body = """\
let c = ARBITRARY: boolean;
TraceStart();
g = 1;
if c then TraceStart(); end;
assert WritesOf("g", -1) == """
    refuted(bench.decide(f"{body}1;", COUNTER), True)
    refuted(bench.decide(f"{body}0;", COUNTER), False)
    proved(bench.decide(f"{body}(if c then 0 else 1);", COUNTER))


def test_a_second_start_forgets_the_first_write(bench: Bench) -> None:
    body = """\
let c = ARBITRARY: boolean;
TraceStart();
g = 1;
if c then TraceStart(); end;
let v = g;
assert ReadsAfterWrite("g", -1, "g", -1) == (if c then 0 else 1);"""
    proved(bench.decide(body, COUNTER))


UNCERTAIN = [
    "if c then TraceStart(); end;",
    "if c then TraceStart(); g = 1; end;",
    "Begin(c);",
    "for i = 1 to (if c then 1 else 0) do TraceStart(); end;",
]


@pytest.mark.parametrize("start", UNCERTAIN)
def test_a_start_on_one_branch_only(bench: Bench, start: str) -> None:
    before = "func Begin(c: boolean)\nbegin\n    if c then TraceStart(); end;\nend;\n"
    body = f'let c = ARBITRARY: boolean;\n{start}\ng = 1;\nassert WritesOf("g", -1) == 1;'
    unsupported(bench.decide(body, COUNTER, before=before), "TraceStart is not certain")


def test_a_start_that_an_exception_may_pass_by(bench: Bench) -> None:
    body = """\
try
    let r = Small(ARBITRARY: integer{0..5});
    TraceStart();
catch
    when Oops => pass;
end;
assert WritesOf("g", -1) == 0;"""
    unsupported(bench.decide(body, OOPS + COUNTER), "TraceStart is not certain")


@pytest.mark.parametrize(
    "count",
    [
        'WritesOf("g", -1)',
        'ReadsOf("g", -1)',
        'WritesAfterWrite("g", -1, "g", -1)',
        'ReadsAfterWrite("g", -1, "g", -1)',
    ],
)
def test_counting_without_a_start(bench: Bench, count: str) -> None:
    body = f"g = ARBITRARY: integer;\nassert {count} == 0;"
    unsupported(bench.decide(body, COUNTER), "TraceStart is not certain")


def test_a_start_where_other_paths_have_returned(bench: Bench) -> None:
    body = """\
if ARBITRARY: boolean then return; end;
TraceStart();
g = 1;
assert WritesOf("g", -1) == 1;"""
    proved(bench.decide(body, COUNTER))


@pytest.mark.parametrize(
    ("event", "count"),
    [
        ("cells[[0]] = 1;", 'WritesOf("cells", i)'),
        ("let v = cells[[0]];", 'ReadsOf("cells", i)'),
        ("cells[[0]] = 1;\nlet v = cells[[1]];", 'ReadsAfterWrite("cells", 1, "cells", i)'),
        ("cells[[1]] = 1;\nlet v = cells[[0]];", 'ReadsAfterWrite("cells", i, "cells", 1)'),
        ("cells[[1]] = 1;\ncells[[0]] = 2;", 'WritesAfterWrite("cells", i, "cells", 1)'),
    ],
)
def test_an_unknown_index_of_events_may_mean_all(bench: Bench, event: str, count: str) -> None:
    body = f"""\
let i = ARBITRARY: integer{{-1..1}};
if i == 0 then return; end;
TraceStart();
{event}
assert {count} == 0;"""
    refuted(bench.decide(body, CELLS), -1)
    proved(bench.decide(body.replace("-1..1", "0..1"), CELLS))


def test_events_of_calls_with_known_arguments(bench: Bench) -> None:
    body = """\
let k = ARBITRARY: boolean;
let before = Put(1);
TraceStart();
let once = Put(2);
if k then let again = Put(3); end;
assert WritesOf("cells", 1) == (if k then 2 else 1) && WritesOf("cells", 0) == 0;"""
    proved(bench.decide(body, CELLS))
    refuted(bench.decide(body.replace("if k then 2 else 1", "1"), CELLS), True)


def test_events_before_an_exception(bench: Bench) -> None:
    body = """\
let k = ARBITRARY: integer{0..5};
TraceStart();
try
    g = 1;
    let r = Small(k);
    g = 2;
catch
    when Oops => pass;
end;
assert WritesOf("g", -1) == (if k > 2 then 1 else 2);"""
    proved(bench.decide(body, OOPS + COUNTER))


# ---------------------------------------------------------------- order of effects

SELF_WRITES = [
    "let v = cells[[Put(9)]] + cells[[1]];\nassert v == 9;",
    "let v = cells[[1 - Put(9)]];\nassert v == 0 && cells[[1]] == 9;",
    "cells[[Put(9)]] = 5;\nassert cells[[0]] == 5 && cells[[1]] == 0;",
    "cells[[Put(8)]] = Put(9) + 5;\nassert cells[[0]] == 5 && cells[[1]] == 9;",
]


@pytest.mark.parametrize("body", SELF_WRITES)
def test_an_index_that_writes_the_array(bench: Bench, body: str) -> None:
    """The same on the machine, with and without a trace, and with an unknown."""
    assert bench.fails(body, CELLS, tracing=False) is None
    assert bench.fails(body, CELLS, tracing=True) is None
    proved(bench.decide(body, CELLS))
    unknown = "let k = ARBITRARY: integer{1..9};\n" + body.replace("9", "k")
    proved(bench.decide(unknown, CELLS))


EXPLAINED = {
    "effect": 'Explain("a", Put(7));\nassert x != 4 || cells[[1]] != 0;',
    "read": 'TraceStart();\nExplain("a", cells[[1]]);\nassert x != 4 || ReadsOf("cells", -1) != 0;',
    "write": 'TraceStart();\nExplain("a", Put(7));\nassert x != 4 || WritesOf("cells", -1) != 0;',
    "start": """\
TraceStart();
cells[[1]] = 1;
Explain("a", Start());
assert x != 4 || WritesOf("cells", -1) != 1;""",
    "division": 'Explain("a", 7 DIV (x - x));\nassert x != 4;',
    "index": 'Explain("a", cells[[x + 2]]);\nassert x != 4;',
    "assertion": 'Explain("a", Fail());\nassert x != 4;',
    "exception": 'Explain("a", Small(x + 3));\nassert x != 4;',
    "exception-in-try": """\
try
    Explain("a", Small(5));
    assert x != 4;
catch
    when Oops => pass;
end;""",
    "recursion": 'Explain("a", Endless(1));\nassert x != 4;',
}


@pytest.mark.parametrize("body", EXPLAINED.values(), ids=EXPLAINED)
def test_explain_has_no_influence(bench: Bench, body: str) -> None:
    before = """\
func Fail() => integer
begin
    assert FALSE;
    return 1;
end;
func Start() => integer
begin
    TraceStart();
    return 1;
end;
func Endless(n: integer) => integer
begin
    return Endless(n + 1);
end;
"""
    draw = "let x = ARBITRARY: integer{0..9};\n"
    refuted(bench.decide(draw + body, CELLS + OOPS, before=before), 4)
    proved(bench.decide(draw + body.replace("4", "10"), CELLS + OOPS, before=before))


def test_explain_draws_nothing(bench: Bench) -> None:
    body = 'Explain("a", ARBITRARY: bits(8));\nlet x = ARBITRARY: integer{10..20};\nassert x == 11;'
    result = bench.decide(body)
    refuted(result, 10)
    assert result.counterexample is not None
    assert [label for label, _ in result.counterexample.values] == ["a"]
