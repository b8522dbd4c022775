"""Programs nested deeper than Python lets text be, and values larger than it likes."""

from __future__ import annotations

import pytest

from concrete.machine import Machine
from parser.asl import parse
from parser.limits import lifted_limits
from parser.loader import parse_files
from parser.source import Source
from semantics.library import STDLIB
from semantics.program import Program
from semantics.values import DynamicError

DEEP = 100


def machine(text: str) -> tuple[Machine, list[str]]:
    (library,) = parse_files([STDLIB])
    printed: list[str] = []
    with lifted_limits():
        program = Program([parse(Source("unit.asl", text))], library.unit)
        result = Machine(program, output=printed.append)
        program.reachable(["main"])
    return result, printed


def run(text: str) -> str:
    made, printed = machine(text)
    made.call("main")
    return "".join(printed)


def main(body: str) -> str:
    return f"func main() => integer\nbegin\nvar x: integer = 1;\n{body}\nreturn 0;\nend;\n"


def fails(text: str) -> DynamicError:
    made, _ = machine(text)
    with pytest.raises(DynamicError) as caught:
        made.call("main")
    return caught.value


# ------------------------------------------------------------------------ statements


def test_ifs() -> None:
    inside = "x = x + 1; println x;"
    assert run(main("if x < 1000 then\n" * DEEP + inside + "end;\n" * DEEP)) == "2\n"


def test_loops_count_and_return() -> None:
    head = "".join(f"for i{k} = 0 to 1 do\nx = x + i{k};\n" for k in range(50))
    text = "func f() => integer\nbegin\nvar x: integer = 1;\n" + head
    text += "if x == 4 then return 10 * x; end;\n" + "end;\n" * 50 + "return 0;\nend;\n"
    assert run(text + main("println f();")) == "40\n"


def test_whiles() -> None:
    loops = "while x < 40 looplimit 50 do\nx = x + 1;\n" * 50 + "end;\n" * 50
    assert run(main(loops + "println x;")) == "40\n"


def test_tries() -> None:
    text = "type E of exception { n: integer };\nvar g: integer = 0;\n"
    body = "try\n" * 40 + "throw E { n = 1 };\n"
    body += "catch when e: E => g = g + e.n; throw E { n = e.n + 1 }; end;\n" * 39
    body += 'catch when e: E => println g, " ", e.n; end;'
    assert run(text + main(body)) == "780 40\n"


def test_the_place_of_an_error_is_exact() -> None:
    text = main("if x == 1 then\n" * DEEP + "assert x == 2;\n" + "end;\n" * DEEP)
    error = fails(text)
    assert error.code == "ASSERTION"
    assert [(name, span.line) for name, span in error.stack] == [("main", 4 + DEEP)]


# ------------------------------------------------------------------------ expressions


@pytest.mark.parametrize("depth", [31, 32, 33, 64, 65, 450])
def test_operators_and_calls(depth: int) -> None:
    assert run(main("println " + "(x + " * depth + "x" + ")" * depth + ";")) == f"{depth + 1}\n"
    text = "func f(n: integer) => integer begin return n + 1; end;\n"
    nested = "f(" * depth + "x" + ")" * depth
    assert run(text + main(f"println {nested};")) == f"{depth + 1}\n"
    assert (
        run(text + main(f"if x == 0 then pass; elsif {nested} > 0 then println 1; end;")) == "1\n"
    )


def test_parts_see_the_variables_around_them() -> None:
    inner = "(1 + " * 40 + "UInt('1' :: (if x == 1 then '01' else '00'))" + ")" * 40
    body = f"for i = 1 to 2 do\nx = i;\nprintln ({inner}) IN {{45}};\nend;"
    assert run(main(body)) == "TRUE\nFALSE\n"


def test_an_initial_value() -> None:
    made, _ = machine("let deep = " + "(1 + " * 100 + "1" + ")" * 100 + ";\n" + main(""))
    assert made["deep"] == 101


# ------------------------------------------------------------------------ large values


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        ("println (2 ^ 100000) MOD 1000;", "376\n"),
        ("println 1 ^ (2 ^ 40), 0 ^ (2 ^ 70), (-1) ^ (2 ^ 40 + 1), 1.0 ^ (2 ^ 70);", "10-11\n"),
        ("println 0 << (2 ^ 100), 5 >> (2 ^ 100), -5 >> (2 ^ 100);", "00-1\n"),
        ("println LSL('11', 2 ^ 70), LSR('11', 2 ^ 70), ASR('11', 2 ^ 70);", "0x00x00x3\n"),
        ("println 5[2 ^ 70 +: 3], (-1)[2 ^ 70 +: 3];", "0x00x7\n"),
        ("var a: array [[2 ^ 40]] of integer; a[[2 ^ 39]] = 5; println a[[2 ^ 39]];", "5\n"),
        ("var v: bits(2 ^ 40); println v[2 ^ 39], v[3:0];", "0x00x0\n"),
        ("println Zeros{2 ^ 22} == Ones{2 ^ 22};", "FALSE\n"),
        ("for i = 2 ^ 100 to 2 ^ 100 do println i - 2 ^ 100; end;", "0\n"),
        ("println (2 ^ 20000 + 1) - 2 ^ 20000;", "1\n"),
    ],
)
def test_large_values(body: str, printed: str) -> None:
    assert run(main(body)) == printed


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("println 2 ^ (2 ^ 40);", "SIZE-LIMIT"),
        ("println x ^ 2 + 3 ^ (2 ^ 40);", "SIZE-LIMIT"),
        ("println 2.5 ^ (2 ^ 40);", "SIZE-LIMIT"),
        ("println x << (2 ^ 100);", "SIZE-LIMIT"),
        ("println SqrtRounded(2.0, 2 ^ 40);", "SIZE-LIMIT"),
        ("var v: bits(2 ^ 70); println v;", "SIZE-LIMIT"),
        ("println IsZero(Ones{2 ^ 34});", "SIZE-LIMIT"),
        ("let a = ARBITRARY: array [[2 ^ 40]] of integer;", "SIZE-LIMIT"),
        ("let v = '11'; println v[2 ^ 70 +: 3];", "SLICE-RANGE"),
        ("var a: array [[4]] of integer; println a[[2 ^ 70]];", "INDEX-RANGE"),
    ],
)
def test_too_large_values(body: str, code: str) -> None:
    assert fails(main(body)).code == code


def test_memory() -> None:
    class Greedy:
        def __str__(self) -> str:
            raise MemoryError

    made, _ = machine(main("println x;"))
    made.output = lambda text: str(Greedy()) and None
    with pytest.raises(DynamicError) as caught:
        made.call("main")
    assert caught.value.code == "MEMORY-LIMIT"
    assert caught.value.stack[0][0] == "main"
