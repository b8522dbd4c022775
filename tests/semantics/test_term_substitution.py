"""Terms with other terms in the place of some."""

from __future__ import annotations

from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.term_substitution import substituted
from semantics.term_values import evaluate

X, Y = (t.variable(name, t.INT, (0, 9)) for name in "xy")
W = t.variable("w", t.bv_sort(8))


def test_a_plain_value_is_left() -> None:
    assert substituted(5, {X: 1}) == 5 and substituted(True, {X: 1}) is True


def test_constants_fold() -> None:
    assert substituted(ta.add(ta.mul(X, 3), Y), {X: 2, Y: 1}) == 7
    assert substituted(ta.le(X, Y), {X: 2, Y: 1}) is False
    assert substituted(ta.bv_add(8, W, 1), {W: 255}) == 0


def test_terms_come_out_as_if_made_anew() -> None:
    """Products have their factors in one order, so that equal ones are one term."""
    assert substituted(ta.mul(X, Y), {Y: X, X: Y}) is ta.mul(X, Y)


def test_the_outermost_is_replaced_first_and_all_at_once() -> None:
    inner = ta.add(X, 1)
    assert isinstance(inner, t.Term)
    assert substituted(ta.le(inner, X), {inner: Y, X: 0}) is ta.le(Y, 0)
    assert substituted(ta.le(X, Y), {X: Y, Y: X}) is ta.le(Y, X)


def test_arguments_of_unknown_functions_are_replaced() -> None:
    asked = t.application("f", (X,), t.INT, (0, 5))
    assert substituted(asked, {X: Y}) is t.application("f", (Y,), t.INT, (0, 5))
    assert evaluate(asked, {"x": 3, "f": lambda k: k + 1}) == 4
    assert evaluate(asked, {"x": 3}) == 0
