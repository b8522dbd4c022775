"""Written types as the checker's: widths and bounds normalised, what they need verified.

Language reference, Types and Bitfields.
"""

from __future__ import annotations

from parser import syntax
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.source import Span
from semantics.checking import bitfields, relations
from semantics.checking.effects import NONE, Effects, Purity
from semantics.checking.environment import Environment
from semantics.checking.expressions import constrained_symbol, expression
from semantics.checking.types import (
    BOOLEAN,
    INTEGER,
    REAL,
    STRING,
    Array,
    Bits,
    Bound,
    Constraint,
    Integer,
    Named,
    Structure,
    Tuple,
    Type,
    a,
    exactly,
)


def resolve(
    env: Environment, written: syntax.Type, inferred: Type | None = None
) -> tuple[Type, Effects]:
    """The type, and the effects of what stands in it.

    An `integer{}` takes its constraints from `inferred`, the type of the initial value without
    names. Raises PtoError.
    """
    match written:
        case syntax.IntegerType(constraints=None):
            return INTEGER, NONE
        case syntax.IntegerType(constraints=()):
            return _inherited(inferred, written.span), NONE
        case syntax.IntegerType(constraints=given):
            assert given is not None
            return _constrained(env, given)
        case syntax.BooleanType():
            return BOOLEAN, NONE
        case syntax.RealType():
            return REAL, NONE
        case syntax.StringType():
            return STRING, NONE
        case syntax.BitsType():
            return _bits(env, written)
        case syntax.TupleType(items=items):
            return _tuple(env, items, inferred, written.span)
        case syntax.ArrayType(size=size, element=element):
            inner, effects = resolve(env, element)
            length, more = constrained_symbol(env, size)
            return Array(length, inner), effects | more
        case syntax.NamedType(name=name):
            env.statics.declared(name, written.span)
            return Named(name), env.statics.effects_of_type(name)
        case syntax.RecordType(kind="collection"):
            return _collection(env, written)
        case syntax.EnumerationType() | syntax.RecordType():
            raise AssertionError("the grammar has none that is not declared by name")


def structured(env: Environment, written: syntax.RecordType) -> tuple[Structure, Effects]:
    """A record, exception or collection; raises PtoError (FIELD-TWICE)."""
    effects, fields = NONE, []
    seen: set[str] = set()
    for field in written.fields:
        if field.name in seen:
            message = f"`{field.name}` is declared twice"
            raise fail("FIELD-TWICE", Phase.STATIC, message, field.span)
        seen.add(field.name)
        assert field.type is not None
        type, more = resolve(env, field.type)
        effects |= more
        fields.append((field.name, type))
    return Structure(written.kind, tuple(fields)), effects


def _collection(env: Environment, written: syntax.RecordType) -> tuple[Type, Effects]:
    type, effects = structured(env, written)
    for (name, each), field in zip(type.fields, written.fields, strict=True):
        if not isinstance(relations.anonymous(env, each), Bits):
            message = f"fields of a collection are bit-vectors, and `{name}` is {a(each)}"
            raise fail("COLLECTION-FIELD", Phase.TYPE, message, field.span)
    return type, effects


def _inherited(inferred: Type | None, span: Span) -> Type:
    if isinstance(inferred, Integer) and inferred.constraints:
        no_precision_lost(inferred, span)
        return inferred
    if inferred is None:
        message = "`integer{}` takes its constraints from an initial value, and there is none here"
    else:
        message = f"`integer{{}}` can't take constraints from {a(inferred)}"
    raise fail("TYPE-PENDING", Phase.TYPE, message, span, "write the constraints, or `integer`")


def no_precision_lost(type: Type, span: Span) -> None:
    """Raises PtoError (PRECISION-LOST) where a name would get an approximated type."""
    if isinstance(type, Integer) and type.lost:
        message = "the constraints of this value are only approximated: its type must be written"
        hint = "declare it with its type"
        raise PtoError(Diagnostic("PRECISION-LOST", Phase.TYPE, message, span, hint, type.lost))


def _constrained(env: Environment, given: tuple[syntax.Constraint, ...]) -> tuple[Integer, Effects]:
    effects = NONE
    constraints: list[Constraint] = []
    for each in given:
        match each:
            case syntax.ConstraintExact(value=value):
                bound, more = constrained_symbol(env, value)
                constraints.append(exactly(bound))
                effects |= more
            case syntax.ConstraintRange(low=low, high=high):
                first, more = constrained_symbol(env, low)
                second, further = constrained_symbol(env, high)
                constraints.append(Constraint(first, second))
                effects |= more | further
    return Integer(tuple(constraints)), effects


def _tuple(
    env: Environment, items: tuple[syntax.Type, ...], inferred: Type | None, span: Span
) -> tuple[Type, Effects]:
    sources: list[Type | None] = [None] * len(items)
    if isinstance(inferred, Tuple):
        if len(inferred.items) != len(items):
            message = f"a tuple of {len(inferred.items)} for {len(items)} items"
            raise fail("TUPLE-LENGTH", Phase.TYPE, message, span)
        sources = list(inferred.items)
    resolved = [resolve(env, i, s) for i, s in zip(items, sources, strict=True)]
    effects = NONE
    for _, more in resolved:
        effects |= more
    return Tuple(tuple(type for type, _ in resolved)), effects


def _bits(env: Environment, written: syntax.BitsType) -> tuple[Type, Effects]:
    width = expression(env, written.width)
    env.expect_symbolic(width, written.width.span)
    env.expect_constrained(width.type, written.width.span)
    size: Bound = env.normal(width.expr)
    if not written.fields:
        return Bits(size), width.effects
    env.expect_purity(width.effects, Purity.PURE, written.width.span)
    known = env.statics.static_integer(size, written.width.span)
    fields, effects = bitfields.resolve(env, written.fields, known)
    bitfields.check_alignment(fields, known, written.span)
    return Bits(known, fields), width.effects | effects
