"""Tree building for expressions, patterns and slices.

Each method builds one production of `asl.lark`; it gets the first and last token of the text the
production covers, and the values of its symbols.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from parser import literals
from parser.depth import deeper_than
from parser.diagnostics import Diagnostic, Phase
from parser.grammar_errors import too_deep
from parser.lexer import Tokens
from parser.operators import (
    ACCESS_PRECEDENCE,
    AS_PRECEDENCE,
    IN_PRECEDENCE,
    MASK_PRECEDENCE,
    Chain,
    Operand,
    Operator,
    Postfix,
    infix,
    prefix,
    tie,
)
from parser.source import Span
from parser.syntax import (
    Arbitrary,
    As,
    BitsLiteral,
    BoolLiteral,
    Call,
    Conditional,
    Expr,
    FieldAccess,
    FieldsAccess,
    In,
    Index,
    IntLiteral,
    Node,
    Pattern,
    PatternAny,
    PatternAtLeast,
    PatternAtMost,
    PatternMask,
    PatternRange,
    PatternSet,
    PatternSingle,
    RealLiteral,
    RecordExpr,
    Slice,
    SliceExpr,
    SliceLength,
    SliceRange,
    SliceSingle,
    StringLiteral,
    TupleExpr,
    Type,
    Var,
)

# The automaton's stack bounds nesting by brackets and blocks. Chains (`a + b + …`, `a.b.c…`,
# `elsif … elsif …`) nest without it, so a declaration with many links is measured.
MOST_DEEP = 1000
MANY_LINKS = 500


class ExpressionBuilder:
    """Builds expressions; `errors` collects what the grammar can't say.

    `chained` counts the links of chains since the last declaration.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.span = tokens.span
        self.errors: list[Diagnostic] = []
        self.chained = 0

    def error(self, code: str, message: str, first: int, last: int, hint: str) -> None:
        """Record a grammar error at the tokens `first` to `last`; parsing goes on."""
        span = self.span(first, last)
        self.errors.append(Diagnostic(code, Phase.GRAMMAR, message, span, hint))

    def check_depth(self, root: Node) -> None:
        """Refuse a tree that passes recursing over it could not manage."""
        if self.chained > MANY_LINKS:
            node = deeper_than(MOST_DEEP, root)
            if node is not None:
                self.errors.append(too_deep(node.span))
        self.chained = 0

    # ------------------------------------------------------------ lists

    def many(self, first: int, last: int, head: Any, *more: Any) -> list[Any]:
        """The list that starts with one value, or the list so far with one value more."""
        if not more:
            return [head]
        values = cast("list[Any]", head)
        values.append(more[0])
        return values

    comma = many

    # ------------------------------------------------------------ operators

    def chain_prefix(self, first: int, last: int, operator: str) -> Chain:
        return [prefix(operator, first)]

    def chain_prefixes(self, first: int, last: int, chain: Chain, operator: str) -> Chain:
        chain.append(prefix(operator, last))
        return chain

    def chain_infix(self, first: int, last: int, chain: Chain | Expr, operator: str) -> Chain:
        opened = _opened(chain, first, last - 1)
        opened.append(infix(operator, last))
        return opened

    def chain_operand(self, first: int, last: int, chain: Chain, operand: Expr) -> Chain:
        before = chain[-1]
        assert isinstance(before, Operator)
        chain.append(Operand(operand, before.token + 1, last))
        return chain

    def chain_as(self, first: int, last: int, chain: Chain | Expr, type: Type) -> Chain:
        def make(value: Expr, span: Span) -> Expr:
            return As(value, type, span=span)

        return _extended(chain, first, last, AS_PRECEDENCE, make)

    def chain_in(self, first: int, last: int, chain: Chain | Expr, patterns: PatternSet) -> Chain:
        def make(value: Expr, span: Span) -> Expr:
            return In(value, patterns, span=span)

        return _extended(chain, first, last, IN_PRECEDENCE, make)

    def chain_equals_mask(self, first: int, last: int, chain: Chain | Expr, mask: str) -> Chain:
        return self._compared_with_mask(first, last, chain, mask, negated=False)

    def chain_differs_mask(self, first: int, last: int, chain: Chain | Expr, mask: str) -> Chain:
        return self._compared_with_mask(first, last, chain, mask, negated=True)

    def _compared_with_mask(
        self, first: int, last: int, chain: Chain | Expr, mask: str, negated: bool
    ) -> Chain:
        span = self.span(last, last)
        patterns = PatternSet((self.pattern_mask(last, last, mask),), negated, span=span)

        def make(value: Expr, span: Span) -> Expr:
            return In(value, patterns, span=span)

        return _extended(chain, first, last, MASK_PRECEDENCE, make)

    def chain_field(self, first: int, last: int, chain: Chain, name: str) -> Chain:
        def make(base: Expr, span: Span) -> Expr:
            return FieldAccess(base, name, span=span)

        return _extended(chain, first, last, ACCESS_PRECEDENCE, make)

    def chain_fields(self, first: int, last: int, chain: Chain, names: list[str]) -> Chain:
        def make(base: Expr, span: Span) -> Expr:
            return FieldsAccess(base, tuple(names), span=span)

        return _extended(chain, first, last, ACCESS_PRECEDENCE, make)

    def chain_slices(self, first: int, last: int, chain: Chain, slices: list[Slice]) -> Chain:
        def make(base: Expr, span: Span) -> Expr:
            return SliceExpr(base, tuple(slices), span=span)

        return _extended(chain, first, last, ACCESS_PRECEDENCE, make)

    def chain_index(self, first: int, last: int, chain: Chain, index: Expr) -> Chain:
        def make(base: Expr, span: Span) -> Expr:
            return Index(base, index, span=span)

        return _extended(chain, first, last, ACCESS_PRECEDENCE, make)

    def operation(self, first: int, last: int, chain: Chain) -> Expr:
        self.chained += len(chain)
        return tie(chain, self.tokens, self.errors)

    def operation_conditional(self, first: int, last: int, chain: Chain, conditional: Expr) -> Expr:
        return self.operation(first, last, self.chain_operand(first, last, chain, conditional))

    # ------------------------------------------------------------ expressions

    def lone_expression(self, first: int, last: int, expression: Expr) -> Expr:
        self.check_depth(expression)
        return expression

    def conditional(
        self, first: int, last: int, condition: Expr, then: Expr, otherwise: Expr
    ) -> Expr:
        return Conditional(condition, then, otherwise, span=self.span(first, last))

    def variable_expression(self, first: int, last: int, name: str) -> Expr:
        return Var(name, span=self.span(first, last))

    def integer_literal(self, first: int, last: int, text: str) -> Expr:
        return IntLiteral(literals.integer_value(text), span=self.span(first, last))

    def real_literal(self, first: int, last: int, text: str) -> Expr:
        return RealLiteral(literals.real_value(text), span=self.span(first, last))

    def string_literal(self, first: int, last: int, text: str) -> Expr:
        return StringLiteral(literals.string_value(text), span=self.span(first, last))

    def bits_literal(self, first: int, last: int, text: str) -> Expr:
        return BitsLiteral(*literals.bits_value(text), span=self.span(first, last))

    def true_literal(self, first: int, last: int) -> Expr:
        return BoolLiteral(True, span=self.span(first, last))

    def false_literal(self, first: int, last: int) -> Expr:
        return BoolLiteral(False, span=self.span(first, last))

    def tuple_expression(self, first: int, last: int, head: Expr, rest: list[Expr]) -> Expr:
        return TupleExpr((head, *rest), span=self.span(first, last))

    def empty_record(self, first: int, last: int, name: str) -> Expr:
        return RecordExpr(name, (), span=self.span(first, last))

    def record(self, first: int, last: int, name: str, fields: list[tuple[str, Expr]]) -> Expr:
        return RecordExpr(name, tuple(fields), span=self.span(first, last))

    def field_value(self, first: int, last: int, name: str, value: Expr) -> tuple[str, Expr]:
        return name, value

    def arbitrary(self, first: int, last: int, type: Type) -> Expr:
        return Arbitrary(type, span=self.span(first, last))

    def field_access(self, first: int, last: int, base: Expr, name: str) -> Expr:
        self.chained += 1
        return FieldAccess(base, name, span=self.span(first, last))

    def fields_access(self, first: int, last: int, base: Expr, names: list[str]) -> Expr:
        self.chained += 1
        return FieldsAccess(base, tuple(names), span=self.span(first, last))

    def slice_access(self, first: int, last: int, base: Expr, slices: list[Slice]) -> Expr:
        self.chained += 1
        return SliceExpr(base, tuple(slices), span=self.span(first, last))

    def index_access(self, first: int, last: int, base: Expr, index: Expr) -> Expr:
        self.chained += 1
        return Index(base, index, span=self.span(first, last))

    def call(self, first: int, last: int, name: str, arguments: list[Expr] | None) -> Call:
        return Call(name, (), tuple(arguments or ()), span=self.span(first, last))

    def call_with_parameters(
        self,
        first: int,
        last: int,
        name: str,
        parameters: list[Expr],
        arguments: list[Expr] | None,
    ) -> Call:
        span = self.span(first, last)
        return Call(name, tuple(parameters), tuple(arguments or ()), span=span)

    # ------------------------------------------------------------ slices and patterns

    def slice_single(self, first: int, last: int, index: Expr) -> Slice:
        return SliceSingle(index, span=self.span(first, last))

    def slice_range(self, first: int, last: int, high: Expr, low: Expr) -> Slice:
        return SliceRange(high, low, span=self.span(first, last))

    def slice_length(self, first: int, last: int, start: Expr, width: Expr) -> Slice:
        return SliceLength(start, width, span=self.span(first, last))

    def pattern_list(self, first: int, last: int, patterns: list[Pattern]) -> PatternSet:
        return PatternSet(tuple(patterns), span=self.span(first, last))

    def pattern_list_negated(self, first: int, last: int, patterns: list[Pattern]) -> PatternSet:
        return PatternSet(tuple(patterns), negated=True, span=self.span(first, last))

    def pattern_single(self, first: int, last: int, value: Expr) -> Pattern:
        return PatternSingle(value, span=self.span(first, last))

    def pattern_range(self, first: int, last: int, low: Expr, high: Expr) -> Pattern:
        return PatternRange(low, high, span=self.span(first, last))

    def pattern_at_most(self, first: int, last: int, value: Expr) -> Pattern:
        return PatternAtMost(value, span=self.span(first, last))

    def pattern_at_least(self, first: int, last: int, value: Expr) -> Pattern:
        return PatternAtLeast(value, span=self.span(first, last))

    def pattern_any(self, first: int, last: int) -> Pattern:
        return PatternAny(span=self.span(first, last))

    def pattern_mask(self, first: int, last: int, text: str) -> Pattern:
        return PatternMask(*literals.mask_value(text), span=self.span(first, last))


def _opened(chain: Chain | Expr, first: int, last: int) -> Chain:
    return chain if isinstance(chain, list) else [Operand(chain, first, last)]


def _extended(
    chain: Chain | Expr,
    first: int,
    last: int,
    precedence: int,
    make: Callable[[Expr, Span], Expr],
) -> Chain:
    opened = _opened(chain, first, last)
    opened.append(Postfix(precedence, make, last))
    return opened
