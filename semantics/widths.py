"""Widths and bounds: folding, equality by polynomial normal form, substitution of parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from parser.source import NOWHERE, Span
from semantics import ir
from semantics.primitives import PRIMITIVES
from semantics.types import (
    INTEGER,
    ArrayType,
    BitsType,
    IntType,
    Range,
    TupleType,
    Type,
    Width,
    constant_int,
)
from semantics.values import DynamicError

Polynomial: TypeAlias = dict[tuple[str, ...], int]
"""Coefficients by monomial, a sorted tuple of atoms."""
LONG = 1 << 20
"""Bits of the longest constant that is folded."""


def prim(
    name: str,
    args: Sequence[ir.Expr],
    type: Type,
    span: Span = NOWHERE,
    widths: Sequence[Width] = (),
) -> ir.Expr:
    """A primitive call, folded where all its operands are constants and it does not fail."""
    primitive = PRIMITIVES[name]
    values = [a.value for a in args if isinstance(a, ir.Const)]
    known = [w for w in widths if isinstance(w, int)]
    if (
        len(values) == len(args)
        and len(known) == len(widths)
        and not _too_long(name, known, values)
    ):
        try:
            value = primitive.apply(known, values)
        except DynamicError:
            pass  # stays in the program, to fail where and when it is executed
        else:
            folded = constant_int(value) if isinstance(type, IntType) else type
            return ir.Const(value, folded, span)
    return ir.PrimCall(primitive, tuple(widths), tuple(args), type, span)


def _too_long(name: str, widths: list[int], values: list[Any]) -> bool:
    """Whether the result has so many bits that it is better computed only when it is needed."""
    length: int
    match name:
        case "int.pow" | "int.shl":
            length = (values[0].bit_length() if name == "int.pow" else 1) * values[1]
        case "real.pow":
            length = max(map(int.bit_length, values[0].as_integer_ratio())) * abs(values[1])
        case _:
            length = 0
    return max([length, *widths]) > LONG


def expression(width: Width) -> ir.Expr:
    """A width as an expression."""
    return ir.Const(width, constant_int(width)) if isinstance(width, int) else width


def fold(expr: ir.Expr) -> Width:
    """An expression as a width."""
    return int(expr.value) if isinstance(expr, ir.Const) else expr


def _operate(name: str, a: Width, b: Width) -> Width:
    return fold(prim(name, [expression(a), expression(b)], INTEGER))


def plus(a: Width, b: Width) -> Width:
    return _operate("int.add", a, b)


def minus(a: Width, b: Width) -> Width:
    difference = polynomial(_operate("int.sub", a, b))
    if not difference:
        return 0
    if set(difference) == {()}:
        return difference[()]
    return _operate("int.sub", a, b)


def polynomial(width: Width) -> Polynomial:
    """The normal form. What is no sum, product or power of atoms is an atom, named by its text."""
    match width:
        case int():
            return {(): width} if width else {}
        case ir.Const(value=value):
            return {(): int(value)} if value else {}
        case ir.LocalRef() | ir.GlobalRef():
            return {(_atom(width),): 1}
        case ir.PrimCall(primitive=p, args=args) if p.name in ("int.add", "int.sub", "int.mul"):
            left, right = polynomial(args[0]), polynomial(args[1])
            if p.name == "int.mul":
                return _times(left, right)
            return _plus(left, right, 1 if p.name == "int.add" else -1)
        case ir.PrimCall(primitive=p, args=args) if p.name == "int.neg":
            return _plus({}, polynomial(args[0]), -1)
        case _:
            return {(_atom(width),): 1}


def _atom(expr: ir.Expr) -> str:
    """A text that two expressions share only if they always have the same value."""
    match expr:
        case ir.Const():
            return str(expr.value)
        case ir.LocalRef(name=name):
            return name
        case ir.GlobalRef(name=name):
            return f"global {name}"
        case ir.PrimCall(primitive=p, widths=widths, args=args):
            parts = [*(_atom(expression(w)) for w in widths), *map(_atom, args)]
            return f"{p.name}({', '.join(parts)})"
        case ir.GetField(base=base, index=index):
            return f"{_atom(base)}.{index}"
        case _:
            return f"#{id(expr)}"


def _plus(a: Polynomial, b: Polynomial, sign: int) -> Polynomial:
    result = dict(a)
    for monomial, coefficient in b.items():
        result[monomial] = result.get(monomial, 0) + sign * coefficient
    return {m: c for m, c in result.items() if c}


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for m, c in a.items():
        for n, d in b.items():
            result = _plus(result, {tuple(sorted(m + n)): c * d}, 1)
    return result


def same(a: Width, b: Width) -> bool | None:
    """Whether two widths are equal for every value of the parameters; None: not known."""
    difference = _plus(polynomial(a), polynomial(b), -1)
    if not difference:
        return True
    return False if set(difference) == {()} else None


def variables(width: Width) -> set[ir.LocalRef | ir.GlobalRef]:
    """The variables that occur in a width outside of calls."""
    match width:
        case ir.LocalRef() | ir.GlobalRef():
            return {width}
        case ir.PrimCall(args=parts) | ir.MakeTuple(items=parts):
            return set().union(*map(variables, parts))
        case ir.GetField(base=part) | ir.CheckRange(value=part) | ir.CheckWidth(value=part):
            return variables(part)
        case ir.GetIndex(base=base, index=index):
            return variables(base) | variables(index)
        case ir.Cond(condition=c, then=a, otherwise=b):
            return variables(c) | variables(a) | variables(b)
        case _:
            return set()


def substitute_expr(expr: Width, by: Mapping[str, Width]) -> Width:
    """Replace parameters by what a call gives for them."""
    match expr:
        case ir.LocalRef(name=name) if name in by:
            return by[name]
        case ir.PrimCall(primitive=p, widths=widths, args=args, type=type, span=span):
            new = [expression(substitute_expr(a, by)) for a in args]
            return fold(prim(p.name, new, type, span, [substitute_expr(w, by) for w in widths]))
        case ir.Cond(condition=c, then=a, otherwise=b, type=type, span=span):
            c, a, b = (expression(substitute_expr(x, by)) for x in (c, a, b))
            if isinstance(c, ir.Const):
                return fold(a if c.value else b)
            return ir.Cond(c, a, b, type, span)
        case ir.CallExpr(function=function, args=args, type=type, span=span):
            given = tuple(expression(substitute_expr(a, by)) for a in args)
            return ir.CallExpr(function, given, type, span)
        case _:
            return expr


def substitute(type: Type, by: Mapping[str, Width]) -> Type:
    """A type with parameters replaced."""
    if not by:
        return type
    match type:
        case BitsType(width=width, fields=fields):
            return BitsType(substitute_expr(width, by), fields)
        case IntType(ranges=ranges) if ranges is not None:
            return IntType(
                tuple(
                    Range(substitute_expr(r.low, by), substitute_expr(r.high, by)) for r in ranges
                )
            )
        case TupleType(items=items):
            return TupleType(tuple(substitute(i, by) for i in items))
        case ArrayType(size=size, element=element, index=index):
            return ArrayType(substitute_expr(size, by), substitute(element, by), index)
        case _:
            return type
