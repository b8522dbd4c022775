"""The parameters of a signature: the names its types mention that nothing else declares.

Language reference, Subprogram Declarations (ExtractParameters).
"""

from __future__ import annotations

from collections.abc import Iterator

from parser import syntax
from parser.diagnostics import Phase, PtoError, fail
from parser.source import Span
from semantics.checking.environment import Environment
from semantics.declarations import is_setter


def inferred_parameters(env: Environment, decl: syntax.FuncDecl) -> list[str]:
    """The parameters in order, those of the return type or of the value of an accessor first.

    Raises PtoError (PARAMETER-FORM).
    """
    types = [a.type for a in decl.arguments if a.type is not None]
    if decl.return_type is not None:
        types.insert(0, decl.return_type)
    elif is_setter(decl.name):
        types.insert(0, types.pop())
    return list(dict.fromkeys(name for each in types for name in _of_type(env, each)))


def _of_type(env: Environment, type: syntax.Type) -> Iterator[str]:
    match type:
        case syntax.BitsType(width=width):
            yield from _of_expression(env, width)
        case syntax.TupleType(items=items):
            for item in items:
                yield from _of_type(env, item)
        case syntax.IntegerType(constraints=constraints):
            for each in constraints or ():
                match each:
                    case syntax.ConstraintExact(value=value):
                        yield from _of_expression(env, value)
                    case syntax.ConstraintRange(low=low, high=high):
                        yield from _of_expression(env, low)
                        yield from _of_expression(env, high)
        case _:
            return


def _of_expression(env: Environment, e: syntax.Expr) -> Iterator[str]:
    match e:
        case syntax.Var(name=name):
            if not env.defined(name):
                yield name
        case syntax.Binary(left=left, right=right):
            yield from _of_expression(env, left)
            yield from _of_expression(env, right)
        case syntax.Unary(operand=operand):
            yield from _of_expression(env, operand)
        case syntax.Conditional(condition=c, then=a, otherwise=b):
            for part in (c, a, b):
                yield from _of_expression(env, part)
        case (
            syntax.IntLiteral() | syntax.BoolLiteral() | syntax.RealLiteral()
            | syntax.StringLiteral() | syntax.BitsLiteral()
        ):  # fmt: skip
            return
        case _:
            raise _unsupported(e.span)


def _unsupported(span: Span) -> PtoError:
    message = "a signature may use names, literals and operators here, and nothing else"
    hint = "name the value with a `constant` and use that"
    return fail("PARAMETER-FORM", Phase.TYPE, message, span, hint)
