"""Lowering: what programs mean, and that what is asked for was checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from concrete.choosers import Replay
from concrete.machine import Machine
from parser.asl import parse
from parser.diagnostics import Phase, PtoError
from parser.limits import lifted_limits
from parser.loader import parse_files
from parser.source import NOWHERE, Source
from semantics.library import STDLIB
from semantics.lower_functions import lower_function
from semantics.program import Program
from semantics.values import DynamicError
from tests.semantics.programs import Case, body, read, value

SEMANTICS = Path(__file__).parents[2] / "semantics"


def load(text: str) -> Program:
    (library,) = parse_files([STDLIB])
    return Program([parse(Source("unit.asl", text))], library.unit)


def run(text: str, *draws: Any) -> Any:
    return Machine(load(text), chooser=Replay(draws)).call("main")


# ---------------------------------------------------------------- what is refused

WRONG = {
    "TYPE-MISMATCH": "let n: integer{0..3} = main();",
    "OPERAND-TYPES": "let n = 1 + TRUE;",
    "NAME-UNDEFINED": "let n = absent;",
    "ASSIGN-IMMUTABLE": "let n = 1;\nn = 2;",
    "CALL-PARAMETER": "let n = ZeroExtend('0');",
}


@pytest.mark.parametrize(("code", "statements"), WRONG.items(), ids=WRONG)
def test_what_is_asked_for_is_checked_first(code: str, statements: str) -> None:
    program = load(body(statements))
    Machine(program)
    with pytest.raises(PtoError) as caught:
        program.function("main")
    assert [d.code for d in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("func f(x: bits(TRUE))\nbegin\n    pass;\nend;", lambda p: p.signature("f")),
        ("type T of bits(TRUE);", lambda p: p.named_type("T", NOWHERE)),
        ("var x: bits(TRUE);", lambda p: p.global_type("x", NOWHERE)),
        ("constant N: integer = TRUE;", lambda p: p.constant("N", NOWHERE)),
    ],
    ids=["signature", "type", "global", "constant"],
)
def test_declarations_are_checked_first(text: str, ask: Callable[[Program], object]) -> None:
    program = load(text)
    Machine(program)
    with pytest.raises(PtoError) as caught:
        ask(program)
    assert [d.code for d in caught.value.diagnostics] == ["TYPE-MISMATCH"]


@pytest.mark.parametrize("statements", [w for w in WRONG.values() if "main()" not in w])
def test_lowering_has_one_code_for_what_was_not_checked(statements: str) -> None:
    program = load(body(statements))
    Machine(program)
    with pytest.raises(PtoError) as caught:
        lower_function(program, "main")
    (only,) = caught.value.diagnostics
    assert (only.code, only.phase) == ("UNSUPPORTED", Phase.UNSUPPORTED)
    assert only.message.startswith("lowering does not take this: ")


def test_long_chains_of_types_that_are_followed_unprepared_are_refused() -> None:
    links = "".join(f"type t{n} of t{n + 1};\n" for n in range(600))
    program = load(f"{links}type t600 of integer;\nfunc f(x: t0)\nbegin\n    pass;\nend;\n")
    for _ in range(2):
        with lifted_limits(), pytest.raises(PtoError) as caught:
            program.function("f")
        assert [d.code for d in caught.value.diagnostics] == ["NAME-DEPTH"]


def test_lowering_has_no_codes_of_its_own() -> None:
    """But for the names of variables in calls of intrinsics, which are texts to the checker."""
    files = [*SEMANTICS.glob("lower_*.py"), SEMANTICS / "operators.py", SEMANTICS / "widths.py"]
    text = "".join(file.read_text("utf-8") for file in files)
    assert re.findall(r'(?:fail|Diagnostic)\(\s*"([A-Z-]+)"', text) == ["NAME-UNDEFINED"]


# ---------------------------------------------------------------- what is accepted


@pytest.mark.parametrize("case", read("accepted.txt"), ids=lambda c: c.what)
def test_accepted_programs(case: Case) -> None:
    error = case.expected.removeprefix("error ")
    if error != case.expected:
        with pytest.raises(DynamicError) as caught:
            run(case.text)
        assert caught.value.code == error
    else:
        assert run(case.text) == int(case.expected)


@pytest.mark.parametrize(
    "case",
    [*read("checking/accepted.txt"), *read("checking/warned.txt")],
    ids=lambda c: c.what,
)
def test_what_the_rules_allow_is_lowered(case: Case) -> None:
    program = load(case.text)
    Machine(program)
    own = sorted(set(program.keys()) - program.library)
    assert [program.function(key).key for key in own] == own


def test_unknowns_are_drawn_in_order() -> None:
    text = (
        "type E of enumeration { A, B, C };\ntype R of record { b: boolean, w: bits(4) };\n"
        + value(
            "let n = ARBITRARY: integer{3..9};\nlet r = ARBITRARY: R;\nlet e = ARBITRARY: E;\n"
            "let a = ARBITRARY: array [[2]] of bits(3);\nlet t = ARBITRARY: (real, string);\n"
            "let k = UInt(r.w) * 10 + (UInt(a[[1]]) * 100 + n);\n"
            "k + (if r.b && e == C && t.item0 == 0.0 then 1000 else 0)"
        )
    )
    assert run(text, 7, True, 5, 2, 1, 6) == 1657


def test_an_unknown_array_of_computed_size() -> None:
    text = (
        "func F{N}(x: bits(N)) => integer\nbegin\n"
        "let a = ARBITRARY: array [[N DIV 2]] of bits(8);\n"
        "return UInt(a[[1]]);\nend;\n" + value("F{6}('000000')")
    )
    assert run(text, 3, 4, 5) == 4


# ---------------------------------------------------------------- printing


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("'0101'", "0x5"),
        ("'000000101'", "0x005"),
        ("''", "0x"),
        ("-7", "-7"),
        ("TRUE", "TRUE"),
        ("1.50", "3/2"),
        ("-2.0", "-2"),
        ('"a\\tb"', "a\tb"),
        ("Green", "Green"),
        ("Zeros{N}", "0x000"),
    ],
)
def test_printing(printed: str, expected: str) -> None:
    written: list[str] = []
    show = (
        f"func Show{{N}}(x: bits(N))\nbegin\n    print({printed});\n    println({printed});\nend;\n"
    )
    text = f"type Colour of enumeration {{ Red, Green }};\n{show}{body('Show{9}(Zeros{9});')}"
    Machine(load(text), output=written.append).call("main")
    assert "".join(written) == f"{expected}{expected}\n"


# ---------------------------------------------------------------- how much is done, and how deep


def test_operands_are_evaluated_once() -> None:
    counted = (
        "var n: integer;\nfunc F() => bits(4)\nbegin\n    n = n + 1;\n    return '1010';\nend;\n"
    )
    uses = [
        "SignExtend{8}(F())",
        "F()[3:2, 1:0]",
        "ASR{4}(F(), 1)",
        "(if F() IN {'1111', '0000', '1xxx'} then 1 else 0)",
        "F() + F()[0 +: 4]",
    ]
    for use in uses:
        text = counted + value(f"let x = {use};\nn")
        assert run(text) == use.count("F()"), use


def test_types_of_operands_do_not_leak_from_one_operation_to_the_next() -> None:
    """A check left out because of one operand's range must stay where the range is another."""
    text = (
        "func Narrow(d: integer{1..5}) => integer begin return 10 DIVRM d; end;\n"
        "func Wide(d: integer) => integer begin return 10 DIVRM d; end;\n"
    )
    assert run(text + value("Narrow(5) + Wide(10)")) == 3
    with pytest.raises(DynamicError, match="DIV-NOT-POSITIVE"):
        run(text + value("Narrow(5) + Wide(0)"))


def test_a_failure_tells_its_exact_place_and_the_calls() -> None:
    text = (
        "func Inner(a: integer, b: integer) => integer\nbegin\n"
        "    return a * 2 + (a DIVRM b);\nend;\n" + body("let x = 1 + Inner(3, 0);")
    )
    with pytest.raises(DynamicError) as caught:
        run(text)
    (name, place), (caller, call) = caught.value.stack
    assert (name, place.line, place.column, place.end_column) == ("Inner", 3, 21, 30)
    assert (caller, call.line) == ("main", 7)


def test_an_initial_value_may_need_functions_that_need_initial_values() -> None:
    text = (
        "var first: integer = Second(3) + (5 DIVRM Second(1));\n"
        "var second: integer = 100 DIVRM Third(9);\n"
        "func Second(n: integer) => integer begin return second + n; end;\n"
        "func Third(n: integer) => integer begin return n + 1; end;\n" + value("first")
    )
    assert run(text) == 13


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (" + ".join(["n"] * 800), 800),
        (f"if {' || '.join(f'n == {k}' for k in range(2, 800))} then 1 else 0", 0),
        (f"if {' && '.join(f'n != {k}' for k in range(2, 800))} then 1 else 0", 1),
        (f"if n IN {{{', '.join(str(k) for k in range(2, 800))}}} then 1 else 0", 0),
        ("".join(f"if n == {k} then {k} else (" for k in range(2, 90)) + "5" + ")" * 88, 5),
        ("Min(" * 60 + "n" + ", 3)" * 60, 1),
        ("(" * 60 + "n" + " DIVRM n)" * 60, 1),
    ],
    ids=["sum", "or", "and", "in", "if", "calls", "checked"],
)
def test_long_expressions(last: str, expected: int) -> None:
    assert run(value(f"var n: integer = 1;\n{last}")) == expected


def test_long_chains_of_statements() -> None:
    alternatives = "".join(f"elsif n == {k} then return {k};\n" for k in range(900))
    assert (
        run(value(f"var n: integer = 890;\nif n < 0 then return 1;\n{alternatives}end;\n0")) == 890
    )
    cases = "".join(f"when {k} => return {k};\n" for k in range(900))
    assert run(value(f"var n: integer = 890;\ncase n of\n{cases}end;\n0")) == 890


def test_deep_recursion_is_an_error_of_the_program() -> None:
    text = "func F(n: integer) => integer begin return F(n + 1); end;\n"
    with pytest.raises(DynamicError) as caught:
        run(text + value("F(0)"))
    assert caught.value.code == "RECURSION-LIMIT" and caught.value.stack[0][0] == "F"
    text = "func F(n: integer) => integer begin return if n == 0 then 0 else 1 + F(n - 1); end;\n"
    assert run(text + value("F(3000)")) == 3000
