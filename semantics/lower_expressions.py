"""From written expressions to IR: names resolved, operators typed, conversions checked."""

from __future__ import annotations

from collections.abc import Callable

from parser import syntax
from parser.diagnostics import PtoError
from parser.source import Span
from semantics import ir, operators, types
from semantics.program import Program
from semantics.relations import identical, included, join
from semantics.scope import Scope
from semantics.types import ArrayType, BitsType, IntType, RecordType, TupleType, Type
from semantics.unchecked import unchecked
from semantics.widths import expression, fold, minus, plus, same, variables


class Lowerer:
    """Lowers expressions in one scope. Raises PtoError for the first problem of each."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.scope = Scope()
        self.calls: set[str] = set()
        self.reads: set[str] = set()
        self.writes: set[str] = set()
        self.opaque = False
        self.traced = False
        self.covers: list[Span] = []

    def expression(self, e: syntax.Expr) -> ir.Expr:
        """The typed expression."""
        match e:
            case syntax.IntLiteral(value=value):
                return ir.Const(value, types.constant_int(value), e.span)
            case syntax.BoolLiteral(value=value):
                return ir.Const(value, types.BOOLEAN, e.span)
            case syntax.RealLiteral(value=value):
                return ir.Const(value, types.REAL, e.span)
            case syntax.StringLiteral(value=value):
                return ir.Const(value, types.STRING, e.span)
            case syntax.BitsLiteral(width=width, value=value):
                return ir.Const(value, BitsType(width), e.span)
            case syntax.Var(name=name):
                return self._name(name, e.span)
            case syntax.Binary(operator=op, left=left, right=right):
                return self._binary(op, left, right, e.span)
            case syntax.Unary(operator=op, operand=operand):
                return operators.unary(op, self.expression(operand), e.span)
            case syntax.Conditional():
                return self._conditional(e)
            case syntax.Call():
                from semantics.lower_calls import call

                return call(self, e)
            case syntax.SliceExpr(base=base, slices=slices):
                return self._slices(base, slices, e.span)
            case syntax.Index(base=base, index=index):
                array = self.expression(base)
                position = self.index(array.type, index)
                assert isinstance(array.type, ArrayType)
                return ir.GetIndex(array, position, array.type, array.type.element, e.span)
            case syntax.FieldAccess(base=base, name=name):
                return self.field(self.expression(base), name, e.span)
            case syntax.FieldsAccess(base=base, names=names):
                return self._named(
                    self.expression(base),
                    lambda v: operators.concatenation(
                        [self.field(v, n, e.span) for n in names], e.span
                    ),
                )
            case syntax.As(value=value, type=type):
                return self.cast(self.expression(value), self.type(type), e.span)
            case syntax.In(value=value, patterns=patterns):
                return self._named(
                    self.expression(value), lambda v: self.matches(v, patterns, e.span)
                )
            case syntax.Arbitrary(type=type):
                self.opaque = True
                return ir.ArbitraryExpr(self.type(type), e.span)
            case syntax.TupleExpr(items=items):
                lowered = tuple(map(self.expression, items))
                return ir.MakeTuple(lowered, TupleType(tuple(i.type for i in lowered)), e.span)
            case syntax.RecordExpr():
                return self._record(e)

    def type(self, type: syntax.Type) -> Type:
        """A written type, resolved in this scope."""
        from semantics.lower_types import resolve

        return resolve(self, type)

    # ------------------------------------------------------------ names and operators

    def _name(self, name: str, span: Span) -> ir.Expr:
        local = self.scope.find(name)
        if local is not None:
            return ir.LocalRef(local.ref.name, local.ref.type, span)
        program = self.program
        if name in program.labels:
            type, position = program.enumeration(name, span)
            return ir.Const(position, type, span)
        if name in program.globals:
            global_type = program.global_type(name, span)
            if program.is_constant(name):
                value = program.constant(name, span)
                if isinstance(global_type, IntType):
                    global_type = types.constant_int(value)
                return ir.Const(value, global_type, span)
            self.reads.add(name)
            return ir.GlobalRef(name, global_type, span)
        raise unchecked(f"`{name}` has no value", span)

    def _binary(self, op: str, left: syntax.Expr, right: syntax.Expr, span: Span) -> ir.Expr:
        # A chain such as a + b + … may be thousands of operands long: no recursion on the left.
        chain: list[tuple[str, syntax.Expr, Span]] = [(op, right, span)]
        while isinstance(left, syntax.Binary):
            chain.append((left.operator, left.right, left.span))
            left = left.left
        result = self.expression(left)
        for operator, operand, place in reversed(chain):
            result = operators.binary(operator, result, self.expression(operand), place)
        return result

    def _conditional(self, e: syntax.Conditional) -> ir.Expr:
        condition = self.condition(e.condition)
        then, otherwise = self.expression(e.then), self.expression(e.otherwise)
        type = join(then.type, otherwise.type)
        if type is None:
            message = f"the branches are {types.a(then.type)} and {types.a(otherwise.type)}"
            raise unchecked(message, e.span)
        then, otherwise = (
            self.convert(then, type, e.then.span),
            self.convert(otherwise, type, e.otherwise.span),
        )
        return operators.conditional(condition, then, otherwise, type, e.span)

    def condition(self, e: syntax.Expr) -> ir.Expr:
        """A boolean."""
        return self.convert(self.expression(e), types.BOOLEAN, e.span)

    def _named(self, value: ir.Expr, body: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
        """`body` of a value, which is evaluated once even if the body names it often."""
        if isinstance(value, ir.Const | ir.LocalRef | ir.GlobalRef):
            return body(value)
        variable = self.scope.temporary(value.type)
        inner = body(variable)
        return ir.Let(variable, value, inner, inner.type, value.span)

    # ------------------------------------------------------------ parts

    def field(self, base: ir.Expr, name: str, span: Span) -> ir.Expr:
        """A field of a record or a bit-field."""
        match base.type:
            case RecordType(fields=fields) as record:
                index = record.index(name)
                if index is not None:
                    return ir.GetField(base, index, fields[index][1], span)
            case TupleType(items=items) if name.startswith("item") and name[4:].isdigit():
                if int(name[4:]) < len(items):
                    return ir.GetField(base, int(name[4:]), items[int(name[4:])], span)
            case BitsType() as bits:
                return self._named(base, lambda v: self._bitfield(v, bits, name, span))
        raise no_field(base.type, name, span)

    def _bitfield(self, value: ir.Expr, bits: BitsType, name: str, span: Span) -> ir.Expr:
        declared = bitfield(bits, name, span)
        parts = [
            operators.slice_of(value, expression(low), width, span)
            for low, width in declared.slices
        ]
        return self.retype(operators.concatenation(parts, span), declared.type)

    def retype(self, value: ir.Expr, type: Type) -> ir.Expr:
        """The same bits under a type of equal width that may name their fields."""
        if isinstance(type, BitsType) and type.fields:
            assert isinstance(value.type, BitsType)
            return ir.CheckWidth(value, value.type.width, type.width, type, value.span)
        return value

    def index(self, array: Type, index: syntax.Expr) -> ir.Expr:
        """An index of that array."""
        if not isinstance(array, ArrayType):
            raise unchecked(f"{types.a(array)} can't be indexed", index.span)
        return self.convert(self.expression(index), array.index or types.INTEGER, index.span)

    def slice(self, each: syntax.Slice) -> tuple[ir.Expr, types.Width]:
        """Lowest bit and width of a slice."""
        match each:
            case syntax.SliceSingle(index=index):
                return self._integer(index), 1
            case syntax.SliceRange(high=high, low=low):
                bottom = self._integer(low)
                width = plus(minus(fold(self._integer(high)), fold(bottom)), 1)
                return bottom, self.lasting(width, each.span)
            case syntax.SliceLength(start=start, width=length):
                return self._integer(start), self.lasting(fold(self._integer(length)), each.span)

    def lasting(self, width: types.Width, span: Span) -> types.Width:
        """A width, which outlives its evaluation in the types: it must not change."""
        for ref in sorted(variables(width), key=lambda r: r.name):
            if isinstance(ref, ir.GlobalRef):
                changes = self.program.globals[ref.name].keyword == "var"
            else:
                changes = (local := self.scope.named(ref.name)) is not None and local.mutable
            if changes:
                raise unchecked(f"a width depends on `{ref.name}`, which may change", span)
        return width

    def _integer(self, e: syntax.Expr) -> ir.Expr:
        return self.convert(self.expression(e), types.INTEGER, e.span)

    def _slices(self, base: syntax.Expr, slices: tuple[syntax.Slice, ...], span: Span) -> ir.Expr:
        value = self.expression(base)

        def parts(v: ir.Expr) -> ir.Expr:
            pieces = [operators.slice_of(v, *self.slice(s), s.span) for s in slices]
            return operators.concatenation(pieces, span)

        return parts(value) if len(slices) == 1 else self._named(value, parts)

    def _record(self, e: syntax.RecordExpr) -> ir.Expr:
        record = self.program.record(e.type_name, e.span)
        given: dict[str, ir.Expr] = {}
        bound: list[tuple[ir.LocalRef, ir.Expr]] = []
        for name, value in e.fields:
            index = record.index(name)
            if index is None:
                raise no_field(record, name, value.span)
            if name in given:
                raise unchecked(f"`{name}` is given twice", value.span)
            field = self.convert(self.expression(value), record.fields[index][1], value.span)
            if index != len(given) and not isinstance(field, ir.Const | ir.LocalRef):
                # Values are evaluated in the order in which they are written.
                bound.append((self.scope.temporary(field.type), field))
                field = bound[-1][0]
            given[name] = field
        missing = [name for name, _ in record.fields if name not in given]
        if missing:
            message = f"no value for {', '.join(f'`{m}`' for m in missing)} of `{record.name}`"
            raise unchecked(message, e.span)
        result: ir.Expr = ir.MakeTuple(tuple(given[n] for n, _ in record.fields), record, e.span)
        for variable, first in reversed(bound):
            result = ir.Let(variable, first, result, record, e.span)
        return result

    # ------------------------------------------------------------ patterns

    def matches(self, value: ir.Expr, patterns: syntax.PatternSet, span: Span) -> ir.Expr:
        """Whether the value (a name or constant) matches one of the patterns."""
        result: ir.Expr = operators.FALSE
        for pattern in patterns.patterns:
            result = self._joined(operators.either, result, self._pattern(value, pattern), span)
        return operators.negation(result, span) if patterns.negated else result

    def _joined(self, how: Callable[..., ir.Expr], a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
        """Both or either of two tests of a pattern: one that may fail is not left out."""
        return (
            self._named(b, lambda v: how(a, v, span)) if operators.may_fail(b) else how(a, b, span)
        )

    def _pattern(self, value: ir.Expr, pattern: syntax.Pattern) -> ir.Expr:
        span = pattern.span
        match pattern:
            case syntax.PatternAny():
                return operators.TRUE
            case syntax.PatternSingle(value=e):
                return operators.equality(value, self.expression(e), span)
            case syntax.PatternRange(low=low, high=high):
                above = operators.binary("<=", self.expression(low), value, span)
                below = operators.binary("<=", value, self.expression(high), span)
                return self._joined(operators.both, above, below, span)
            case syntax.PatternAtMost(value=e):
                return operators.binary("<=", value, self.expression(e), span)
            case syntax.PatternAtLeast(value=e):
                return operators.binary(">=", value, self.expression(e), span)
            case syntax.PatternMask(width=width, mask=mask, value=bits):
                if not isinstance(value.type, BitsType):
                    raise unchecked(f"{types.a(value.type)} and a bit mask", span)
                value = operators.matching_width(value, width, span)
                kept = operators.binary("AND", value, ir.Const(mask, BitsType(width)), span)
                return operators.equality(kept, ir.Const(bits, BitsType(width)), span)

    # ------------------------------------------------------------ conversions

    def convert(self, value: ir.Expr, type: Type, span: Span) -> ir.Expr:
        """`value` where a `type` is needed. What types leave open is checked when executed."""
        return self._fit(value, type, span, "RANGE-IMPLICIT")

    def cast(self, value: ir.Expr, type: Type, span: Span) -> ir.Expr:
        """`value as type`."""
        return self._fit(value, type, span, "CAST-RANGE")

    def _fit(self, value: ir.Expr, type: Type, span: Span, code: str) -> ir.Expr:
        match value.type, type:
            case IntType() as have, IntType() as need:
                return value if included(have, need) else ir.CheckRange(value, need, code, span)
            case BitsType(width=have_width), BitsType(width=width, fields=fields):
                if code == "CAST-RANGE" and same(have_width, width) is not True:
                    return ir.CheckWidth(value, have_width, width, type, span)
                value = operators.matching_width(value, width, span)
                return self.retype(value, type) if fields else value
            case TupleType(items=have_items), TupleType(items=items) if len(have_items) == len(
                items
            ):
                if not all(identical(h, n) for h, n in zip(have_items, items, strict=True)):
                    return self._named(value, lambda v: self._fit_tuple(v, type, span, code))
                return value
            case ArrayType(), ArrayType() if identical(value.type, type):
                return value
            case have, need if have is need or (have == need and not isinstance(have, RecordType)):
                return value
        raise unchecked(f"{types.a(value.type)} where {types.a(type)} is needed", span)

    def _fit_tuple(self, value: ir.Expr, type: TupleType, span: Span, code: str) -> ir.Expr:
        assert isinstance(value.type, TupleType)
        parts = [
            self._fit(ir.GetField(value, i, have, span), need, span, code)
            for i, (have, need) in enumerate(zip(value.type.items, type.items, strict=True))
        ]
        return ir.MakeTuple(tuple(parts), type, span)


def bitfield(bits: BitsType, name: str, span: Span) -> types.Field:
    """The declared bit-field of that name."""
    for declared in bits.fields:
        if declared.name == name:
            return declared
    raise no_field(bits, name, span)


def no_field(type: Type, name: str, span: Span) -> PtoError:
    return unchecked(f"{types.a(type)} has no field `{name}`", span)
