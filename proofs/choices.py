"""Which elements an unknown index may name, and of what sort unknowns of a type are."""

from __future__ import annotations

from typing import Final

from proofs.state import START, Path
from semantics import terms as t
from semantics import types
from semantics.intervals import FULL, Interval
from semantics.types import Type
from semantics.values import Unsupported, Vec

LARGEST_CHOICE: Final = 4096
"""The most elements an access with an unknown index may choose from."""


def indices(array: Vec, index: t.Term, path: Path = START) -> range:
    """The positions of an array that an unknown index may name on a path; raises Unsupported if
    there are too many."""
    candidates = _candidates(array, index, path)
    if len(candidates) > LARGEST_CHOICE:
        raise Unsupported(f"an unknown index into {array.size} elements")
    return candidates


def candidates_fit(array: Vec, index: t.Term, path: Path) -> bool:
    """Whether so few positions may be named that all can be tried."""
    return len(_candidates(array, index, path)) <= LARGEST_CHOICE


def _candidates(array: Vec, index: t.Term, path: Path) -> range:
    low, high = path.range(index)
    last = array.size - 1 if high is None else min(high, array.size - 1)
    return range(max(low or 0, 0), last + 1)


def sort_of(type: Type) -> t.Sort | None:
    """The sort of the terms of a type with known widths; None of a type whose values have parts."""
    match type:
        case types.BoolType():
            return t.BOOL
        case types.BitsType(width=int(width)):
            return t.bv_sort(width)
        case types.EnumType() | types.IntType():
            return t.INT
    return None


def range_of(type: Type) -> Interval:
    """The range that integers and labels of a type have."""
    match type:
        case types.EnumType(labels=labels):
            return 0, len(labels) - 1
        case types.IntType():
            return type.interval()
    return FULL
