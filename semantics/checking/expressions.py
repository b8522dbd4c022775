"""The types and effects of expressions.

Language reference, Expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parser import syntax
from parser.diagnostics import Phase, PtoError, fail
from parser.source import Span
from semantics.checking import effects as effect
from semantics.checking import operators, relations, slices
from semantics.checking.effects import NONE, Effects
from semantics.checking.environment import Environment, Typed
from semantics.checking.types import (
    BOOLEAN,
    INTEGER,
    REAL,
    STRING,
    Array,
    Bits,
    Bound,
    Integer,
    Named,
    Parameter,
    Structure,
    Tuple,
    Type,
    a,
    literal_type,
)
from semantics.suggestions import did_you_mean


def expression(env: Environment, e: syntax.Expr) -> Typed:
    """The typed expression; raises PtoError with the first thing that is wrong in it."""
    match e:
        case syntax.IntLiteral(value=value):
            return Typed(literal_type(value), e, NONE)
        case syntax.BoolLiteral():
            return Typed(BOOLEAN, e, NONE)
        case syntax.RealLiteral():
            return Typed(REAL, e, NONE)
        case syntax.StringLiteral():
            return Typed(STRING, e, NONE)
        case syntax.BitsLiteral(width=width):
            return Typed(Bits(width), e, NONE)
        case syntax.Var():
            return _variable(env, e)
        case syntax.Binary():
            return _binary(env, e)
        case syntax.Unary(operator=op, operand=operand):
            inner = expression(env, operand)
            type = operators.unary(env, op, inner.type, e.span)
            return Typed(type, replace(e, operand=inner.expr), inner.effects)
        case syntax.Conditional():
            return _conditional(env, e)
        case syntax.Call():
            from semantics.checking import calls

            return calls.value(env, e)
        case syntax.SliceExpr():
            return _slice(env, e)
        case syntax.Index(base=base, index=index):
            array = expression(env, base)
            element, effects = indexed(env, array.type, index, e.span)
            return Typed(element, e, array.effects | effects)
        case syntax.FieldAccess(base=base, name=name):
            inner = expression(env, base)
            type = field(env, inner.type, base, name, e.span)
            return Typed(type, replace(e, base=inner.expr), inner.effects)
        case syntax.FieldsAccess(base=base, names=names):
            inner = expression(env, base)
            type = fields(env, inner.type, base, names, e.span)
            return Typed(type, e, inner.effects)
        case syntax.As():
            return _cast(env, e)
        case syntax.In(value=operand, patterns=given):
            from semantics.checking import patterns

            inner = expression(env, operand)
            return Typed(BOOLEAN, e, inner.effects | patterns.check(env, inner.type, given))
        case syntax.Arbitrary(type=written):
            from semantics.checking.written_types import resolve

            type, effects = resolve(env, written)
            return Typed(type, e, effects | effect.ARBITRARY)
        case syntax.TupleExpr(items=items):
            parts = [expression(env, i) for i in items]
            effects = effect.union([p.effects for p in parts])
            return Typed(Tuple(tuple(p.type for p in parts)), e, effects)
        case syntax.RecordExpr():
            return _record(env, e)


def constrained_symbol(env: Environment, e: syntax.Expr) -> tuple[Bound, Effects]:
    """A bound or length: symbolically evaluable, a constrained integer, in normal form."""
    value = expression(env, e)
    env.expect_symbolic(value, e.span)
    env.expect_constrained(value.type, e.span)
    return env.normal(value.expr), value.effects


def condition(env: Environment, e: syntax.Expr) -> Typed:
    """A boolean."""
    value = expression(env, e)
    env.expect(value.type, BOOLEAN, e.span)
    return value


def _variable(env: Environment, e: syntax.Var) -> Typed:
    local = env.local(e.name)
    if local is not None:
        return Typed(local.type, e, effect.LOCAL_VAR if local.mutable else effect.LOCAL_LET)
    return env.statics.variable(e)


def _binary(env: Environment, e: syntax.Binary) -> Typed:
    # A chain such as a + b + … may be thousands of operands long: no recursion on the left.
    chain = [e]
    while isinstance(chain[-1].left, syntax.Binary):
        chain.append(chain[-1].left)
    result = expression(env, chain[-1].left)
    for link in reversed(chain):
        right = expression(env, link.right)
        type = operators.binary(env, link.operator, result.type, right.type, link.span)
        expr = syntax.Binary(link.operator, result.expr, right.expr, span=link.span)
        result = Typed(type, expr, result.effects | right.effects)
    return result


def _conditional(env: Environment, e: syntax.Conditional) -> Typed:
    test = expression(env, e.condition)
    if relations.anonymous(env, test.type) != BOOLEAN:
        message = f"{a(test.type)} where a boolean is needed"
        raise fail("TYPE-MISMATCH", Phase.TYPE, message, e.condition.span)
    then, otherwise = expression(env, e.then), expression(env, e.otherwise)
    type = relations.common(env, then.type, otherwise.type)
    if type is None:
        message = f"the branches are {a(then.type)} and {a(otherwise.type)}: no type has both"
        raise fail("TYPE-MISMATCH", Phase.TYPE, message, e.span)
    expr = replace(e, condition=test.expr, then=then.expr, otherwise=otherwise.expr)
    return Typed(type, expr, test.effects | then.effects | otherwise.effects)


def _slice(env: Environment, e: syntax.SliceExpr) -> Typed:
    base = expression(env, e.base)
    anonymous = relations.anonymous(env, base.type)
    if not isinstance(anonymous, Bits | Integer | Parameter):
        message = f"{a(base.type)} has no bits to slice"
        raise fail("OPERAND-TYPES", Phase.TYPE, message, e.span)
    checked, effects = slices.check(env, e.slices)
    return Typed(Bits(slices.width(env, checked)), e, base.effects | effects)


def indexed(env: Environment, array: Type, index: syntax.Expr, span: Span) -> tuple[Type, Effects]:
    """The type of an element, and the effects of the index."""
    anonymous = relations.anonymous(env, array)
    if not isinstance(anonymous, Array):
        message = f"{a(array)} is no array"
        raise fail("TYPE-NOT-ARRAY", Phase.TYPE, message, span)
    position = expression(env, index)
    env.expect(position.type, INTEGER, index.span)
    return anonymous.element, position.effects


# ---------------------------------------------------------------- fields


def field(env: Environment, base: Type, place: object, name: str, span: Span) -> Type:
    """The type of a field of a structure, a bit-vector or a tuple; raises PtoError.

    `place` is the tree of the base: that of a collection must be the name of its variable.
    """
    match relations.anonymous(env, base):
        case Structure(kind=kind) as record:
            if kind == "collection":
                named_collection(place, span)
            found = record.field(name)
            if found is not None:
                return found
        case Bits() as vector:
            bitfield = vector.field(name)
            if bitfield is not None:
                width = slices.width(env, bitfield.slices)
                return bitfield.type or Bits(width, bitfield.nested or ())
        case Tuple(items=items):
            number = name.removeprefix("item")
            if number != name and number.isdecimal() and int(number) < len(items):
                return items[int(number)]
        case _:
            message = f"{a(base)} has no fields"
            raise fail("TYPE-NOT-RECORD", Phase.TYPE, message, span)
    raise no_field(env, base, name, span)


def no_field(env: Environment, base: Type, name: str, span: Span) -> PtoError:
    """The error of a field that is not there."""
    match relations.anonymous(env, base):
        case Structure(fields=known):
            names = [n for n, _ in known]
        case Bits(fields=bitfields):
            names = [f.name for f in bitfields]
        case _:
            names = []
    hint = did_you_mean(name, names)
    return fail("FIELD-UNDEFINED", Phase.TYPE, f"{a(base)} has no field `{name}`", span, hint)


def named_collection(place: object, span: Span) -> None:
    """Raises PtoError (COLLECTION-USE): a collection is only ever used by the variable's name."""
    if not isinstance(place, syntax.Var | syntax.TargetVar):
        message = "a collection is used by the name of its variable, and not as a value"
        raise fail("COLLECTION-USE", Phase.TYPE, message, span)


def fields(env: Environment, base: Type, place: object, names: Sequence[str], span: Span) -> Bits:
    """The type of `base.[a, b]`: the bits of those fields, the first one's topmost."""
    widths: list[Bound] = []
    match relations.anonymous(env, base):
        case Bits() as vector:
            for name in names:
                found = vector.field(name)
                if found is None:
                    raise no_field(env, base, name, span)
                widths.append(slices.width(env, found.slices))
        case Structure(kind=kind) as record:
            if kind == "collection":
                named_collection(place, span)
            for name in names:
                type = record.field(name)
                if type is None:
                    raise no_field(env, base, name, span)
                widths.append(env.width_of(type, span))
        case _:
            message = f"{a(base)} has no bit-fields"
            raise fail("TYPE-NOT-RECORD", Phase.TYPE, message, span)
    return Bits(operators.width_sum(env, widths))


# ---------------------------------------------------------------- conversions and records


def _cast(env: Environment, e: syntax.As) -> Typed:
    from semantics.checking.written_types import resolve

    value = expression(env, e.value)
    wanted, effects = resolve(env, e.type)
    have, want = relations.structure(env, value.type), relations.structure(env, wanted)
    if not _castable(env, have, want):
        message = f"{a(value.type)} can't be converted to {a(wanted)}"
        raise fail("CAST-TYPES", Phase.TYPE, message, e.span)
    if relations.subtype_satisfies(env, have, want):
        return Typed(wanted, value.expr, value.effects)
    return Typed(wanted, replace(e, value=value.expr), value.effects | effects)


def _castable(env: Environment, have: Type, want: Type) -> bool:
    if relations.equal(env, have, want):
        return True
    match have, want:
        case ((Integer() | Parameter()), (Integer() | Parameter())) | (Bits(), Bits()):
            return True
        case Tuple(items=a), Tuple(items=b) if len(a) == len(b):
            return all(_castable(env, x, y) for x, y in zip(a, b, strict=True))
        case _:
            return False


def _record(env: Environment, e: syntax.RecordExpr) -> Typed:
    type = Named(e.type_name)
    env.statics.declared(e.type_name, e.span)
    record = relations.anonymous(env, type)
    if not isinstance(record, Structure):
        message = f"`{e.type_name}` has no fields"
        raise fail("TYPE-NOT-RECORD", Phase.TYPE, message, e.span)
    effects = NONE
    given: set[str] = set()
    for name, value in e.fields:
        if name in given:
            message = f"`{name}` is given twice"
            raise fail("FIELD-TWICE", Phase.TYPE, message, value.span)
        given.add(name)
        wanted = record.field(name)
        if wanted is None:
            raise no_field(env, type, name, value.span)
        typed = expression(env, value)
        env.expect(typed.type, wanted, value.span)
        effects |= typed.effects
    missing = [name for name, _ in record.fields if name not in given]
    if missing:
        message = f"`{e.type_name}` needs {', '.join(missing)}"
        raise fail("FIELD-MISSING", Phase.TYPE, message, e.span)
    return Typed(type, e, effects)
