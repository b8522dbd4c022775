"""Hidden unknowns: what code may do with them, and what it may not."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from proofs.execute import Evaluator
from proofs.hiding import Hiding, Opaque
from semantics import terms as t
from semantics.types import (
    BOOLEAN,
    INTEGER,
    REAL,
    STRING,
    ArrayType,
    BitsType,
    EnumType,
    TupleType,
    Type,
)
from semantics.values import Opened, Vec
from tests.proofs.test_symbolic import evaluator_of

PAIR = TupleType((INTEGER, INTEGER))
TYPE = TupleType((ArrayType(100, PAIR), INTEGER))
ASKED: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "not": operator.not_,
    "int": int,
    "float": float,
    "str": str,
    "format": "{}".format,
    "hash": hash,
    "len": len,
    "iter": iter,
    "index": range,
    "key of a dictionary": lambda x: {}.get(x),
    "index of a list": lambda x: [1, 2][x],
    "attribute": lambda x: x.bit_length(),
    "call": lambda x: x(),
    "negated": operator.neg,
    "inverted": operator.invert,
    "absolute": abs,
    "largest": lambda x: max(1, x),
    "range": lambda x: 0 <= x <= 7,
    "in a tuple": lambda x: x in (1, 2),
    "equal to itself elsewhere": lambda x: x == Opaque(),
}
NAMES = "eq ne lt le gt ge add sub mul floordiv truediv mod pow lshift rshift and_ or_ xor"
BINARY = [*(getattr(operator, name) for name in NAMES.split()), divmod]


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_nothing_can_be_asked_of_what_is_hidden(ask: Callable[[Any], Any]) -> None:
    with pytest.raises(Opened):
        ask(Opaque())


@pytest.mark.parametrize("known", [1, True, Fraction(1, 3), (1, 2), Vec(2, 0)])
@pytest.mark.parametrize("operation", BINARY)
def test_nor_together_with_what_is_known(operation: Callable[[Any, Any], Any], known: Any) -> None:
    for operands in ((Opaque(), known), (known, Opaque())):
        with pytest.raises(Opened):
            operation(*operands)


def test_what_is_hidden_is_shown_as_it_was() -> None:
    x = t.variable("x", t.INT)
    array = Vec(100, 0).set(3, (1, x)).set(70, (2, 5))
    hiding = Hiding()
    hidden = hiding.hide((array, x))
    assert isinstance(hidden[1], Opaque) and hidden[0].get(3) == (1, hidden[1])
    shown = hiding.show((hidden[0].set(4, hidden[0].get(3)), hidden[1]), TYPE)
    assert shown[1] is x
    assert shown[0].get(4)[1] is x and shown[0].get(70) is array.get(70)
    assert hiding.show(hidden[0], TYPE.items[0]) is array


def test_what_has_no_unknowns_stays_itself() -> None:
    for value, type in (
        (3, INTEGER),
        ("text", STRING),
        ((1, (2, 3)), TupleType((INTEGER, PAIR))),
        (Vec(50, (0, 0)).set(40, (1, 1)), ArrayType(50, PAIR)),
    ):
        assert Hiding().hide(value) is value
        assert Hiding().show(value, type) is value


@pytest.mark.parametrize(
    "type", [INTEGER, BOOLEAN, BitsType(64), EnumType("E", ("A", "B")), REAL], ids=str
)
def test_a_word_that_has_become_something_else_is_not_shown(type: Type) -> None:
    word = t.variable("w", t.bv_sort(32))
    hiding = Hiding()
    hidden = hiding.hide(word)
    assert hiding.show(hidden, BitsType(32)) is word
    with pytest.raises(Opened):
        hiding.show(hidden, type)
    with pytest.raises(Opened):
        hiding.show((1, hidden), TupleType((INTEGER, type)))
    with pytest.raises(Opened):
        hiding.show(Vec(40, 0).set(33, hidden), ArrayType(40, type))


@pytest.mark.parametrize(
    ("result", "value"),
    [("integer", "UInt(word)"), ("bits(64)", "ZeroExtend{64}(word)"), ("bits(32)", "word")],
)
def test_words_read_as_numbers_and_widened_are_terms_of_their_sort(result: str, value: str) -> None:
    evaluator = evaluator_of(
        f"""
        func Changed(word: bits(32)) => {result}
        begin
            return {value};
        end;
        var kept: {result};
        func Main()
        begin
            kept = Changed(ARBITRARY: bits(32));
        end;
        """
    )
    kept = evaluator.run("Main", []).globals["kept"]
    sorts = {"integer": t.INT, "bits(64)": t.bv_sort(64), "bits(32)": t.bv_sort(32)}
    assert kept.sort == sorts[result]


MOVING = """
type Tile of record {{ rows: integer, payload: array[[64]] of bits(32) }};
var tiles: array[[4]] of Tile;
func Fill(source: integer, target: integer)
begin
    tiles[[target]] = tiles[[source]];
    for i = 0 to 63 do
        {body}
    end;
end;
func Main() => integer
begin
    tiles[[1]].payload[[5]] = ARBITRARY: bits(32);
    tiles[[1]].rows = 7;
    Fill(1, 2);
    return tiles[[2]].rows + UInt(tiles[[2]].payload[[5]]);
end;
"""


@pytest.mark.parametrize(
    ("body", "runs"),
    [
        ("tiles[[target]].payload[[(i + 1) MOD 64]] = tiles[[source]].payload[[i]];", True),
        ("if tiles[[target]].payload[[i]] == Zeros{32} then tiles[[target]].rows = 9; end;", False),
    ],
    ids=["moves", "looks"],
)
def test_code_that_only_moves_unknowns_is_run(
    body: str, runs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluator = evaluator_of(MOVING.format(body=body))
    executed: list[str] = []
    block = Evaluator.block

    def noted(self: Evaluator, statements: Any, state: Any) -> Any:
        executed.append(self.stack[-1][0])
        return block(self, statements, state)

    monkeypatch.setattr(Evaluator, "block", noted)
    evaluator.run("Main", [])
    assert ("Fill" in executed) is not runs


def test_a_loop_remembered_with_what_is_hidden_is_not_taken_for_another() -> None:
    evaluator = evaluator_of(
        """
        var x: bits(8);
        var copies: array[[3]] of bits(8);
        func Copy()
        begin
            for i = 0 to 2 do
                copies[[i]] = x;
            end;
        end;
        func Main() => boolean
        begin
            x = ARBITRARY: bits(8);
            let first = x;
            Copy();
            let before = copies[[1]];
            x = ARBITRARY: bits(8);
            Copy();
            return before == first && copies[[1]] == x;
        end;
        """
    )
    state = evaluator.run("Main", [])
    first, second = (draw.term for draw in evaluator.draws)
    assert first is not second
    assert state.globals["copies"].get(1) is second
