"""What could explode: the checker ends, with an answer or with a diagnostic."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from parser.diagnostics import PtoError
from parser.limits import lifted_limits
from tests.semantics.checking.test_checker import warnings


def numbered(count: int, line: str) -> str:
    """A line for each number: `#` stands for it, `@` for the next one."""
    return "\n".join(line.replace("#", str(n)).replace("@", str(n + 1)) for n in range(count))


def function(lines: str, signature: str = "f()") -> str:
    return f"func {signature}\nbegin\n{lines}\nend;\n"


def constraints(members: Iterable[object]) -> str:
    return f"integer{{{', '.join(map(str, members))}}}"


RIGHT = {
    "squares of a number": function("let a0 = 3;\n" + numbered(60, "let a@: integer = a# * a#;")),
    "negations": function("let a0 = N;\n" + numbered(800, "let a@ = -a#;"), "f{N}(n: integer{N})"),
    "sums": function(
        "let a0 = n;\n" + numbered(800, "let a@ = a# + 1;") + "\nlet x = Zeros{a800};",
        "f(n: integer{0..3})",
    ),
    "a sum of many terms": function(
        "let x = Zeros{" + " + ".join(["n"] * 700) + "};", "f(n: integer{0..3})"
    ),
    "a huge range": function(
        "let x: integer{0..2^60000} = n; let y: integer = n * n;", "f(n: integer{0..2^60000})"
    ),
    "a number too large to write down": function("let x = 2 ^ (2 ^ 40); let y: integer = x;"),
    "huge widths": "var x: bits(2^40);\nvar y: array [[2^40]] of bits(2^40);\n",
    "a huge bit-field": "type T of bits(2^70) { [2^69:0] a { [2^68:0] b }, [2^68:0] b };\n",
    "a set of many values": function(
        "let x: integer{0..60000} = n;", f"f(n: {constraints(range(0, 9000, 3))})"
    ),
    "a set of many expressions": function(
        "let x = n + n;", f"f{{N}}(n: {constraints(f'N + {3 * i}' for i in range(60))})"
    ),
    "many labels": f"type E of enumeration {{ {numbered(20_000, 'l#,').rstrip(',')} }};\n",
    "many overloads": numbered(
        200, "type T# of enumeration { L# };\nfunc g(x: T#) begin pass; end;"
    ),
    "aliases of aliases": "type T0 of integer;\n"
    + numbered(2000, "type T@ of T#;")
    + "\nvar x: T2000;\n",
    "tuples of tuples": "type T0 of (integer, integer);\n"
    + numbered(60, "type T@ of (T#, T#);")
    + "\nfunc f(x: T60) begin var y: T60 = x; let z = x as T60; end;\n",
    "records of records": "type R0 of record { a: integer };\n"
    + numbered(60, "type R@ of record { a: R#, b: R# };")
    + "\nvar x: R60;\nfunc f() begin let y = x as R60; end;\n",
    "constants by constants": "constant c0 = 1;\n" + numbered(300, "constant c@ = c# + 1;"),
    "lets by lets, backwards": numbered(1000, "let l# = l@ + 1;") + "\nlet l1000 = 1;\n",
    "calls by calls": numbered(1000, "func f#() begin f@(); end;")
    + "\nfunc f1000() begin pass; end;\n",
}  # fmt: skip

LOST = {
    "squares of a parameter": function(
        "let a0 = N;\n" + numbered(60, "let a@ = a# * a#;"), "f{N}(n: integer{N})"
    ),
    "powers of a sum": function(
        "let a0 = N + M;\n" + numbered(20, "let a@ = a# * a#;"), "f{N, M}(x: bits(N), y: bits(M))"
    ),
    "products of products": function(
        "let x = n * m;\nlet y = x - 7 * x;", "f(n: integer{0..90}, m: integer{0..90})"
    ),
    "products through tuples": function(
        "let (a0, b0) = (n * 2, 1);\n" + numbered(60, "let (a@, b@) = (a# + a#, 1);")
        + "\nlet x = a60;",
        "f(n: integer{0..20000})",
    ),
    "sets of sets": function("let x = n + n;", f"f(n: {constraints(range(0, 3000, 3))})"),
    "large bounds": function(
        "let a0 = N MOD 3 + (2 ^ N);\n" + numbered(60, "let a@ = a# * a#;"), "f{N}(n: integer{N})"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_an_answer_is_found(text: str) -> None:
    with lifted_limits():
        assert {each.code for each in warnings(text)} <= {"CONSTRAINT-REMOVED"}


@pytest.mark.parametrize("text", LOST.values(), ids=LOST)
def test_what_is_too_large_is_refused(text: str) -> None:
    with lifted_limits(), pytest.raises(PtoError) as caught:
        warnings(text)
    assert caught.value.diagnostics[0].code == "PRECISION-LOST"
