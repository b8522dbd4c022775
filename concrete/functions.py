"""The functions of a program as Python functions, each compiled when it is first called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from concrete.emit_expressions import ExpressionEmitter
from concrete.emit_statements import FunctionEmitter
from parser.source import Span
from semantics import ir
from semantics.program import Program
from semantics.values import fail

FILE = "<asl>"
"""The file name of all emitted code."""


class Functions:
    """Compiled functions of `program` in a namespace, which holds the globals too.

    `variable` gives the Python name of a global. The program may be replaced by a layer on top of
    it; what was compiled for that is `forgotten` with it.
    """

    def __init__(
        self,
        program: Program,
        namespace: dict[str, Any],
        variable: Callable[[str], str],
        tracing: bool,
    ) -> None:
        self.program, self.tracing = program, tracing
        self.spans: dict[str, tuple[str, tuple[Span, ...]]] = {}
        """Of each piece of code, by its Python name: what it is called, and where its lines are
        from."""
        self._namespace, self._variable = namespace, variable
        self._constants: dict[str, list[str]] = {}
        self._expressions = 0

    def name(self, key: str) -> str:
        """The Python name of a function."""
        name = python_name(key)
        if name not in self._namespace:

            def compile_first(*arguments: Any) -> Any:
                self.compile(key)
                return self._namespace[name](*arguments)

            self._namespace[name] = compile_first
        return name

    def compile(self, key: str) -> None:
        """Compile a function; raises PtoError for what is wrong with it."""
        function, name = self.program.function(key), python_name(key)
        self._define(name, function)
        if function.recurse_limit is not None:
            given = function.recurse_limit
            limit = given if isinstance(given, int) else self.program.evaluate(given)
            self._namespace[name] = _limited(self._namespace[name], limit)

    def expression(self, expression: ir.Expr) -> tuple[str, Callable[[], Any]]:
        """A function that computes an expression without locals; `forget` its Python name."""
        self._expressions += 1
        name = f"e_{self._expressions}"
        # A function, for what it binds must be its own: one evaluation may start another.
        body = (ir.Return(expression, expression.span),)
        self._define(name, ir.Function(name, "", (), (), expression.type, body, None))
        return name, self._namespace[name]

    def _define(self, name: str, function: ir.Function) -> None:
        emitted = FunctionEmitter(self.emitter(name)).function(name, function)
        self.spans[name] = (function.name, emitted.spans)
        exec(compile(emitted.text, FILE, "exec"), self._namespace)

    def forget(self, names: Iterable[str]) -> None:
        """Drop pieces of code by their Python names."""
        for name in names:
            for each in (name, *self._constants.pop(name, ())):
                self._namespace.pop(each, None)
            self.spans.pop(name, None)

    def emitter(self, owner: str) -> ExpressionEmitter:
        """Emits what belongs to the piece of code of that Python name."""
        constants = self._constants.setdefault(owner, [])

        def constant(value: Any) -> str:
            name = f"k{len(constants)}_{owner}"
            self._namespace[name] = value
            constants.append(name)
            return name

        return ExpressionEmitter(constant, self.name, self._variable, self.tracing)


def _limited(function: Callable[..., Any], limit: int) -> Callable[..., Any]:
    """The function, of which no more than `limit` calls may be under way at once."""
    depth = 0

    def call(*arguments: Any) -> Any:
        nonlocal depth
        if depth >= limit:
            fail("RECURSE-LIMIT")
        depth += 1
        try:
            return function(*arguments)
        finally:
            depth -= 1

    return call


def python_name(key: str) -> str:
    """The Python name of the function of that key: `name`, `name.set`, `name#1`, `name.set#1`."""
    base, _, overload = key.partition("#")
    name, setter, _ = base.partition(".")
    return f"{'s' if setter else 'f'}{overload}_{name}"


def key_of(python: str) -> str | None:
    """The key of the function of that Python name, if it is that of one."""
    found = re.fullmatch(r"([fs])(\d*)_(.*)", python)
    if found is None:
        return None
    kind, overload, name = found.groups()
    return f"{name}{'.set' if kind == 's' else ''}{'#' if overload else ''}{overload}"
