"""Symbolic evaluation of IR expressions. Statements are in `execute`, which completes the class.

Branches on unknown conditions are both evaluated and merged. Whatever can fail becomes an
obligation under the path condition, and evaluation goes on as if it had not failed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from concrete.machine import Machine
from parser.source import NOWHERE, Span
from proofs.choices import LARGEST_CHOICE, candidates_fit, indices, range_of, sort_of
from proofs.effort import Lines
from proofs.events import Event, count, count_after
from proofs.families import Family, family_of
from proofs.state import START, Path, State, merge, merge_states, same_value
from semantics import ir, types
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.base_values import base_value
from semantics.intervals import Interval
from semantics.intrinsics import TRACING
from semantics.primitives import PRIMITIVES
from semantics.program import Program
from semantics.types import Type, Width
from semantics.values import DynamicError, Unsupported, Vec
from semantics.widths import same

_SLICE = PRIMITIVES["bits.slice"]


class TimeUp(Exception):
    """Evaluation took longer than it may."""


class PathEnds(Exception):
    """Nothing goes on from here: the path has failed for certain."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """What must hold: `condition` wherever `path` does. `stack` is the calls, innermost first."""

    code: str
    path: t.Bool
    condition: t.Bool
    span: Span
    stack: tuple[tuple[str, Span], ...]

    @property
    def violation(self) -> t.Bool:
        """True of the inputs that break it."""
        return t.and_(self.path, t.not_(self.condition))


def places(obligations: Iterable[Obligation]) -> list[str]:
    """What obligations are about and where, each once."""
    return list(dict.fromkeys(f"obligation: {o.code} at {o.span}" for o in obligations))


@dataclass(frozen=True, slots=True)
class Draw:
    """An ARBITRARY scalar: its unknown, its type, and the path on which it is drawn."""

    term: t.Value
    type: Type
    path: t.Bool
    span: Span


class ExpressionEvaluator(ABC):
    """Evaluates expressions in a state; `machine` computes what is known."""

    def __init__(self, program: Program, machine: Machine) -> None:
        self.program, self.machine = program, machine
        self.obligations: list[Obligation] = []
        self.draws: list[Draw] = []
        self.covers: dict[Span, t.Bool] = {}
        """By place of `Cover`: true of the inputs that make its condition true there."""
        self.stack: list[tuple[str, Span]] = []
        self.lines: Lines | None = None
        """Told which place is evaluated, where somebody wants to know."""
        self._events = 0

    def at(self, span: Span) -> None:
        """What is evaluated from now on stands here."""
        if self.lines is not None:
            self.lines.at(span)

    @abstractmethod
    def call(self, key: str, args: list[Any], state: State, span: Span) -> Any:
        """Execute a call in this state, changing it, and return the result."""

    # ------------------------------------------------------------ obligations

    def require(self, condition: t.Bool, code: str, span: Span, state: State) -> None:
        """Record that `condition` must hold here; raises PathEnds where it can't.

        It is not assumed afterwards: an input that breaks it is a counterexample already, and a
        path condition that grew with every check would cost more than it tells.
        """
        if isinstance(condition, t.Term):
            decided = state.path.decides(condition)
            condition = condition if decided is None else decided
        if condition is not True or code == "ASSERTION":
            stack = tuple(reversed(self.stack))
            self.obligations.append(Obligation(code, state.path.term, condition, span, stack))
        if condition is False:
            raise PathEnds

    # ------------------------------------------------------------ expressions

    def eval(self, e: ir.Expr, state: State) -> Any:
        """The value of an expression: plain, a term, or a structure of both."""
        match e:
            case ir.Const(value=value):
                return value
            case ir.LocalRef(name=name):
                return state.locals[name]
            case ir.GlobalRef(name=name):
                self.event("read", name, -1, state)
                return self.global_value(name, state)
            case ir.PrimCall():
                return self._prim(e, state)
            case ir.Cond(condition=c, then=a, otherwise=b):
                return self._cond(c, a, b, e.type, state)
            case ir.CallExpr(function=key, args=args):
                return self.call(key, [self.eval(a, state) for a in args], state, e.span)
            case ir.GetField(base=base, index=index):
                return self.eval(base, state)[index]
            case ir.GetIndex():
                return self._element(e, state)
            case ir.MakeTuple(items=items):
                return tuple(self.eval(i, state) for i in items)
            case ir.Let(variable=variable, value=value, body=body):
                state.locals[variable.name] = self.eval(value, state)
                result = self.eval(body, state)
                del state.locals[variable.name]
                return result
            case ir.CheckRange(value=value, type=type, code=code):
                return self._check_range(value, type, code, e.span, state)
            case ir.CheckWidth(value=value, actual=actual, expected=expected):
                result = self.eval(value, state)
                if same(actual, expected) is not True:
                    equal = self.width(actual, state) == self.width(expected, state)
                    self.require(equal, "CAST-WIDTH", e.span, state)
                return result
            case ir.ArbitraryExpr(type=type):
                return self._arbitrary(type, e.span, state)
            case ir.BaseValue(type=type):
                try:
                    return base_value(self.known(type, state))
                except DynamicError as error:
                    self.require(False, error.code, e.span, state)
            case ir.Intrinsic():
                return self._intrinsic(e, state)

    def width(self, width: Width, state: State) -> int:
        """A width, which must be known."""
        value = width if isinstance(width, int) else self.eval(width, state)
        if isinstance(value, t.Term):
            raise Unsupported("a width or size that depends on unknown values")
        return int(value)

    def known(self, type: Type, state: State) -> Type:
        """The type with its widths computed."""
        match type:
            case types.BitsType(width=width, fields=fields):
                return types.BitsType(self.width(width, state), fields)
            case types.IntType(ranges=ranges) if ranges is not None:
                pairs = ((self.width(r.low, state), self.width(r.high, state)) for r in ranges)
                return types.IntType(tuple(types.Range(low, high) for low, high in pairs))
            case types.ArrayType(size=size, element=element, index=index):
                return types.ArrayType(self.width(size, state), self.known(element, state), index)
            case types.TupleType(items=items):
                return types.TupleType(tuple(self.known(i, state) for i in items))
            case _:
                return type

    def _prim(self, e: ir.PrimCall, state: State) -> Any:
        operands = [self.eval(a, state) for a in e.args]
        widths = [w if isinstance(w, int) else self.width(w, state) for w in e.widths]
        if e.primitive is _SLICE and widths[1] == 1:
            bits = self.bits_of(operands[0], operands[1], widths[0], state)
            if bits is not None:
                inside = ta.within(operands[1], 0, widths[0] - 1)
                self.require(inside, e.primitive.requires[0].code, e.span, state)
                return bits.get(operands[1])
        if any(isinstance(o, Family) for o in operands):
            raise Unsupported(f"{e.primitive.name} of a word with bits at unknown positions")
        if not any(isinstance(o, t.Term) for o in operands):
            try:
                return e.primitive.apply(widths, operands)
            except DynamicError as error:
                self.require(False, error.code, e.span, state)
        for requirement in e.primitive.requires:
            holds = requirement.smt(*widths, *operands)
            self.require(holds, requirement.code, e.span, state)
        return e.primitive.smt(*widths, *operands)

    def branches(
        self,
        condition: t.Bool,
        state: State,
        then: Callable[[State], Any],
        otherwise: Callable[[State], Any],
        type: Type | None,
    ) -> Any:
        """Do one or the other, or both and merge; `state` becomes the state after."""
        if isinstance(condition, t.Term):
            decided = state.path.decides(condition)
            condition = condition if decided is None else decided
        if not isinstance(condition, t.Term):
            return then(state) if condition else otherwise(state)
        base = state.path
        ends: list[tuple[State, Any]] = []
        for test, action in ((condition, then), (t.not_(condition), otherwise)):
            branch = state.fork(test)
            try:
                ends.append((branch, action(branch)))
            except PathEnds:
                continue
        if not ends:
            raise PathEnds
        after, value = ends[0]
        if len(ends) == 2:
            other, other_value = ends[1]
            after = self.merged(condition, after, other, base)
            value = None if type is None else merge(condition, value, other_value, type)
        state.locals, state.globals = after.locals, after.globals
        state.path, state.events = after.path, after.events
        return value

    def merged(self, condition: t.Bool, a: State, b: State, base: Path) -> State:
        """The two states in one (see `merge_states`)."""

        def local_type(name: str) -> Type:
            return self.known(self.local_type(name), State(a.locals, {}, base))

        return merge_states(condition, a, b, base, local_type, self.global_type, self.initial_value)

    @abstractmethod
    def local_type(self, name: str) -> Type:
        """The type of a local of the function being executed."""

    def _cond(self, c: ir.Expr, a: ir.Expr, b: ir.Expr, type: Type, state: State) -> Any:
        return self.branches(
            self.eval(c, state), state, lambda s: self.eval(a, s), lambda s: self.eval(b, s), type
        )

    # ------------------------------------------------------------ globals and events

    def global_type(self, name: str) -> Type:
        return self.program.global_type(name, self.program.globals[name].span)

    def initial_value(self, name: str) -> Any:
        """What a global holds at the start."""
        if not self.program.starts_known(name):
            raise Unsupported(f"`{name}` starts with an ARBITRARY value")
        try:
            return self.machine.initial(name)
        except DynamicError as error:
            raise Unsupported(f"the initial value of `{name}` fails with {error.code}") from None

    def global_value(self, name: str, state: State) -> Any:
        if name not in state.globals:
            state.globals[name] = self.initial_value(name)
        return state.globals[name]

    def event(self, kind: str, name: str, index: t.Int, state: State) -> None:
        """Record an event, if events are being recorded."""
        if state.events is not None:
            self._events += 1
            state.events += (Event(self._events, kind, name, index, state.path.term),)

    # ------------------------------------------------------------ arrays

    def index(self, e: ir.Expr, array: types.ArrayType, span: Span, state: State) -> Any:
        """An index, checked to lie in the array."""
        value = self.eval(e, state)
        size = self.width(array.size, state)
        inside = ta.within(value, 0, size - 1) if size else False
        self.require(inside, "INDEX-RANGE", span, state)
        return value

    def _element(self, e: ir.GetIndex, state: State) -> Any:
        if isinstance(e.base, ir.GlobalRef):
            # The array as it was before the index was computed.
            array = self.global_value(e.base.name, state)
            index = self.index(e.index, e.array, e.span, state)
            self.event("read", e.base.name, index, state)
            return self.select(array, index, e.type, state)
        base = self.eval(e.base, state)
        return self.select(base, self.index(e.index, e.array, e.span, state), e.type, state)

    def select(self, array: Vec | Family, index: Any, element: Type, state: State) -> Any:
        """The element at an index, a choice of all it may be where the index is unknown."""
        if isinstance(array, Family) or not isinstance(index, t.Term):
            return array.get(index)
        family = self.family(array, index, element, state)
        if family is not None:
            return family.get(index)
        candidates = indices(array, index, state.path)
        if not candidates:
            raise PathEnds
        result = array.get(candidates[-1])
        for i in reversed(candidates[:-1]):
            result = merge(t.eq(t.INT, index, i), array.get(i), result, element)
        return result

    def family(self, array: Any, index: Any, element: Type, state: State) -> Family | None:
        """The array as a family, where it is one or an index may name too many elements."""
        if isinstance(array, Family):
            return array
        if not isinstance(index, t.Term) or candidates_fit(array, index, state.path):
            return None
        sort = sort_of(self.known(element, state))
        return None if sort is None else family_of(array, array.size, sort)

    def bits_of(self, word: Any, low: Any, size: int, state: State) -> Family | None:
        """A word by its bits, where it is known so or a position may be any of too many."""
        if isinstance(word, Family):
            return word
        wide = size > LARGEST_CHOICE and isinstance(low, t.Term) and not isinstance(word, t.Term)
        return family_of(word, size, t.bv_sort(1)) if wide else None

    # ------------------------------------------------------------ checks and unknowns

    def _check_range(self, value: ir.Expr, type: Type, code: str, span: Span, state: State) -> Any:
        result = self.eval(value, state)
        known = self.known(type, state)
        assert isinstance(known, types.IntType) and known.ranges is not None
        inside = (ta.within(result, *bounds) for bounds in known.bounds())
        self.require(t.or_(*inside), code, span, state)
        return result

    def unknown(self, type: Type) -> Any:
        """A new unknown of a type without unknown widths."""
        return self._arbitrary(type, NOWHERE, State({}, {}, START))

    def _arbitrary(self, type: Type, span: Span, state: State) -> Any:
        match type:
            case types.RecordType(fields=fields):
                return tuple(self._arbitrary(f, span, state) for _, f in fields)
            case types.TupleType(items=items):
                return tuple(self._arbitrary(i, span, state) for i in items)
            case types.ArrayType(size=size, element=element):
                count = self.width(size, state)
                self.require(count >= 0, "ARRAY-LENGTH", span, state)
                elements = [self._arbitrary(element, span, state) for _ in range(count)]
                return Vec.of(elements, base_value(self.known(element, state)))
            case types.RealType() | types.StringType():
                raise Unsupported(f"an unknown {type}")
        known = self.known(type, state)
        name = f"draw{len(self.draws)}"
        sort = sort_of(known)
        assert sort is not None
        term: t.Value = self.symbol(name, sort, range_of(known)) if sort != t.bv_sort(0) else 0
        if isinstance(known, types.IntType) and known.ranges is not None:
            some = any(low <= high for low, high in known.bounds())
            self.require(some, "ARBITRARY-EMPTY", span, state)
        self.draws.append(Draw(term, known, state.path.term, span))
        if isinstance(known, types.IntType) and known.ranges is not None and len(known.ranges) > 1:
            inside = (ta.within(term, *bounds) for bounds in known.bounds())
            state.path = state.path.assume(t.or_(*inside))
        return term

    def symbol(self, name: str, sort: t.Sort, range_: Interval) -> t.Term:
        """A term for a new unknown."""
        return t.variable(name, sort, range_)

    # ------------------------------------------------------------ intrinsics

    def _intrinsic(self, e: ir.Intrinsic, state: State) -> Any:
        name, args = e.name, e.args
        if name == "Explain":  # speaks to people only, when a counterexample is replayed
            return None
        values = [self.eval(a, state) for a in args]
        if name in TRACING and name != "TraceStart" and state.events is None:
            raise Unsupported("events are counted where TraceStart is not certain to have happened")
        events = state.events or ()
        match name:
            case "SameValue":
                left, right = values
                return same_value(left, right, args[0].type)
            case "Cover":
                here = t.and_(state.path.term, *values)
                self.covers[e.span] = t.or_(self.covers.get(e.span, False), here)
                return None
            case "TraceStart":
                if state.events is None:
                    state.events = ()
                else:
                    self.event("start", "", -1, state)
                return None
            case "ReadsOf":
                return count(events, "read", *values)
            case "WritesOf":
                return count(events, "write", *values)
            case "ReadsAfterWrite":
                return count_after(events, "read", *values)
            case "WritesAfterWrite":
                return count_after(events, "write", *values)
        raise Unsupported(f"the intrinsic {name}")
