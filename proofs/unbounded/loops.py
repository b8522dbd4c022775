"""What all iterations of a loop do, found from one that stands for any.

The body of a loop with an unknown number of rounds is executed once, for an iteration with an
unknown number, from a state in which all that iterations change is unknown: so it is any iteration
there is, and what can fail in it is an obligation. What is known after the loop:

-   of an array that each iteration changes at one place: the value that the last iteration which
    writes there gives it, if that value depends on nothing that iterations change (they are
    independent), or only on the element itself, where no two iterations write to one place;
-   of a truth value that iterations join by `&&` or `||`, and of flags that they join by OR:
    whether there is an iteration that decides it;
-   of what does not depend on other iterations: what the last of them leaves;
-   whether any iteration leaves the function, and one that does.

Of all else nothing is known, and `refused` says why.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from concrete.machine import Machine
from parser.source import Span
from proofs.choices import LARGEST_CHOICE, range_of, sort_of
from proofs.events import Events
from proofs.execute import Evaluator
from proofs.families import Family, Unknown, Write, exclusive, family_of
from proofs.state import State
from proofs.unbounded.counting import Counting
from proofs.unbounded.facts import Facts
from proofs.unbounded.parts import Place, differences, outermost, with_terms
from semantics import ir, types
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.intervals import FULL, Interval
from semantics.intrinsics import ANY, TRACING
from semantics.program import Program
from semantics.term_substitution import substituted
from semantics.terms import Bool, Sort, Term, Value
from semantics.types import Type
from semantics.values import Unsupported

MOST_PASSES: Final = 6
"""How often a body is executed to find what iterations change."""
MOST_FLAGS: Final = 8
"""The widest word of flags that are joined one by one."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """Any iteration of a loop: its number, when there is such a one, and the loops around. Before
    the loop there were so many `events`, and questions `asked` about them."""

    number: Term
    exists: Bool
    around: tuple[Term, ...]
    entry: State
    span: Span
    end: t.Int
    events: int
    asked: int


class LoopEvaluator(Evaluator):
    """Executes loops with an unknown number of rounds as if once.

    `refuted` is asked whether a condition of terms without functions holds of no input.
    """

    def __init__(self, program: Program, machine: Machine, refuted: Callable[[Bool], bool]) -> None:
        super().__init__(program, machine, self._never_asked)
        self.facts = Facts()
        self.refused: list[str] = []
        """Why something is not known after a loop."""
        self._refuted = refuted
        self._around: tuple[Term, ...] = ()
        self._fresh = itertools.count()
        self._counting = Counting()

    @property
    def around(self) -> tuple[Term, ...]:
        return self._around

    @staticmethod
    def _never_asked(path: Bool) -> bool:
        raise Unsupported("a loop that ends on an unknown condition")

    # ------------------------------------------------------------ unknowns

    def symbol(self, name: str, sort: Sort, range_: Interval) -> Term:
        """In a loop, each iteration has its own."""
        if not self._around:
            return super().symbol(name, sort, range_)
        return t.application(name, self._around, sort, range_)

    def _arbitrary(self, type: Type, span: Span, state: State) -> Any:
        match type:
            case types.ArrayType(size=size, element=element):
                count = self.width(size, state)
                known = self.known(element, state)
                sort = sort_of(known)
                if sort is not None and count > LARGEST_CHOICE:
                    return self._unknown_family(count, sort, range_of(known))
            case types.BitsType(width=width) if self.width(width, state) > LARGEST_CHOICE:
                return self._unknown_family(self.width(width, state), t.bv_sort(1), FULL)
        return super()._arbitrary(type, span, state)

    def _unknown_family(self, size: int, sort: Sort, range_: Interval) -> Family:
        return Family(size, sort, Unknown(self._name("array"), self._around, range_))

    def _name(self, kind: str) -> str:
        return f"{kind}!{next(self._fresh)}"

    # ------------------------------------------------------------ loops

    def iterate(self, s: ir.For, start: int, end: t.Int, state: State) -> State | None:
        if not isinstance(end, Term):
            return super().iterate(s, start, end, state)
        highest = t.interval(end)[1]
        if s.down:
            raise Unsupported("a loop that counts down to an unknown value")
        if highest is not None and highest < start:
            return state
        if s.limit is not None:
            rounds = ta.add(end, 1 - start)
            self.require(ta.le(rounds, self.width(s.limit, state)), "LOOP-LIMIT", s.span, state)
        number = t.variable(self._name("iteration"), t.INT, (start, highest))
        exists = t.and_(ta.le(start, number), ta.le(number, end))
        met = self._events, self._counting.asked
        iteration = Iteration(number, exists, self._around, state, s.span, end, *met)
        frame = self._frames[-1]
        left, thrown, asked = len(frame.returned), len(frame.thrown), len(self.obligations)
        nests = len(self.facts.nests)
        self._around = (*self._around, number)
        self.facts.nests.append(self._around)
        places: list[Place] = []
        try:
            for _ in range(MOST_PASSES):
                before = state.fork(exists)
                before.locals[s.variable.name] = number
                for each in places:
                    each.put(before, self._any(each.type, state))
                after = self.block(s.body, _copy(before))
                ends = [] if after is None else [after]
                ends += [each for each, _ in frame.returned[left:]]
                new = [each for each in self._changes(before, ends) if each not in places]
                if not new:
                    break
                places = outermost([*places, *new])
                for each in places:
                    if not each.local:
                        self.global_value(each.name, state)
                del frame.returned[left:], frame.thrown[thrown:], self.obligations[asked:]
                del self.facts.nests[nests + 1 :]
            else:
                raise Unsupported("a loop that changes more and more")
        finally:
            self._around = iteration.around
        if len(frame.thrown) > thrown:
            raise Unsupported("an exception that leaves a loop")
        leaves = self._leave_loop(iteration, places, frame.returned, left)
        if after is None:
            return state.fork(ta.lt(end, start))
        result = _copy(state)
        result.events = self._all_events(iteration, after.events)
        for each in places:
            each.put(result, self._after(iteration, each, before, after))
        result.path = state.path.assume(t.not_(leaves))
        return result

    def _changes(self, before: State, ends: Sequence[State]) -> Iterator[Place]:
        """What differs after an iteration from what was before."""
        for after in ends:
            for local, olds, news in (
                (True, before.locals, after.locals),
                (False, before.globals, after.globals),
            ):
                for name, old in list(olds.items()):
                    new = news.get(name, old)
                    if new is not old:
                        type = self.local_type(name) if local else self.global_type(name)
                        for way, leaf in differences(old, new, type):
                            yield Place(local, name, way, leaf)
            for name, new in after.globals.items():
                if name not in before.globals:
                    before.globals[name] = self.initial_value(name)
                    for way, leaf in differences(before.globals[name], new, self.global_type(name)):
                        yield Place(False, name, way, leaf)

    def _any(self, type: Type, state: State) -> Any:
        """An unknown in the place of a part."""
        known = self.known(type, state)
        match known:
            case types.ArrayType(size=int(size), element=element):
                sort = sort_of(element)
                if sort is None:
                    raise Unsupported("a loop that changes unknown elements with parts")
                return self._unknown_family(size, sort, range_of(element))
            case types.BitsType(width=int(width)) if width > LARGEST_CHOICE:
                return self._unknown_family(width, t.bv_sort(1), FULL)
        sort = sort_of(known)
        if sort is None:
            raise Unsupported(f"a loop that changes a {known}")
        return self.symbol(self._name("any"), sort, range_of(known))

    # ------------------------------------------------------------ after a loop

    def _leave_loop(
        self,
        iteration: Iteration,
        places: Sequence[Place],
        returned: list[tuple[State, Any]],
        first: int,
    ) -> Bool:
        """Whether some iteration returns; states in which one did become states after the loop."""
        base = iteration.entry.path
        conditions = [state.path.since(base) for state, _ in returned[first:]]
        some, last = self.facts.some(iteration.number, iteration.around, t.or_(*conditions))
        for at, condition in enumerate(conditions, first):
            state, value = returned[at]
            for each in places:
                if not each.local:
                    each.put(state, self._any(each.type, state))
            state.path = base.assume(t.and_(some, substituted(condition, last)))
            state.events = self._all_events(iteration, state.events)
            returned[at] = state, with_terms(value, last)
        return some

    def _after(self, iteration: Iteration, place: Place, before: State, after: State) -> Any:
        """What a part holds after the loop."""
        original, unknown, value = (place.get(each) for each in (iteration.entry, before, after))
        if value is unknown:
            return original
        if not isinstance(unknown, Family):
            return self._left(iteration, place, original, unknown, value)
        base = unknown.base
        assert isinstance(base, Unknown)
        first = family_of(original, unknown.size, unknown.sort)
        found = self._written(iteration, first, base, value)
        if found is None:
            found = self._any(place.type, iteration.entry)
            self._refuse(iteration, place, "one iteration writes several elements of, or replaces,")
        elif any(each.mentions(base.name) for each in found.writes):
            self._refuse(iteration, place, "an iteration reads what others write of")
        return found

    def _refuse(self, iteration: Iteration, place: Place, why: str) -> None:
        named = self._named(place)
        self.refused.append(f"{why} {named} in the loop at {iteration.span}")

    def _named(self, place: Place) -> str:
        """How a part is called."""
        text = place.name
        type = self.local_type(place.name) if place.local else self.global_type(place.name)
        for number in place.way:
            match type:
                case types.RecordType(fields=fields):
                    field, type = fields[number]
                    text += f".{field}"
                case types.TupleType(items=items):
                    text, type = f"{text}.item{number}", items[number]
                case types.ArrayType(element=element):
                    text, type = f"{text}[[{number}]]", element
        return f"`{text}`"

    def _written(
        self, iteration: Iteration, original: Family, base: Unknown, value: Any
    ) -> Family | None:
        """An array after all iterations have written to it; None where one writes in two places, or
        leaves another array than the one that it finds, which has this base."""
        numbers = frozenset((*iteration.around, iteration.number))
        if not isinstance(value, Family) or value.base is not base:
            return None
        if not exclusive(value.writes, numbers):
            return None
        result = original
        for write in value.writes:
            write = replace(
                write,
                guard=t.and_(iteration.exists, write.when, write.guard),
                when=True,
                variables=(iteration.number, *write.variables),
                name=self._name("written"),
                of=iteration.around,
            )
            own = replace(value, writes=()).get(write.index)
            if write.mentions(base.name) and self._apart(iteration, write):
                kept = {own: original.get(write.index)}
                write = replace(
                    write,
                    value=substituted(write.value, kept),
                    guard=substituted(write.guard, kept),
                )
            result = result.with_write(self.facts.writes(write))
        return result

    def _apart(self, iteration: Iteration, write: Write) -> bool:
        """Whether no two iterations write to one place."""
        others = {
            each: t.variable(self._name("other"), t.INT, each.range) for each in write.variables
        }
        same = t.eq(t.INT, write.index, substituted(write.index, others))
        differ = t.or_(*(t.not_(t.eq(t.INT, a, b)) for a, b in others.items()))
        both = t.and_(write.guard, substituted(write.guard, others), same, differ)
        return self._refuted(self.facts.closed(t.and_(iteration.entry.path.term, both)))

    def _left(
        self, iteration: Iteration, place: Place, original: Value, unknown: Term, value: Value
    ) -> Value:
        """A scalar after all iterations: joined from what they give, or what the last leaves."""
        joined = self._joined(iteration, original, unknown, value)
        if joined is not None:
            return joined
        if any(each is unknown for each in t.subterms([value])):
            self._refuse(iteration, place, "an iteration depends on what others leave in")
        ran = ta.le(iteration.number.range[0] or 0, iteration.end)
        last = substituted(value, {iteration.number: iteration.end})
        return t.ite(unknown.sort, ran, last, original)

    def _joined(
        self, iteration: Iteration, original: Any, unknown: Term, value: Value
    ) -> Value | None:
        """A truth value or flags to which each iteration adds, if they are that."""
        if not isinstance(value, Term) or not _holds_term([value], unknown):
            return None
        sort = unknown.sort

        def some(condition: Bool) -> Bool:
            exists = t.and_(iteration.exists, condition)
            return self.facts.some(iteration.number, iteration.around, exists)[0]

        if sort == t.BOOL:
            least = substituted(value, {unknown: False})
            most = substituted(value, {unknown: True})
            either, both = t.or_(unknown, least), t.and_(unknown, most)
            # What can be seen is not asked.
            if value is not both and self._same(value, either, iteration):
                return t.or_(original, some(least))
            if self._same(value, both, iteration):
                return t.and_(original, t.not_(some(t.not_(most))))
        elif sort.kind == "bv" and sort.width <= MOST_FLAGS:
            width = sort.width
            flags = substituted(value, {unknown: 0})
            if self._same(value, ta.bv_or(width, unknown, flags), iteration):
                result: Value = 0
                for bit in range(width):
                    raised = t.eq(t.bv_sort(1), ta.extract(width, flags, bit, bit), 1)
                    before = ta.extract(width, original, bit, bit)
                    one = t.ite(t.bv_sort(1), some(raised), 1, before)
                    result = ta.concat(1, one, bit, result) if bit else one
                return result
        return None

    def _same(self, a: Any, b: Any, iteration: Iteration) -> bool:
        """Whether two values are equal in every iteration."""
        if a is b:
            return True
        sort = next(each.sort for each in (a, b) if isinstance(each, Term))
        differ = t.and_(iteration.entry.path.term, iteration.exists, t.not_(t.eq(sort, a, b)))
        return differ is False or self._refuted(self.facts.closed(differ))

    # ------------------------------------------------------------ events

    def _all_events(self, iteration: Iteration, events: Events | None) -> Events | None:
        """Events, of which those since the loop began happen in some iterations. Where they are
        counted from within it on, that may not have been begun."""
        if events is None or iteration.entry.events is None:
            return None
        found = []
        for each in events:
            if each.number > iteration.events:
                scattered = _holds_term([each.index], iteration.number)
                self._counting.leave(each, scattered, iteration.asked)
                some, _ = self.facts.some(iteration.number, iteration.around, each.path)
                times = self.symbol(self._name("times"), t.INT, (1, None))
                each = replace(each, path=some, times=times)
            found.append(each)
        return tuple(found)

    def _intrinsic(self, e: ir.Intrinsic, state: State) -> Any:
        if e.name in TRACING and e.name != "TraceStart":
            variable = e.args[0].value if isinstance(e.args[0], ir.Const) else ANY
            self._counting.ask(e.name, variable, state.events or (), bool(self._around))
        return super()._intrinsic(e, state)


def _copy(state: State) -> State:
    return State(dict(state.locals), dict(state.globals), state.path, state.events)


def _holds_term(values: Sequence[Value], term: Term) -> bool:
    return any(each is term for each in t.subterms(list(values)))
