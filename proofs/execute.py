"""Symbolic execution of IR statements."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from concrete.machine import Machine
from parser.limits import lifted_limits
from parser.source import NOWHERE
from proofs.calls import CallEvaluator, Thrown
from proofs.choices import indices
from proofs.families import Family
from proofs.state import START, Path, State, merge
from proofs.symbolic import PathEnds, TimeUp
from semantics import ir
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.primitives import PRIMITIVES
from semantics.program import Program
from semantics.values import Unsupported

FEW_ROUNDS = 4
"""A loop known to end within so many rounds is unrolled without asking whether it goes on."""
MAX_ROUNDS = 70_000
"""How often a loop without a limit of its own is unrolled."""

_INSERT = PRIMITIVES["bits.insert"]


class Evaluator(CallEvaluator):
    """Symbolic execution of one program. `feasible` may ask a solver whether a path exists.

    After `deadline`, a time on the monotonic clock, it gives up with TimeUp.
    """

    def __init__(
        self,
        program: Program,
        machine: Machine,
        feasible: Callable[[t.Bool], bool] = lambda path: path is not False,
    ) -> None:
        super().__init__(program, machine)
        self.feasible = feasible
        self.deadline = math.inf

    def run(self, key: str, args: list[Any], traced: bool = False) -> State:
        """Execute a function from the initial state. Raises Unsupported with the place it is at."""
        state = State({}, {}, START, () if traced else None)
        try:
            with lifted_limits():
                self.call(key, args, state, NOWHERE)
        except PathEnds:
            state.path = Path(state.path, False)
        except RecursionError:
            raise Unsupported("expressions nested too deeply") from None
        return state

    def block(self, statements: ir.Block, state: State) -> State | None:
        """Execute a block; None where no path comes out at its end."""
        for statement in statements:
            try:
                after = self.statement(statement, state)
            except PathEnds:
                return None
            except Unsupported as problem:
                problem.span = problem.span or statement.span
                raise
            if after is None:
                return None
            state = after
        return state

    def _check_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise TimeUp

    def statement(self, s: ir.Stmt, state: State) -> State | None:
        """Execute one statement; None where no path comes out of it."""
        self._check_time()
        self.at(s.span)
        match s:
            case ir.Assign(place=place, value=value):
                self._assign(place, self.eval(value, state), state)
            case ir.CallStmt(call=call):
                self.eval(call, state)
            case ir.Return(value=value):
                result = None if value is None else self.eval(value, state)
                self._frames[-1].returned.append((state, result))
                return None
            case ir.Assert(condition=condition):
                self.require(self.eval(condition, state), "ASSERTION", s.span, state)
            case ir.Fail(code=code):
                self.require(False, code, s.span, state)
            case ir.If(condition=condition):
                return self._if(self.eval(condition, state), s, state)
            case ir.Loop():
                return self._loop(s, state)
            case ir.For():
                return self._for(s, state)
            case ir.Print(args=args):
                for arg in args:
                    self.eval(arg, state)
            case ir.Throw(value=value, exception=exception):
                thrown = self.eval(value, state)
                stack = tuple(reversed(self.stack))
                # A copy, for the state of a call is reused for what comes after it.
                self._frames[-1].thrown.append(
                    Thrown(state.fork(True), exception.name, thrown, s.span, stack)
                )
                return None
            case ir.Try():
                return self._try(s, state)
        return state

    def _try(self, s: ir.Try, state: State) -> State | None:
        frame, base = self._frames[-1], state.path
        outside, frame.thrown = frame.thrown, []
        end = self.block(s.body, state)
        caught, frame.thrown = frame.thrown, outside
        ends = [] if end is None else [end]
        for each in caught:
            handler = s.otherwise
            for catcher in s.catchers:
                if catcher.exception.name == each.exception:
                    handler = catcher.body
                    if catcher.variable is not None:
                        each.state.locals[catcher.variable.name] = each.value
                    break
            if handler is None:
                frame.thrown.append(each)
            elif (after := self.block(handler, each.state)) is not None:
                ends.append(after)
        return self._join(ends, base)

    def _if(self, condition: t.Bool, s: ir.If, state: State) -> State | None:
        if isinstance(condition, t.Term):
            decided = state.path.decides(condition)
            condition = condition if decided is None else decided
        if not isinstance(condition, t.Term):
            return self.block(s.then if condition else s.otherwise, state)
        base = state.path
        a = self.block(s.then, state.fork(condition))
        b = self.block(s.otherwise, state.fork(t.not_(condition)))
        if a is None or b is None:
            return b if a is None else a
        self.at(s.span)
        return self.merged(condition, a, b, base)

    # ------------------------------------------------------------ loops

    def _loop(self, s: ir.Loop, state: State) -> State | None:
        limit = None if s.limit is None else self.width(s.limit, state)
        exits: list[State] = []
        base = state.path
        current: State | None = state
        rounds = 0
        while current is not None:
            if s.test_first or rounds:
                try:
                    test = self.eval(s.condition, current)
                except PathEnds:
                    break
                current = self._leave(test if s.test_first else t.not_(test), current, exits)
                if current is None:
                    break
            if rounds >= MAX_ROUNDS:
                raise Unsupported(f"more than {MAX_ROUNDS} rounds of a loop")
            if limit is not None and rounds >= limit:
                try:
                    self.require(False, "LOOP-LIMIT", s.span, current)
                except PathEnds:
                    break
            current = self.block(s.body, current)
            rounds += 1
        return self._join(exits, base)

    def _for(self, s: ir.For, state: State) -> State | None:
        start, end = self.eval(s.start, state), self.eval(s.end, state)
        if isinstance(start, t.Term):
            raise Unsupported("a loop that starts at an unknown value")
        low, high = state.path.range(end)
        return self.iterate(s, start, low if low is not None and low == high else end, state)

    def iterate(self, s: ir.For, start: int, end: t.Int, state: State) -> State | None:
        """Execute a loop from its bounds on."""
        limit = None if s.limit is None else self.width(s.limit, state)
        exits: list[State] = []
        base = state.path
        current: State | None = state
        value, step = start, -1 if s.down else 1
        while current is not None:
            go_on = ta.le(end, value) if s.down else ta.le(value, end)
            last = ta.neg(end) if s.down else end
            bound = t.interval(last)[1]
            soon = bound is not None and bound - (-value if s.down else value) < FEW_ROUNDS
            current = self._leave(go_on, current, exits, soon)
            if current is None:
                break
            if limit is not None and abs(value - start) >= limit:
                try:
                    self.require(False, "LOOP-LIMIT", s.span, current)
                except PathEnds:
                    break
            if abs(value - start) >= MAX_ROUNDS:
                raise Unsupported(f"more than {MAX_ROUNDS} rounds of a loop")
            current.locals[s.variable.name] = value
            current = self.block(s.body, current)
            value += step
        return self._join(exits, base)

    def _leave(
        self, go_on: t.Bool, state: State, exits: list[State], may_stop: bool = False
    ) -> State | None:
        """Split off the state in which the loop ends; what stays in it, if that is possible.

        Where the loop is known to stop soon (`may_stop`), nobody need ask whether it is.
        """
        if isinstance(go_on, t.Term):
            decided = state.path.decides(go_on)
            go_on = go_on if decided is None else decided
        if not isinstance(go_on, t.Term):
            if go_on:
                return state
            exits.append(state)
            return None
        exits.append(state.fork(t.not_(go_on)))
        inside = state.fork(go_on)
        return inside if may_stop or self.feasible(inside.path.term) else None

    def _join(self, exits: list[State], base: Path) -> State | None:
        if not exits:
            return None
        *earlier, after = exits
        for state in reversed(earlier):
            after = self.merged(state.path.since(base), state, after, base)
        return after

    # ------------------------------------------------------------ assignment

    def _assign(self, place: ir.Place, value: Any, state: State) -> None:
        root = place.root
        # What is updated is what was there before the indices were computed.
        if isinstance(root, ir.LocalRef):
            old = state.locals.get(root.name)
        else:
            old = self.global_value(root.name, state) if place.path else None
        path = [(step, self._locate(step, state)) for step in place.path]
        if isinstance(root, ir.LocalRef):
            state.locals[root.name] = self._updated(old, path, value, state)
            return
        state.globals[root.name] = self._updated(old, path, value, state)
        whole = not path or not isinstance(path[0][0], ir.IndexStep)
        self.event("write", root.name, -1 if whole else path[0][1], state)

    def _locate(self, step: ir.Step, state: State) -> Any:
        """Where a step leads: the index, or the lowest bit, which must lie inside."""
        match step:
            case ir.FieldStep(index=i):
                return i
            case ir.IndexStep(index=index, array=array, span=span):
                return self.index(index, array, span, state)
            case ir.SliceStep(low=low, width=width, total=total, span=span):
                position = self.eval(low, state)
                sizes = self.width(total, state), self.width(width, state)
                holds = _INSERT.requires[0].smt(*sizes, None, position)
                self.require(holds, "SLICE-RANGE", span, state)
                return position

    def _updated(
        self, old: Any, path: Sequence[tuple[ir.Step, Any]], value: Any, state: State
    ) -> Any:
        """`old` with the part at `path` replaced."""
        if not path:
            return value
        (step, at), rest = path[0], path[1:]
        match step:
            case ir.FieldStep():
                return (*old[:at], self._updated(old[at], rest, value, state), *old[at + 1 :])
            case ir.SliceStep(width=width, total=total):
                if self.width(width, state) == 1:
                    bits = self.bits_of(old, at, self.width(total, state), state)
                    if bits is not None:
                        return bits.set(at, value)
                if isinstance(old, Family):
                    raise Unsupported("a part of a word with bits at unknown positions")
                return _INSERT.smt(
                    self.width(total, state), self.width(width, state), old, at, value
                )
            case ir.IndexStep(array=array):
                family = self.family(old, at, array.element, state)
                if family is not None:
                    return family.set(at, self._updated(family.get(at), rest, value, state))
                if not isinstance(at, t.Term):
                    return old.set(at, self._updated(old.get(at), rest, value, state))
                element = self.known(array.element, state)
                result = old
                for i in indices(old, at, state.path):
                    self._check_time()
                    new = self._updated(old.get(i), rest, value, state)
                    chosen = merge(t.eq(t.INT, at, i), new, old.get(i), element)
                    result = result.set(i, chosen)
                return result
