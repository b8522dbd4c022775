"""From a declared function to a function of the IR."""

from __future__ import annotations

from parser.diagnostics import PtoError
from semantics import ir
from semantics.lower_statements import StatementLowerer
from semantics.lower_types import static_width
from semantics.program import Program
from semantics.types import Width
from semantics.unchecked import unchecked
from semantics.widths import variables


def lower_function(program: Program, key: str) -> ir.Function:
    """The function of that key; raises PtoError with all problems found in its body."""
    decl, signature = program.declaration(key), program.signature(key)
    low = StatementLowerer(program, signature.result)
    parameters = tuple(low.scope.declare(n, t, mutable=False) for n, t in signature.parameters)
    limit: Width | None = None
    if decl.recurse_limit is not None:
        limit = static_width(low, decl.recurse_limit)
        if any(isinstance(variable, ir.LocalRef) for variable in variables(limit)):
            raise unchecked("a limit of recursion of one call", decl.recurse_limit.span)
    arguments = tuple(low.scope.declare(n, t, mutable=False) for n, t in signature.arguments)
    body = low.block(decl.body)
    if low.problems:
        raise PtoError(*low.problems)
    if signature.result is not None:
        body = (*body, ir.Fail("NO-RETURN", decl.name_span))
    return ir.Function(
        key,
        decl.name,
        parameters,
        arguments,
        signature.result,
        body,
        decl.qualifier,
        decl.span,
        limit,
        frozenset(low.calls),
        frozenset(low.reads),
        frozenset(low.writes),
        low.opaque,
        low.traced,
        low.asserts,
        tuple(low.covers),
        low.open_ended,
    )
