"""Parts of values and of the state: where two differ, and values with some parts replaced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from proofs.families import Family
from proofs.state import State, is_plain
from semantics import types
from semantics.term_substitution import substituted
from semantics.terms import Term, Value
from semantics.types import Type
from semantics.values import Unsupported, Vec

Way: TypeAlias = tuple[int, ...]
"""From a value to a part of it: numbers of fields and of elements."""


def differences(a: Any, b: Any, type: Type) -> Iterator[tuple[Way, Type]]:
    """The parts in which two values differ, as far down as both can be told apart."""
    if a is b or (not _is_open(a) and not _is_open(b) and a == b):
        return
    match type:
        case types.RecordType(fields=fields):
            inner = [
                (i, x, y, f) for i, (x, y, (_, f)) in enumerate(zip(a, b, fields, strict=True))
            ]
        case types.TupleType(items=items):
            inner = [(i, x, y, f) for i, (x, y, f) in enumerate(zip(a, b, items, strict=True))]
        case types.ArrayType(element=element) if isinstance(a, Vec) and isinstance(b, Vec):
            pairs = a.differences(b, lambda x, y: x is not y)
            inner = [(i, x, y, element) for i, x, y in pairs]
        case _:
            yield (), type
            return
    for number, x, y, part in inner:
        for way, leaf in differences(x, y, part):
            yield (number, *way), leaf


def _is_open(value: Any) -> bool:
    return isinstance(value, (Term, Family, tuple, Vec))


def part(value: Any, way: Way) -> Any:
    """The part that a way leads to."""
    for number in way:
        value = value[number] if isinstance(value, tuple) else value.get(number)
    return value


def with_part(value: Any, way: Way, new: Any) -> Any:
    """The value with another part in that place."""
    if not way:
        return new
    number, rest = way[0], way[1:]
    if isinstance(value, tuple):
        return (*value[:number], with_part(value[number], rest, new), *value[number + 1 :])
    return value.set(number, with_part(value.get(number), rest, new))


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the state: of a local or a global."""

    local: bool
    name: str
    way: Way
    type: Type

    def values(self, state: State) -> dict[str, Any]:
        return state.locals if self.local else state.globals

    def get(self, state: State) -> Any:
        return part(self.values(state)[self.name], self.way)

    def put(self, state: State, value: Any) -> None:
        values = self.values(state)
        values[self.name] = with_part(values[self.name], self.way, value)


def outermost(places: Sequence[Place]) -> list[Place]:
    """Those that are no part of others."""
    kept = list(dict.fromkeys(places))
    return [each for each in kept if not any(_inside(each, other) for other in kept)]


def _inside(place: Place, other: Place) -> bool:
    same = (place.local, place.name) == (other.local, other.name)
    return same and place != other and place.way[: len(other.way)] == other.way


def with_terms(value: Any, replaced: dict[Term, Value]) -> Any:
    """A result with terms replaced."""
    if isinstance(value, tuple):
        return tuple(with_terms(each, replaced) for each in value)
    if isinstance(value, Family) or (not is_plain(value) and isinstance(value, Vec)):
        raise Unsupported("a loop that returns an array")
    return substituted(value, replaced) if isinstance(value, Term) else value
