"""From written types to types of the IR: names resolved, widths folded, signatures."""

from __future__ import annotations

from dataclasses import replace

from parser import syntax
from semantics import ir, types
from semantics.lower_expressions import Lowerer
from semantics.program import Program, Signature
from semantics.types import Type, Width
from semantics.unchecked import unchecked
from semantics.widths import minus, plus


def static_width(low: Lowerer, expr: syntax.Expr) -> Width:
    """A width or bound: a constant, or an expression over parameters and immutable locals."""
    lowered = low.expression(expr)
    if not isinstance(lowered.type, types.IntType):
        raise unchecked(f"{types.a(lowered.type)} as a width or bound", expr.span)
    if isinstance(lowered, ir.Const):
        return int(lowered.value)
    if _depends_on_locals(lowered):
        return low.lasting(lowered, expr.span)
    return int(low.program.evaluate(lowered))


def _depends_on_locals(expr: ir.Expr) -> bool:
    match expr:
        case ir.LocalRef():
            return True
        case ir.PrimCall(args=args) | ir.CallExpr(args=args) | ir.Intrinsic(args=args):
            return any(map(_depends_on_locals, args))
        case ir.Cond(condition=c, then=a, otherwise=b):
            return any(map(_depends_on_locals, (c, a, b)))
        case ir.Const():
            return False
        case _:
            return True


def resolve(low: Lowerer, type: syntax.Type) -> Type:
    """A written type, in the scope of `low`."""
    match type:
        case syntax.IntegerType(constraints=None):
            return types.INTEGER
        case syntax.IntegerType(constraints=constraints):
            assert constraints is not None
            return (
                types.IntType(tuple(_range(low, c) for c in constraints))
                if constraints
                else types.INTEGER
            )
        case syntax.BooleanType():
            return types.BOOLEAN
        case syntax.RealType():
            return types.REAL
        case syntax.StringType():
            return types.STRING
        case syntax.BitsType(width=width, fields=fields):
            n = static_width(low, width)
            if isinstance(n, int) and n < 0:
                raise unchecked(f"a width of {n} bits", width.span)
            return types.BitsType(n, tuple(f for each in fields for f in _fields(low, each, n)))
        case syntax.TupleType(items=items):
            return types.TupleType(tuple(resolve(low, i) for i in items))
        case syntax.NamedType(name=name):
            return low.program.named_type(name, type.span)
        case syntax.ArrayType(size=size, element=element):
            return _array(low, size, resolve(low, element))
        case syntax.EnumerationType() | syntax.RecordType():
            raise unchecked("a type that has no name", type.span)


def _array(low: Lowerer, size: syntax.Expr, element: Type) -> types.ArrayType:
    if isinstance(size, syntax.Var) and size.name in low.program.types:
        index = low.program.named_type(size.name, size.span)
        if isinstance(index, types.EnumType):
            return types.ArrayType(len(index.labels), element, index)
    return types.ArrayType(static_width(low, size), element)


def _range(low: Lowerer, constraint: syntax.Constraint) -> types.Range:
    if isinstance(constraint, syntax.ConstraintExact):
        value = static_width(low, constraint.value)
        return types.Range(value, value)
    return types.Range(static_width(low, constraint.low), static_width(low, constraint.high))


def _fields(
    low: Lowerer, field: syntax.Bitfield, total: Width, prefix: str = ""
) -> list[types.Field]:
    slices = []
    for each in field.slices:
        start, width = slice_bounds(low, each)
        if not isinstance(start, int) or not isinstance(width, int):
            raise unchecked("a bit-field without constant bounds", each.span)
        if start < 0 or width < 0 or (isinstance(total, int) and start + width > total):
            raise unchecked(f"`{field.name}` lies outside", each.span)
        slices.append((start, width))
    width = sum(w for _, w in slices)
    nested = tuple(f for each in field.nested for f in _fields(low, each, width))
    declared = types.BitsType(width, nested) if field.type is None else resolve(low, field.type)
    return [types.Field(prefix + field.name, tuple(slices), declared)]


def slice_bounds(low: Lowerer, each: syntax.Slice) -> tuple[Width, Width]:
    """Lowest bit and width of a slice whose bounds are static."""
    match each:
        case syntax.SliceSingle(index=index):
            return static_width(low, index), 1
        case syntax.SliceRange(high=high, low=bottom):
            start = static_width(low, bottom)
            return start, plus(minus(static_width(low, high), start), 1)
        case syntax.SliceLength(start=start_expr, width=width):
            return static_width(low, start_expr), static_width(low, width)


def resolve_declared(program: Program, decl: syntax.TypeDecl) -> Type:
    """The type a `type` declaration introduces."""
    low = Lowerer(program)
    match decl.type:
        case syntax.EnumerationType(labels=labels):
            return types.EnumType(decl.name, labels)
        case syntax.RecordType(kind=kind, fields=fields):
            pairs = []
            for field in fields:
                assert field.type is not None
                pairs.append((field.name, resolve(low, field.type)))
            return types.RecordType(decl.name, kind, tuple(pairs))
        case other:
            type = resolve(low, other)
            # Another name for an exception is another exception, which its catchers tell apart.
            return replace(type, name=decl.name) if isinstance(type, types.RecordType) else type


def global_type(program: Program, decl: syntax.GlobalDecl) -> Type:
    """The declared type of a global, or that of its initial value."""
    low = Lowerer(program)
    if isinstance(decl.type, syntax.RecordType):  # a collection
        pairs = tuple((f.name, resolve(low, f.type)) for f in decl.type.fields if f.type)
        return types.RecordType(decl.name, decl.type.kind, pairs)
    if decl.type is not None and decl.type != syntax.IntegerType(()):
        return resolve(low, decl.type)
    assert decl.value is not None
    return low.expression(decl.value).type


def initial_value(program: Program, name: str) -> ir.Expr:
    """What a global holds at the start."""
    decl = program.globals[name]
    type = program.global_type(name, decl.span)
    if decl.value is None:
        return ir.BaseValue(type, decl.span)
    low = Lowerer(program)
    return low.convert(low.expression(decl.value), type, decl.value.span)


def signature(program: Program, key: str, decl: syntax.FuncDecl) -> Signature:
    """The signature of a declaration, its parameters being locals of their own names."""
    low = Lowerer(program)
    parameters: list[tuple[str, Type]] = []
    for parameter in decl.parameters:
        type = types.INTEGER if parameter.type is None else resolve(low, parameter.type)
        parameters.append((parameter.name, type))
        low.scope.declare(parameter.name, type, mutable=False)
    arguments: list[tuple[str, Type]] = []
    for argument in decl.arguments:
        assert argument.type is not None
        arguments.append((argument.name, resolve(low, argument.type)))
    result = None if decl.return_type is None else resolve(low, decl.return_type)
    return Signature(key, tuple(parameters), tuple(arguments), result, decl.name_span)
