"""Which types have a base value: that of a variable declared without an initial one.

Language reference, Base Values.
"""

from __future__ import annotations

from parser.diagnostics import Phase, PtoError, fail
from parser.source import Span
from semantics.checking import symbols
from semantics.checking.environment import Environment
from semantics.checking.types import (
    Array,
    Bits,
    Bound,
    Constraint,
    Integer,
    Named,
    Parameter,
    Structure,
    Tuple,
    Type,
    a,
    text,
)


def check(env: Environment, type: Type, span: Span) -> None:
    """Raises PtoError (BASE-VALUE) where a type has no value, or none that is known."""
    match type:
        case Named(name=name):
            env.statics.check_base_value(name, span)
        case Bits(width=width):
            known = symbols.integer(env, width)
            if known is not None and known < 0:
                raise _empty(type, span)
        case Parameter():
            raise _unknown(type, f"{type}", span)
        case Integer(constraints=constraints) if constraints is not None:
            if not [c for c in constraints if _has_value(env, type, c, span)]:
                raise _empty(type, span)
        case Tuple(items=items):
            for item in items:
                check(env, item, span)
        case Structure(fields=fields):
            for _, field in fields:
                check(env, field, span)
        case Array(element=element):
            check(env, element, span)


def _has_value(env: Environment, type: Type, c: Constraint, span: Span) -> bool:
    low, high = (_known(env, type, bound, span) for bound in (c.low, c.high))
    return low <= high


def _known(env: Environment, type: Type, bound: Bound, span: Span) -> int:
    value = symbols.integer(env, bound)
    if value is None:
        raise _unknown(type, text(bound), span)
    return value


def _empty(type: Type, span: Span) -> PtoError:
    message = f"{a(type)} has no value to start with"
    return fail("BASE-VALUE", Phase.TYPE, message, span)


def _unknown(type: Type, what: str, span: Span) -> PtoError:
    message = f"the first value of {a(type)} depends on {what}"
    return fail("BASE-VALUE", Phase.TYPE, message, span, "give it an initial value")
