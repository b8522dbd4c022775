"""Calls: overloads resolved, parameters inferred, arguments converted, intrinsics recognised."""

from __future__ import annotations

from collections.abc import Sequence

from parser import syntax
from parser.diagnostics import Phase, fail
from parser.source import Span
from semantics import intrinsics, ir, types
from semantics.declarations import shown_name
from semantics.lower_expressions import Lowerer
from semantics.primitives import INTRINSICS, NATIVES, PRIMITIVES
from semantics.program import Signature
from semantics.types import ArrayType, BitsType, TupleType, Type, Width
from semantics.unchecked import unchecked
from semantics.widths import expression, fold, prim, substitute


def call(low: Lowerer, e: syntax.Call) -> ir.Expr:
    """A call in a value position."""
    result = invoke(low, e.name, e.parameters, e.arguments, e.span)
    if result.type == types.VOID:
        raise unchecked(f"`{e.name}` returns nothing", e.span)
    return result


def invoke(
    low: Lowerer,
    name: str,
    parameters: Sequence[syntax.Expr],
    arguments: Sequence[syntax.Expr],
    span: Span,
    extra: Sequence[ir.Expr] = (),
) -> ir.Expr:
    """A call of any kind; `extra` are arguments already lowered (what a setter is given)."""
    args = [*map(low.expression, arguments), *extra]
    spans = [*(a.span for a in arguments), *(a.span for a in extra)]
    if name not in low.program.functions:
        if name in intrinsics.SPECS and not parameters:
            return _intrinsic(low, intrinsics.SPECS[name], args, span)
        if name in NATIVES and not parameters:
            return _native(low, name, args, span)
        raise unchecked(f"nothing is declared as `{shown_name(name)}`", span)
    chosen = _choose(low, name, len(parameters), args, span)
    given = [fold(low.convert(low.expression(p), types.INTEGER, p.span)) for p in parameters]
    bound = _bind(chosen, name, given, args, span)
    passed = [
        low.convert(expression(bound[formal]), substitute(type, bound), span)
        for formal, type in chosen.parameters
    ]
    actual = [
        low.convert(a, substitute(type, bound), place)
        for a, (_, type), place in zip(args, chosen.arguments, spans, strict=True)
    ]
    result = types.VOID if chosen.result is None else substitute(chosen.result, bound)
    if chosen.key in low.program.library and name in INTRINSICS and low.program.intrinsics:
        return _primitive(INTRINSICS[name], actual, result, span)
    low.calls.add(chosen.key)
    return ir.CallExpr(chosen.key, (*passed, *actual), result, span)


def _choose(low: Lowerer, name: str, parameters: int, args: list[ir.Expr], span: Span) -> Signature:
    """The one overload that takes these arguments."""
    signatures = [low.program.signature(key) for key, _ in low.program.functions[name]]
    fitting = [s for s in signatures if _fits(s, parameters, args)]
    if len(fitting) == 1:
        return fitting[0]
    call = f"{shown_name(name)}({', '.join(str(a.type) for a in args)})"
    raise unchecked(f"`{call}` fits {len(fitting)} declarations", span)


def _fits(signature: Signature, parameters: int, args: list[ir.Expr]) -> bool:
    if len(args) != len(signature.arguments) or parameters > len(signature.parameters):
        return False
    return all(_kin(a.type, t) for a, (_, t) in zip(args, signature.arguments, strict=True))


def _kin(a: Type, b: Type) -> bool:
    """Whether two types agree but for widths and constraints."""
    match a, b:
        case TupleType(items=left), TupleType(items=right):
            return len(left) == len(right) and all(map(_kin, left, right))
        case ArrayType(), ArrayType():
            return a.index is b.index and _kin(a.element, b.element)
        case ((types.RecordType() | types.EnumType()), _):
            return a is b
        case _:
            return type(a) is type(b)


def _bind(
    signature: Signature, name: str, given: list[Width], args: list[ir.Expr], span: Span
) -> dict[str, Width]:
    """Parameters by name, in order: as given, else from the widths of the arguments."""
    names = [n for n, _ in signature.parameters]
    bound: dict[str, Width] = dict(zip(names, given, strict=False))
    for arg, (_, formal) in zip(args, signature.arguments, strict=True):
        match arg.type, formal:
            case BitsType(width=actual), BitsType(width=ir.LocalRef(name=p)) if p in names:
                bound.setdefault(p, actual)
    missing = [n for n in names if n not in bound]
    if missing:
        raise unchecked(f"a call of `{shown_name(name)}` without {', '.join(missing)}", span)
    return {n: bound[n] for n in names}


def _primitive(name: str, args: list[ir.Expr], result: Type, span: Span) -> ir.Expr:
    primitive = PRIMITIVES[name]
    widths: dict[str, Width] = {}
    operand_types = [a.type for a in args]
    for sort, type in zip(
        (*primitive.operands, primitive.result), (*operand_types, result), strict=True
    ):
        if sort.startswith("bits"):
            assert isinstance(type, BitsType)
            widths.setdefault(sort[-1], type.width)
    return prim(name, args, result, span, [widths[w] for w in primitive.widths])


def _native(low: Lowerer, name: str, args: list[ir.Expr], span: Span) -> ir.Expr:
    """A call of a function that only the primitive table declares."""
    primitive = PRIMITIVES[NATIVES[name]]
    _count(name, args, len(primitive.operands), span)
    formals = map(_sort, primitive.operands)
    actual = [low.convert(a, type, a.span) for a, type in zip(args, formals, strict=True)]
    return prim(primitive.name, actual, _sort(primitive.result), span)


def _sort(sort: str) -> Type:
    """The type of an operand or result without unknown width."""
    match sort.split():
        case ["int"]:
            return types.INTEGER
        case ["bool"]:
            return types.BOOLEAN
        case _:
            return BitsType(int(sort.removeprefix("bits ")))


def _count(name: str, args: list[ir.Expr], formals: int, span: Span) -> None:
    if len(args) != formals:
        raise unchecked(f"`{name}` takes {formals} arguments, not {len(args)}", span)


def _intrinsic(
    low: Lowerer, spec: intrinsics.IntrinsicSpec, args: list[ir.Expr], span: Span
) -> ir.Expr:
    _count(spec.name, args, len(spec.arguments), span)
    whole = next(
        (a for a, formal in zip(args, spec.arguments, strict=True) if formal is None), None
    )
    converted = []
    for a, formal in zip(args, spec.arguments, strict=True):
        type = formal or (None if whole is None else whole.type)
        # Two integers are compared as such, whatever their constraints.
        type = types.INTEGER if isinstance(type, types.IntType) else type
        converted.append(low.convert(a, type, a.span) if type is not None else a)
    for a, formal in zip(converted, spec.arguments, strict=True):
        named = spec.name in intrinsics.TRACING and formal is types.STRING
        if named and not (
            isinstance(a, ir.Const) and a.value in (*low.program.globals, intrinsics.ANY)
        ):
            message = f"`{spec.name}` needs the name of a global variable, as a literal"
            raise fail("NAME-UNDEFINED", Phase.STATIC, message, a.span)
    low.opaque = True
    if spec.name == "Cover":
        low.covers.append(span)
    low.traced = low.traced or spec.name in intrinsics.TRACING
    return ir.Intrinsic(spec.name, tuple(converted), spec.result, span)
