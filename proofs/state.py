"""The state of symbolic evaluation, and how two states become one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from proofs.events import Event, merge_events
from proofs.families import Family, merged
from semantics import terms as t
from semantics import types
from semantics.intervals import FULL, Interval, intersection
from semantics.term_ranges import Ranges, range_under, stated
from semantics.types import Type
from semantics.values import Unsupported, Vec

MOST_PARTS = 4
"""Conditions of more parts are not looked into,"""
MOST_DEPTH = 2
"""nor are those further down."""


class Path:
    """A path condition: a linked list of conjuncts, shared by the paths that extend it."""

    __slots__ = ("_ranges", "_stated", "condition", "depth", "parent", "term")

    def __init__(self, parent: Path | None, condition: t.Bool) -> None:
        self.parent, self.condition = parent, condition
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.term: t.Bool = condition if parent is None else t.and_(parent.term, condition)
        self._ranges: dict[int, Interval] | None = None
        self._stated: dict[t.Term, bool] | None = None

    def assume(self, condition: t.Bool) -> Path:
        """This path with one more conjunct."""
        return self if condition is True else Path(self, condition)

    def since(self, base: Path) -> t.Bool:
        """The conjunction of what was assumed after `base`, which this path extends."""
        conjuncts: list[t.Bool] = []
        path: Path = self
        while path is not base:
            conjuncts.append(path.condition)
            assert path.parent is not None
            path = path.parent
        return t.and_(*reversed(conjuncts))

    def decides(self, condition: t.Bool, depth: int = MOST_DEPTH) -> bool | None:
        """What the path says of a condition, as far as it states that, or its parts, or ranges."""
        if not isinstance(condition, t.Term):
            return condition
        found = self.states(condition)
        if found is not None or depth == 0:
            return found
        match condition.op, condition.args:
            case "not", (inner,):
                opposite = self.decides(inner, depth)
                return None if opposite is None else not opposite
            case ("and" | "or") as op, parts if len(parts) <= MOST_PARTS:
                absorbing = op == "or"
                known = [self.decides(each, depth - 1) for each in parts]
                if absorbing in known:
                    return absorbing
                return None if None in known else not absorbing
            case "le", (a, b):
                return _at_most(self.range(a), self.range(b))
            case "eq", (a, b) if condition.data == t.INT:
                x, y = self.range(a), self.range(b)
                if x == y and x[0] is not None and x[0] == x[1]:
                    return True
                apart = _at_most(x, y) is False or _at_most(y, x) is False
                return False if apart else None
        return None

    def states(self, condition: t.Term) -> bool | None:
        """Whether the path states a condition, or its negation."""
        found = self.stated.get(condition)
        if found is None and condition.op == "not":
            found = self.stated.get(condition.args[0])
            return None if found is None else not found
        return found

    @property
    def stated(self) -> Mapping[t.Term, bool]:
        """The conditions that the path says hold, or don't; of an impossible path none."""
        if self._stated is None:
            inherited = {} if self.parent is None else self.parent.stated
            self._stated = {} if self.term is False else dict(inherited)
            if self.term is not False:
                self._state(self.condition, True)
                self._propagate()
        return self._stated

    def _state(self, condition: t.Bool, holds: bool) -> None:
        """Note a condition, and what it is made of where that follows."""
        assert self._stated is not None
        waiting = [(condition, holds)]
        while waiting:
            each, holds = waiting.pop()
            if isinstance(each, t.Term) and self._stated.get(each) is not holds:
                self._stated[each] = holds
                if each.op == "not":
                    waiting.append((each.args[0], not holds))
                elif each.op == ("and" if holds else "or"):
                    waiting += [(part, holds) for part in each.args]

    def _propagate(self) -> None:
        """Of alternatives of which all others are excluded, note the last."""
        assert self._stated is not None
        for each, holds in list(self._stated.items()):
            if each.op == ("or" if holds else "and") and len(each.args) <= MOST_PARTS:
                known = [self.decides(part) for part in each.args]
                if holds not in known and known.count(None) == 1:
                    self._state(each.args[known.index(None)], holds)
                    self._ranges = None

    def range(self, value: t.Int) -> Interval:
        """The range that a value has on this path."""
        return range_under(value, self.ranges, self.states)

    @property
    def ranges(self) -> Ranges:
        """What the path says of terms that it compares with others."""
        if self._ranges is None:
            compared = [
                each if holds else t.not_(each)
                for each, holds in self.stated.items()
                if each.op in ("le", "eq")
            ]
            found: dict[int, Interval] = {}
            # Twice, for what one comparison says of a term may narrow another.
            for _ in range(2):
                for condition in compared:
                    for term, range_ in stated(condition, found):
                        found[term.id] = intersection(found.get(term.id, FULL), range_)
            self._ranges = found
        return self._ranges


def _at_most(a: Interval, b: Interval) -> bool | None:
    """Whether what is in one range is at most what is in the other."""
    if a[1] is not None and b[0] is not None and a[1] <= b[0]:
        return True
    return False if a[0] is not None and b[1] is not None and a[0] > b[1] else None


START = Path(None, True)


@dataclass(slots=True)
class State:
    """Locals of the current function, globals, path condition and events; cheap to fork."""

    locals: dict[str, Any]
    globals: dict[str, Any]
    path: Path
    events: tuple[Event, ...] | None = None
    """What happened since `TraceStart`; None before it."""

    def fork(self, condition: t.Bool) -> State:
        """A copy in which the condition holds."""
        return State(
            dict(self.locals), dict(self.globals), self.path.assume(condition), self.events
        )


TypeOf = Callable[[str], Type]


def merge_states(
    condition: t.Bool,
    a: State,
    b: State,
    base: Path,
    local_type: TypeOf,
    global_type: TypeOf,
    initial: Callable[[str], Any],
) -> State:
    """The state that is `a` where `condition` holds, else `b`; both extend `base`.

    Locals that only one of them declares have left scope and are dropped; a global that one has
    not met yet has its initial value there.
    """
    local_values = {
        name: x if x is y else merge(condition, x, y, local_type(name))
        for name, x in a.locals.items()
        if (y := b.locals.get(name)) is not None
    }
    global_values = dict(a.globals)
    for name in a.globals.keys() | b.globals.keys():
        x = a.globals[name] if name in a.globals else initial(name)
        y = b.globals[name] if name in b.globals else initial(name)
        global_values[name] = x if x is y else merge(condition, x, y, global_type(name))
    path = base.assume(t.or_(a.path.since(base), b.path.since(base)))
    return State(local_values, global_values, path, merge_events(a.events, b.events))


def merge(condition: t.Bool, a: Any, b: Any, type: Type) -> Any:
    """The value that is `a` where `condition` holds, else `b`."""
    if a is b:
        return a
    if isinstance(a, Family) or isinstance(b, Family):
        return merged(condition, a, b)
    match type:
        case types.BoolType():
            return t.ite(t.BOOL, condition, a, b)
        case types.IntType() | types.EnumType():
            return t.ite(t.INT, condition, a, b)
        case types.BitsType():
            return t.ite(_bits_sort(type, a, b), condition, a, b)
        case types.RecordType(fields=fields):
            return tuple(
                merge(condition, x, y, f) for x, y, (_, f) in zip(a, b, fields, strict=True)
            )
        case types.TupleType(items=items):
            return tuple(merge(condition, x, y, i) for x, y, i in zip(a, b, items, strict=True))
        case types.ArrayType(element=element):
            return _merge_arrays(condition, a, b, element)
        case types.RealType() | types.StringType():
            if a == b:
                return a
            raise Unsupported(f"a {type} that depends on unknown values")


def _bits_sort(type: types.BitsType, a: Any, b: Any) -> t.Sort:
    for value in (a, b):
        if isinstance(value, t.Term):
            return value.sort
    # Of two plain values only equality matters until a term gives the width.
    if isinstance(type.width, int):
        return t.bv_sort(type.width)
    raise Unsupported("a bit-vector whose width depends on unknown values")


def _merge_arrays(condition: t.Bool, a: Vec, b: Vec, element: Type) -> Vec:
    result = a
    for index, x, y in a.differences(b, lambda x, y: x is not y):
        result = result.set(index, merge(condition, x, y, element))
    return result


def is_plain(value: Any) -> bool:
    """Whether no term occurs in a value."""
    if isinstance(value, (t.Term, Family)):
        return False
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    if isinstance(value, Vec):
        return is_plain(value.default) and all(is_plain(v) for _, v in value.items())
    return True


def same_value(a: Any, b: Any, type: Type) -> t.Bool:
    """Whether two values are equal throughout."""
    if a is b:
        return True
    if isinstance(a, Family) or isinstance(b, Family):
        raise Unsupported("equality of arrays with elements at unknown indices")
    match type:
        case types.BoolType():
            return t.eq(t.BOOL, a, b)
        case types.IntType() | types.EnumType():
            return t.eq(t.INT, a, b)
        case types.BitsType():
            return t.eq(_bits_sort(type, a, b), a, b)
        case types.RecordType(fields=fields):
            parts = (same_value(x, y, f) for x, y, (_, f) in zip(a, b, fields, strict=True))
            return t.and_(*parts)
        case types.TupleType(items=items):
            return t.and_(*(same_value(x, y, i) for x, y, i in zip(a, b, items, strict=True)))
        case types.ArrayType(element=element):
            pairs = a.differences(b, lambda x, y: x is not y)
            return t.and_(*(same_value(x, y, element) for _, x, y in pairs))
        case types.RealType() | types.StringType():
            return bool(a == b)
