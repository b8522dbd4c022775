"""Where unknowns come from: `ARBITRARY` asks a chooser, which draws or replays."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

Ranges: TypeAlias = tuple[tuple[int, int], ...]


class Chooser(Protocol):
    """Supplies the value of each ARBITRARY as it is met."""

    def boolean(self) -> bool: ...
    def integer(self, ranges: Ranges | None) -> int: ...
    def bits(self, width: int) -> int: ...
    def label(self, count: int) -> int: ...
    def real(self) -> Fraction: ...
    def string(self) -> str: ...


class Replay:
    """Gives back recorded draws in order; what is asked beyond them is the simplest value."""

    def __init__(self, draws: Iterable[Any]) -> None:
        self._draws = iter(draws)

    def _next(self, default: Any) -> Any:
        return next(self._draws, default)

    def boolean(self) -> bool:
        return bool(self._next(False))

    def integer(self, ranges: Ranges | None) -> int:
        return int(self._next(0 if ranges is None else ranges[0][0]))

    def bits(self, width: int) -> int:
        return int(self._next(0)) & ((1 << width) - 1)

    def label(self, count: int) -> int:
        return int(self._next(0)) % count

    def real(self) -> Fraction:
        return Fraction(self._next(0))

    def string(self) -> str:
        return str(self._next(""))


@dataclass
class Random:
    """Draws biased to corner values, and records what it drew. Deterministic for a seed."""

    seed: int
    draws: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def _record(self, value: Any) -> Any:
        self.draws.append(value)
        return value

    def boolean(self) -> bool:
        return bool(self._record(self._random.random() < 0.5))

    def integer(self, ranges: Ranges | None) -> int:
        if ranges is None:
            return int(self._record(self._corner(64) - (1 << 63)))
        low, high = self._random.choice(ranges)
        near = [low, high, max(low, min(high, 0)), max(low, min(high, 1))]
        drawn = self._random.choice(near) if self._random.random() < 0.4 else None
        return int(self._record(self._random.randint(low, high) if drawn is None else drawn))

    def bits(self, width: int) -> int:
        return int(self._record(self._corner(width)))

    def label(self, count: int) -> int:
        return int(self._record(self._random.randrange(count)))

    def real(self) -> Fraction:
        return Fraction(self._record(Fraction(self._random.randint(-8, 8), 4)))

    def string(self) -> str:
        return str(self._record(""))

    def _corner(self, width: int) -> int:
        """A vector whose element of 8, 16, 32 or 64 low bits is a corner value half of the time."""
        full = (1 << width) - 1
        kind = self._random.random()
        if kind < 0.35:
            return self._random.randint(-4, 4) & full
        if kind < 0.65:
            size = self._random.choice([s for s in (8, 16, 32, 64) if s <= width] or [width])
            base = self._random.choice(_corners(size))
            return (base + self._random.randint(-1, 1)) & full
        if kind < 0.75:
            return 1 << self._random.randrange(width) if width else 0
        return self._random.getrandbits(width) if width else 0


def _corners(size: int) -> Sequence[int]:
    return (0, (1 << max(size - 1, 0)) - 1, 1 << max(size - 1, 0), (1 << size) - 1)
