"""What may be assigned, and the type of the value it takes.

Language reference, Assignable Expressions.
"""

from __future__ import annotations

from collections.abc import Sequence

from parser import syntax
from parser.diagnostics import Phase, fail
from semantics.checking import calls, expressions, relations, slices
from semantics.checking import effects as effect
from semantics.checking.effects import NONE, Effects
from semantics.checking.environment import Environment, Typed
from semantics.checking.types import Array, Bits, Structure, Tuple, Type, a


def assign(env: Environment, target: syntax.Target, value: Type) -> Effects:
    """The effects of storing a value of that type; raises PtoError."""
    match target:
        case syntax.TargetDiscard():
            return NONE
        case syntax.TargetVar(name=name):
            type, effects = _variable(env, target)
            env.expect(value, type, target.span)
            return effects
        case syntax.TargetCall():
            return calls.setter(env, target, Typed(value, syntax.Var("-", span=target.span), NONE))
        case syntax.TargetTuple(items=items):
            return _tuple(env, target, items, value)
        case syntax.TargetSlice(base=base):
            return _slice(env, target, base, value)
        case syntax.TargetField(base=base, name=name):
            return _field(env, target, base, name, value)
        case syntax.TargetFields(base=base, names=names):
            return _fields(env, target, base, names, value)
        case syntax.TargetIndex(base=base, index=index):
            inner, effects = _place(env, base)
            array = relations.anonymous(env, inner)
            if isinstance(array, Array):
                env.expect(value, array.element, target.span)
            _, more = expressions.indexed(env, inner, index, target.span)
            return effects | more


def _place(env: Environment, target: syntax.Target) -> tuple[Type, Effects]:
    """The type of a part that is assigned, and the effects of assigning it."""
    match target:
        case syntax.TargetVar():
            return _variable(env, target)
        case syntax.TargetCall():
            # Read, changed and written back.
            call = syntax.Call(target.name, target.parameters, target.arguments, span=target.span)
            read = calls.value(env, call)
            return read.type, read.effects | assign(env, target, read.type)
        case syntax.TargetField(base=base, name=name):
            return _field_place(env, target, base, name)
        case syntax.TargetFields(base=base, names=names):
            inner, effects = _place(env, base)
            return expressions.fields(env, inner, base, names, target.span), effects
        case syntax.TargetIndex(base=base, index=index):
            inner, effects = _place(env, base)
            element, more = expressions.indexed(env, inner, index, target.span)
            return element, effects | more
        case syntax.TargetSlice(base=base):
            inner, effects = _place(env, base)
            checked, more = slices.check(env, target.slices)
            return Bits(slices.width(env, checked)), effects | more
        case syntax.TargetTuple() | syntax.TargetDiscard():
            message = "this has no parts to assign"
            raise fail("ASSIGN-PART", Phase.TYPE, message, target.span)


def _variable(env: Environment, target: syntax.TargetVar) -> tuple[Type, Effects]:
    local = env.local(target.name)
    if local is not None:
        if local.mutable:
            return local.type, effect.LOCAL_WRITE
    else:
        read = env.declarations.variable(syntax.Var(target.name, span=target.span))
        if env.declarations.mutable(target.name):
            return read.type, effect.GLOBAL_WRITE
    message = f"`{target.name}` can't be assigned"
    raise fail("ASSIGN-IMMUTABLE", Phase.TYPE, message, target.span, "declare it with `var`")


def _tuple(
    env: Environment, target: syntax.TargetTuple, items: tuple[syntax.Target, ...], value: Type
) -> Effects:
    if not isinstance(value, Tuple):
        named = isinstance(relations.anonymous(env, value), Tuple)
        message = f"{a(value)} where a tuple is needed"
        hint = "a tuple of a named type is taken apart by `let (…) = …` alone" if named else None
        raise fail("TYPE-MISMATCH", Phase.TYPE, message, target.span, hint)
    if len(items) != len(value.items):
        message = f"a tuple of {len(value.items)} for {len(items)} items"
        raise fail("TUPLE-LENGTH", Phase.TYPE, message, target.span)
    return effect.union(
        [assign(env, item, type) for item, type in zip(items, value.items, strict=True)]
    )


def _slice(
    env: Environment, target: syntax.TargetSlice, base: syntax.Target, value: Type
) -> Effects:
    inner, effects = _place(env, base)
    if not isinstance(relations.anonymous(env, inner), Bits):
        message = f"{a(inner)} has no bits to assign"
        raise fail("OPERAND-TYPES", Phase.TYPE, message, base.span)
    checked, more = slices.check(env, target.slices)
    env.expect(value, Bits(slices.width(env, checked)), target.span)
    if len(checked) > 1:
        slices.disjoint(slices.known(checked), target.span)
    return effects | more


def _fields(
    env: Environment,
    target: syntax.TargetFields,
    base: syntax.Target,
    names: Sequence[str],
    value: Type,
) -> Effects:
    inner, effects = _place(env, base)
    wanted = expressions.fields(env, inner, base, names, target.span)
    match relations.anonymous(env, inner):
        case Bits() as vector:
            places = [s for name in names if (f := vector.field(name)) for s in f.slices]
            slices.disjoint(slices.known(places), target.span)
        case _:
            env.declarations.static_integer(wanted.width, target.span)
    env.expect(value, wanted, target.span)
    return effects


def _field(
    env: Environment, target: syntax.TargetField, base: syntax.Target, name: str, value: Type
) -> Effects:
    wanted, effects = _field_place(env, target, base, name)
    env.expect(value, wanted, target.span)
    return effects


def _field_place(
    env: Environment, target: syntax.TargetField, base: syntax.Target, name: str
) -> tuple[Type, Effects]:
    inner, effects = _place(env, base)
    anonymous = relations.anonymous(env, inner)
    if isinstance(anonymous, Tuple):
        message = "an item of a tuple can't be assigned alone"
        raise fail("ASSIGN-PART", Phase.TYPE, message, target.span, "assign the whole tuple")
    type = expressions.field(env, inner, base, name, target.span)
    if isinstance(anonymous, Structure) and anonymous.kind == "collection":
        env.declarations.static_integer(env.width_of(type, target.span), target.span)
    return type, effects
