"""Intervals of integers; None as a bound means there is none."""

from __future__ import annotations

from typing import TypeAlias

Interval: TypeAlias = tuple[int | None, int | None]
FULL: Interval = (None, None)
LONGEST = 1 << 20
"""A product with a bound of more bits is given none: a loop that squares would grow without end."""


def add(a: Interval, b: Interval) -> Interval:
    return (
        None if a[0] is None or b[0] is None else a[0] + b[0],
        None if a[1] is None or b[1] is None else a[1] + b[1],
    )


def neg(a: Interval) -> Interval:
    return (None if a[1] is None else -a[1], None if a[0] is None else -a[0])


def mul(a: Interval, b: Interval) -> Interval:
    if a[0] is None or a[1] is None or b[0] is None or b[1] is None:
        if a[0] is not None and a[0] >= 0 and b[0] is not None and b[0] >= 0:
            return (a[0] * b[0], None)
        return FULL
    (low, high), (low2, high2) = (a[0], a[1]), (b[0], b[1])
    longest = max(low.bit_length(), high.bit_length())
    if longest + max(low2.bit_length(), high2.bit_length()) > LONGEST:
        return FULL
    corners = [x * y for x in (low, high) for y in (low2, high2)]
    return (min(corners), max(corners))


def floor_div(a: Interval, b: Interval) -> Interval:
    """Of a by a positive b."""
    low_b, high_b = max(b[0] or 1, 1), None if b[1] is None else max(b[1], 1)
    low, high = a
    if low is not None:
        low = low // low_b if low < 0 else (0 if high_b is None else low // high_b)
    if high is not None:
        high = high // low_b if high >= 0 else (-1 if high_b is None else high // high_b)
    return (low, high)


def floor_mod(a: Interval, b: Interval) -> Interval:
    """Of a by a positive b."""
    high = None if b[1] is None else max(b[1] - 1, 0)
    if a[0] is not None and a[0] >= 0 and a[1] is not None:
        if b[0] is not None and a[1] < b[0]:
            return a
        high = a[1] if high is None else min(high, a[1])
    return (0, high)


def union(a: Interval, b: Interval) -> Interval:
    return (
        None if a[0] is None or b[0] is None else min(a[0], b[0]),
        None if a[1] is None or b[1] is None else max(a[1], b[1]),
    )


def intersection(a: Interval, b: Interval) -> Interval:
    return (
        a[0] if b[0] is None else b[0] if a[0] is None else max(a[0], b[0]),
        a[1] if b[1] is None else b[1] if a[1] is None else min(a[1], b[1]),
    )


def inside(a: Interval, b: Interval) -> bool:
    """Whether every value of a lies in b."""
    low = b[0] is None or (a[0] is not None and a[0] >= b[0])
    return low and (b[1] is None or (a[1] is not None and a[1] <= b[1]))
