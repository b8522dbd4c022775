"""Tree building for statements and declarations; see `build_expressions.py`."""

from __future__ import annotations

from typing import Literal

from parser.build_types import TypeBuilder
from parser.source import Span
from parser.syntax import (
    AccessorDecl,
    Assert,
    Assign,
    Block,
    Call,
    CallStatement,
    Case,
    CaseAlternative,
    Catcher,
    Declaration,
    Expr,
    For,
    FuncDecl,
    GlobalDecl,
    If,
    LocalDecl,
    Override,
    Pass,
    PatternSet,
    Pragma,
    Print,
    Qualifier,
    Repeat,
    Return,
    Slice,
    Statement,
    Target,
    TargetCall,
    TargetDiscard,
    TargetField,
    TargetFields,
    TargetIndex,
    TargetSlice,
    TargetTuple,
    TargetVar,
    Throw,
    Try,
    Type,
    TypeDecl,
    TypedName,
    Unreachable,
    While,
)

Names = tuple[tuple[str | None, ...], bool]
Modifiers = tuple[Qualifier | None, Override | None]
Bodies = tuple[bool, Block, Block]


class Builder(TypeBuilder):
    """Builds whole units."""

    # ------------------------------------------------------------ statements

    def block(self, first: int, last: int, statements: list[Statement]) -> Block:
        return tuple(statements)

    def pass_statement(self, first: int, last: int) -> Statement:
        return Pass(span=self.span(first, last))

    def return_statement(self, first: int, last: int, value: Expr | None) -> Statement:
        return Return(value, span=self.span(first, last))

    def assert_statement(self, first: int, last: int, condition: Expr) -> Statement:
        return Assert(condition, span=self.span(first, last))

    def throw_statement(self, first: int, last: int, value: Expr) -> Statement:
        return Throw(value, span=self.span(first, last))

    def unreachable_statement(self, first: int, last: int) -> Statement:
        return Unreachable(span=self.span(first, last))

    def print_statement(self, first: int, last: int, values: list[Expr] | None) -> Statement:
        return Print(tuple(values or ()), newline=False, span=self.span(first, last))

    def println_statement(self, first: int, last: int, values: list[Expr] | None) -> Statement:
        return Print(tuple(values or ()), newline=True, span=self.span(first, last))

    def debug_statement(self, first: int, last: int, values: list[Expr] | None) -> Statement:
        span = self.span(first, last)
        return Print(tuple(values or ()), newline=True, debug=True, span=span)

    def pragma(self, first: int, last: int, name: str, values: list[Expr] | None) -> Pragma:
        return Pragma(name, tuple(values or ()), span=self.span(first, last))

    def call_statement(self, first: int, last: int, call: Call) -> Statement:
        return CallStatement(call, span=self.span(first, last))

    def assignment(self, first: int, last: int, target: Target, value: Expr) -> Statement:
        return Assign(target, value, span=self.span(first, last))

    def local_let(
        self, first: int, last: int, names: Names, type: Type | None, value: Expr
    ) -> Statement:
        return LocalDecl("let", *names, type, value, span=self.span(first, last))

    def local_var(
        self, first: int, last: int, names: Names, type: Type | None, value: Expr
    ) -> Statement:
        return LocalDecl("var", *names, type, value, span=self.span(first, last))

    def local_unset(self, first: int, last: int, names: Names, type: Type) -> Statement:
        return LocalDecl("var", *names, type, None, span=self.span(first, last))

    def local_unset_names(
        self, first: int, last: int, name: str, others: list[str], type: Type
    ) -> Statement:
        span = self.span(first, last)
        return LocalDecl("var", (name, *others), False, type, None, span=span)

    def declared_one(self, first: int, last: int, name: str) -> Names:
        return (name,), False

    def declared_tuple(
        self, first: int, last: int, name: str | None, others: list[str | None]
    ) -> Names:
        names = (name, *others)
        if not any(names):
            message = "a local declaration must declare at least one name"
            self.error("GRAMMAR-FORM", message, first, last, "leave the declaration out")
        return names, True

    def nothing(self, first: int, last: int) -> None:
        return None

    def if_statement(
        self,
        first: int,
        last: int,
        condition: Expr,
        then: Block,
        clauses: list[tuple[Expr, Block, int]] | None,
        otherwise: Block | None,
    ) -> Statement:
        rest = otherwise or ()
        if clauses:
            self.chained += len(clauses)
            for test, block, token in reversed(clauses):
                rest = (If(test, block, rest, span=self.span(token, last - 2)),)
        return If(condition, then, rest, span=self.span(first, last))

    def elsif(
        self, first: int, last: int, condition: Expr, block: Block
    ) -> tuple[Expr, Block, int]:
        return condition, block, first

    def case_statement(
        self,
        first: int,
        last: int,
        value: Expr,
        alternatives: list[CaseAlternative],
        otherwise: Block | None,
    ) -> Statement:
        return Case(value, tuple(alternatives), otherwise, span=self.span(first, last))

    def alternative(
        self, first: int, last: int, patterns: PatternSet, where: Expr | None, body: Block
    ) -> CaseAlternative:
        return CaseAlternative(patterns, where, body, span=self.span(first, last))

    def while_statement(
        self, first: int, last: int, condition: Expr, limit: Expr | None, body: Block
    ) -> Statement:
        return While(condition, limit, body, span=self.span(first, last))

    def repeat_statement(
        self, first: int, last: int, body: Block, until: Expr, limit: Expr | None
    ) -> Statement:
        return Repeat(body, until, limit, span=self.span(first, last))

    def for_statement(
        self,
        first: int,
        last: int,
        name: str,
        start: Expr,
        direction: str,
        end: Expr,
        limit: Expr | None,
        body: Block,
    ) -> Statement:
        down = direction == "downto"
        return For(name, start, down, end, limit, body, span=self.span(first, last))

    def try_statement(
        self, first: int, last: int, body: Block, catchers: list[Catcher], otherwise: Block | None
    ) -> Statement:
        return Try(body, tuple(catchers), otherwise, span=self.span(first, last))

    def catcher(self, first: int, last: int, type: Type, body: Block) -> Catcher:
        return Catcher(None, type, body, span=self.span(first, last))

    def named_catcher(self, first: int, last: int, name: str, type: Type, body: Block) -> Catcher:
        return Catcher(name, type, body, span=self.span(first, last))

    # ------------------------------------------------------------ targets

    def target_discard(self, first: int, last: int) -> Target:
        return TargetDiscard(span=self.span(first, last))

    def target_variable(self, first: int, last: int, name: str) -> Target:
        return TargetVar(name, span=self.span(first, last))

    def target_call(self, first: int, last: int, call: Call) -> Target:
        return TargetCall(call.name, call.parameters, call.arguments, span=call.span)

    def target_field(self, first: int, last: int, base: Target, name: str) -> Target:
        self.chained += 1
        return TargetField(base, name, span=self.span(first, last))

    def target_index(self, first: int, last: int, base: Target, index: Expr) -> Target:
        self.chained += 1
        return TargetIndex(base, index, span=self.span(first, last))

    def target_slice(self, first: int, last: int, base: Target, slices: list[Slice]) -> Target:
        return TargetSlice(base, tuple(slices), span=self.span(first, last))

    def target_tuple(self, first: int, last: int, head: Target, rest: list[Target]) -> Target:
        return TargetTuple((head, *rest), span=self.span(first, last))

    def target_fields(
        self, first: int, last: int, base: Target, name: str, others: list[str]
    ) -> Target:
        self._check_whole(base, first, last)
        return TargetFields(base, (name, *others), span=self.span(first, last))

    def target_field_tuple(
        self, first: int, last: int, base: Target, name: str | None, others: list[str | None]
    ) -> Target:
        self._check_whole(base, first, last)
        named = [each for each in (name, *others) if each is not None]
        if len(set(named)) < len(named):
            message = "a field is assigned twice"
            self.error("GRAMMAR-TARGET", message, first, last, "name each field once")
        span = self.span(first, last)
        items: list[Target] = [
            TargetDiscard(span=span) if each is None else TargetField(base, each, span=span)
            for each in (name, *others)
        ]
        return TargetTuple(tuple(items), span=span)

    def _check_whole(self, base: Target, first: int, last: int) -> None:
        if not isinstance(base, TargetVar | TargetCall):
            message = "several fields can be assigned only in a variable or through a setter"
            self.error("GRAMMAR-TARGET", message, first, last, "assign the fields one by one")

    # ------------------------------------------------------------ declarations

    def unit_start(self, first: int, last: int) -> list[Declaration]:
        return []

    def unit_next(
        self,
        first: int,
        last: int,
        declarations: list[Declaration],
        found: Declaration | list[Declaration],
    ) -> list[Declaration]:
        new = found if isinstance(found, list) else [found]
        self.check_depth(new[0])
        declarations += new
        return declarations

    def type_declaration(self, first: int, last: int, name: str, type: Type) -> Declaration:
        return TypeDecl(name, type, span=self.span(first, last))

    def storage(
        self,
        first: int,
        last: int,
        keyword: Literal["let", "constant", "config"],
        name: str,
        type: Type | None,
        value: Expr,
    ) -> Declaration:
        if keyword == "config" and type is None:
            message = f"the type of the configuration variable `{name}` is missing"
            self.error("GRAMMAR-FORM", message, first, first + 1, f"write `config {name}: TYPE`")
        return GlobalDecl(keyword, name, type, value, span=self.span(first, last))

    def variable(
        self, first: int, last: int, name: str, type: Type | None, value: Expr
    ) -> Declaration:
        return GlobalDecl("var", name, type, value, span=self.span(first, last))

    def unset_variable(self, first: int, last: int, name: str, type: Type) -> Declaration:
        return GlobalDecl("var", name, type, None, span=self.span(first, last))

    def unset_variables(
        self, first: int, last: int, name: str, others: list[str], type: Type
    ) -> list[Declaration]:
        span = self.span(first, last)
        return [GlobalDecl("var", each, type, None, span=span) for each in (name, *others)]

    def modifiers(
        self, first: int, last: int, qualifier: Qualifier | None, override: Override | None
    ) -> Modifiers:
        return qualifier, override

    def declared_name(self, first: int, last: int, name: str) -> tuple[str, Span]:
        return name, self.span(first, last)

    def parameter(self, first: int, last: int, name: str, type: Type | None) -> TypedName:
        return TypedName(name, type, span=self.span(first, last))

    def arguments(
        self, first: int, last: int, arguments: list[TypedName] | None
    ) -> tuple[TypedName, ...]:
        return tuple(arguments or ())

    def function(
        self,
        first: int,
        last: int,
        modifiers: Modifiers,
        name: tuple[str, Span],
        parameters: list[TypedName] | None,
        arguments: tuple[TypedName, ...],
        return_type: Type | None,
        recurse_limit: Expr | None,
        body: Block,
    ) -> Declaration:
        qualifier, override = modifiers
        if qualifier == "noreturn" and return_type is not None:
            message = f"`{name[0]}` is declared `noreturn` but has a return type"
            self.error("GRAMMAR-QUALIFIER", message, first, first, "leave one of them out")
        return FuncDecl(
            name[0],
            tuple(parameters or ()),
            arguments,
            return_type,
            body,
            qualifier,
            override,
            recurse_limit,
            span=self.span(first, last),
            name_span=name[1],
        )

    def accessor(
        self,
        first: int,
        last: int,
        modifiers: Modifiers,
        name: tuple[str, Span],
        parameters: list[TypedName] | None,
        arguments: tuple[TypedName, ...],
        setter_argument: str,
        type: Type,
        bodies: Bodies,
    ) -> Declaration:
        qualifier, override = modifiers
        if qualifier is not None:
            message = f"an accessor can't be `{qualifier}`"
            hint = "only its getter can be: `readonly getter`"
            self.error("GRAMMAR-QUALIFIER", message, first, first, hint)
        readonly, getter, setter = bodies
        return AccessorDecl(
            name[0],
            tuple(parameters or ()),
            arguments,
            setter_argument,
            type,
            getter,
            setter,
            readonly,
            override,
            span=self.span(first, last),
            name_span=name[1],
        )

    def getter_first(
        self, first: int, last: int, getter: tuple[bool, Block], setter: Block
    ) -> Bodies:
        return *getter, setter

    def setter_first(
        self, first: int, last: int, setter: Block, getter: tuple[bool, Block]
    ) -> Bodies:
        return *getter, setter

    def getter(
        self, first: int, last: int, readonly: str | None, body: Block
    ) -> tuple[bool, Block]:
        return readonly is not None, body

    def setter(self, first: int, last: int, body: Block) -> Block:
        return body
