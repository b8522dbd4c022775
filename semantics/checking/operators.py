"""The types of operations, by the types of their operands.

Language reference, Primitive Operations and Expressions (ApplyBinopTypes, ApplyUnopType).
"""

from __future__ import annotations

from parser import syntax
from parser.diagnostics import Phase, PtoError, fail
from parser.source import Span
from semantics.checking import constraints, relations, symbols
from semantics.checking.constraints import INTEGER_OPERATORS, NoValueError
from semantics.checking.environment import Environment, other_width
from semantics.checking.types import (
    BOOLEAN,
    INTEGER,
    REAL,
    STRING,
    Bits,
    Boolean,
    Bound,
    Enumeration,
    Integer,
    Real,
    String,
    Type,
    a,
    bits,
    constrained,
    joined,
)


def binary(env: Environment, op: str, left: Type, right: Type, span: Span) -> Type:
    """The type of `left op right`; raises PtoError (OPERAND-TYPES, OPERAND-VALUES)."""
    x, y = relations.anonymous(env, left), relations.anonymous(env, right)
    if op == "++":
        for type in (left, right):
            if not relations.singular(env, type):
                message = f"`++` shows values without parts, not {a(type)}"
                raise fail("OPERAND-TYPES", Phase.TYPE, message, span)
        return STRING
    if op in ("==", "!="):
        if isinstance(x, Bits) and isinstance(y, Bits) and not symbols.equal(env, x.width, y.width):
            raise _widths(op, x.width, y.width, span)
        if _comparable(x, y):
            return BOOLEAN
        raise _refused(op, left, right, span)
    match constrained(x), constrained(y):
        case Boolean(), Boolean() if op in ("&&", "||", "==>", "<=>"):
            return BOOLEAN
        case Bits(width=n), Bits(width=m) if op in ("AND", "OR", "XOR", "+", "-"):
            if symbols.equal(env, n, m):
                return Bits(n)
            raise _widths(op, n, m, span)
        case Bits(width=n), Bits(width=m) if op == "::":
            return Bits(width_sum(env, [n, m]))
        case Bits(width=n), Integer() if op in ("+", "-"):
            return Bits(n)
        case (Integer(), Integer()) | (Real(), Real()) if op in ("<", "<=", ">", ">="):
            return BOOLEAN
        case Integer() as i, Integer() as j if op in INTEGER_OPERATORS:
            return _integer(env, op, i, j, span)
        case (Real(), Integer()) | (Integer(), Real()) if op == "*":
            return REAL
        case Real(), Integer() if op == "^":
            return REAL
        case Real(), Real() if op in ("+", "-", "*", "/"):
            return REAL
    raise _refused(op, left, right, span)


def _comparable(x: Type, y: Type) -> bool:
    match constrained(x), constrained(y):
        case (
            (Integer(), Integer())
            | (Boolean(), Boolean())
            | (Real(), Real())
            | (String(), String())
            | (Bits(), Bits())
        ):
            return True
        case Enumeration() as e, Enumeration() as f:
            return e == f
        case _:
            return False


def _integer(env: Environment, op: str, x: Integer, y: Integer, span: Span) -> Type:
    if x.constraints is None or y.constraints is None:
        return INTEGER
    report = env.statics.report
    try:
        found, lost = constraints.combined(env, op, x.constraints, y.constraints, span, report)
    except NoValueError as error:
        message = f"`{op}` always fails: {error}"
        raise fail("OPERAND-VALUES", Phase.TYPE, message, span) from None
    return Integer(found, joined(x.lost, y.lost, lost))


def unary(env: Environment, op: str, operand: Type, span: Span) -> Type:
    """The type of `op operand`; raises PtoError (OPERAND-TYPES)."""
    match op, constrained(relations.anonymous(env, operand)):
        case "!", Boolean():
            return BOOLEAN
        case "-", Real():
            return operand
        case "-", Integer(constraints=None):
            return INTEGER
        case "-", Integer(constraints=cs, lost=lost):
            assert cs is not None
            return Integer(constraints.negation(env, cs), lost)
        case "NOT", Bits():
            return operand
    message = f"`{op}` does not apply to {a(operand)}"
    raise fail("OPERAND-TYPES", Phase.TYPE, message, span)


def width_sum(env: Environment, widths: list[Bound]) -> Bound:
    """The sum of widths in normal form."""
    if all(isinstance(w, int) for w in widths):
        return sum(w for w in widths if isinstance(w, int))
    total = symbols.expression(widths[0])
    for width in widths[1:]:
        total = syntax.Binary("+", total, symbols.expression(width))
    return env.normal(total)


def _widths(op: str, left: Bound, right: Bound, span: Span) -> PtoError:
    return other_width(f"`{op}` takes equal widths, not {bits(left)} and {bits(right)}", span)


def _refused(op: str, left: Type, right: Type, span: Span) -> PtoError:
    message = f"`{op}` does not take {a(left)} and {a(right)}"
    return fail("OPERAND-TYPES", Phase.TYPE, message, span)
