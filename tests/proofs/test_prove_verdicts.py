"""Each verdict, where it is due: what it says, and what it says it about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from proofs.counterexample import Replayer
from proofs.execute import Evaluator
from proofs.solver import VERSION, Answer, Solver
from proofs.verdicts import Summary, Verdict
from tests.proofs.deciding import Bench, harness, proved, refuted, text_at, unsupported

CUBES = """\
let x = ARBITRARY: integer;
let y = ARBITRARY: integer;
let z = ARBITRARY: integer;
let sum = x * x * x + y * y * y + z * z * z;
"""
"""No solver knows in a moment whether `sum` is ever 114, and no random search finds out."""


# ---------------------------------------------------------------- PROVED, BOUNDED


def test_proved(bench: Bench) -> None:
    result = bench.decide("let x = ARBITRARY: bits(8);\nassert UInt(x + x) MOD 2 == 0;")
    assert (result.verdict, result.scope) == (Verdict.PROVED, "all inputs")
    assert result.solver.startswith(f"{VERSION}, ")
    assert (result.counterexample, result.reason, result.lemmas) == (None, None, ())
    assert result.seconds > 0


def test_proved_by_evaluation(bench: Bench) -> None:
    result = bench.decide("let x = ARBITRARY: integer{0..7};\nassert x < 8;")
    assert (result.verdict, result.solver) == (Verdict.PROVED, "evaluation")


def test_bounded_if_the_record_has_bounds(bench: Bench) -> None:
    result = bench.decide("let x = ARBITRARY: integer{0..7};\nassert x < 8;", bounds="up to 7")
    assert (result.verdict, result.scope) == (Verdict.BOUNDED, "all inputs; up to 7")


def test_bounds_do_not_soften_a_refutation(bench: Bench) -> None:
    body = "let x = ARBITRARY: integer{0..7};\nassert x < 7;"
    refuted(bench.decide(body, bounds="up to 7"), 7)


def test_each_case_has_its_result(bench: Bench) -> None:
    body = "let x = ARBITRARY: integer{0..9};\nif flag then assert x + n != 9; end;"
    cases: dict[str, list[Any]] = {"n": ["0..2", -5], "flag": ["FALSE", "TRUE"]}
    text = harness(body, arguments="n: integer, flag: boolean", cases=cases)
    results = bench.results(text)
    expected = [(str(n), flag) for n in (0, 1, 2, -5) for flag in ("FALSE", "TRUE")]
    assert [(r.case["n"], r.case["flag"]) for r in results] == expected
    verdicts = [r.verdict for r in results]
    assert verdicts == [Verdict.VACUOUS, Verdict.REFUTED] * 3 + [Verdict.VACUOUS, Verdict.PROVED]
    refuted(results[3], 8)
    assert Summary.of(results).exit_code == 1


# ---------------------------------------------------------------- REFUTED


def test_refuted_by_the_smallest_inputs(bench: Bench) -> None:
    body = """\
let flag = ARBITRARY: boolean;
let x = ARBITRARY: bits(8);
let n = ARBITRARY: integer;
assert !(UInt(x) > 40 && n < -3 && x[0] == '1');"""
    result = bench.decide(body)
    refuted(result, False, 41, -4, at="assert !(UInt(x) > 40 && n < -3 && x[0] == '1');")
    assert result.counterexample is not None
    names = [name for name, _ in result.counterexample.draws]
    assert names == ["input 0: boolean", "input 1: bits(8)", "input 2: integer"]


def test_refuted_with_the_calls_that_led_there(bench: Bench) -> None:
    spec = """\
func Inner(n: integer)
begin
    assert n != 2;
end;
func Outer(n: integer)
begin
    Inner(n + 1);
end;
"""
    result = bench.decide("Outer(ARBITRARY: integer{0..3});", spec)
    refuted(result, 1, at="assert n != 2;")
    assert result.counterexample is not None
    stack = [(function, text_at(span)) for function, span in result.counterexample.stack]
    assert [function for function, _ in stack] == ["Inner", "Outer", "Harness"]
    assert stack[1][1] == "Inner(n + 1);"


def test_refuted_where_nothing_is_unknown(bench: Bench) -> None:
    result = bench.decide("let a = 1;\nassert a == 2;")
    refuted(result)
    assert result.solver == "evaluation"


def test_draws_of_structures(bench: Bench) -> None:
    before = """\
type Shape of record { a: bits(4), b: array [[2]] of boolean };
type Colour of enumeration { Red, Green, Blue };
"""
    body = """\
let none = ARBITRARY: bits(0);
let r = ARBITRARY: Shape;
let (p, q) = ARBITRARY: (integer{3..9}, Colour);
assert !(r.a == '0101' && r.b[[1]] && p == 7 && q == Blue && none == '');"""
    refuted(bench.decide(body, before=before), 0, 5, False, True, 7, "Blue")


def test_found_at_random_where_the_solver_has_no_answer(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Solver, "solve", lambda *_, **__: Answer("unknown", reason="asleep"))
    body = "let x = ARBITRARY: integer{0..99};\nassert x != 77 || x == 3;"
    result = bench.decide(body)
    refuted(result, 77)
    assert result.solver == "random search"
    body = "let x = ARBITRARY: integer{-60..-50, 31..40};\nassert x < 0;"
    refuted(bench.decide(body), 31)
    result = bench.decide("let x = ARBITRARY: integer;\nassert x * x != 115;")
    assert (result.verdict, result.reason) == (Verdict.UNKNOWN, "asleep")


# ---------------------------------------------------------------- VACUOUS

VACUOUS = {
    "folded-condition": "if 1 + 1 == 2 then return; end;\nassert FALSE;",
    "condition-decided-by-a-range": """\
let x = ARBITRARY: integer{0..3};
if x < 10 then return; end;
assert FALSE;""",
    "empty-loop": "let x = ARBITRARY: integer;\nfor i = 1 to 0 do assert x == 9; end;",
    "contradictory-assumptions": """\
let x = ARBITRARY: integer;
if x <= 5 then return; end;
if x * 2 >= 12 then return; end;
assert x == 6;""",
    "helper-never-called": """\
let x = ARBITRARY: integer;
if x * 2 != 7 then return; end;
Claim(x);""",
    "helper-in-a-dead-branch": "if FALSE then Claim(1); end;",
    "only-a-helper-asserts": "if FALSE then assert TRUE; end;\nHold(1);",
    "loop-never-entered": """\
var i: integer = ARBITRARY: integer{0..5};
while i > 5 do
    assert i == 7;
    i = i - 1;
end;""",
}
HELPERS = """\
func Claim(n: integer)
begin
    assert n == 99;
end;
func Hold(n: integer)
begin
    assert n > 0;
end;
"""


@pytest.mark.parametrize("body", VACUOUS.values(), ids=VACUOUS)
def test_vacuous(bench: Bench, body: str) -> None:
    result = bench.decide(body, before=HELPERS)
    assert result.verdict is Verdict.VACUOUS, result
    assert result.reason is not None and "no assertion is ever reached" in result.reason


@pytest.mark.parametrize("body", ["assert 1 + 1 == 2;", "Hold(3);", "let n = 3;\nHold(n);"])
def test_a_closed_harness_is_proved(bench: Bench, body: str) -> None:
    proved(bench.decide(body, before=HELPERS))


def test_a_closed_harness_with_plain_arguments_is_proved(bench: Bench) -> None:
    text = harness(
        "Hold(n);\nassert n < 3;", before=HELPERS, arguments="n: integer{1..3}", cases={"n": [1, 2]}
    )
    assert [r.verdict for r in bench.results(text)] == [Verdict.PROVED] * 2


def test_a_harness_without_assertions_is_proved_if_its_end_is_reached(bench: Bench) -> None:
    body = "let x = ARBITRARY: integer{0..3};\nlet y = 6 DIVRM (x + 1);"
    proved(bench.decide(body))
    refuted(bench.decide(body.replace("x + 1", "x")), 0, code="DIV-NOT-POSITIVE", at="6 DIVRM (x)")


def test_assertions_of_the_specification_are_no_claim_of_the_harness(bench: Bench) -> None:
    spec = "func Own(n: integer)\nbegin\n    assert n >= 0;\nend;\n"
    body = "let x = ARBITRARY: integer{0..3};\nOwn(x);\nif x > 3 then assert FALSE; end;"
    assert bench.decide(body, spec).verdict is Verdict.VACUOUS
    proved(bench.decide("Own(ARBITRARY: integer{0..3});", spec))


COVER = """\
let x = ARBITRARY: integer{0..9};
let y = x * 2;
Cover(y == 7);
assert y < 20;"""
UNCOVERED = {
    "condition-never-true": COVER,
    "never-executed": "if 1 + 1 == 3 then Cover(TRUE); end;\nassert TRUE;",
    "under-a-contrary-assumption": COVER.replace("Cover", "if y < 5 then Cover").replace(
        "== 7);", "== 8); end;"
    ),
    "one-of-two": COVER.replace("y == 7);", "y == 6);\nCover(y == 7);"),
    "in-a-helper": "Covered(ARBITRARY: integer{0..9});\nassert TRUE;",
}


@pytest.mark.parametrize("body", UNCOVERED.values(), ids=UNCOVERED)
def test_a_condition_to_cover_that_no_input_meets_is_vacuous(bench: Bench, body: str) -> None:
    helper = "func Covered(n: integer)\nbegin\n    Cover(n > 9);\nend;\n"
    result = bench.decide(body, before=helper)
    assert result.verdict is Verdict.VACUOUS, result
    assert result.reason is not None and "no input makes the condition of Cover" in result.reason


def test_a_condition_to_cover_claims_nothing(bench: Bench) -> None:
    proved(bench.decide(COVER.replace("7", "6")))
    proved(bench.decide("for i = 0 to 3 do Cover(i == 2); end;\nassert TRUE;"))
    refuted(bench.decide(COVER.replace("20", "18")), 9)
    assert bench.fails("Cover(FALSE);") is None


def test_bundles_that_are_all_rejected_prove_nothing(bench: Bench) -> None:
    """A harness that holds on the path of rejection alone was BOUNDED."""
    spec = "pure func Accepts(n: integer) => boolean\nbegin\n    return n > 3;\nend;\n"
    body = """\
let x = ARBITRARY: integer{0..9};
let accepted = Accepts(x);
Cover(accepted);
assert x >= 0;"""
    proved(bench.decide(body, spec))
    assert bench.decide(body, spec.replace("n > 3", "n > 9")).verdict is Verdict.VACUOUS


# ---------------------------------------------------------------- UNSUPPORTED

REFUSED = {
    "let x = ARBITRARY: real;": "an unknown real",
    "let x = ARBITRARY: string;": "an unknown string",
    "for i = ARBITRARY: integer{0..3} to 5 do pass; end;": "a loop that starts at an unknown value",
    "while TRUE do pass; end;": "rounds of a loop",
    "let a = ARBITRARY: integer{1..4};\nlet z = Zeros{a}();": "a width or size that depends on",
    "assert Nothing(1);": "NAME-UNDEFINED",
    "assert 1;": "TYPE-",
}


@pytest.mark.parametrize(("body", "reason"), REFUSED.items())
def test_unsupported(bench: Bench, body: str, reason: str) -> None:
    result = bench.decide(body)
    unsupported(result, reason)
    assert f"harness.asl:{5 + body.count(chr(10))}:" in (result.reason or "")


def test_a_case_that_is_no_value_of_its_argument(bench: Bench) -> None:
    text = harness("assert n < 3;", arguments="n: integer{1..2}", cases={"n": ["2", "7", "two"]})
    fitting, *others = bench.results(text)
    proved(fitting)
    for result in others:
        unsupported(result, "CASE-VALUE")


def test_an_initial_value_that_fails_is_unsupported(bench: Bench) -> None:
    half = "pure func Halved(n: integer) => integer\nbegin\n    return n DIV 2;\nend;\n"
    spec = f"{half}var Half: integer = Halved(1);\n"
    unsupported(bench.decide("assert Half == 0;", spec), "the initial value of `Half` fails")


def test_a_limit_of_recursion_is_an_obligation(bench: Bench) -> None:
    spec = """
pure func Depth(n: integer) => integer recurselimit 3
begin
    if n <= 1 then return 1; end;
    return 1 + Depth(n - 1);
end;
"""
    proved(bench.decide("assert Depth(3) == 3;", spec))
    proved(bench.decide("let n = ARBITRARY: integer{1..3};\nassert Depth(n) == n;", spec))
    body = "let n = ARBITRARY: integer{1..9};\nassert Depth(n) == n;"
    refuted(bench.decide(body, spec), 4, code="RECURSE-LIMIT")


def test_what_a_specification_prints_is_not_shown(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    refuted(bench.decide('let x = ARBITRARY: integer{0..9};\nprintln("x");\nassert x != 4;'), 4)
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------- UNKNOWN


def test_too_many_paths_are_unknown(bench: Bench) -> None:
    body = "let x = ARBITRARY: integer;\nvar i: integer = 0;\nwhile i != x do i = i + 1; end;"
    result = bench.decide(body, timeout=0.2)
    assert (result.verdict, result.solver) == (Verdict.UNKNOWN, "")
    assert result.reason == "timeout: the harness has too many paths"


def test_a_goal_too_hard_is_unknown(bench: Bench) -> None:
    result = bench.decide(f"{CUBES}assert sum != 114;", timeout=0.2)
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason is not None
    assert result.reason.split("; ")[0] == "timeout"  # what others say follows
    assert result.counterexample is None


def test_an_assumption_too_hard_is_unknown(bench: Bench) -> None:
    body = f"{CUBES}if sum != 114 then return; end;\nassert x == x;"
    result = bench.decide(body, timeout=0.2)
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason is not None and "whether any input reaches an assertion" in result.reason


# ---------------------------------------------------------------- INTERNAL


def test_a_counterexample_that_does_not_fail_is_internal(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Replayer, "replay", lambda *_: None)
    result = bench.decide("let x = ARBITRARY: integer;\nassert x != 3;")
    assert (result.verdict, result.counterexample) == (Verdict.INTERNAL, None)
    assert result.reason is not None and "does not fail when it is replayed" in result.reason
    assert Summary.of([result]).exit_code == 3


def test_an_exception_is_internal(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: Evaluator, key: str, args: Sequence[Any]) -> None:
        raise KeyError(key)

    monkeypatch.setattr(Evaluator, "run", run)
    result = bench.decide("assert TRUE;")
    assert (result.verdict, result.counterexample) == (Verdict.INTERNAL, None)
    assert result.reason is not None and result.reason.startswith("KeyError: ")
