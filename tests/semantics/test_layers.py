"""A layer sees what is below it; what is below does not see the layer."""

from __future__ import annotations

import pytest

from concrete.machine import Machine
from parser.asl import parse
from parser.diagnostics import PtoError
from parser.source import NOWHERE, Source
from semantics.layers import Layer
from semantics.program import Program

BELOW = """
constant SIZE = 4;
type Color of enumeration { RED, GREEN };
type Pair of record { a: integer, b: Color };
var _pair: Pair;
var _unset: integer = Missing;
impdef func Hook() => integer begin return 1; end;
func Get() => Color begin return _pair.b; end;
func Needs() => integer begin return Given(); end;
"""
LAYER = """
constant TWICE = 2 * SIZE;
type More of record { pair: Pair, color: Color };
var _more: More;
func Given() => integer begin return 1; end;
func Use() => integer
begin
    _more.pair = _pair;
    _more.color = Get();
    return if _more.color == RED then TWICE else 0;
end;
"""


def layer(text: str) -> Layer:
    below = Program([parse(Source("below.asl", BELOW))])
    Machine(below)
    found = Layer(below, [parse(Source("layer.asl", text))])
    found.evaluate = below.evaluate
    return found


def test_what_is_below_is_shared() -> None:
    found = layer(LAYER)
    assert found.changes() == set()
    assert found.named_type("Color", NOWHERE) is found.below.named_type("Color", NOWHERE)
    assert found.function("Get") is found.below.function("Get")
    assert found.function("Use").calls == {"Get"}
    assert found.effects("Use").writes == {"_more"}
    assert found.constant("TWICE", NOWHERE) == 8
    assert found.globals.keys() == {"SIZE", "_pair", "_unset", "TWICE", "_more"}
    assert set(found.keys()) == {"Hook", "Get", "Needs", "Given", "Use"}
    assert len(found.types) == 3 and "RED" in found.labels


def test_the_layer_is_unseen_below() -> None:
    found = layer(LAYER + "constant Missing = 1;")
    assert "Use" not in found.below.functions
    with pytest.raises(PtoError, match="NAME-UNDEFINED"):
        found.function("Needs")
    with pytest.raises(PtoError, match="NAME-UNDEFINED"):
        found.initial_value("_unset")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("func Get(n: integer) begin pass; end;", "Get"),
        ("implementation func Hook() => integer begin return 2; end;", "Hook"),
        ("constant RED = 1;", "RED"),
        ("type Other of enumeration { GREEN };", "GREEN"),
        ("var SIZE: integer;", "SIZE"),
        ("func Pair() begin pass; end;", "Pair"),
        ("accessor _pair() <=> v: integer begin getter return 1; end; setter pass; end; end;",
         "_pair"),
        ("func Cover(condition: boolean) begin pass; end;", "Cover"),
        ("func FloatAdd(n: integer) begin pass; end;", "FloatAdd"),
    ],
)  # fmt: skip
def test_what_would_change_the_program_below(text: str, name: str) -> None:
    if "implementation" in text:
        text += "impdef func Hook() => integer begin return 0; end;"
    assert layer(text).changes() == {name}


def test_an_implementation_alone_is_no_layer() -> None:
    with pytest.raises(PtoError, match="OVERRIDE-NONE"):
        layer("implementation func Hook() => integer begin return 2; end;")


def test_digests_tell_programs_apart() -> None:
    below = Program([parse(Source("below.asl", BELOW))], digest=b"below")
    found = Layer(below, [parse(Source("layer.asl", LAYER))], digest=b"layer")
    assert found.digest_of("Get") == below.digest_of("Get")
    assert len({found.digest_of("Use"), found.digest_of("Given"), below.digest_of("Get")}) == 3
    assert layer(LAYER).digest_of("Use") is None
