"""Symbolic integers: normal forms by polynomials with rational coefficients, and equality.

Language reference, Symbolic Equivalence Testing. What is no polynomial has no normal form, and is
equal only to what is written the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any, Final, Protocol, TypeAlias

from parser import syntax
from semantics.checking.types import Bound, Integer, Parameter, Type

Monomial: TypeAlias = tuple[tuple[str, int], ...]
Polynomial: TypeAlias = dict[Monomial, "Fraction | int"]
"""Coefficients by monomial, which is a sorted tuple of variables with their exponents."""

ONE: Monomial = ()
LARGEST_BITS: Final = 1 << 16
"""Of an integer that is computed here: one with more bits stays an expression."""
LARGEST_DEGREE: Final = 64
LARGEST_LENGTH: Final = 256
"""Monomials of a polynomial."""


class NoPolynomialError(Exception):
    """An expression that has no normal form, or one that is too large."""


class Names(Protocol):
    """What symbolic reasoning asks of an environment."""

    def constant(self, name: str) -> int | None:
        """The integer a constant is."""

    def equivalent(self, name: str) -> Bound | None:
        """The expression an immutable name stands for."""

    def type_of(self, name: str) -> Type:
        """The type of a name, itself not that of a declared type; raises PtoError."""


def polynomial(names: Names, e: Bound) -> Polynomial:
    """The normal form; raises NoPolynomialError."""
    match e:
        case int():
            return {ONE: e} if e else {}
        case syntax.IntLiteral(value=value):
            return {ONE: value} if value else {}
        case syntax.Var(name=name):
            return _variable(names, name)
        case syntax.Binary():
            return _binary(names, e)
        case syntax.Unary(operator="-", operand=operand):
            return _negated(polynomial(names, operand))
        case syntax.As(value=value):
            return polynomial(names, value)
        case _:
            raise NoPolynomialError


def _variable(names: Names, name: str) -> Polynomial:
    value = names.constant(name)
    if value is not None:
        return {ONE: value} if value else {}
    known = names.equivalent(name)
    if known is not None:
        try:
            return polynomial(names, known)
        except NoPolynomialError:
            pass
    match names.type_of(name):
        case Integer(constraints=(only,)) if only.exact:
            return polynomial(names, only.low)
        case Integer() | Parameter():
            return {((name, 1),): 1}
        case _:
            raise NoPolynomialError


def _binary(names: Names, e: syntax.Binary) -> Polynomial:
    left, right = e.left, e.right
    match e.operator:
        case "+":
            return _sum(polynomial(names, left), polynomial(names, right))
        case "-":
            return _sum(polynomial(names, left), _negated(polynomial(names, right)))
        case "*":
            # A quotient is taken last: (a / b) * c is (a * c) / b.
            match left, right:
                case syntax.Binary(operator="DIV", left=a, right=b), c:
                    return _quotient(names, syntax.Binary("*", a, c), b)
                case a, syntax.Binary(operator="DIV", left=b, right=c):
                    return _quotient(names, syntax.Binary("*", a, b), c)
                case _:
                    return _product(polynomial(names, left), polynomial(names, right))
        case "DIV":
            return _quotient(names, left, right)
        case "<<" if isinstance(right, syntax.IntLiteral) and 0 <= right.value < LARGEST_BITS:
            return _product(polynomial(names, left), {ONE: 1 << right.value})
        case op:
            match left, right:
                case syntax.IntLiteral(value=m), syntax.IntLiteral(value=n):
                    value = apply(op, m, n)
                    if value is not None:
                        return {ONE: value} if value else {}
            raise NoPolynomialError


def _quotient(names: Names, left: syntax.Expr, right: syntax.Expr) -> Polynomial:
    dividend, divisor = polynomial(names, left), polynomial(names, right)
    if len(divisor) != 1:
        raise NoPolynomialError
    ((monomial, coefficient),) = divisor.items()
    return {_without(m, monomial): Fraction(c) / coefficient for m, c in dividend.items()}


def _without(monomial: Monomial, divisor: Monomial) -> Monomial:
    powers = dict(monomial)
    for name, power in divisor:
        if powers.get(name, 0) < power:
            raise NoPolynomialError
        powers[name] -= power
    return tuple((name, power) for name, power in powers.items() if power)


def _sum(a: Polynomial, b: Polynomial) -> Polynomial:
    result = dict(a)
    for monomial, coefficient in b.items():
        total = result.get(monomial, 0) + coefficient
        if total:
            result[monomial] = total
        else:
            result.pop(monomial, None)
    return _short(result)


def _negated(a: Polynomial) -> Polynomial:
    return {m: -c for m, c in a.items()}


def _product(a: Polynomial, b: Polynomial) -> Polynomial:
    if _degree(a) + _degree(b) > LARGEST_DEGREE:
        raise NoPolynomialError
    if _bits(a) + _bits(b) > LARGEST_BITS:
        raise NoPolynomialError
    result: Polynomial = {}
    for m, c in a.items():
        for n, d in b.items():
            powers = dict(m)
            for name, power in n:
                powers[name] = powers.get(name, 0) + power
            monomial = tuple(sorted(powers.items()))
            result[monomial] = result.get(monomial, 0) + c * d
    return _short({m: c for m, c in result.items() if c})


def _short(a: Polynomial) -> Polynomial:
    if len(a) > LARGEST_LENGTH:
        raise NoPolynomialError
    return a


def _degree(a: Polynomial) -> int:
    return max((sum(power for _, power in monomial) for monomial in a), default=0)


def _bits(a: Polynomial) -> int:
    """Of the largest coefficient."""
    return max((c.numerator.bit_length() for c in a.values()), default=0)


def normal(names: Names, e: Bound) -> Bound:
    """The normal form as an expression, or the expression itself where it has none."""
    if isinstance(e, int):
        return e
    if isinstance(e, syntax.IntLiteral):
        return e.value
    try:
        return _expression(polynomial(names, e))
    except NoPolynomialError:
        return e


def normal_or_none(names: Names, e: syntax.Expr) -> Bound | None:
    try:
        return _expression(polynomial(names, e))
    except NoPolynomialError:
        return None


def integer(names: Names, e: Bound) -> int | None:
    """The integer that an expression is known to be."""
    found = normal(names, e)
    return found if isinstance(found, int) else None


def _expression(polynomial: Polynomial) -> Bound:
    if not polynomial:
        return 0
    if polynomial.keys() == {ONE} and polynomial[ONE].denominator == 1:
        return int(polynomial[ONE])
    result: syntax.Expr | None = None
    for monomial, coefficient in sorted(polynomial.items(), key=lambda item: item[0], reverse=True):
        term = _term(monomial, coefficient if result is None or coefficient > 0 else -coefficient)
        if result is None:
            result = term
        else:
            result = syntax.Binary("+" if coefficient > 0 else "-", result, term)
    assert result is not None
    return result


def _term(monomial: Monomial, coefficient: Fraction | int) -> syntax.Expr:
    exact = Fraction(coefficient)
    factors: list[syntax.Expr] = [
        syntax.Var(name) for name, power in monomial for _ in range(power)
    ]
    if exact.numerator != 1 or not factors:
        factors.insert(0, syntax.IntLiteral(exact.numerator))
    result = factors[0]
    for factor in factors[1:]:
        result = syntax.Binary("*", result, factor)
    if exact.denominator != 1:
        result = syntax.Binary("DIV", result, syntax.IntLiteral(exact.denominator))
    return result


def expression(bound: Bound) -> syntax.Expr:
    """A bound as a syntax tree."""
    return syntax.IntLiteral(bound) if isinstance(bound, int) else bound


def bound(e: syntax.Expr) -> Bound:
    """A syntax tree as a bound."""
    return e.value if isinstance(e, syntax.IntLiteral) else e


def equal(names: Names, a: Bound, b: Bound) -> bool:
    """Whether two expressions are known to have the same value."""
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    if a is b or a == b:
        return True
    try:
        return polynomial(names, a) == polynomial(names, b)
    except NoPolynomialError:
        return _alike(names, expression(a), expression(b))


def _alike(names: Names, a: Any, b: Any) -> bool:
    """Whether two trees are the same but for parts that are equal."""
    if type(a) is not type(b):
        return False
    match a:
        case tuple():
            return len(a) == len(b) and all(_same(names, x, y) for x, y in zip(a, b, strict=True))
        case (
            syntax.Binary() | syntax.Unary() | syntax.Call() | syntax.Conditional()
            | syntax.SliceExpr() | syntax.Index() | syntax.FieldAccess() | syntax.FieldsAccess()
            | syntax.SliceSingle() | syntax.SliceLength() | syntax.SliceRange()
        ):  # fmt: skip
            parts = (f.name for f in fields(a) if f.name != "span")
            return all(_same(names, getattr(a, part), getattr(b, part)) for part in parts)
        case _:
            return bool(a == b)


def _same(names: Names, a: Any, b: Any) -> bool:
    if isinstance(a, syntax.Expr) and isinstance(b, syntax.Expr):
        return equal(names, a, b)
    return _alike(names, a, b)


def size(e: Bound, enough: int) -> int:
    """The number of nodes of an expression, counted up to what is enough."""
    count, pending = 0, [e]
    while pending and count < enough:
        each = pending.pop()
        count += 1
        if not isinstance(each, int):
            pending += _operands(each)
    return count


def _operands(e: syntax.Expr) -> Iterable[syntax.Expr]:
    match e:
        case syntax.Binary(left=left, right=right):
            return left, right
        case syntax.Unary(operand=operand) | syntax.As(value=operand):
            return (operand,)
        case syntax.Conditional(condition=c, then=a, otherwise=b):
            return c, a, b
        case syntax.Call(parameters=parameters, arguments=arguments):
            return *parameters, *arguments
        case _:
            return ()


def substitute(e: Bound, by: Mapping[str, Bound]) -> Bound:
    """The expression with names replaced."""
    return e if isinstance(e, int) else bound(_replaced(e, by))


def _replaced(e: syntax.Expr, by: Mapping[str, Bound]) -> syntax.Expr:
    match e:
        case syntax.Var(name=name):
            return expression(by[name]) if name in by else e
        case syntax.Binary(left=left, right=right):
            return replace(e, left=_replaced(left, by), right=_replaced(right, by))
        case syntax.Unary(operand=operand):
            return replace(e, operand=_replaced(operand, by))
        case syntax.Conditional(condition=c, then=a, otherwise=b):
            c, a, b = _replaced(c, by), _replaced(a, by), _replaced(b, by)
            return replace(e, condition=c, then=a, otherwise=b)
        case syntax.Call(parameters=parameters, arguments=arguments):
            return replace(
                e,
                parameters=tuple(_replaced(p, by) for p in parameters),
                arguments=tuple(_replaced(a, by) for a in arguments),
            )
        case syntax.As(value=value):
            return replace(e, value=_replaced(value, by))
        case syntax.SliceExpr(base=base) | syntax.FieldAccess(base=base):
            return replace(e, base=_replaced(base, by))
        case syntax.FieldsAccess(base=base):
            return replace(e, base=_replaced(base, by))
        case syntax.Index(base=base, index=index):
            return replace(e, base=_replaced(base, by), index=_replaced(index, by))
        case _:
            return e


def apply(operator: str, a: int, b: int) -> int | None:
    """An operation on two integers; None where it has no result (or one that is too large)."""
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b if a.bit_length() + b.bit_length() < LARGEST_BITS else None
        case "DIV":
            return a // b if b > 0 and a % b == 0 else None
        case "DIVRM":
            return a // b if b > 0 else None
        case "MOD":
            return a % b if b > 0 else None
        case "^":
            small = abs(a) < 2 or max(a.bit_length(), 1) * b < LARGEST_BITS
            return a**b if b >= 0 and small else None
        case "<<":
            return a << b if 0 <= b < LARGEST_BITS else None
        case ">>":
            return a >> b if b >= 0 else None
        case _:
            return None
