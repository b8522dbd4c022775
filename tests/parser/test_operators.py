"""Precedence and associativity."""

from __future__ import annotations

import pytest

from parser.asl import parse_expression
from parser.diagnostics import PtoError
from parser.operators import ASSOCIATIVE, LEVELS, PRECEDENCE
from parser.source import Source
from parser.syntax import Expr

OPERATORS = sorted(PRECEDENCE)


def tree(text: str) -> Expr:
    return parse_expression(Source("test.asl", text))


@pytest.mark.parametrize("left", OPERATORS)
def test_two_operators(left: str) -> None:
    for right in OPERATORS:
        text = f"a {left} b {right} c"
        if PRECEDENCE[left] < PRECEDENCE[right]:
            assert tree(text) == tree(f"a {left} (b {right} c)")
        elif PRECEDENCE[left] > PRECEDENCE[right] or (left == right and left in ASSOCIATIVE):
            assert tree(text) == tree(f"(a {left} b) {right} c")
        else:
            with pytest.raises(PtoError) as caught:
                tree(text)
            assert [each.code for each in caught.value.diagnostics] == ["GRAMMAR-PRECEDENCE"]


def test_levels_have_each_operator_once() -> None:
    assert len(PRECEDENCE) == sum(map(len, LEVELS)) == 25


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("-a ^ b", "(-a) ^ b"),
        ("-a.b[1]", "-((a.b)[1])"),
        ("- - a", "-(-a)"),
        ("!a IN {1}", "!(a IN {1})"),
        ("a + b IN {1}", "a + (b IN {1})"),
        ("a IN {1} IN {TRUE}", "(a IN {1}) IN {TRUE}"),
        ("a + b as T * c", "((a + b) as T) * c"),
        ("a && b as T && c", "((a && b) as T) && c"),
        ("a as T.f", "(a as T).f"),
        ("-a as T", "(-a) as T"),
        ("-a IN {1}.f", "-((a IN {1}).f)"),
        ("a && b == '1x'", "a && (b == '1x')"),
        ("a + b == '1x' + c", "((a + b) == '1x') + c"),
        ("a == b == '1x' == c", "((a == b) == '1x') == c"),
        ("a - if b then c - d else e", "a - (if b then (c - d) else e)"),
        ("if a then b else c + d", "if a then b else (c + d)"),
        ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
    ],
)
def test_what_binds_tighter(text: str, meaning: str) -> None:
    assert tree(text) == tree(meaning)


def test_parentheses_belong_to_the_place_of_an_operation() -> None:
    span = tree("(a + b) * (c)").span
    assert (span.column, span.end_column) == (1, 14)
