"""Operator precedence: ties a flat chain of operands and operators into one expression.

Operators of one precedence don't mix without parentheses, and those that are not associative
don't repeat. `as`, `IN` and comparison with a mask follow their operand and take no other, so they
may be followed by any operator, of whatever precedence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, cast

from parser.diagnostics import Diagnostic, Phase
from parser.lexer import Tokens
from parser.source import Span
from parser.syntax import Binary, BinaryOperator, Expr, Unary, UnaryOperator

LEVELS: tuple[tuple[str, ...], ...] = (
    ("&&", "||", "==>", "<=>"),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("+", "-", "AND", "OR", "XOR", "::", "++"),
    ("*", "/", "DIV", "DIVRM", "MOD", "<<", ">>"),
    ("^",),
)
PRECEDENCE = {operator: level for level, group in enumerate(LEVELS, 1) for operator in group}
UNARY_PRECEDENCE = len(LEVELS) + 1
IN_PRECEDENCE = UNARY_PRECEDENCE + 1
ACCESS_PRECEDENCE = IN_PRECEDENCE + 1
AS_PRECEDENCE = PRECEDENCE["&&"]
MASK_PRECEDENCE = PRECEDENCE["=="]
ASSOCIATIVE = frozenset({"&&", "||", "<=>", "+", "*", "AND", "OR", "XOR", "::", "++"})


@dataclass(frozen=True, slots=True)
class Operand:
    """An expression and its first and last token, parentheses included."""

    value: Expr
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Operator:
    """A prefix or infix operator and the number of its token."""

    text: str
    token: int
    precedence: int
    is_prefix: bool = False


@dataclass(frozen=True, slots=True)
class Postfix:
    """What follows an operand and makes a new one of it; `last` is its last token."""

    precedence: int
    make: Callable[[Expr, Span], Expr]
    last: int


Chain: TypeAlias = list[Operand | Operator | Postfix]


def prefix(text: str, token: int) -> Operator:
    """The unary operator written `text`."""
    return Operator(text, token, UNARY_PRECEDENCE, is_prefix=True)


def infix(text: str, token: int) -> Operator:
    """The binary operator written `text`."""
    return Operator(text, token, PRECEDENCE[text])


def tie(chain: Chain, tokens: Tokens, errors: list[Diagnostic]) -> Expr:
    """The expression a whole chain stands for; operators that may not mix go to `errors`."""
    operands: list[Operand] = []
    waiting: list[Operator] = []
    for item in chain:
        match item:
            case Operand():
                operands.append(item)
            case Operator(is_prefix=True):
                waiting.append(item)
            case Operator():
                while waiting and waiting[-1].precedence >= item.precedence:
                    _check(waiting[-1], item, tokens, errors)
                    _reduce(operands, waiting.pop(), tokens)
                waiting.append(item)
            case Postfix():
                while waiting and waiting[-1].precedence >= item.precedence:
                    _reduce(operands, waiting.pop(), tokens)
                operand = operands.pop()
                span = tokens.span(operand.first, item.last)
                operands.append(Operand(item.make(operand.value, span), operand.first, item.last))
    while waiting:
        _reduce(operands, waiting.pop(), tokens)
    return operands[0].value


def _reduce(operands: list[Operand], operator: Operator, tokens: Tokens) -> None:
    right = operands.pop()
    first = operator.token if operator.is_prefix else operands[-1].first
    span = tokens.span(first, right.last)
    value: Expr
    if operator.is_prefix:
        value = Unary(cast(UnaryOperator, operator.text), right.value, span=span)
    else:
        left = operands.pop().value
        value = Binary(cast(BinaryOperator, operator.text), left, right.value, span=span)
    operands.append(Operand(value, first, right.last))


def _check(left: Operator, right: Operator, tokens: Tokens, errors: list[Diagnostic]) -> None:
    if left.precedence != right.precedence:
        return
    span = tokens.span(right.token, right.token)
    if left.text != right.text:
        message = f"`{left.text}` and `{right.text}` have the same precedence"
    elif left.text not in ASSOCIATIVE:
        message = f"`{left.text}` is not associative"
    else:
        return
    hint = "use parentheses to say which comes first"
    note = ("the other operator", tokens.span(left.token, left.token))
    errors.append(Diagnostic("GRAMMAR-PRECEDENCE", Phase.GRAMMAR, message, span, hint, (note,)))
