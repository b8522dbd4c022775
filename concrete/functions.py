"""The functions of a program as Python functions, each compiled when it is first called."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import count
from types import FrameType
from typing import Any, NoReturn

from concrete.branches import conditions
from concrete.code import BUILTINS, Code, ForeignCode, compiled, pack, unpack
from concrete.emit_expressions import ExpressionEmitter
from concrete.emit_statements import FunctionEmitter
from concrete.names import key_of, python_name
from concrete.repetition import Memory
from parser.cache import Cache, code_digest
from semantics import ir
from semantics.program import Program
from semantics.values import DynamicError, fail

_PACKAGES = ("parser", "semantics", "concrete")
"""What emitted code depends on besides the program."""


class Functions:
    """Compiled functions of `program` in a namespace, which holds the globals too.

    `variable` is told of each global before code that names it runs. The program may be replaced
    by a layer on top of it; what was compiled for that is forgotten with it.
    """

    def __init__(
        self,
        program: Program,
        namespace: dict[str, Any],
        variable: Callable[[str], object],
        tracing: bool,
        counting: bool,
        cache: Cache,
    ) -> None:
        self.program = program
        self.codes: dict[str, Code] = {}
        """The pieces of code by their Python names."""
        self._namespace, self._variable = namespace, variable
        self._tracing, self._counting, self._cache = tracing, counting, cache
        self._expressions = 0
        self._memory = Memory()
        namespace["fail_at"] = self._fail_at
        namespace["recall"], namespace["keep"] = self._memory.recall, self._memory.keep
        self._offered = frozenset(namespace)
        namespace["__builtins__"] = dict(BUILTINS)

    def name(self, key: str) -> str:
        """The Python name of a function, which is in the namespace from now on."""
        name = python_name(key)
        if name not in self._namespace:

            def compile_first(*arguments: Any) -> Any:
                self.compile(key)
                return self._namespace[name](*arguments)

            self._namespace[name] = compile_first
        return name

    def compile(self, key: str) -> None:
        """Compile a function; raises PtoError for what is wrong with it."""
        entry = self._entry(key)
        stored = entry and self._cache.get(entry)
        if stored:
            with suppress(ForeignCode, SyntaxError):
                self._define(python_name(key), unpack(stored))
                return
        code = self._emitted(key)
        content = pack(code)
        if entry and content:
            self._cache.put(entry, content)

    def _emitted(self, key: str) -> Code:
        """Lower, emit and compile a function."""
        function, name = self.program.function(key), python_name(key)
        counted = {e: n for n, e in enumerate(conditions(function))} if self._counting else {}
        emitter = ExpressionEmitter(name, self._tracing, counted)
        limit = function.recurse_limit
        if limit is not None and not isinstance(limit, int):
            limit = int(self.program.evaluate(limit))
        code = FunctionEmitter(emitter, self.program.effects).function(function, limit)
        self._define(name, code)
        return code

    def _entry(self, key: str) -> str | None:
        """Where the code of a function is kept; None if the text of the program is not known."""
        digest = self.program.digest_of(key)
        if digest is None:
            return None
        mode = bytes([self._tracing, self._counting])
        return sha256(code_digest(*_PACKAGES) + digest + mode).hexdigest()

    def expression(
        self, expression: ir.Expr, locals: Sequence[str] = ()
    ) -> tuple[str, Callable[..., Any]]:
        """A function that computes an expression from locals; its Python name is to `forget`."""
        self._expressions += 1
        name = f"e{self._expressions}_"
        emitter = ExpressionEmitter(name, self._tracing)
        # A function, for what it binds must be its own: one evaluation may start another.
        formals = tuple(ir.LocalRef(each, expression.type) for each in locals)
        body = (ir.Return(expression, expression.span),)
        function = ir.Function(name, "", (), formals, expression.type, body, None)
        self._define(name, FunctionEmitter(emitter, self.program.effects).function(function))
        return name, self._namespace[name]

    def forget(self, names: Iterable[str]) -> None:
        """Drop pieces of code by their Python names."""
        for name in names:
            self._namespace.pop(name, None)
            self._memory.forget(name)
            if self.codes.pop(name, None) is not None:
                for number in count():
                    if self._namespace.pop(f"k{number}_{name}", None) is None:
                        break

    def _define(self, name: str, code: Code) -> None:
        """Put a piece of code in the namespace; raises SyntaxError and ForeignCode."""
        compiled_code, names = compiled(code.text, self._offered)
        for each in names - self._namespace.keys():
            if each.startswith("g_") and each[2:] in self.program.globals:
                self._variable(each[2:])
            elif (key := key_of(each)) is not None and each != name:
                self.name(key)
        before = self._namespace.get(name)
        self._namespace.update(code.objects)
        exec(compiled_code, self._namespace)
        if self._namespace.get(name) is before:
            raise ForeignCode
        self.codes[name] = replace(code, text="")
        if code.recurse_limit is not None:
            self._namespace[name] = _limited(self._namespace[name], code.recurse_limit)

    def _fail_at(self, code: str, place: int) -> NoReturn:
        error = DynamicError(code)
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and function_of(frame) not in self.codes:
            frame = frame.f_back
        if frame is not None:
            error.span = self.codes[function_of(frame)].failures[place]
        raise error


def function_of(frame: FrameType) -> str:
    """The Python name of the emitted function that a frame belongs to, itself or a part of it."""
    return frame.f_code.co_qualname.partition(".")[0]


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
