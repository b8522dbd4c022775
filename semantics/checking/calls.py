"""Calls: which subprogram is meant, what its parameters are, what its arguments must be.

Language reference, Subprogram Calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parser import syntax
from parser.diagnostics import Phase, PtoError, fail
from parser.source import Span
from semantics.checking import effects as effect
from semantics.checking import relations, symbols
from semantics.checking.effects import NONE, Effects
from semantics.checking.environment import Environment, Typed
from semantics.checking.expressions import expression
from semantics.checking.types import (
    Bits,
    Bound,
    Constraint,
    Integer,
    Parameter,
    Tuple,
    Type,
    exactly,
)
from semantics.declarations import setter_name, shown_name
from semantics.suggestions import did_you_mean


@dataclass(frozen=True, slots=True)
class Signature:
    """A subprogram as its callers see it; its types name its parameters."""

    key: str
    name: str
    parameters: tuple[tuple[str, Type], ...]
    arguments: tuple[tuple[str, Type], ...]
    result: Type | None
    effects: Effects
    builtin: bool
    """Whether it belongs to the standard library, in calls of which a width may be left out."""


def value(env: Environment, e: syntax.Call) -> Typed:
    """A call that gives a value; raises PtoError."""
    arguments = [expression(env, each) for each in e.arguments]
    parameters = [expression(env, each) for each in e.parameters]
    result, effects = _called(env, e.name, parameters, arguments, e.span)
    if result is None:
        raise fail("CALL-NO-VALUE", Phase.TYPE, f"`{e.name}` returns nothing", e.span)
    expr = syntax.Call(
        e.name, tuple(p.expr for p in parameters), tuple(v.expr for v in arguments), span=e.span
    )
    return Typed(result, expr, effects)


def statement(env: Environment, e: syntax.Call) -> Effects:
    """A call as a statement; raises PtoError."""
    arguments = [expression(env, each) for each in e.arguments]
    parameters = [expression(env, each) for each in e.parameters]
    result, effects = _called(env, e.name, parameters, arguments, e.span)
    if result is not None:
        message, hint = f"the value of `{e.name}` is not used", "write `let - = …`"
        raise fail("CALL-VALUE-DROPPED", Phase.TYPE, message, e.span, hint)
    return effects


def setter(env: Environment, target: syntax.TargetCall, given: Typed) -> Effects:
    """The call of a setter with the value it is given; raises PtoError."""
    arguments = [*(expression(env, each) for each in target.arguments), given]
    parameters = [expression(env, each) for each in target.parameters]
    name = setter_name(target.name)
    _, effects = _called(env, name, parameters, arguments, target.span)
    return effects


def _called(
    env: Environment, name: str, parameters: list[Typed], arguments: list[Typed], span: Span
) -> tuple[Type | None, Effects]:
    effects = effect.union([each.effects for each in arguments])
    chosen = _chosen(env, name, arguments, span)
    env.calls.add(chosen.key)
    if chosen.builtin:
        parameters = [*parameters, *_omitted(env, chosen, parameters, arguments)]
    shown = shown_name(name)
    if len(parameters) != len(chosen.parameters):
        names = ", ".join(n for n, _ in chosen.parameters)
        given = {0: "none is", 1: "1 is"}.get(len(parameters), f"{len(parameters)} are")
        message = f"`{shown}` takes the parameters {{{names}}}, and {given} given"
        hint = f"write `{shown}{{…}}(…)`" if names else "leave the braces out"
        raise fail("CALL-PARAMETER", Phase.TYPE, message, span, hint)
    by: dict[str, Bound] = {}
    for (formal, declared), actual in zip(chosen.parameters, parameters, strict=True):
        env.expect_symbolic(actual, actual.span)
        env.expect_constrained(actual.type, actual.span)
        if not isinstance(declared, Parameter):
            env.expect(actual.type, declared, actual.span)
        by[formal] = symbols.bound(actual.expr)
    for (_, wanted), actual in zip(chosen.arguments, arguments, strict=True):
        env.expect(actual.type, renamed(env, wanted, by), actual.span)
    result = None if chosen.result is None else renamed(env, chosen.result, by)
    return result, effects | chosen.effects


def _chosen(env: Environment, name: str, arguments: Sequence[Typed], span: Span) -> Signature:
    shown = shown_name(name)
    signatures = env.statics.signatures(name, [a.type for a in arguments])
    if signatures is None:
        raise _unknown(env, name, span)
    for signature in signatures:
        if _fits(env, signature, arguments):
            return signature
    given = f"({', '.join(str(a.type) for a in arguments)})"
    wanted = " or ".join(f"({', '.join(str(t) for _, t in s.arguments)})" for s in signatures)
    message = f"`{shown}` takes {wanted}, not {given}"
    raise fail("CALL-ARGUMENTS", Phase.TYPE, message, span)


def _fits(env: Environment, signature: Signature, arguments: Sequence[Typed]) -> bool:
    return len(arguments) == len(signature.arguments) and all(
        relations.clashes(env, given.type, wanted)
        for given, (_, wanted) in zip(arguments, signature.arguments, strict=True)
    )


def _unknown(env: Environment, name: str, span: Span) -> PtoError:
    shown = shown_name(name)
    kind = "function" if shown == name else "setter"
    hint = did_you_mean(shown, env.statics.program.functions)
    return fail("NAME-UNDEFINED", Phase.STATIC, f"no {kind} is named `{shown}`", span, hint)


def _omitted(
    env: Environment, chosen: Signature, parameters: list[Typed], arguments: list[Typed]
) -> list[Typed]:
    """The width of the first argument, where a call of the library leaves its parameter out."""
    missing = len(chosen.parameters) - len(parameters)
    if missing < 1 or len(chosen.parameters) > 2 or not arguments:
        return []
    name = chosen.parameters[-1][0]
    match chosen.arguments[0][1]:
        case Bits(width=syntax.Var(name=width)) if width == name:
            given = arguments[0]
            actual = env.width_of(given.type, given.span)
            expr = symbols.expression(actual)
            return [Typed(Integer((exactly(actual),)), expr, NONE)]
        case _:
            return []


def renamed(env: Environment, type: Type, by: Mapping[str, Bound]) -> Type:
    """A type of a signature with the parameters replaced by what a call gives for them."""
    if not by:
        return type

    def bound(e: Bound) -> Bound:
        return env.normal(symbols.substitute(e, by))

    match type:
        case Bits(width=width, fields=fields):
            return Bits(bound(width), fields)
        case Parameter(name=name):
            return Integer((exactly(bound(syntax.Var(name))),))
        case Integer(constraints=constraints, lost=lost) if constraints is not None:
            new = tuple(
                exactly(bound(c.low)) if c.exact else Constraint(bound(c.low), bound(c.high))
                for c in constraints
            )
            return Integer(new, lost)
        case Tuple(items=items):
            return Tuple(tuple(renamed(env, i, by) for i in items))
        case _:
            return type
