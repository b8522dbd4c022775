"""The concrete machine: compiles functions when they are first called, holds the global state."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import CodeType, TracebackType
from typing import Any, NoReturn

from concrete.choosers import Chooser, Replay
from concrete.emit_expressions import ExpressionEmitter
from concrete.emit_statements import FunctionEmitter
from concrete.formatting import show
from concrete.trace import Trace
from parser.diagnostics import Phase
from parser.diagnostics import fail as unsupported
from parser.limits import lifted_limits
from parser.source import Span
from semantics import ir
from semantics.base_values import nearest_to_zero
from semantics.lower_types import initial_value
from semantics.primitives import RUNTIME
from semantics.program import Program
from semantics.types import BitsType, Type
from semantics.values import DynamicError, Vec, fail

_FILE = "<asl>"


class Thrown(Exception):
    """An ASL exception on its way to a catcher."""

    def __init__(self, name: str, value: Any) -> None:
        super().__init__(name)
        self.name, self.value = name, value


class Machine:
    """Runs one program. With `tracing`, reads and writes of globals are recorded in `trace`.

    Output of print statements goes to `output`, what `Explain` is given to `explained`. The
    state is `globals()`, a mapping of plain values; `restore` puts an earlier one back.
    """

    def __init__(
        self,
        program: Program,
        *,
        tracing: bool = False,
        chooser: Chooser | None = None,
        output: Callable[[str], None] | None = None,
    ) -> None:
        self.program = program
        self.tracing = tracing
        self.trace = Trace()
        self.output = output or sys.stdout.write
        self.explained: list[tuple[str, Any, Type]] = []
        self._compiled: set[str] = set()
        self._variables: dict[str, str] = {}
        self._initial: dict[str, Any] = {}
        self._spans: dict[str, tuple[str, tuple[Span, ...]]] = {}
        self._namespace: dict[str, Any] = {
            **RUNTIME,
            "fail": fail,
            "fail_at": _fail_at,
            "Vec": Vec,
            "BitsType": BitsType,
            "Thrown": Thrown,
            "many": lambda count, draw: [draw() for _ in range(count)],
            "nearest_to_zero": nearest_to_zero,
            "choose": chooser or Replay(()),
            "out": self._print,
            "trace_read": self.trace.read,
            "trace_write": self.trace.write,
            "intrinsic_SameValue": lambda a, b: a == b,
            "intrinsic_Cover": lambda condition: None,
            "intrinsic_TraceStart": self.trace.start,
            "intrinsic_Explain": self._explain,
            "intrinsic_ReadsOf": lambda v, i: self.trace.count("read", v, i),
            "intrinsic_WritesOf": lambda v, i: self.trace.count("write", v, i),
            "intrinsic_ReadsAfterWrite": self._reads_after_write,
            "intrinsic_WritesAfterWrite": self._writes_after_write,
        }
        program.evaluate = self.evaluate

    # ------------------------------------------------------------ running

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function by its key; raises DynamicError with the ASL call stack."""
        return self._run(lambda: self._namespace[self.function(name)](*arguments))

    def evaluate(self, expression: ir.Expr) -> Any:
        """The value of an expression that names no locals."""
        # A function, for what it binds must be its own: one evaluation may start another.
        text = self._emitter().expr(expression)
        name = f"e_{len(self._spans)}"
        exec(compile(f"def {name}(): return {text}", _FILE, "exec"), self._namespace)
        self._spans[name] = ("", (expression.span,))
        try:
            return self._run(self._namespace.pop(name))
        finally:
            del self._spans[name]

    def _run(self, action: Callable[[], Any]) -> Any:
        try:
            with lifted_limits():
                return action()
        except DynamicError as error:
            if not error.stack:
                error.stack = self._stack(error.__traceback__, error.span)
            raise
        except Thrown as thrown:
            uncaught = DynamicError("UNCAUGHT", f"the exception `{thrown.name}` is not caught")
            uncaught.stack = self._stack(thrown.__traceback__)
            raise uncaught from None
        except RecursionError as deep:
            endless = DynamicError("RECURSION-LIMIT", "calls are nested too deeply")
            endless.stack = self._stack(deep.__traceback__)[:16]
            raise endless from None

    def _stack(
        self, traceback: TracebackType | None, place: Span | None = None
    ) -> tuple[tuple[str, Span], ...]:
        """Functions and places, innermost first; `place` is more exact than its statement."""
        frames: list[tuple[str, Span]] = []
        while traceback is not None:
            code = traceback.tb_frame.f_code
            if code.co_filename == _FILE and code.co_name in self._spans:
                name, spans = self._spans[code.co_name]
                frames.append((name, spans[min(traceback.tb_lineno, len(spans)) - 1]))
            traceback = traceback.tb_next
        if frames and place is not None:
            frames[-1] = (frames[-1][0], place)
        return tuple(reversed(frames))

    def choose_with(self, chooser: Chooser) -> None:
        """Let `chooser` answer every ARBITRARY from now on."""
        self._namespace["choose"] = chooser

    # ------------------------------------------------------------ state

    def variable(self, name: str) -> str:
        """The Python name of a global, which is given its initial value when first named."""
        found = self._variables.get(name)
        if found is None:
            value = self.initial(name)
            found = self._variables[name] = f"g_{name}"
            self._namespace[found] = value
        return found

    def initial(self, name: str) -> Any:
        """What a global holds at the start, whatever has happened since."""
        if name not in self._initial:
            span = self.program.globals[name].span
            with self.program.acyclic(f"initial value of {name}", span):
                expression = initial_value(self.program, name)
                now = self.globals()
                self.restore({})
                try:
                    value = self.evaluate(expression)
                finally:
                    self._assign(now)
                self._initial[name] = value
        return self._initial[name]

    def __getitem__(self, name: str) -> Any:
        """The value of a global variable."""
        return self._namespace[self.variable(name)]

    def __setitem__(self, name: str, value: Any) -> None:
        self._namespace[self.variable(name)] = value

    def globals(self) -> dict[str, Any]:
        """The state: the values of all globals met so far."""
        return {name: self._namespace[python] for name, python in self._variables.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put a state back; globals it does not name return to their initial values."""
        self._assign({**self._initial, **state})

    def _assign(self, state: Mapping[str, Any]) -> None:
        for name, python in self._variables.items():
            if name in state:
                self._namespace[python] = state[name]

    def remember(self, key: str) -> None:
        """Run a procedure without arguments only once from the initial state.

        Called again in that state it leaves what it left the first time. It must not draw, print
        or trace.
        """
        effects = self.program.effects(key)
        if effects.opaque or self.tracing:
            return
        self._compile(key)
        name = python_name(key)
        run = self._namespace[name]
        after: dict[str, Any] = {}

        def once() -> None:
            state = self.globals()
            if any(state[n] is not v for n, v in self._initial.items()):
                run()
            elif after:
                self._assign(after)
            else:
                run()
                after.update(self.globals())

        self._namespace[name] = once

    # ------------------------------------------------------------ compiling

    def function(self, key: str) -> str:
        """The Python name of a function; it is compiled at its first call."""
        name = python_name(key)
        if name not in self._namespace:
            self._namespace[name] = self._stub(key, name)
        return name

    def _stub(self, key: str, name: str) -> Callable[..., Any]:
        def compile_first(*arguments: Any) -> Any:
            self._compile(key)
            return self._namespace[name](*arguments)

        return compile_first

    def _compile(self, key: str) -> None:
        function, name = self.program.function(key), python_name(key)
        emitted = FunctionEmitter(self._emitter()).function(name, function)
        try:
            code: CodeType = compile(emitted.text, _FILE, "exec")
        except SyntaxError:  # Python nests loops 20 deep, parentheses 200
            message = f"`{function.name}` nests loops or parentheses too deeply"
            raise unsupported("UNSUPPORTED", Phase.UNSUPPORTED, message, function.span) from None
        self._spans[name] = (function.name, emitted.spans)
        exec(code, self._namespace)
        if function.recurse_limit is not None:
            self._namespace[name] = _limited(self._namespace[name], function.recurse_limit)

    def _emitter(self) -> ExpressionEmitter:
        return ExpressionEmitter(self._constant, self.function, self.variable, self.tracing)

    def _constant(self, value: Any) -> str:
        name = f"k_{id(value)}"
        self._namespace[name] = value
        return name

    # ------------------------------------------------------------ services of emitted code

    def _print(self, parts: tuple[tuple[Any, Type], ...], newline: bool) -> None:
        text = "".join(show(value, type) for value, type in parts)
        self.output(text + ("\n" if newline else ""))

    def _explain(self, label: str, value: Callable[[], Any], type: Type) -> None:
        """Note a value without a trace of having computed it; one that can't be is left out."""
        state, chooser = self.globals(), self._namespace["choose"]
        events = list(self.trace.events)
        self._namespace["choose"] = Replay(())
        try:
            self.explained.append((label, value(), type))
        except (DynamicError, Thrown, RecursionError):
            pass
        finally:
            self._namespace["choose"] = chooser
            self.trace.events[:] = events
            self.restore(state)

    def _reads_after_write(self, read: str, index: int, written: str, at: int) -> int:
        return self.trace.after_write("read", read, index, written, at)

    def _writes_after_write(self, variable: str, index: int, written: str, at: int) -> int:
        return self.trace.after_write("write", variable, index, written, at)


def _fail_at(code: str, span: Span) -> NoReturn:
    error = DynamicError(code)
    error.span = span
    raise error


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
