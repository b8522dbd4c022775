"""What once made a verdict wrong, each in a small harness."""

from __future__ import annotations

import pytest

from proofs.verdicts import Verdict
from tests.proofs.deciding import OOPS, Bench, harness, proved, refuted, unsupported

COUNTER = "var g: integer = 0;\n"
DEPTH = """\
pure func Depth(n: integer) => integer
begin
    if n <= 0 then return 0; end;
    return 1 + Depth(n - 1);
end;
"""


# ---------------------------------------------------------------- unknowns


def test_an_empty_range_has_no_values(bench: Bench) -> None:
    body = "if ARBITRARY: boolean then let m = ARBITRARY: integer{1..0}; end;"
    refuted(
        bench.decide(body), True, code="ARBITRARY-EMPTY", at="let m = ARBITRARY: integer{1..0};"
    )


def test_an_empty_range_hides_no_other_failure(bench: Bench) -> None:
    body = """\
let k = ARBITRARY: boolean;
let x = ARBITRARY: bits(8);
if k then
    let m = ARBITRARY: integer{1..0};
    assert m * UInt(x) != 5;
end;
assert x != '00000001';"""
    refuted(bench.decide(body), False, 1, at="assert x != '00000001';")


def test_a_range_that_a_case_makes_empty(bench: Bench) -> None:
    body = "let m = ARBITRARY: integer{0..n-1};\nassert m < n;"
    text = harness(body, arguments="n: integer{0..3}", cases={"n": [0, 1]})
    empty, single = bench.results(text)
    refuted(empty, code="ARBITRARY-EMPTY")
    proved(single)


@pytest.mark.parametrize(
    ("ranges", "claim", "smallest"),
    [
        ("-4, 2..5", "x == 5", 2),
        ("-4, 2..5", "x > 0", -4),
        ("-40..-30, 50..60", "x == 55", -30),
        ("-40..-30, 50..60", "x < 0", 50),
        ("1..0, 7..9, 3..2", "x == 7", 8),
    ],
)
def test_the_smallest_value_is_in_a_range(
    bench: Bench, ranges: str, claim: str, smallest: int
) -> None:
    body = f"let x = ARBITRARY: integer{{{ranges}}};\nassert {claim};"
    refuted(bench.decide(body), smallest)


def test_a_value_is_in_one_of_the_ranges(bench: Bench) -> None:
    draw = "let x = ARBITRARY: integer{-4, 2..5};\n"
    proved(bench.decide(f"{draw}assert x * x >= 4 && x != 0;"))
    proved(
        bench.decide("var x: integer = 9;\n" + f"if x == 9 then {draw[4:]} end;\nassert x != -1;")
    )


def test_draws_that_shift_when_a_boolean_flips(bench: Bench) -> None:
    body = """\
let b = ARBITRARY: boolean;
var x: integer = 0;
if b then x = ARBITRARY: integer{0..3}; end;
let y = ARBITRARY: integer{10..20};
assert """
    refuted(bench.decide(f"{body}x + y == 10;"), False, 11)
    refuted(bench.decide(f"{body}!b && y >= 10;"), True, 0, 10)
    refuted(bench.decide(f"{body}!b || x + y != 23;"), True, 3, 20)


# ---------------------------------------------------------------- the initial state

ARBITRARY_STARTS = {
    "variable": "var g: integer = ARBITRARY: integer;\n",
    "let": "let g: integer = ARBITRARY: integer;\n",
    "one-hop": "var a: integer = ARBITRARY: integer;\nvar g: integer = a + 1;\n",
    "two-hops": """\
var g: integer = b;
let b: integer = a;
var a: integer = ARBITRARY: integer;
""",
    "function": """\
var a: integer = ARBITRARY: integer;
func F() => integer
begin
    return a;
end;
var g: integer = F();
""",
    "function-that-draws": """\
func F() => integer
begin
    return ARBITRARY: integer;
end;
var g: integer = F();
""",
}


@pytest.mark.parametrize("spec", ARBITRARY_STARTS.values(), ids=ARBITRARY_STARTS)
def test_an_arbitrary_start(bench: Bench, spec: str) -> None:
    result = bench.decide("let x = ARBITRARY: integer{0..3};\nassert x >= g;", spec)
    unsupported(result, "ARBITRARY")


def test_an_arbitrary_start_that_is_not_asked_for(bench: Bench) -> None:
    spec = ARBITRARY_STARTS["one-hop"]
    proved(bench.decide("let x = ARBITRARY: integer{0..3};\nassert x >= 0;", spec))


def test_a_config_starts_with_its_value(bench: Bench) -> None:
    proved(bench.decide("assert g == 4;", "config g: integer{1..8} = 4;\n"))


def test_a_start_is_computed_before_the_harness(bench: Bench) -> None:
    """The value from which another starts may have changed when that is first read."""
    spec = """\
var h: integer = 5;
var g: integer = h + 1;
readonly func Get() => integer
begin
    return g;
end;
"""
    proved(bench.decide("h = ARBITRARY: integer;\nassert Get() == 6;", spec))
    body = "let x = ARBITRARY: integer;\nh = x;\nassert x != 3 || Get() != 6;"
    refuted(bench.decide(body, spec), 3)


# ---------------------------------------------------------------- one prover, many properties


def test_ranges_of_one_property_say_nothing_of_another(bench: Bench) -> None:
    """The first unknown of each has the same name."""
    texts = [
        harness(f"let x = ARBITRARY: {type};\nassert x <= 3;", name=f"H{i}")
        for i, type in enumerate(["integer{0..3}", "integer{0..300}", "integer", "integer{0..3}"])
    ]
    first, second, third, last = bench.results("".join(texts))
    proved(first)
    refuted(second, 4)
    refuted(third, 4)
    proved(last)


def test_types_of_one_property_say_nothing_of_another(bench: Bench) -> None:
    claims = {"boolean": "x", "bits(8)": "x != '00000011'", "bits(4)": "x != '0011'"}
    texts = [
        harness(f"let x = ARBITRARY: {type};\nassert {claim};", name=f"H{i}")
        for i, (type, claim) in enumerate(claims.items())
    ]
    boolean, wide, narrow = bench.results("".join(texts))
    refuted(boolean, False)
    refuted(wide, 3)
    refuted(narrow, 3)


def test_the_state_of_one_property_is_not_that_of_another(bench: Bench) -> None:
    set_it = "g = 9;\nBump();\nassert g == 10;"
    keep = "let k = ARBITRARY: boolean;\nassert g == 0;\nif k then Bump(); end;\nassert g <= 1;"
    spoil = "let k = ARBITRARY: integer{0..3};\nBump();\ng = g + k;\nassert g != 4;"
    bump = f"{COUNTER}func Bump()\nbegin\n    g = g + 1;\nend;\n"
    bodies = [keep, set_it, keep, spoil, keep, set_it]
    texts = [harness(body, name=f"H{i}") for i, body in enumerate(bodies)]
    for body, result in zip(bodies, bench.results("".join(texts), bump), strict=True):
        if body is spoil:
            refuted(result, 3)
        else:
            proved(result)


def test_the_machine_leaves_nothing_on_other_paths(bench: Bench) -> None:
    spec = f"""{COUNTER}
func Bump()
begin
    g = g + 1;
end;
func Spoil()
begin
    g = 50;
    assert g == 3;
end;
"""
    body = """\
let k = ARBITRARY: integer{0..3};
if k == 7 then Spoil(); end;
if k == 1 then Bump(); end;
assert g == (if k == 1 then 1 else 0);"""
    proved(bench.decide(body, spec))


@pytest.mark.parametrize("other", ["n: boolean", "", "n: integer, m: integer"])
def test_a_function_of_the_specification_has_the_name_of_the_harness(
    bench: Bench, other: str
) -> None:
    spec = f"func Harness({other})\nbegin\n    pass;\nend;\n"
    text = harness("assert n == 2;", arguments="n: integer{1..2}", cases={"n": [1, 2]})
    one, two = bench.results(text, spec)
    refuted(one, at="assert n == 2;")
    proved(two)


# ---------------------------------------------------------------- loops

CHECK = """\
func Check(i: integer, x: integer) => boolean
begin
    if i == 1 then unreachable; end;
    return x == 7;
end;
"""


def test_a_loop_condition_that_ends_the_path(bench: Bench) -> None:
    body = """\
let x = ARBITRARY: integer{0..5};
var i: integer = 0;
while Check(i, x) do i = i + 1; end;
assert x != 3;"""
    refuted(bench.decide(body, CHECK), 3)
    result = bench.decide(body.replace("0..5", "6..9"), CHECK)
    refuted(result, 7, code="UNREACHABLE", at="unreachable;")


def test_an_end_condition_that_ends_the_path(bench: Bench) -> None:
    body = """\
let x = ARBITRARY: integer{0..9};
var i: integer = 0;
repeat i = i + 1; until i == 2 || !Check(i - 2, x);
assert x != 3;"""
    refuted(bench.decide(body, CHECK), 3)


def test_an_index_in_a_loop_condition(bench: Bench) -> None:
    body = """\
var a: array [[2]] of boolean;
for i = 0 to 1 do a[[i]] = ARBITRARY: boolean; end;
var i: integer = 0;
while !a[[i]] do i = i + 1; end;
assert i == 0;"""
    refuted(bench.decide(body), False, False, code="INDEX-RANGE", at="a[[i]]")


def test_a_loop_condition_that_throws(bench: Bench) -> None:
    spec = f"""{OOPS}
func More(i: integer, x: integer) => boolean
begin
    if i == 2 then throw Oops {{ a = x }}; end;
    return x > i;
end;
"""
    body = """\
let x = ARBITRARY: integer{0..5};
var i: integer = 0;
try
    while More(i, x) do i = i + 1; end;
catch
    when e: Oops => assert i == 2 && e.a == x && x >= 2;
    return;
end;
assert i == x && x < 2;"""
    proved(bench.decide(body, spec))
    refuted(bench.decide(body.replace("assert i == x && x < 2", "assert FALSE"), spec), 0)
    refuted(bench.decide(body.replace("&& x >= 2", "&& x > 2"), spec), 2)


def test_a_loop_limit(bench: Bench) -> None:
    body = "let x = ARBITRARY: integer{0..3};\nfor i = 1 to x looplimit 2 do pass; end;"
    refuted(bench.decide(body), 3, code="LOOP-LIMIT")


# ---------------------------------------------------------------- widths, parameters, arrays


def test_a_slice_of_negative_width(bench: Bench) -> None:
    head = "pure func Low{N}(x: bits(8), n: integer{N}) => integer"
    spec = f"{head}\nbegin\n    return UInt(x[N-1:2]);\nend;\n"
    draw = "let x = ARBITRARY: bits(8);\n"
    refuted(bench.decide(f"{draw}assert Low{{0}}(x, 0) == 0;", spec), 0, code="SLICE-RANGE")
    refuted(bench.decide(f"{draw}assert Low{{9}}(x, 9) < 64;", spec), 0, code="SLICE-RANGE")
    proved(bench.decide(f"{draw}assert Low{{8}}(x, 8) < 64;", spec))


def test_a_parameter_outside_its_constraint(bench: Bench) -> None:
    spec = """\
pure func Size{N: integer{1..4}}(x: bits(N)) => integer{1..4}
begin
    return N;
end;
pure func Sized{N}(x: bits(N)) => integer
begin
    let n = N as integer{1..4};
    return Size{n}(x as bits(n));
end;
"""
    draw = "let x = ARBITRARY: bits(9);\n"
    refuted(bench.decide(f"{draw}assert Sized{{9}}(x) == 9;", spec), 0, code="CAST-RANGE")
    proved(bench.decide("assert Sized{4}(ARBITRARY: bits(4)) == 4;", spec))


def test_same_value_of_unequal_widths(bench: Bench) -> None:
    before = """\
readonly func Same{N, M}(x: bits(N), y: bits(M)) => boolean
begin
    return SameValue(x, y);
end;
"""
    draw = "let x = ARBITRARY: bits(8);\n"
    body = f"{draw}let y = ARBITRARY: bits(9);\nassert !Same{{8, 9}}(x, y);"
    refuted(bench.decide(body, before=before), 0, 0, code="CAST-WIDTH")
    proved(bench.decide(f"{draw}assert Same{{8, 8}}(x, x);", before=before))


def test_an_array_without_elements(bench: Bench) -> None:
    head = "var a: array [[0]] of integer;\nlet i = ARBITRARY: integer;\n"
    body = f"{head}if i == 1 then assert a[[i]] == 0; end;"
    refuted(bench.decide(body), 1, code="INDEX-RANGE", at="a[[i]]")
    refuted(bench.decide(f"{head}if i == 1 then a[[i]] = 0; end;"), 1, code="INDEX-RANGE")
    proved(bench.decide(f"{head}let b = a;\nassert SameValue(a, b) && i == i;"))


GENERIC = {
    "both-known": ("", "if c then r = Ones{N}(); end;\nif d then r = Zeros{N}(); end;"),
    "array": (
        "var a: array [[2]] of bits(N);",
        "if c then a[[1]] = Ones{N}(); end;\nif !d then r = a[[1]]; end;",
    ),
    "returns": ("", "if c && !d then return Ones{N}(); end;"),
    "exception": (
        "",
        "try if c && !d then throw Oops { a = 1 }; end; catch when Oops => r = Ones{N}(); end;",
    ),
}


@pytest.mark.parametrize(("locals_", "statements"), GENERIC.values(), ids=GENERIC)
def test_branches_of_a_generic_function(bench: Bench, locals_: str, statements: str) -> None:
    """Widths of its locals are known where two states are merged."""
    spec = f"""{OOPS}
func Pick{{N}}(c: boolean, d: boolean) => bits(N)
begin
    var r: bits(N) = Zeros{{N}}();
    {locals_}
    {statements}
    return r;
end;
"""
    body = """\
let c = ARBITRARY: boolean;
let d = ARBITRARY: boolean;
let narrow = Pick{3}(c, d);
let wide = Pick{40}(c, d);
assert UInt(narrow) == (if c && !d then 7 else 0);
assert UInt(wide) == """
    proved(bench.decide(f"{body}(if c && !d then 1099511627775 else 0);", spec))
    refuted(bench.decide(f"{body}0;", spec), True, False)


# ---------------------------------------------------------------- recursion


def test_recursion_too_deep_is_no_failure(bench: Bench) -> None:
    unsupported(bench.decide("assert Depth(100000) == 100000;", DEPTH), "nested too deeply")
    body = "let x = ARBITRARY: integer{0..300};\nassert Depth(x) == x;"
    unsupported(bench.decide(body, DEPTH), "nested more than")
    endless = "pure func Endless(n: integer) => integer\nbegin\n    return Endless(n + 1);\nend;\n"
    unsupported(bench.decide("assert Endless(ARBITRARY: integer) == 1;", endless), "nested")
    unsupported(bench.decide("assert Endless(1) == 1;", endless), "nested")


def test_recursion_that_ends(bench: Bench) -> None:
    body = "let x = ARBITRARY: integer{0..20};\nassert Depth(x) == x;"
    proved(bench.decide(body, DEPTH))
    refuted(bench.decide(body.replace("== x", "!= 17"), DEPTH), 17)
    assert bench.decide("assert Depth(900) == 900;", DEPTH).verdict is Verdict.PROVED
