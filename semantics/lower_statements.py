"""From written statements to IR, and whole functions. Problems are collected per statement."""

from __future__ import annotations

from parser import syntax
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.source import Span
from semantics import ir, operators, types
from semantics.declarations import setter_name
from semantics.lower_calls import invoke
from semantics.lower_expressions import Lowerer, bitfield, no_field
from semantics.program import Program
from semantics.types import ArrayType, BitsType, RecordType, TupleType, Type
from semantics.widths import expression, minus, plus


class StatementLowerer(Lowerer):
    """Lowers the body of one function."""

    def __init__(self, program: Program, result: Type | None) -> None:
        super().__init__(program)
        self.result = result
        self.problems: list[Diagnostic] = []
        self.asserts = False

    def block(self, statements: syntax.Block) -> ir.Block:
        """A block with a scope of its own."""
        self.scope.push()
        lowered: list[ir.Stmt] = []
        for statement in statements:
            try:
                lowered += self.statement(statement)
            except PtoError as error:
                self.problems += error.diagnostics
        self.scope.pop()
        return tuple(lowered)

    def statement(self, s: syntax.Statement) -> list[ir.Stmt]:
        """What one statement becomes."""
        match s:
            case syntax.Pass() | syntax.Pragma():
                return []
            case syntax.Return():
                return [self._return(s)]
            case syntax.CallStatement(call=call):
                result = invoke(self, call.name, call.parameters, call.arguments, call.span)
                if result.type != types.VOID:
                    hint = f"assign it: `- = {call.name}(…)`"
                    message = f"the result of `{call.name}` is dropped"
                    raise fail("CALL-VALUE-DROPPED", Phase.TYPE, message, call.span, hint)
                assert isinstance(result, ir.CallExpr | ir.Intrinsic)
                return [ir.CallStmt(result, s.span)]
            case syntax.Assert(condition=condition):
                self.asserts = True
                return [ir.Assert(self.condition(condition), s.span)]
            case syntax.LocalDecl():
                return self._declare(s)
            case syntax.Assign(target=target, value=value):
                return self._assign(target, self.expression(value), s.span)
            case syntax.If(condition=condition, then=then, otherwise=otherwise):
                test = self.condition(condition)
                return [ir.If(test, self.block(then), self.block(otherwise), s.span)]
            case syntax.Case():
                return self._case(s)
            case syntax.While(condition=condition, limit=limit, body=body):
                test = self.condition(condition)
                return [ir.Loop(test, True, self._limit(limit), self.block(body), s.span)]
            case syntax.Repeat(body=body, until=until, limit=limit):
                bound = self._limit(limit)
                # The test is in the scope of the enclosing block, not of the body.
                inner = self.block(body)
                return [ir.Loop(self.condition(until), False, bound, inner, s.span)]
            case syntax.For():
                return [self._for(s)]
            case syntax.Throw(value=value):
                thrown = self.expression(value)
                if not isinstance(thrown.type, RecordType) or thrown.type.kind != "exception":
                    message = f"{types.a(thrown.type)} is no exception"
                    raise fail("TYPE-NOT-EXCEPTION", Phase.TYPE, message, value.span)
                self.opaque = True
                return [ir.Throw(thrown, thrown.type, s.span)]
            case syntax.Try():
                return [self._try(s)]
            case syntax.Print(arguments=arguments, newline=newline):
                self.opaque = True
                return [ir.Print(tuple(map(self.expression, arguments)), newline, s.span)]
            case syntax.Unreachable():
                return [ir.Fail("UNREACHABLE", s.span)]

    def _return(self, s: syntax.Return) -> ir.Stmt:
        if s.value is None:
            if self.result is not None:
                message = f"{types.a(self.result)} is returned here"
                raise fail("RETURN-VALUE", Phase.TYPE, message, s.span)
            return ir.Return(None, s.span)
        if self.result is None:
            raise fail("RETURN-VALUE", Phase.TYPE, "a procedure returns nothing", s.span)
        return ir.Return(self.convert(self.expression(s.value), self.result, s.value.span), s.span)

    def _limit(self, limit: syntax.Expr | None) -> ir.Expr | None:
        if limit is None:
            return None
        return self.convert(self.expression(limit), types.INTEGER, limit.span)

    # ------------------------------------------------------------ declarations

    def _declare(self, s: syntax.LocalDecl) -> list[ir.Stmt]:
        mutable = s.keyword == "var"
        declared = None
        if s.type is not None and s.type != syntax.IntegerType(()):
            declared = self.type(s.type)
        for name in s.names:
            if name is not None and self.scope.declared_here(name):
                message = f"`{name}` is already declared in this function"
                raise fail("NAME-REDECLARED", Phase.STATIC, message, s.span)
        if s.value is None:
            assert declared is not None
            base = ir.BaseValue(declared, s.span)
            places = [self.scope.declare(n, declared, mutable) for n in s.names if n is not None]
            return [ir.Assign(ir.Place(p), base, s.span) for p in places]
        value = self.expression(s.value)
        if declared is not None:
            value = self.convert(value, declared, s.value.span)
        type = declared or value.type
        if not s.is_tuple:
            name = s.names[0]
            assert name is not None
            if mutable and declared is None:
                type = _widened(type)
            return [ir.Assign(ir.Place(self.scope.declare(name, type, mutable)), value, s.span)]
        if not isinstance(type, TupleType) or len(type.items) != len(s.names):
            message = f"{len(s.names)} names for {types.a(type)}"
            raise fail("TYPE-MISMATCH", Phase.TYPE, message, s.span)
        whole = self.scope.temporary(type)
        lowered: list[ir.Stmt] = [ir.Assign(ir.Place(whole), value, s.span)]
        for i, name in enumerate(s.names):
            if name is not None:
                item = _widened(type.items[i]) if mutable and declared is None else type.items[i]
                place = ir.Place(self.scope.declare(name, item, mutable))
                lowered.append(ir.Assign(place, ir.GetField(whole, i, type.items[i]), s.span))
        return lowered

    # ------------------------------------------------------------ assignment

    def _assign(self, target: syntax.Target, value: ir.Expr, span: Span) -> list[ir.Stmt]:
        match target:
            case syntax.TargetDiscard():
                return [ir.Assign(ir.Place(self.scope.temporary(value.type)), value, span)]
            case syntax.TargetTuple(items=items):
                return self._assign_tuple(items, value, span)
            case syntax.TargetFields(base=base, names=names):
                return self._assign_fields(base, names, value, span)
        setter, steps = _unwind(target)
        if isinstance(setter, syntax.TargetCall):
            return self._set(setter, steps, value, span)
        assert isinstance(setter, syntax.TargetVar)
        root = self._variable(setter)
        return self._store(root, steps, value, span)

    def _variable(self, target: syntax.TargetVar) -> ir.LocalRef | ir.GlobalRef:
        local = self.scope.find(target.name)
        if local is not None:
            if not local.mutable:
                message = f"`{target.name}` can't be assigned"
                hint = "assign to a `var`"
                raise fail("ASSIGN-IMMUTABLE", Phase.TYPE, message, target.span, hint)
            return local.ref
        decl = self.program.globals.get(target.name)
        if decl is None:
            message = f"no variable is named `{target.name}`"
            raise fail(
                "NAME-UNDEFINED", Phase.STATIC, message, target.span, self._near(target.name)
            )
        if decl.keyword != "var":
            message = f"`{target.name}` is a `{decl.keyword}`"
            raise fail("ASSIGN-IMMUTABLE", Phase.TYPE, message, target.span)
        self.writes.add(target.name)
        return ir.GlobalRef(target.name, self.program.global_type(target.name, target.span))

    def _store(
        self,
        root: ir.LocalRef | ir.GlobalRef,
        steps: list[syntax.Target],
        value: ir.Expr,
        span: Span,
    ) -> list[ir.Stmt]:
        """Assign to the part of `root` that `steps` lead to."""
        path: list[ir.Step] = []
        type: Type = root.type
        for i, step in enumerate(steps):
            match step:
                case syntax.TargetIndex(index=index):
                    position = self.index(type, index)
                    assert isinstance(type, ArrayType)
                    path.append(ir.IndexStep(position, type, step.span))
                    type = type.element
                case syntax.TargetField(name=name) if isinstance(type, RecordType):
                    found = type.index(name)
                    if found is None:
                        raise no_field(type, name, step.span)
                    path.append(ir.FieldStep(found, type))
                    type = type.fields[found][1]
                case syntax.TargetField(name=name) if isinstance(type, BitsType):
                    field = bitfield(type, name, step.span)
                    return self._store_bits(root, path, type, field, steps[i + 1 :], value, span)
                case syntax.TargetSlice(slices=slices) if isinstance(type, BitsType):
                    pieces = [self.slice(s) for s in slices]
                    return self._store_slices(root, path, type, pieces, value, step.span)
                case _:
                    message = f"not possible on {types.a(type)}"
                    raise fail("TYPE-MISMATCH", Phase.TYPE, message, step.span)
        return [ir.Assign(ir.Place(root, tuple(path)), self.convert(value, type, span), span)]

    def _store_bits(
        self,
        root: ir.LocalRef | ir.GlobalRef,
        path: list[ir.Step],
        type: BitsType,
        field: types.Field,
        rest: list[syntax.Target],
        value: ir.Expr,
        span: Span,
    ) -> list[ir.Stmt]:
        if not rest:
            pieces = [(expression(low), width) for low, width in field.slices]
            pieces_typed: list[tuple[ir.Expr, types.Width]] = list(pieces)
            return self._store_slices(root, path, type, pieces_typed, value, span)
        # A part of the field: change a copy, then store the copy.
        copy = self.scope.temporary(field.type)
        current = self.field(_read(root, tuple(path)), field.name, span)
        first = ir.Assign(ir.Place(copy), self.retype(current, field.type), span)
        change = self._store(copy, rest, value, span)
        return [first, *change, *self._store_bits(root, path, type, field, [], copy, span)]

    def _store_slices(
        self,
        root: ir.LocalRef | ir.GlobalRef,
        path: list[ir.Step],
        type: BitsType,
        pieces: list[tuple[ir.Expr, types.Width]],
        value: ir.Expr,
        span: Span,
    ) -> list[ir.Stmt]:
        total: types.Width = 0
        for _, width in pieces:
            total = plus(total, width)
        value = self.convert(value, BitsType(total), span)
        if len(pieces) == 1:
            low, width = pieces[0]
            step = ir.SliceStep(low, width, type.width, span)
            return [ir.Assign(ir.Place(root, (*path, step)), value, span)]
        whole = self.scope.temporary(BitsType(total))
        lowered: list[ir.Stmt] = [ir.Assign(ir.Place(whole), value, span)]
        for low, width in pieces:
            total = minus(total, width)
            part = operators.slice_of(whole, expression(total), width, span)
            step = ir.SliceStep(low, width, type.width, span)
            lowered.append(ir.Assign(ir.Place(root, (*path, step)), part, span))
        return lowered

    def _assign_tuple(
        self, items: tuple[syntax.Target, ...], value: ir.Expr, span: Span
    ) -> list[ir.Stmt]:
        if not isinstance(value.type, TupleType) or len(value.type.items) != len(items):
            message = f"{len(items)} targets for {types.a(value.type)}"
            raise fail("TYPE-MISMATCH", Phase.TYPE, message, span)
        whole = self.scope.temporary(value.type)
        lowered: list[ir.Stmt] = [ir.Assign(ir.Place(whole), value, span)]
        for i, item in enumerate(items):
            if not isinstance(item, syntax.TargetDiscard):
                lowered += self._assign(item, ir.GetField(whole, i, value.type.items[i]), span)
        return lowered

    def _assign_fields(
        self, base: syntax.Target, names: tuple[str, ...], value: ir.Expr, span: Span
    ) -> list[ir.Stmt]:
        """`base.[a, b] = value`: the bits of `value` shared out, most significant first."""
        whole = self.scope.temporary(value.type)
        lowered: list[ir.Stmt] = [ir.Assign(ir.Place(whole), value, span)]
        if not isinstance(value.type, BitsType):
            raise fail("TYPE-MISMATCH", Phase.TYPE, f"{types.a(value.type)} has no bits", span)
        top: types.Width = value.type.width
        for name in names:
            width = self._width_of_field(base, name, span)
            top = minus(top, width)
            part = operators.slice_of(whole, expression(top), width, span)
            lowered += self._assign(syntax.TargetField(base, name, span=span), part, span)
        if top != 0:
            raise fail(
                "WIDTH-MISMATCH", Phase.TYPE, "the fields are not as wide as the value", span
            )
        return lowered

    def _width_of_field(self, base: syntax.Target, name: str, span: Span) -> types.Width:
        root, steps = _unwind(base)
        if not isinstance(root, syntax.TargetVar) or steps:
            raise fail("UNSUPPORTED", Phase.UNSUPPORTED, "fields of a part of a variable", span)
        type = self.field(self._variable(root), name, span).type
        if not isinstance(type, BitsType):
            raise fail("TYPE-MISMATCH", Phase.TYPE, f"`{name}` has no bits", span)
        return type.width

    def _set(
        self, setter: syntax.TargetCall, steps: list[syntax.Target], value: ir.Expr, span: Span
    ) -> list[ir.Stmt]:
        name, arguments = setter.name, setter.arguments
        if not steps:
            call = invoke(self, setter_name(name), setter.parameters, arguments, span, [value])
            assert isinstance(call, ir.CallExpr)
            return [ir.CallStmt(call, span)]
        current = invoke(self, name, setter.parameters, arguments, span)
        copy = self.scope.temporary(current.type)
        change = self._store(copy, steps, value, span)
        call = invoke(self, setter_name(name), setter.parameters, arguments, span, [copy])
        assert isinstance(call, ir.CallExpr)
        return [ir.Assign(ir.Place(copy), current, span), *change, ir.CallStmt(call, span)]

    # ------------------------------------------------------------ control flow

    def _case(self, s: syntax.Case) -> list[ir.Stmt]:
        value = self.expression(s.value)
        first: list[ir.Stmt] = []
        if not isinstance(value, ir.Const | ir.LocalRef):
            variable = self.scope.temporary(value.type)
            first.append(ir.Assign(ir.Place(variable), value, s.value.span))
            value = variable
        if s.otherwise is None:
            rest: ir.Block = (ir.Fail("CASE-NO-MATCH", s.span),)
        else:
            rest = self.block(s.otherwise)
        for alternative in reversed(s.alternatives):
            test = self.matches(value, alternative.patterns, alternative.span)
            if alternative.where is not None:
                where = self.condition(alternative.where)
                test = operators.both(test, where, alternative.span)
            rest = (ir.If(test, self.block(alternative.body), rest, alternative.span),)
        return [*first, *rest]

    def _for(self, s: syntax.For) -> ir.Stmt:
        start, end = self._integer(s.start), self._integer(s.end)
        low, high = (end, start) if s.down else (start, end)
        assert isinstance(low.type, types.IntType) and isinstance(high.type, types.IntType)
        type = types.int_in((low.type.interval()[0], high.type.interval()[1]))
        limit = self._limit(s.limit)
        self.scope.push()
        variable = self.scope.declare(s.name, type, mutable=False)
        body = self.block(s.body)
        self.scope.pop()
        return ir.For(variable, start, end, s.down, limit, body, s.span)

    def _try(self, s: syntax.Try) -> ir.Stmt:
        body = self.block(s.body)
        catchers = []
        for catcher in s.catchers:
            type = self.type(catcher.type)
            if not isinstance(type, RecordType) or type.kind != "exception":
                message = f"{types.a(type)} is no exception"
                raise fail("TYPE-NOT-EXCEPTION", Phase.TYPE, message, catcher.type.span)
            self.scope.push()
            name = catcher.name
            variable = None if name is None else self.scope.declare(name, type, mutable=False)
            catchers.append(ir.Catcher(type, variable, self.block(catcher.body)))
            self.scope.pop()
        otherwise = None if s.otherwise is None else self.block(s.otherwise)
        return ir.Try(body, tuple(catchers), otherwise, s.span)


def _widened(type: Type) -> Type:
    """The type of a variable that has only its first value to tell: any integer, if that is one."""
    ranges = type.ranges if isinstance(type, types.IntType) else None
    return types.INTEGER if ranges and len(ranges) == 1 else type


def _unwind(target: syntax.Target) -> tuple[syntax.Target, list[syntax.Target]]:
    """The root of a target and the steps from it."""
    steps: list[syntax.Target] = []
    while isinstance(target, syntax.TargetIndex | syntax.TargetField | syntax.TargetSlice):
        steps.append(target)
        target = target.base
    return target, steps[::-1]


def _read(root: ir.LocalRef | ir.GlobalRef, path: tuple[ir.Step, ...]) -> ir.Expr:
    value: ir.Expr = root
    for step in path:
        match step:
            case ir.FieldStep(index=index, type=RecordType(fields=fields)):
                value = ir.GetField(value, index, fields[index][1])
            case ir.IndexStep(index=index, array=array, span=span):
                value = ir.GetIndex(value, index, array, array.element, span)
    return value
