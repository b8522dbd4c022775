"""The order in which globals get their initial values."""

from __future__ import annotations

import pytest

from concrete.machine import Machine
from parser.asl import parse
from parser.limits import lifted_limits
from parser.source import Source
from semantics.initialisation import initial_order
from semantics.program import Program


def order(*texts: str) -> list[str]:
    program = Program([parse(Source(f"{i}.asl", text)) for i, text in enumerate(texts)])
    Machine(program)
    with lifted_limits():
        return initial_order(program)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Independent: the last first.
        ("var a: integer; var z: integer; var c: integer;", "c z a"),
        # What is needed comes before.
        ("var a: integer; let b = a + 1; let c = b + a;", "a b c"),
        ("let c = b + a; let b = a + 1; var a: integer;", "a b c"),
        # Through functions; written counts as read.
        ("let c = g() + f(); var a: integer; var b: integer;", "b a c"),
        # Through a type.
        ("var word: bits(width); let width = 8;", "width word"),
        # Constants and configuration are known before.
        ("var a: integer = two; config two: integer = one + 1; constant one = 1;", "a"),
    ],
)
def test_order(text: str, expected: str) -> None:
    functions = (
        "func f() => integer begin return a; end;\nfunc g() => integer begin b = 1; return 1; end;"
        if "f()" in text
        else ""
    )
    assert " ".join(order(text + functions)) == expected


def test_a_function_may_change_a_global_that_it_does_not_read() -> None:
    text = (
        "let c = g();\nvar b: integer = 2;\n"
        "func g() => integer begin b = b + 5; return 1; end;\n"
        "func main() => integer begin return b; end;\n"
    )
    machine = Machine(Program([parse(Source("unit.asl", text))]))
    machine.start()
    assert machine.call("main") == 7
    machine.restore({})
    assert machine["b"] == 7


def test_files_count_as_one_text() -> None:
    assert order("var a: integer;", "var b: integer;") == ["b", "a"]


def test_long_chains() -> None:
    text = "let v0 = 1;\n" + "".join(f"let v{i + 1} = v{i} + 1;\n" for i in range(300))
    assert order(text) == [f"v{i}" for i in range(301)]
