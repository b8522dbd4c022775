"""The concrete machine: compiles functions when they are first called, holds the global state."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from operator import eq
from types import FrameType, TracebackType
from typing import Any

from concrete.branches import Taken
from concrete.choosers import Chooser, Replay
from concrete.code import FILE
from concrete.formatting import show
from concrete.functions import Functions, function_of
from concrete.limits import processor_time
from concrete.names import asl_name, global_name, key_of, python_name
from concrete.trace import Trace
from parser.cache import Cache
from parser.limits import lifted_limits
from parser.source import Span
from semantics import ir
from semantics.base_values import fresh, nearest_to_zero, no_bits
from semantics.initialisation import initial_order
from semantics.layers import Layer
from semantics.primitives import RUNTIME
from semantics.program import Program
from semantics.types import BitsType, Type
from semantics.values import DynamicError, Vec, fail

EXPRESSION_SECONDS = 60.0
"""Processor time for one constant, or one initial value."""
MOST_DRAWN = 1 << 24
"""Elements of the longest array that may be ARBITRARY."""


class Thrown(Exception):
    """An ASL exception on its way to a catcher."""

    def __init__(self, name: str, value: Any) -> None:
        super().__init__(name)
        self.name, self.value = name, value


class Machine:
    """Runs one program. With `tracing`, reads and writes of globals are recorded in `trace`; with
    `counting`, the ways that branches went in `taken`.

    Output of print statements goes to `output`, what `Explain` is given to `explained`. The
    state is `globals()`, a mapping of plain values; `restore` puts an earlier one back. Compiled
    code is kept in `cache`. `same_value` is what `SameValue` asks.
    """

    def __init__(
        self,
        program: Program,
        *,
        tracing: bool = False,
        counting: bool = False,
        chooser: Chooser | None = None,
        output: Callable[[str], None] | None = None,
        cache: Cache | None = None,
        same_value: Callable[[Any, Any], bool] = eq,
    ) -> None:
        self.program = program
        self.tracing = tracing
        self.trace = Trace()
        self.taken: set[Taken] = set()
        self.output = output or sys.stdout.write
        self.explained: list[tuple[str, Any, Type]] = []
        self._variables: dict[str, str] = {}
        self._initial: dict[str, Any] = {}
        self._namespace: dict[str, Any] = {
            **RUNTIME,
            "fail": fail,
            "Vec": Vec,
            "BitsType": BitsType,
            "Thrown": Thrown,
            "many": _many,
            **{each.__name__: each for each in (nearest_to_zero, no_bits, fresh)},
            "choose": chooser or Replay(()),
            "out": self._print,
            "taken": self._taken,
            "trace_read": self.trace.read,
            "trace_write": self.trace.write,
            "intrinsic_SameValue": same_value,
            "intrinsic_Cover": lambda condition: None,
            "intrinsic_TraceStart": self.trace.start,
            "intrinsic_Explain": self._explain,
            "intrinsic_ReadsOf": lambda v, i: self.trace.count("read", v, i),
            "intrinsic_WritesOf": lambda v, i: self.trace.count("write", v, i),
            "intrinsic_ReadsAfterWrite": self._reads_after_write,
            "intrinsic_WritesAfterWrite": self._writes_after_write,
        }
        kept = cache or Cache(None)
        self._functions = Functions(
            program, self._namespace, self.variable, tracing, counting, kept
        )
        program.evaluate = self.evaluate

    # ------------------------------------------------------------ layers

    @contextmanager
    def on_top(self, layer: Layer) -> Iterator[None]:
        """Run a layer on top of this machine's program. Both before and afterwards all state is
        initial; of the layer nothing is left."""
        below = self.program
        self._start(layer)
        try:
            yield
        finally:
            self._functions.forget(map(python_name, layer.own_functions))
            for name in layer.own_globals:
                self._namespace.pop(self._variables.pop(name, ""), None)
                self._initial.pop(name, None)
            self._start(below)

    def _start(self, program: Program) -> None:
        """Go on with this program from the initial state."""
        self.program = self._functions.program = program
        program.evaluate = self.evaluate
        self._namespace["choose"] = Replay(())
        self.trace.start()
        self.explained.clear()
        self.restore({})

    # ------------------------------------------------------------ running

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function by its key; raises DynamicError with the ASL call stack."""
        return self._run(lambda: self._namespace[self._functions.name(name)](*arguments))

    def evaluate(self, expression: ir.Expr) -> Any:
        """The value of an expression that names no locals, such as that of a constant: to load a
        program must not take for ever."""
        name, compute = self._functions.expression(expression)
        try:
            with processor_time(EXPRESSION_SECONDS):
                return self._run(compute)
        finally:
            self._functions.forget([name])

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
        except (MemoryError, OverflowError) as large:
            beyond = DynamicError(
                "MEMORY-LIMIT" if isinstance(large, MemoryError) else "SIZE-LIMIT"
            )
            beyond.stack = self._stack(large.__traceback__)
            raise beyond from None

    def _stack(
        self, traceback: TracebackType | None, place: Span | None = None
    ) -> tuple[tuple[str, Span], ...]:
        """Functions and places, innermost first; `place` is more exact than its statement."""
        frames: list[tuple[str, Span]] = []
        for frame, span in self._frames(traceback):
            if "." in frame.f_code.co_qualname:  # a part of the function that is under way already
                frames.pop()
            frames.append((self._functions.codes[function_of(frame)].title, span))
        if frames and place is not None:
            frames[-1] = (frames[-1][0], place)
        return tuple(reversed(frames))

    def _frames(self, traceback: TracebackType | None) -> Iterator[tuple[FrameType, Span]]:
        """The calls of emitted functions, and where each was, outermost first."""
        while traceback is not None:
            frame = traceback.tb_frame
            code = self._functions.codes.get(function_of(frame))
            if code is not None and frame.f_code.co_filename == FILE:
                yield frame, code.lines[min(traceback.tb_lineno, len(code.lines)) - 1]
            traceback = traceback.tb_next

    # ------------------------------------------------------------ looking at a failure

    def innermost(self, error: DynamicError) -> tuple[FrameType, str, Span] | None:
        """The call that raised an error: its frame, the key of its function, and where it was."""
        found = list(self._frames(error.__traceback__))[-1:]
        for frame, span in found:
            key = key_of(function_of(frame))
            if key is not None:
                return frame, key, span
        return None

    def evaluate_in(self, frame: FrameType, expression: ir.Expr) -> Any:
        """The value of an expression that names locals of a call, as they are in its frame."""
        locals = {asl: v for name, v in frame.f_locals.items() if (asl := asl_name(name))}
        name, compute = self._functions.expression(expression, tuple(locals))
        try:
            return self._run(lambda: compute(*locals.values()))
        finally:
            self._functions.forget([name])

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Afterwards state, trace and choices are as they were."""
        state, chooser = self.globals(), self._namespace["choose"]
        events = list(self.trace.events)
        self._namespace["choose"] = Replay(())
        try:
            yield
        finally:
            self._namespace["choose"] = chooser
            self.trace.events[:] = events
            self.restore(state)

    def choose_with(self, chooser: Chooser) -> None:
        """Let `chooser` answer every ARBITRARY from now on."""
        self._namespace["choose"] = chooser

    # ------------------------------------------------------------ state

    def variable(self, name: str) -> str:
        """The Python name of a global, which is given its initial value when first named."""
        found = self._variables.get(name)
        if found is None:
            value = self.initial(name)
            found = self._variables[name] = global_name(name)
            self._namespace[found] = value
        return found

    def start(self) -> None:
        """Give all globals their initial values, as a program that starts does: what computing
        one does to others stays, unlike in `initial`."""
        for name in initial_order(self.program):
            value = self.evaluate(self.program.initial_value(name))
            self._variables[name] = f"g_{name}"
            self[name] = value
        self._initial = self.globals()

    def initial(self, name: str) -> Any:
        """What a global holds at the start, whatever has happened since."""
        if name not in self._initial:
            span = self.program.globals[name].span
            with self.program.resolving.acyclic(f"initial value of {name}", span):
                expression = self.program.initial_value(name)
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

    # ------------------------------------------------------------ services of emitted code

    def _print(self, parts: tuple[tuple[Any, Type], ...], newline: bool) -> None:
        text = "".join(show(value, type) for value, type in parts)
        self.output(text + ("\n" if newline else ""))

    def _taken(self, function: str, number: int, condition: bool) -> bool:
        """The condition, whose value is noted."""
        self.taken.add((function, number, condition))
        return condition

    def _explain(self, label: str, value: Callable[[], Any], type: Type) -> None:
        """Note a value without a trace of having computed it; one that can't be is left out."""
        with self.undisturbed(), suppress(DynamicError, Thrown, RecursionError):
            self.explained.append((label, value(), type))

    def _reads_after_write(self, read: str, index: int, written: str, at: int) -> int:
        return self.trace.after_write("read", read, index, written, at)

    def _writes_after_write(self, variable: str, index: int, written: str, at: int) -> int:
        return self.trace.after_write("write", variable, index, written, at)


def _many(count: int, draw: Callable[[], Any]) -> list[Any]:
    if count < 0:
        fail("ARRAY-LENGTH")
    if count > MOST_DRAWN:
        fail("SIZE-LIMIT", f"{count} elements of an array are too many to choose")
    return [draw() for _ in range(count)]
