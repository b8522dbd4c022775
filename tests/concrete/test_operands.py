"""What a failed assertion compared, with its values."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from concrete.formatting import brief
from concrete.machine import Machine
from concrete.names import key_of, python_name
from concrete.operands import operands_of
from parser.loader import parse_files
from semantics.diagnosis import Operands
from semantics.specification import Specification
from semantics.types import INTEGER, REAL, STRING, ArrayType, BitsType, RecordType, TupleType
from semantics.values import DynamicError, Vec

DECLARATIONS = """
type Color of enumeration {RED, GREEN};
type Inner of record {word: bits(12), ok: boolean};
type Pair of record {color: Color, inner: Inner, list: array [[100]] of integer};
constant LIMIT = 40;
var _Pair: Pair;
var _Offset: integer = 0;
var _Words: array [[4]] of bits(8);

readonly func Twice(x: integer) => integer
begin
    return 2 * x + _Offset;
end;

pure func Holds(x: integer, color: Color) => boolean
begin
    return FALSE;
end;

accessor Word(i: integer) <=> value: bits(8)
begin
    readonly getter
        return _Words[[i]];
    end;

    setter
        _Words[[i]] = value;
    end;
end;
"""


def failure(directory: Path, body: str, tracing: bool = False) -> tuple[Machine, DynamicError]:
    """What running `Check(1, '1…')` with this body raises."""
    path = directory / "program.asl"
    head = "func Check{N: integer{1..64}}(k: integer, v: bits(N))\nbegin\n"
    call = "func main()\nbegin\n    Check{8}(1, '11111111');\nend;\n"
    path.write_text(f"{DECLARATIONS}{head}    {body}\nend;\n{call}", "utf-8")
    machine = Machine(Specification("test", parse_files([path], jobs=1)).program(), tracing=tracing)
    with pytest.raises(DynamicError) as caught:
        machine.call("main")
    return machine, caught.value


def explained(directory: Path, condition: str) -> Operands:
    machine, error = failure(directory, f"assert {condition};")
    assert error.code == "ASSERTION"
    return operands_of(machine, error)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("k == 2", {"k": "1"}),
        ("2 > LIMIT", {}),
        ("Twice(k) > LIMIT", {"Twice(k)": "2", "LIMIT": "40", "k": "1"}),
        ("v == Zeros{N}", {"v": "0xff (8 bits)", "Zeros{N}": "0x00 (8 bits)", "N": "8"}),
        ("Word(k) == (v as bits(8))", {"Word(k)": "0x00 (8 bits)", "v": "0xff (8 bits)", "k": "1"}),
        ("v != v", {"v": "0xff (8 bits)"}),
        ("_Pair.color == GREEN", {"_Pair.color": "RED"}),
        ("Holds(k + 1, _Pair.color)", {"k + 1": "2", "_Pair.color": "RED", "k": "1"}),
        ("_Pair.inner.ok", {"_Pair.inner.ok": "FALSE"}),
        ("k == 1 && LIMIT == k && k == 5", {"LIMIT": "40", "k": "1"}),
        ("k == 1 && Twice(k) == 3", {"Twice(k)": "2", "k": "1"}),
        ("k == 3 || Twice(k) == 3", {"k": "1", "Twice(k)": "2"}),
        ("k == 1 ==> Twice(k) == 3", {"k": "1", "Twice(k)": "2"}),
        (
            "!(Twice(k) == 2 && v[0] == '1')",
            {"Twice(k)": "2", "v[0]": "0x1 (1 bit)", "k": "1", "v": "0xff (8 bits)", "N": "8"},
        ),
        ("!(Twice(k) == 2 || LIMIT == k)", {"Twice(k)": "2", "k": "1"}),
        ("k IN {3, 5..LIMIT}", {"k": "1"}),
        ("Twice(k) IN {3, 5..7}", {"Twice(k)": "2", "k": "1"}),
        ("(v as bits(8)) IN {'0xxxxxxx'}", {"v": "0xff (8 bits)"}),
        (
            "if k == 1 then Twice(k) == LIMIT else _Pair.color == GREEN",
            {"k": "1", "Twice(k)": "2", "LIMIT": "40"},
        ),
        ("k +\n    1 == 3", {"k + 1": "2", "k": "1"}),
        ("FALSE", {}),
        ("k == 2 && k DIV 0 == 1", {"k": "1"}),
    ],
)
def test_operands(tmp_path: Path, condition: str, expected: dict[str, str]) -> None:
    assert dict(explained(tmp_path, condition)) == expected


def test_it_changes_nothing(tmp_path: Path) -> None:
    machine, error = failure(tmp_path, "TraceStart(); assert Twice(k) == 3;", tracing=True)
    before, events = machine.globals(), list(machine.trace.events)
    assert [(each.kind, each.variable) for each in events] == [("read", "_Offset")]
    assert operands_of(machine, error) == (("Twice(k)", "2"), ("k", "1"))
    assert machine.globals() == before
    assert machine.trace.events == events


def test_other_errors_have_no_operands(tmp_path: Path) -> None:
    assert operands_of(*failure(tmp_path, "- = k DIV 0;")) == ()


def test_an_operand_without_a_text_is_left_out(tmp_path: Path) -> None:
    machine, error = failure(tmp_path, "assert Twice(k) == 3;")
    (tmp_path / "program.asl").unlink()
    assert operands_of(machine, error) == ()


def test_a_long_conjunction(tmp_path: Path) -> None:
    condition = " && ".join(["k == 1"] * 190 + ["k == 2"])
    assert explained(tmp_path, condition) == (("k", "1"),)


@pytest.mark.parametrize("key", ["Word", "Word.set", "Word#2", "Word.set#1", "_x", "f1_x", "e_1"])
def test_keys_of_python_names(key: str) -> None:
    assert key_of(python_name(key)) == key


def test_names_that_are_no_functions() -> None:
    assert [key_of(name) for name in ("e_1", "k_2", "v_x")] == [None] * 3


INNER = RecordType("Inner", "record", (("word", BitsType(12)), ("n", INTEGER)))


@pytest.mark.parametrize(
    ("value", "type", "expected"),
    [
        (5, BitsType(3), "0x5 (3 bits)"),
        (0, BitsType(0), "0x (0 bits)"),
        (1, BitsType(1024), "0x000000000000000000…00000000000000000001 (1024 bits)"),
        (10**80, INTEGER, "1" + "0" * 80),
        (Fraction(-3, 4), REAL, "-3/4"),
        (Fraction(2), REAL, "2"),
        ("a b", STRING, '"a b"'),
        ((3, -1), INNER, "Inner{word=0x003, n=-1}"),
        (((3, 4), "x"), TupleType((INNER, STRING)), '(Inner{word=0x003, n=4}, "x")'),
        (Vec(3, 7), ArrayType(3, INTEGER), "[[7, 7, 7]]"),
        (Vec(2**40, 7), ArrayType(2**40, INTEGER), "[[7, 7, 7, 7, …]]"),
    ],
)
def test_brief(value: object, type: BitsType, expected: str) -> None:
    assert brief(value, type) == expected


def test_brief_is_never_long() -> None:
    assert brief(16**400, INTEGER) == "0x1" + "0" * 297 + "…"
    assert brief(-(16**5000), INTEGER) == "-0x1" + "0" * 296 + "…"
    assert brief(Fraction(16**5000, 3), REAL) == "0x1" + "0" * 297 + "…"
