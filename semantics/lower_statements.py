"""From written statements to IR, and whole functions. Problems are collected per statement."""

from __future__ import annotations

from parser import syntax
from parser.diagnostics import Diagnostic, PtoError
from semantics import ir, operators, types
from semantics.lower_assignments import AssignmentLowerer
from semantics.lower_calls import invoke
from semantics.program import Program
from semantics.types import RecordType, TupleType, Type
from semantics.unchecked import unchecked


class StatementLowerer(AssignmentLowerer):
    """Lowers the body of one function."""

    def __init__(self, program: Program, result: Type | None) -> None:
        super().__init__(program)
        self.result = result
        self.problems: list[Diagnostic] = []
        self.asserts = False
        self.open_ended = False

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
                    raise unchecked(f"the result of `{call.name}` is dropped", call.span)
                assert isinstance(result, ir.CallExpr | ir.Intrinsic)
                return [ir.CallStmt(result, s.span)]
            case syntax.Assert(condition=condition):
                self.asserts = True
                return [ir.Assert(self.condition(condition), s.span)]
            case syntax.LocalDecl():
                return self._declare(s)
            case syntax.Assign(target=target, value=value):
                return self.assign(target, self.expression(value), s.span)
            case syntax.If(condition=condition, then=then, otherwise=otherwise):
                test = self.condition(condition)
                return [ir.If(test, self.block(then), self.block(otherwise), s.span)]
            case syntax.Case():
                return self._case(s)
            case syntax.While(condition=condition, limit=limit, body=body):
                self.open_ended = True
                test = self.condition(condition)
                return [ir.Loop(test, True, self._limit(limit), self.block(body), s.span)]
            case syntax.Repeat(body=body, until=until, limit=limit):
                self.open_ended = True
                bound = self._limit(limit)
                # The test is in the scope of the enclosing block, not of the body.
                inner = self.block(body)
                return [ir.Loop(self.condition(until), False, bound, inner, s.span)]
            case syntax.For():
                return [self._for(s)]
            case syntax.Throw(value=value):
                thrown = self.expression(value)
                if not isinstance(thrown.type, RecordType) or thrown.type.kind != "exception":
                    raise unchecked(f"{types.a(thrown.type)} is no exception", value.span)
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
                raise unchecked("a return without a value", s.span)
            return ir.Return(None, s.span)
        if self.result is None:
            raise unchecked("a procedure returns nothing", s.span)
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
                raise unchecked(f"`{name}` is already declared", s.span)
        value: ir.Expr
        if s.value is None:
            assert declared is not None
            value = ir.BaseValue(declared, s.span)
            if not s.is_tuple:
                places = [self.scope.declare(n, declared, mutable) for n in s.names if n]
                return [ir.Assign(ir.Place(p), value, s.span) for p in places]
        else:
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
            raise unchecked(f"{len(s.names)} names for {types.a(type)}", s.span)
        whole = self.scope.temporary(type)
        lowered: list[ir.Stmt] = [ir.Assign(ir.Place(whole), value, s.span)]
        for i, name in enumerate(s.names):
            if name is not None:
                item = _widened(type.items[i]) if mutable and declared is None else type.items[i]
                place = ir.Place(self.scope.declare(name, item, mutable))
                lowered.append(ir.Assign(place, ir.GetField(whole, i, type.items[i]), s.span))
        return lowered

    # ------------------------------------------------------------ control flow

    def _case(self, s: syntax.Case) -> list[ir.Stmt]:
        value, first = self.expression(s.value), list[ir.Stmt]()
        if not isinstance(value, ir.LocalRef | ir.GlobalRef):
            value, first = self.settled(value, s.value.span)
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
        self.open_ended |= not isinstance(start, ir.Const) or not isinstance(end, ir.Const)
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
                raise unchecked(f"{types.a(type)} is no exception", catcher.type.span)
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
