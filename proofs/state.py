"""The state of symbolic evaluation, and how two states become one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofs.events import Event, merge_events
from semantics import terms as t
from semantics import types
from semantics.intervals import FULL, Interval, intersection
from semantics.term_ranges import Ranges, range_under, stated
from semantics.types import Type
from semantics.values import Unsupported, Vec


class Path:
    """A path condition: a linked list of conjuncts, shared by the paths that extend it."""

    __slots__ = ("_ranges", "condition", "depth", "parent", "term")

    def __init__(self, parent: Path | None, condition: t.Bool) -> None:
        self.parent, self.condition = parent, condition
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.term: t.Bool = condition if parent is None else t.and_(parent.term, condition)
        self._ranges: dict[int, Interval] | None = None

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

    def decides(self, condition: t.Term) -> bool | None:
        """Whether the path contains the condition, or its negation, as a conjunct."""
        if not isinstance(self.term, t.Term):
            return None
        conjuncts = self.term.args if self.term.op == "and" else (self.term,)
        opposite = t.not_(condition)
        for each in conjuncts:
            if each is condition:
                return True
            if each is opposite:
                return False
        return None

    def range(self, value: t.Int) -> Interval:
        """The range that a value has on this path."""
        return range_under(value, self.ranges, self.decides)

    @property
    def ranges(self) -> Ranges:
        """What the path says of terms that it compares with constants."""
        if self._ranges is None:
            self._ranges = {}
            for term, range_ in stated(self.term):
                known = self._ranges.get(term.id, FULL)
                self._ranges[term.id] = intersection(known, range_)
        return self._ranges


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
    if isinstance(value, t.Term):
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
