"""The order in which a program that starts gives its globals their initial values.

A global comes after all that the computation of its type and initial value may read or write. The
ASL Reference (TopLevel, order of declarations) leaves it at that; among independent globals, whose
order is seen if they print, draw or throw, this is the order of ASLRef: from the last declaration
to the first, before each what it uses, functions first and then by name.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from semantics.program import Program


def initial_order(program: Program) -> list[str]:
    """The names of all globals but constants, in that order."""
    order: list[str] = []
    met: set[str] = set()
    # Of each declaration under way, what it uses that is still to be looked at.
    stack: list[tuple[str | None, list[str]]] = [(None, program.declared.in_order())]
    while stack:
        name, waiting = stack[-1]
        if not waiting:
            stack.pop()
            if name is not None and name in program.globals and not program.is_constant(name):
                order.append(name)
        elif (used := waiting.pop()) not in met:
            met.add(used)
            stack.append((used, _uses(program, used)))
    return order


def _uses(program: Program, name: str) -> list[str]:
    """The functions and the globals that a declaration uses, from the last to the first."""
    variables: AbstractSet[str]
    calls: AbstractSet[str]
    if name in program.globals:
        start = program.start(name)
        calls, variables = start.calls, start.reads
    else:
        function = program.function(name)
        calls, variables = function.calls, function.reads | function.writes
    return [*sorted(variables, reverse=True), *sorted(calls, reverse=True)]
