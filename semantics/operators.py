"""Which primitive an operator is, by the types of its operands, and the type of its result."""

from __future__ import annotations

from collections.abc import Callable

from parser.diagnostics import PtoError
from parser.source import Span
from semantics import intervals, ir, types
from semantics.intervals import FULL, Interval
from semantics.types import BitsType, BoolType, EnumType, IntType, RealType, StringType
from semantics.unchecked import unchecked
from semantics.values import Vec
from semantics.widths import expression, plus, prim, same

_INT: dict[str, tuple[str, Callable[[Interval, Interval], Interval]]] = {
    "+": ("int.add", intervals.add),
    "-": ("int.sub", lambda a, b: intervals.add(a, intervals.neg(b))),
    "*": ("int.mul", intervals.mul),
    "DIV": ("int.div", intervals.floor_div),
    "DIVRM": ("int.floordiv", intervals.floor_div),
    "MOD": ("int.mod", intervals.floor_mod),
    "^": ("int.pow", lambda a, b: FULL),
    "<<": ("int.shl", lambda a, b: FULL),
    ">>": ("int.shr", lambda a, b: FULL),
}
_REAL = {"+": "real.add", "-": "real.sub", "*": "real.mul", "/": "real.div"}
_BITS = {"+": "bits.add", "-": "bits.sub", "AND": "bits.and", "OR": "bits.or", "XOR": "bits.xor"}
_ORDER = {"<": ("lt", False), "<=": ("le", False), ">": ("lt", True), ">=": ("le", True)}

TRUE, FALSE = ir.Const(True, types.BOOLEAN), ir.Const(False, types.BOOLEAN)


def conditional(c: ir.Expr, a: ir.Expr, b: ir.Expr, type: types.Type, span: Span) -> ir.Expr:
    """`if c then a else b`, decided where c is a constant."""
    if isinstance(c, ir.Const):
        return a if c.value else b
    return ir.Cond(c, a, b, type, span)


def both(a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
    return conditional(a, b, FALSE, types.BOOLEAN, span)


def either(a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
    return conditional(a, TRUE, b, types.BOOLEAN, span)


def negation(a: ir.Expr, span: Span) -> ir.Expr:
    return prim("bool.not", [a], types.BOOLEAN, span)


def binary(operator: str, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
    """The operation; raises PtoError where no operator takes these types."""
    if isinstance(a.type, BoolType) and isinstance(b.type, BoolType):
        match operator:
            case "&&":
                return both(a, b, span)
            case "||":
                return either(a, b, span)
            case "==>":
                return conditional(a, b, TRUE, types.BOOLEAN, span)
            case "<=>":
                return prim("bool.eq", [a, b], types.BOOLEAN, span)
    match operator:
        case "==":
            return equality(a, b, span)
        case "!=":
            return negation(equality(a, b, span), span)
        case _ if operator in _ORDER:
            return _ordered(operator, a, b, span)
        case "++":
            return prim("string.concat", [text_of(a, span), text_of(b, span)], types.STRING, span)
        case _:
            return _arithmetic(operator, a, b, span)


def _arithmetic(operator: str, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
    match a.type, b.type:
        case IntType() as left, IntType() as right if operator in _INT:
            name, interval = _INT[operator]
            type = types.int_in(interval(left.interval(), right.interval()))
            return prim(name, [a, b], type, span)
        case RealType(), RealType() if operator in _REAL:
            return prim(_REAL[operator], [a, b], types.REAL, span)
        case RealType(), IntType() if operator == "^":
            return prim("real.pow", [a, b], types.REAL, span)
        case RealType(), IntType() if operator == "*":
            return binary(operator, a, prim("real.of_int", [b], types.REAL, span), span)
        case IntType(), RealType() if operator == "*":
            return binary(operator, prim("real.of_int", [a], types.REAL, span), b, span)
        case BitsType(width=n), BitsType(width=m) if operator == "::":
            return prim("bits.concat", [a, b], BitsType(plus(n, m)), span, [n, m])
        case BitsType(width=n), BitsType() if operator in _BITS:
            b = matching_width(b, n, span)
            return prim(_BITS[operator], [a, b], BitsType(n), span, [n])
        case BitsType(width=n), IntType() if operator in ("+", "-"):
            b = prim("int.bits", [b], BitsType(n), span, [n])
            return prim(_BITS[operator], [a, b], BitsType(n), span, [n])
        case _:
            raise _operands(operator, a, b, span)


def equality(a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
    match a.type, b.type:
        case BitsType(width=n), BitsType():
            args, kind = [a, matching_width(b, n, span)], "bits.eq"
            return prim(kind, args, types.BOOLEAN, span, [n])
        case (IntType(), IntType()) | (EnumType(), EnumType()) if type(a.type) is type(b.type):
            if isinstance(a.type, EnumType) and a.type is not b.type:
                raise _operands("==", a, b, span)
            return prim("int.eq", [a, b], types.BOOLEAN, span)
        case BoolType(), BoolType():
            return prim("bool.eq", [a, b], types.BOOLEAN, span)
        case RealType(), RealType():
            return prim("real.eq", [a, b], types.BOOLEAN, span)
        case StringType(), StringType():
            return prim("string.eq", [a, b], types.BOOLEAN, span)
        case _:
            raise _operands("==", a, b, span)


def _ordered(operator: str, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
    name, swapped = _ORDER[operator]
    match a.type, b.type:
        case IntType(), IntType():
            kind = "int"
        case RealType(), RealType():
            kind = "real"
        case _:
            raise _operands(operator, a, b, span)
    return prim(f"{kind}.{name}", [b, a] if swapped else [a, b], types.BOOLEAN, span)


def unary(operator: str, a: ir.Expr, span: Span) -> ir.Expr:
    """The operation; raises PtoError where no operator takes this type."""
    match operator, a.type:
        case "!", BoolType():
            return negation(a, span)
        case "-", IntType():
            interval = intervals.neg(a.type.interval())
            return prim("int.neg", [a], types.int_in(interval), span)
        case "-", RealType():
            return prim("real.neg", [a], types.REAL, span)
        case "NOT", BitsType(width=n):
            return prim("bits.not", [a], BitsType(n), span, [n])
        case _:
            raise unchecked(f"`{operator}` of {types.a(a.type)}", span)


def matching_width(value: ir.Expr, width: types.Width, span: Span) -> ir.Expr:
    """`value` as a vector of `width` bits; where that is not known, it is checked when run."""
    assert isinstance(value.type, BitsType)
    actual = value.type.width
    match same(actual, width):
        case True:
            return value
        case False:
            wanted = BitsType(width)
            raise unchecked(f"{types.a(value.type)} where {types.a(wanted)} is needed", span)
        case None:
            return ir.CheckWidth(value, actual, width, BitsType(width, value.type.fields), span)


def may_fail(e: ir.Expr) -> bool:
    """Whether the evaluation of an expression may end in a dynamic error."""
    match e:
        case ir.PrimCall(primitive=p) if p.requires:
            return True
        case ir.Const() | ir.LocalRef() | ir.GlobalRef() | ir.PrimCall() | ir.Cond():
            return any(map(may_fail, ir.operands(e)))
        case ir.MakeTuple() | ir.GetField():
            return any(map(may_fail, ir.operands(e)))
        case _:
            return True


def text_of(value: ir.Expr, span: Span) -> ir.Expr:
    """What `print` would write of a scalar."""
    match value.type:
        case StringType():
            return value
        case BoolType():
            return prim("string.of_bool", [value], types.STRING, span)
        case IntType():
            return prim("string.of_int", [value], types.STRING, span)
        case RealType():
            return prim("string.of_real", [value], types.STRING, span)
        case BitsType(width=n):
            return prim("string.of_bits", [value], types.STRING, span, [n])
        case EnumType(labels=labels) as enumeration:
            array = types.ArrayType(len(labels), types.STRING, enumeration)
            texts = ir.Const(Vec.of(labels, ""), array, span)
            return ir.GetIndex(texts, value, array, types.STRING, span)
        case other:
            raise unchecked(f"{types.a(other)} has no text", span)


def slice_of(value: ir.Expr, low: ir.Expr, width: types.Width, span: Span) -> ir.Expr:
    """Bits `low` to `low + width - 1` of a vector or an integer."""
    match value.type:
        case BitsType(width=n):
            return prim("bits.slice", [value, low], BitsType(width), span, [n, width])
        case IntType():
            return prim("int.slice", [value, low], BitsType(width), span, [width])
        case other:
            raise unchecked(f"{types.a(other)} has no bits to slice", span)


def concatenation(parts: list[ir.Expr], span: Span) -> ir.Expr:
    """Vectors side by side, most significant first."""
    result = parts[0]
    for part in parts[1:]:
        result = binary("::", result, part, span)
    return result


def sum_of(a: ir.Expr, b: types.Width) -> ir.Expr:
    return binary("+", a, expression(b), a.span)


def _operands(operator: str, a: ir.Expr, b: ir.Expr, span: Span) -> PtoError:
    return unchecked(f"`{operator}` of {types.a(a.type)} and {types.a(b.type)}", span)
