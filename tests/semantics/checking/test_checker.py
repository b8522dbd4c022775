"""The checker on whole programs: each rule broken, the warnings, and what must pass."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.asl import parse
from parser.diagnostics import Diagnostic, PtoError, render
from parser.loader import parse_files
from parser.source import Source
from parser.syntax import Unit
from semantics.checking.checker import check
from semantics.library import STDLIB
from semantics.program import Program
from tests.semantics.programs import Case, read

SEMANTICS = Path(__file__).parents[3] / "semantics"
WRONG, WARNED, ACCEPTED = (read(f"checking/{name}.txt") for name in ("wrong", "warned", "accepted"))


@cache
def library() -> Unit:
    return parse_files([STDLIB])[0].unit


def warnings(text: str) -> tuple[Diagnostic, ...]:
    """The warnings of a program; raises PtoError."""
    program = Program([parse(Source("unit.asl", text))], library())
    Machine(program)
    return check(program)


def problems(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(PtoError) as caught:
        warnings(text)
    return caught.value.diagnostics


@pytest.mark.parametrize("wrong", WRONG, ids=lambda w: w.what)
def test_a_wrong_program_has_its_code(wrong: Case) -> None:
    (only,) = problems(wrong.text)
    assert only.code == wrong.expected
    assert only.span is not None


@pytest.mark.parametrize("warned", WARNED, ids=lambda w: w.what)
def test_a_right_program_may_have_a_warning(warned: Case) -> None:
    (only,) = warnings(warned.text)
    assert only.code == warned.expected
    assert only.span is not None


@pytest.mark.parametrize("accepted", ACCEPTED, ids=lambda a: a.what)
def test_accepted_programs(accepted: Case) -> None:
    assert len(warnings(accepted.text)) == int(accepted.expected)


def test_rendered_diagnostics(golden: Callable[[str, str], None]) -> None:
    found = [(each, problems(each.text)) for each in WRONG]
    found += [(each, warnings(each.text)) for each in WARNED]
    parts = []
    for case, diagnostics in found:
        lines = case.text.split("\n")
        for diagnostic in diagnostics:
            text = render(diagnostic, line_of=lambda span, lines=lines: lines[span.line - 1])  # type: ignore[misc]
            parts.append(f"# {case.what}\n{text}\n".replace(f"{SEMANTICS}/", ""))
    golden("checker.txt", "\n".join(parts))


def test_every_code_has_a_program() -> None:
    pattern = re.compile(r'(?:fail|Diagnostic)\(\s*"([A-Z-]+)", Phase\.')
    files = [*(SEMANTICS / "checking").glob("*.py"), SEMANTICS / "declarations.py"]
    raised = {code for file in files for code in pattern.findall(file.read_text("utf-8"))}
    of_values = {"ASSERTION"}  # in the value of a constant, any dynamic error may show
    shown = {case.expected for case in [*WRONG, *WARNED]}
    assert raised - {"UNSUPPORTED"} == shown - of_values


# ---------------------------------------------------------------- several problems


def codes(text: str) -> list[str]:
    return [each.code for each in problems(text)]


def test_all_problems_of_a_function_are_told() -> None:
    text = (
        "func f()\nbegin\n    let x = 1 + TRUE;\n    let y: Missing = 2;\n"
        "    let z = absent;\nend;\n"
    )
    assert codes(text) == ["OPERAND-TYPES", "NAME-UNDEFINED", "NAME-UNDEFINED"]


def test_a_name_that_is_declared_wrongly_gives_no_further_problems() -> None:
    text = (
        "func f(b: boolean)\nbegin\n    let x: bits(2) = '1';\n    let y = x AND '111';\n"
        "    if b then let z = x + 1; end;\nend;\n"
    )
    assert codes(text) == ["WIDTH-MISMATCH"]


def test_a_wrong_declaration_is_told_once() -> None:
    text = "type T of Missing;\nvar x: T;\nfunc f() => T\nbegin\n    return x;\nend;\n"
    assert codes(text) == ["NAME-UNDEFINED"]


def test_problems_of_several_declarations_are_told() -> None:
    text = (
        "type T of Missing;\nvar v: Absent;\nfunc f() => integer\nbegin\n    return TRUE;\nend;\n"
        "func g(a: integer)\nbegin\n    a = 1;\nend;\n"
    )
    expected = ["NAME-UNDEFINED", "NAME-UNDEFINED", "TYPE-MISMATCH", "ASSIGN-IMMUTABLE"]
    assert codes(text) == expected


def test_a_failing_constant_is_told_with_its_calls() -> None:
    text = (
        "pure func Checked(n: integer) => integer\nbegin\n    assert n > 3;\n    return n;\nend;\n"
        "constant N = Checked(3);\n"
    )
    (only,) = problems(text)
    assert only.span is not None
    assert (only.phase, only.span.line) == ("static", 3)
    caller = only.notes[-1][1]
    assert caller is not None
    assert caller.line == 6
