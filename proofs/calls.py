"""Symbolic evaluation of calls: on the machine where all is known, else by executing the body."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from concrete.machine import Machine
from parser.source import Span
from proofs.hiding import Hiding
from proofs.state import START, Path, State, merge
from proofs.symbolic import ExpressionEvaluator, Obligation, PathEnds
from semantics import ir, types
from semantics import terms as t
from semantics.program import Program
from semantics.terms import Term
from semantics.types import Type
from semantics.values import DynamicError, Opened, Unsupported

MAX_DEPTH = 200
"""How deeply calls with unknown arguments may nest."""
MOST_OPENED = 3
"""After so many calls that depend on unknowns, a function is no more tried with any."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """An exception on its way to a catcher: the state it left, where from, under which calls."""

    state: State
    exception: str
    value: Any
    span: Span
    stack: tuple[tuple[str, Span], ...]


@dataclass(slots=True)
class Frame:
    """The function being executed: its types of locals, and the states in which it ended."""

    function: ir.Function
    types: dict[str, Type]
    returned: list[tuple[State, Any]] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)


class CallEvaluator(ExpressionEvaluator):
    """Evaluates calls; `block` executes statements.

    The assertions of the functions `watched` are to be seen: these are not left to the machine.
    `summary_of` may name, for the key of a function, one that is proved to compute the same;
    `instead` names those that are called in the place of others.
    """

    def __init__(self, program: Program, machine: Machine) -> None:
        super().__init__(program, machine)
        self.watched: frozenset[str] = frozenset()
        self.summary_of: Callable[[str], str | None] = lambda key: None
        self.instead: dict[str, str] = {}
        self._frames: list[Frame] = []
        self._local_types: dict[str, dict[str, Type]] = {}
        self._hiding = Hiding()
        self._opened: Counter[str] = Counter()
        """How often a call of a function turned out to depend on unknowns."""
        self._results: dict[tuple[Any, ...], tuple[Any, tuple[Obligation, ...]] | None] = {}
        """What calls of pure functions compute, and what must hold for them to do so; None where
        they fail."""

    @property
    def around(self) -> tuple[Term, ...]:
        """The numbers of iterations that values depend on without being told."""
        return ()

    @abstractmethod
    def block(self, statements: ir.Block, state: State) -> State | None:
        """Execute a block; None where no path comes out at its end."""

    def local_type(self, name: str) -> Type:
        return self._frames[-1].types[name]

    @contextmanager
    def inside(self, function: ir.Function) -> Iterator[Frame]:
        """For executing parts of a function on their own."""
        frame = Frame(function, self._types_of(function))
        self._frames.append(frame)
        self.stack.append((function.name, function.span))
        try:
            yield frame
        finally:
            self._frames.pop()
            self.stack.pop()

    def call(self, key: str, args: list[Any], state: State, span: Span) -> Any:
        key = self.instead.get(key, key)
        if self._frames and self._may_run(key, state):
            try:
                return self._run(key, args, state, span)
            except Opened:
                self._opened[key] += 1
            if self._is_pure(key, args):
                return self._computed(key, args, state, span)
        return self._execute(key, args, state, span)

    def _execute(self, key: str, args: list[Any], state: State, span: Span) -> Any:
        """Execute a call by its body."""
        function = self.program.function(self.summary_of(key) or key)
        if function.recurse_limit is not None:
            under_way = sum(frame.function is function for frame in self._frames)
            limit = self.width(function.recurse_limit, state)
            self.require(under_way < limit, "RECURSE-LIMIT", span, state)
        if len(self._frames) >= MAX_DEPTH:
            raise Unsupported(f"calls nested more than {MAX_DEPTH} deep")
        frame = Frame(function, self._types_of(function))
        caller_locals, base = state.locals, state.path
        state.locals = {f.name: a for f, a in zip(function.formals, args, strict=True)}
        self._frames.append(frame)
        self.stack.append((function.name, span))
        try:
            end = self.block(function.body, state)
            if end is not None:
                frame.returned.append((end, None))
            result = self._join_returns(frame, state, base)
        finally:
            self._frames.pop()
            self.stack.pop()
            self.at(span)
            self._pass_on(frame.thrown, caller_locals)
        state.locals = caller_locals
        return result

    def _pass_on(self, thrown: list[Thrown], caller_locals: dict[str, Any]) -> None:
        """What a function did not catch goes to its caller; out of the last, it is an error."""
        for each in thrown:
            if self._frames:
                each.state.locals = dict(caller_locals)
                self._frames[-1].thrown.append(each)
            else:
                path = each.state.path.term
                broken = Obligation("UNCAUGHT", path, False, each.span, each.stack)
                self.obligations.append(broken)

    def _may_run(self, key: str, state: State) -> bool:
        """Whether the machine may do a call, as long as that asks nothing of unknowns."""
        effects = self.program.effects(key)
        return (
            effects.alone
            and not effects.asserts & self.watched
            and effects.calls.isdisjoint(self.instead)
            and (state.events is None or not effects.globals)
        )

    def _run(self, key: str, args: list[Any], state: State, span: Span) -> Any:
        """Run a call on the machine, in this state; raises Opened if it depends on unknowns."""
        effects, hide = self.program.effects(key), self._hiding.hide
        given = [hide(each) for each in args]
        known = all(new is old for new, old in zip(given, args, strict=True))
        for name in effects.globals:
            value = self.global_value(name, state)
            hidden = hide(value)
            known = known and hidden is value
            self.machine[name] = hidden
        if not known and self._opened[key] >= MOST_OPENED:
            raise Opened
        try:
            result = self.machine.call(key, *given)
        except TypeError:
            if known:
                raise
            raise Opened from None  # a function of Python's own was given what is hidden
        except DynamicError as error:
            if error.code == "RECURSION-LIMIT":
                raise Unsupported("calls nested too deeply for the machine") from None
            place = error.stack[0][1] if error.stack else span
            depth = len(self.stack)
            self.stack.extend(reversed(error.stack))
            try:
                self.require(False, error.code, place, state)
            finally:
                del self.stack[depth:]
        show, type = self._hiding.show, self.program.function(key).result
        written = {n: show(self.machine[n], self.global_type(n)) for n in effects.writes}
        result = None if type is None else show(result, type)
        state.globals.update(written)
        return result

    def _is_pure(self, key: str, args: list[Any]) -> bool:
        """Whether a call depends on its arguments alone, which are scalars. How often loops go
        round must not depend on the path, or they might go on too long."""
        scalars = all(isinstance(each, (Term, int)) for each in args)
        return scalars and not self.program.effects(key).open_ended

    def _computed(self, key: str, args: list[Any], state: State, span: Span) -> Any:
        """What a function computes, whatever the path; of the same arguments, once."""
        asked = (key, self.around, *((type(each), each) for each in args))
        if asked not in self._results:
            outer, self.obligations = self.obligations, []
            stack, self.stack = self.stack, []
            try:
                result = self._execute(key, args, State({}, {}, START), span)
                self._results[asked] = result, tuple(self.obligations)
            except (PathEnds, Unsupported):
                self._results[asked] = None
            finally:
                self.obligations, self.stack = outer, stack
        found = self._results[asked]
        if found is None:
            return self._execute(key, args, state, span)
        result, obligations = found
        for each in obligations:
            if each.code == "ASSERTION" or state.path.decides(each.condition) is not True:
                path = t.and_(state.path.term, each.path)
                calls = (*each.stack[:-1], (each.stack[-1][0], span), *reversed(self.stack))
                self.obligations.append(replace(each, path=path, stack=calls))
        return result

    def _join_returns(self, frame: Frame, state: State, base: Path) -> Any:
        """Merge all states in which the function returned into `state`; the merged result."""
        if not frame.returned:
            raise PathEnds
        (after, value), *earlier = reversed(frame.returned)
        for other, other_value in earlier:
            condition = other.path.since(base)
            after = self.merged(condition, other, after, base)
            if frame.function.result is not None:
                result = self.known(frame.function.result, State(state.locals, {}, base))
                value = merge(condition, other_value, value, result)
        state.globals, state.path, state.events = after.globals, after.path, after.events
        return value

    def _types_of(self, function: ir.Function) -> dict[str, Type]:
        if function.key not in self._local_types:
            declared = {f.name: f.type for f in function.formals}
            declared |= dict(declarations(function.body))
            self._local_types[function.key] = declared
        return self._local_types[function.key]


def declarations(block: ir.Block) -> Iterator[tuple[str, Type]]:
    """Names and types of the locals that statements assign as a whole."""
    for s in block:
        match s:
            case ir.Assign(place=ir.Place(root=ir.LocalRef(name=name, type=type))):
                yield name, type
            case ir.If(then=then, otherwise=otherwise):
                yield from declarations(then)
                yield from declarations(otherwise)
            case ir.Loop(body=body):
                yield from declarations(body)
            case ir.For(variable=variable, body=body):
                yield variable.name, types.INTEGER
                yield from declarations(body)
            case ir.Try(body=body, catchers=catchers, otherwise=otherwise):
                yield from declarations(body)
                for catcher in catchers:
                    if catcher.variable is not None:
                        yield catcher.variable.name, catcher.exception
                    yield from declarations(catcher.body)
                yield from declarations(otherwise or ())
