"""Expressions as their source writes them."""

from __future__ import annotations

from pathlib import Path

from concrete.machine import Machine
from concrete.written import text_of
from parser.loader import parse_files
from semantics import ir
from semantics.specification import Specification

UNIT = """func f(x: bits(8), y: integer) => boolean
begin
    if y >
        3 then return TRUE; end;
    return x[3:0] == '0001';
end;
"""


def test_texts(tmp_path: Path) -> None:
    path = tmp_path / "unit.asl"
    path.write_text(UNIT, "utf-8")
    program = Specification("test", parse_files([path], jobs=1)).program()
    Machine(program)
    test, result, *_ = program.function("f").body
    assert isinstance(test, ir.If)
    assert text_of(test.condition) == "y > 3"
    assert isinstance(result, ir.Return)
    assert isinstance(result.value, ir.PrimCall)
    assert text_of(result.value) == "x[3:0] == '0001'"
    assert text_of(result.value.args[0]) == "x[3:0]"
    path.write_text("", "utf-8")
    assert text_of(ir.Const(1, result.value.type)) == ""
