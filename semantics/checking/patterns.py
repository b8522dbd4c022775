"""Patterns: what a value may be compared with.

Language reference, Pattern Matching.
"""

from __future__ import annotations

from parser import syntax
from parser.diagnostics import Phase, PtoError, fail
from parser.source import Span
from semantics.checking import relations, symbols
from semantics.checking.effects import NONE, Effects
from semantics.checking.environment import Environment, other_width
from semantics.checking.expressions import expression
from semantics.checking.types import (
    Bits,
    Boolean,
    Bound,
    Enumeration,
    Integer,
    Parameter,
    Real,
    String,
    Type,
    a,
    bits,
)


def check(env: Environment, value: Type, patterns: syntax.PatternSet) -> Effects:
    """The effects of matching a value of that type; raises PtoError (PATTERN-TYPE)."""
    effects = NONE
    for pattern in patterns.patterns:
        effects |= _pattern(env, value, pattern)
    return effects


def _pattern(env: Environment, value: Type, pattern: syntax.Pattern) -> Effects:
    match pattern:
        case syntax.PatternAny():
            return NONE
        case syntax.PatternMask(width=width):
            subject = relations.anonymous(env, value)
            if not isinstance(subject, Bits):
                raise _refused(value, f"a mask of {bits(width)}", pattern.span)
            _same_width(env, subject, width, pattern.span)
            return NONE
        case syntax.PatternSingle(value=single):
            return _compared(env, value, single, single_value=True)
        case syntax.PatternAtMost(value=bound) | syntax.PatternAtLeast(value=bound):
            return _compared(env, value, bound, single_value=False)
        case syntax.PatternRange(low=low, high=high):
            first = _compared(env, value, low, single_value=False)
            return first | _compared(env, value, high, single_value=False)


def _compared(env: Environment, value: Type, e: syntax.Expr, *, single_value: bool) -> Effects:
    typed = expression(env, e)
    env.expect_symbolic(typed, e.span)
    match relations.anonymous(env, value), relations.anonymous(env, typed.type):
        case ((Integer() | Parameter(), Integer() | Parameter())) | (Real(), Real()):
            return typed.effects
        case (Boolean(), Boolean()) | (String(), String()) if single_value:
            return typed.effects
        case Enumeration() as x, Enumeration() as y if single_value and x == y:
            return typed.effects
        case Bits() as subject, Bits(width=width) if single_value:
            _same_width(env, subject, width, e.span)
            return typed.effects
    raise _refused(value, a(typed.type), e.span)


def _same_width(env: Environment, subject: Bits, width: Bound, span: Span) -> None:
    if not symbols.equal(env, subject.width, width):
        raise other_width(f"{bits(width)} can't match {bits(subject.width)}", span)


def _refused(value: Type, pattern: str, span: Span) -> PtoError:
    message = f"{a(value)} can't be compared with {pattern}"
    return fail("PATTERN-TYPE", Phase.TYPE, message, span)
