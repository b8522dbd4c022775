"""Base values: what a variable holds before it is assigned."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from semantics import types
from semantics.types import Type
from semantics.values import Unsupported, Vec, fail


def nearest_to_zero(ranges: Iterable[tuple[int, int]]) -> int:
    """The member of the ranges of smallest magnitude, the positive one of two.

    The functions of this module raise DynamicError where a type has no value.
    """
    members = [min(max(0, low), high) for low, high in ranges if low <= high]
    if not members:
        fail("BASE-EMPTY")
    return min(members, key=lambda m: (abs(m), -m))


def no_bits(width: int) -> int:
    """A vector of zeros."""
    return 0 if width >= 0 else fail("WIDTH-NEGATIVE")


def fresh(size: int, element: Any) -> Vec:
    """An array of equal elements, which takes no space however many they are."""
    return Vec(size, element) if size >= 0 else fail("ARRAY-LENGTH")


def base_value(type: Type) -> Any:
    """The base value; raises Unsupported where the type depends on what is not yet known."""
    match type:
        case types.BoolType():
            return False
        case types.IntType(ranges=None) | types.EnumType():
            return 0
        case types.IntType(ranges=ranges):
            assert ranges is not None
            return nearest_to_zero((_known(r.low), _known(r.high)) for r in ranges)
        case types.BitsType(width=width):
            return no_bits(_known(width))
        case types.RealType():
            return Fraction(0)
        case types.StringType():
            return ""
        case types.RecordType(fields=fields):
            return tuple(base_value(f) for _, f in fields)
        case types.TupleType(items=items):
            return tuple(map(base_value, items))
        case types.ArrayType(size=size, element=element):
            return fresh(_known(size), base_value(element))


def _known(width: types.Width) -> int:
    if not isinstance(width, int):
        raise Unsupported("a size that only the running program knows")
    return width
