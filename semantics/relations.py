"""How types relate: which values fit without a check, and what two types have in common."""

from __future__ import annotations

from semantics import intervals, types
from semantics.types import ArrayType, BitsType, IntType, RecordType, TupleType, Type
from semantics.widths import minus, same


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other."""
    match a, b:
        case IntType(), IntType():
            return types.int_in(intervals.union(a.interval(), b.interval()))
        case BitsType(width=n), BitsType(width=m):
            return None if same(n, m) is False else BitsType(n, a.fields)
        case TupleType(items=left), TupleType(items=right) if len(left) == len(right):
            joined = [join(x, y) for x, y in zip(left, right, strict=True)]
            if None not in joined:
                return TupleType(tuple(j for j in joined if j is not None))
            return None
        case ArrayType(), ArrayType() if a.index is b.index and same(a.size, b.size) is not False:
            element = _either_integer(a.element, b.element) or join(a.element, b.element)
            return None if element is None else ArrayType(a.size, element, a.index)
        case _:
            return a if identical(a, b) else None


def _either_integer(a: Type, b: Type) -> IntType | None:
    """The type of the elements of one array of integers or another, which can't be checked."""
    if not isinstance(a, IntType) or not isinstance(b, IntType):
        return None
    return IntType(None if a.ranges is None or b.ranges is None else (*a.ranges, *b.ranges))


def identical(a: Type, b: Type) -> bool:
    match a, b:
        case IntType(), IntType():
            return included(a, b)
        case BitsType(width=n), BitsType(width=m):
            return same(n, m) is True
        case ArrayType(), ArrayType():
            # Sizes that are not known to differ are equal: ASL has no check of them at run time.
            sizes = a.index is b.index and same(a.size, b.size) is not False
            return sizes and identical(a.element, b.element)
        case _:
            return a is b or (a == b and not isinstance(a, RecordType))


def included(a: IntType, b: IntType) -> bool:
    """Whether the types alone show that every a is a b."""
    if b.ranges is None:
        return True
    if a.ranges is None:
        return False
    return all(any(_range_in(r, s) for s in b.ranges) for r in a.ranges)


def _range_in(a: types.Range, b: types.Range) -> bool:
    return _at_most(b.low, a.low) and _at_most(a.high, b.high)


def _at_most(a: types.Width, b: types.Width) -> bool:
    difference = minus(b, a)
    return isinstance(difference, int) and difference >= 0
