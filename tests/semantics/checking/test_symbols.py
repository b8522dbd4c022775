"""Normal forms: they mean what they are made of, and stay within bounds."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser import syntax
from semantics.checking import symbols
from semantics.checking.symbols import NoPolynomialError
from semantics.checking.types import INTEGER, Parameter, text
from tests.semantics.checking.expressions import (
    EXPRESSIONS,
    NAMES,
    POLYNOMIALS,
    QUICK,
    VALUES,
    NoValueError,
    exact,
    integer,
)
from tests.semantics.checking.names import Known, binary, integers, literal

N, M = (syntax.Var(name) for name in NAMES)
ENV = Known({"N": Parameter("N"), "M": Parameter("M"), "four": integers(4), "any": INTEGER})


def without_shifts(e: syntax.Expr) -> syntax.Expr:
    match e:
        case syntax.Binary(operator="<<", left=left, right=syntax.IntLiteral(value=by)):
            return binary("*", without_shifts(left), 1 << by)
        case syntax.Binary(operator=op, left=left, right=right):
            return binary(op, without_shifts(left), without_shifts(right))
        case syntax.Unary(operand=operand):
            return syntax.Unary("-", without_shifts(operand))
        case _:
            return e


@QUICK
@given(POLYNOMIALS, VALUES)
def test_a_normal_form_has_the_value(e: syntax.Expr, values: Mapping[str, int]) -> None:
    normal = symbols.normal(ENV, e)
    assert exact(without_shifts(symbols.expression(normal)), values) == exact(
        without_shifts(e), values
    )
    assert symbols.normal(ENV, normal) == normal


@QUICK
@given(POLYNOMIALS, POLYNOMIALS, VALUES)
def test_what_is_equal_has_one_value(
    a: syntax.Expr, b: syntax.Expr, values: Mapping[str, int]
) -> None:
    if symbols.equal(ENV, a, b):
        assert exact(without_shifts(a), values) == exact(without_shifts(b), values)
    assert symbols.equal(ENV, a, a)
    assert symbols.equal(ENV, a, b) == symbols.equal(ENV, b, a)


@QUICK
@given(EXPRESSIONS, EXPRESSIONS, VALUES)
def test_what_is_equal_has_one_value_when_it_is_executed(
    a: syntax.Expr, b: syntax.Expr, values: Mapping[str, int]
) -> None:
    if symbols.equal(ENV, a, b):
        with suppress(NoValueError):
            assert integer(a, values) == integer(b, values)


@QUICK
@given(EXPRESSIONS, VALUES)
def test_substitution(e: syntax.Expr, values: Mapping[str, int]) -> None:
    replaced = symbols.substitute(e, values)
    with suppress(NoValueError):
        assert integer(e, values) == integer(replaced, {})


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (binary("+", N, N), binary("*", literal(2), N)),
        (binary("*", N, binary("+", N, M)), binary("+", binary("*", M, N), binary("*", N, N))),
        (binary("*", binary("DIV", N, literal(8)), literal(8)), N),
        (binary("DIV", binary("*", N, M), N), M),
        (binary("<<", N, literal(3)), binary("*", N, literal(8))),
        (binary("-", syntax.Var("four"), literal(1)), literal(3)),
        (binary("^", literal(2), literal(10)), literal(1024)),
        (binary("MOD", binary("+", N, M), N), binary("MOD", binary("+", M, N), N)),
    ],
)  # fmt: skip
def test_equal(a: syntax.Expr, b: syntax.Expr) -> None:
    assert symbols.equal(ENV, a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (binary("*", N, N), binary("^", N, literal(2))),
        (binary("<<", literal(1), N), binary("^", literal(2), N)),
        (N, M),
        (syntax.Var("any"), N),
    ],
)
def test_not_known_to_be_equal(a: syntax.Expr, b: syntax.Expr) -> None:
    assert not symbols.equal(ENV, a, b)


def test_names_that_stand_for_others() -> None:
    names = Known(ENV.types, {"C": 6}, {"K": binary("*", N, literal(2))})
    assert symbols.normal(names, binary("DIV", syntax.Var("C"), literal(3))) == 2
    assert symbols.equal(names, syntax.Var("K"), binary("+", N, N))


@pytest.mark.parametrize(
    ("e", "shown"),
    [
        (binary("+", N, literal(1)), "N + 1"),
        (binary("-", binary("*", N, literal(2)), M), "(2 * N) - M"),
        (binary("DIV", N, literal(2)), "N DIV 2"),
        (literal(0), "0"),
        (binary("-", N, N), "0"),
        (
            binary(
                "+", binary("DIV", literal(1), literal(2)), binary("DIV", literal(3), literal(2))
            ),
            "2",
        ),
    ],
)
def test_how_a_normal_form_is_shown(e: syntax.Expr, shown: str) -> None:
    assert text(symbols.normal(ENV, e)) == shown


# ---------------------------------------------------------------- bounds


def power(base: syntax.Expr, doublings: int) -> syntax.Expr:
    for _ in range(doublings):
        base = binary("*", base, base)
    return base


@pytest.mark.parametrize(
    "e",
    [
        power(N, 7),
        power(literal(3), 17),
        power(binary("+", binary("+", N, M), syntax.Var("any")), 5),
        binary("<<", binary("<<", N, literal(40_000)), literal(40_000)),
    ],
    ids=["degree", "bits", "terms", "shifts"],
)
def test_large_forms_are_left_alone(e: syntax.Expr) -> None:
    with pytest.raises(NoPolynomialError):
        symbols.polynomial(ENV, e)
    assert symbols.normal(ENV, e) == e


@QUICK
@given(st.sampled_from(["*", "^", "<<"]), st.integers(-5, 5), st.integers(2, 10**30))
def test_results_are_computed_up_to_a_size(op: str, a: int, b: int) -> None:
    found = symbols.apply(op, a, 10**9 * b)
    assert found is None or found.bit_length() <= symbols.LARGEST_BITS


def test_the_size_of_an_expression_is_counted_up_to_what_is_enough() -> None:
    assert symbols.size(literal(3), 10) == 1
    assert symbols.size(binary("+", N, syntax.Unary("-", M)), 10) == 4
    assert symbols.size(power(N, 60), 100) == 100
