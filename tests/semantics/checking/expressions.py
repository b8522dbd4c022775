"""Symbolic expressions: how they are drawn, and what they are for given values of names."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st

from parser import syntax
from semantics.checking import symbols
from semantics.checking.types import Bound
from tests.semantics.checking.names import binary, literal

NAMES = ("N", "M")
QUICK = settings(deadline=None, max_examples=40)


class NoValueError(Exception):
    """An expression that has no value."""


def exact(e: Bound, values: Mapping[str, int]) -> Fraction:
    """The value in the rational numbers, where `DIV` never leaves a remainder."""
    match e:
        case int():
            return Fraction(e)
        case syntax.IntLiteral(value=value):
            return Fraction(value)
        case syntax.Var(name=name):
            return Fraction(values[name])
        case syntax.Unary(operand=operand):
            return -exact(operand, values)
        case syntax.Binary(operator=op, left=left, right=right):
            a, b = exact(left, values), exact(right, values)
            match op:
                case "+":
                    return a + b
                case "-":
                    return a - b
                case "*":
                    return a * b
                case "DIV" if b:
                    return a / b
    raise NoValueError


def integer(e: Bound, values: Mapping[str, int]) -> int:
    """The value when it is executed; raises NoValueError where that fails."""
    match e:
        case int():
            return e
        case syntax.IntLiteral(value=value):
            return value
        case syntax.Var(name=name):
            return values[name]
        case syntax.Unary(operand=operand):
            return -integer(operand, values)
        case syntax.Conditional(condition=c, then=a, otherwise=b):
            assert isinstance(c, syntax.Binary)
            test = integer(c.left, values) > integer(c.right, values)
            return integer(a if test else b, values)
        case syntax.Binary(operator=op, left=left, right=right):
            found = symbols.apply(op, integer(left, values), integer(right, values))
            if found is not None:
                return found
    raise NoValueError


LEAVES = st.one_of(
    st.integers(-6, 9).map(literal), st.sampled_from(NAMES).map(lambda name: syntax.Var(name))
)
POLYNOMIALS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(binary, st.sampled_from(["+", "-", "*"]), inner, inner),
        st.builds(binary, st.just("DIV"), inner, st.sampled_from([1, 2, 3, -2]).map(literal)),
        st.builds(lambda e: syntax.Unary("-", e), inner),
        st.builds(binary, st.just("<<"), inner, st.integers(0, 3).map(literal)),
    ),
    max_leaves=8,
)
"""Expressions that may have a normal form."""

OPERATORS = ("+", "-", "*", "DIV", "DIVRM", "MOD", "^", "<<", ">>")
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(binary, st.sampled_from(OPERATORS), inner, inner),
        st.builds(lambda e: syntax.Unary("-", e), inner),
        st.builds(
            lambda a, b, c, d: syntax.Conditional(binary(">", a, b), c, d),
            inner, inner, inner, inner,
        ),
    ),
    max_leaves=5,
)  # fmt: skip
"""Any expressions of integers."""
VALUES = st.fixed_dictionaries({name: st.integers(-9, 30) for name in NAMES})
