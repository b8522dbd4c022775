"""Finite unions of intervals of integers, in normal form: sorted, disjoint, not adjacent."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TypeAlias

IntegerSet: TypeAlias = tuple[tuple[int, int], ...]
EMPTY: IntegerSet = ()


def of(intervals: Iterable[tuple[int, int]]) -> IntegerSet:
    """The union of intervals; those with the first bound above the second are empty."""
    result: list[tuple[int, int]] = []
    for low, high in sorted(i for i in intervals if i[0] <= i[1]):
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(result[-1][1], high))
        else:
            result.append((low, high))
    return tuple(result)


def union(*given: IntegerSet) -> IntegerSet:
    return of(interval for each in given for interval in each)


def intersection(a: IntegerSet, b: IntegerSet) -> IntegerSet:
    result = []
    i = j = 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low <= high:
            result.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return tuple(result)


def subset(a: IntegerSet, b: IntegerSet) -> bool:
    starts = [low for low, _ in b]
    for low, high in a:
        at = bisect_right(starts, low) - 1
        if at < 0 or high > b[at][1]:
            return False
    return True


def negated(a: IntegerSet) -> IntegerSet:
    return tuple((-high, -low) for low, high in reversed(a))
