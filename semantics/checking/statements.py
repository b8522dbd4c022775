"""Statements: what they need, what they may do, what they declare.

Language reference, Statements, Local Storage Declarations and Catching Exceptions.
"""

from __future__ import annotations

from parser import syntax
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.source import Span
from semantics.checking import base_values, calls, patterns, relations, symbols, targets
from semantics.checking import effects as effect
from semantics.checking.effects import NONE, Effects, Purity
from semantics.checking.environment import Environment, Local
from semantics.checking.expressions import condition, constrained_symbol, expression
from semantics.checking.types import (
    INTEGER,
    Constraint,
    Integer,
    Structure,
    Tuple,
    Type,
    a,
)
from semantics.checking.written_types import no_precision_lost, resolve


def block(env: Environment, statements: syntax.Block) -> Effects:
    """The effects of a block, whose names end with it; problems are noted in `env`."""
    inner = env.block()
    effects = NONE
    for each in statements:
        try:
            effects |= statement(inner, each)
        except PtoError as error:
            names = each.names if isinstance(each, syntax.LocalDecl) else ()
            inner.misdeclare([name for name in names if name is not None], error)
    return effects


def statement(env: Environment, s: syntax.Statement) -> Effects:
    """The effects of a statement; what it declares is added to `env`. Raises PtoError."""
    match s:
        case syntax.Pass() | syntax.Unreachable():
            return NONE
        case syntax.Return():
            return _return(env, s)
        case syntax.CallStatement(call=call):
            return calls.statement(env, call)
        case syntax.Assert(condition=test):
            value = condition(env, test)
            env.expect_purity(value.effects, Purity.READONLY, test.span)
            return value.effects
        case syntax.LocalDecl():
            return _declaration(env, s)
        case syntax.Assign(target=target, value=right):
            given = expression(env, right)
            if isinstance(target, syntax.TargetCall):
                return given.effects | calls.setter(env, target, given)
            return given.effects | targets.assign(env, target, given.type)
        case syntax.If(condition=test, then=then, otherwise=otherwise):
            effects = condition(env, test).effects
            return effects | block(env, then) | block(env, otherwise)
        case syntax.Case():
            return _case(env, s)
        case syntax.While(condition=test, limit=limit, body=body):
            effects = condition(env, test).effects | _limit(env, limit, s.span)
            return effects | block(env, body)
        case syntax.Repeat(body=body, until=until, limit=limit):
            effects = block(env, body) | _limit(env, limit, s.span)
            return effects | condition(env, until).effects
        case syntax.For():
            return _for(env, s)
        case syntax.Try():
            return _try(env, s)
        case syntax.Throw(value=thrown):
            value = expression(env, thrown)
            _exception(env, value.type, thrown.span)
            return value.effects | effect.THROW
        case syntax.Print():
            return _print(env, s)
        case syntax.Pragma(arguments=arguments):
            return pragma(env, s.name, arguments, s.span)


def _return(env: Environment, s: syntax.Return) -> Effects:
    if s.value is None:
        if env.result is not None:
            message = f"this function returns {a(env.result)}"
            raise fail("RETURN-VALUE", Phase.TYPE, message, s.span)
        return NONE
    if env.result is None:
        raise fail("RETURN-VALUE", Phase.TYPE, "a procedure returns no value", s.value.span)
    value = expression(env, s.value)
    env.expect(value.type, env.result, s.value.span)
    return value.effects


def pragma(env: Environment, name: str, arguments: tuple[syntax.Expr, ...], span: Span) -> Effects:
    """A pragma has no meaning here, but its arguments must be right."""
    message = f"the pragma `{name}` is ignored"
    env.statics.report(Diagnostic("PRAGMA-IGNORED", Phase.WARNING, message, span))
    return effect.union([expression(env, each).effects for each in arguments])


# ---------------------------------------------------------------- declarations


def _declaration(env: Environment, s: syntax.LocalDecl) -> Effects:
    if s.value is None:
        assert s.type is not None
        type, effects = resolve(env, s.type)
        base_values.check(env, type, s.type.span)
        for name in s.names:
            if s.is_tuple:
                break
            _declare(env, name, Local(type, mutable=True), s.span)
        if s.is_tuple:
            _declare_items(env, s, type)
        return effects
    value = expression(env, s.value)
    effects = value.effects
    if s.type is None:
        no_precision_lost(value.type, s.span)
        type = value.type
    else:
        type, more = resolve(env, s.type, relations.structure(env, value.type))
        env.expect(value.type, type, s.value.span)
        effects |= more
    if s.is_tuple:
        _declare_items(env, s, type)
        return effects
    equivalent = None
    if s.keyword == "let" and value.effects.symbolic:
        equivalent = symbols.normal_or_none(env, value.expr)
    for name in s.names:
        _declare(env, name, Local(type, s.keyword == "var", equivalent), s.span)
    return effects


def _declare(env: Environment, name: str | None, local: Local, span: Span) -> None:
    no_collection(local.type, span)
    if name is not None:
        env.declare(name, local, span)


def _declare_items(env: Environment, s: syntax.LocalDecl, type: Type) -> None:
    anonymous = relations.anonymous(env, type)
    if not isinstance(anonymous, Tuple):
        message = f"{a(type)} where a tuple is needed"
        raise fail("TYPE-MISMATCH", Phase.TYPE, message, s.span)
    if len(anonymous.items) != len(s.names):
        message = f"a tuple of {len(anonymous.items)} for {len(s.names)} names"
        raise fail("TUPLE-LENGTH", Phase.TYPE, message, s.span)
    for name, item in zip(s.names, anonymous.items, strict=True):
        _declare(env, name, Local(item, s.keyword == "var"), s.span)


def no_collection(type: Type, span: Span) -> None:
    """Raises PtoError (COLLECTION-USE) where a value would be, or hold, a collection."""
    match type:
        case Structure(kind="collection"):
            message = "a collection is a global variable, never a local or a value"
            raise fail("COLLECTION-USE", Phase.TYPE, message, span)
        case Tuple(items=items):
            for item in items:
                no_collection(item, span)


# ---------------------------------------------------------------- control flow


def _case(env: Environment, s: syntax.Case) -> Effects:
    subject = expression(env, s.value)
    if not isinstance(s.value, syntax.Var):
        no_precision_lost(subject.type, s.value.span)
    effects = subject.effects
    for alternative in s.alternatives:
        effects |= patterns.check(env, subject.type, alternative.patterns)
        if alternative.where is not None:
            effects |= condition(env, alternative.where).effects
        effects |= block(env, alternative.body)
    if s.otherwise is not None:
        effects |= block(env, s.otherwise)
    return effects


def _limit(env: Environment, limit: syntax.Expr | None, span: Span) -> Effects:
    if limit is None:
        message = "the loop has no limit"
        hint = "write `looplimit N` after its condition"
        env.statics.report(Diagnostic("LOOP-NO-LIMIT", Phase.WARNING, message, span, hint))
        return NONE
    return constrained_symbol(env, limit)[1]


def _for(env: Environment, s: syntax.For) -> Effects:
    start, end = expression(env, s.start), expression(env, s.end)
    effects = start.effects | end.effects
    if s.limit is not None:
        effects |= constrained_symbol(env, s.limit)[1]
    for value, written in ((start, s.start), (end, s.end)):
        env.expect_purity(value.effects, Purity.READONLY, written.span)
        env.expect_integer(value.type, written.span)
    type = INTEGER
    if not any(_unconstrained(env, each.type) for each in (start, end)):
        bounds = [env.normal(start.expr), env.normal(end.expr)]
        low, high = reversed(bounds) if s.down else bounds
        type = Integer((Constraint(low, high),))
    inner = env.block()
    inner.declare(s.name, Local(type, mutable=False), s.span)
    return effects | block(inner, s.body)


def _unconstrained(env: Environment, type: Type) -> bool:
    anonymous = relations.anonymous(env, type)
    return isinstance(anonymous, Integer) and anonymous.constraints is None


def _exception(env: Environment, type: Type, span: Span) -> None:
    anonymous = relations.anonymous(env, type)
    if not isinstance(anonymous, Structure) or anonymous.kind != "exception":
        raise fail("TYPE-NOT-EXCEPTION", Phase.TYPE, f"{a(type)} is no exception", span)


def _try(env: Environment, s: syntax.Try) -> Effects:
    effects = block(env, s.body)
    for catcher in s.catchers:
        type, more = resolve(env, catcher.type)
        _exception(env, type, catcher.type.span)
        inner = env.block()
        if catcher.name is not None:
            inner.declare(catcher.name, Local(type, mutable=False), catcher.span)
        effects |= more | block(inner, catcher.body)
    if s.otherwise is not None:
        effects |= block(env, s.otherwise)
    return effects


def _print(env: Environment, s: syntax.Print) -> Effects:
    effects = NONE
    for argument in s.arguments:
        value = expression(env, argument)
        if not relations.singular(env, value.type):
            message = f"{a(value.type)} has parts: print them one by one"
            raise fail("PRINT-TYPE", Phase.TYPE, message, argument.span)
        effects |= value.effects
    return effects if s.debug else effects | effect.PRINT
