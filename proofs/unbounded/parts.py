"""Parts of values: where two differ, and values with some parts replaced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from proofs.families import Family
from semantics import types
from semantics.terms import Term
from semantics.types import Type
from semantics.values import Vec

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
