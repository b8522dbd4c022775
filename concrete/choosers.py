"""Where unknowns come from: `ARBITRARY` asks a chooser, which draws or replays."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from semantics import types
from semantics.base_values import nearest_to_zero
from semantics.floats.arithmetic import div
from semantics.floats.conversions import from_int
from semantics.floats.environment import RNE, RTM, RTP
from semantics.formats import Format
from semantics.types import Type
from semantics.values import fail

Ranges: TypeAlias = tuple[tuple[int, int], ...]
Draw: TypeAlias = tuple[Type, Any]
"""A drawn value with its type; an enumeration label is its position."""


class Chooser(Protocol):
    """Supplies the value of each ARBITRARY as it is met. A type without values is an error."""

    def boolean(self) -> bool: ...
    def integer(self, ranges: Ranges | None) -> int: ...
    def bits(self, width: int) -> int: ...
    def label(self, type: types.EnumType) -> int: ...
    def real(self) -> Fraction: ...
    def string(self) -> str: ...


class _Recording(ABC):
    """Notes every draw in `drawn`, in order."""

    def __init__(self) -> None:
        self.drawn: list[Draw] = []

    def boolean(self) -> bool:
        return bool(self._note(types.BOOLEAN, self._boolean()))

    def integer(self, ranges: Ranges | None) -> int:
        if ranges is not None:
            ranges = tuple((low, high) for low, high in ranges if low <= high)
            if not ranges:
                fail("ARBITRARY-EMPTY")
        limits = None if ranges is None else tuple(types.Range(a, b) for a, b in ranges)
        return int(self._note(types.IntType(limits), self._integer(ranges)))

    def bits(self, width: int) -> int:
        if width < 0:
            fail("ARBITRARY-EMPTY")
        return int(self._note(types.BitsType(width), self._bits(width)))

    def label(self, type: types.EnumType) -> int:
        return int(self._note(type, self._integer(((0, len(type.labels) - 1),))))

    def real(self) -> Fraction:
        return Fraction(self._note(types.REAL, self._real()))

    def string(self) -> str:
        return str(self._note(types.STRING, ""))

    def _note(self, type: Type, value: Any) -> Any:
        self.drawn.append((type, value))
        return value

    @abstractmethod
    def _boolean(self) -> bool: ...

    @abstractmethod
    def _integer(self, ranges: Ranges | None) -> int: ...

    @abstractmethod
    def _bits(self, width: int) -> int: ...

    @abstractmethod
    def _real(self) -> Fraction: ...


class Replay(_Recording):
    """Gives back values in order; beyond them, and where one is of no use, the simplest.

    `misfit` tells whether a value was not of the type it was asked for.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        super().__init__()
        self._values = iter(values)
        self.misfit = False

    def _boolean(self) -> bool:
        value = next(self._values, False)
        return value if isinstance(value, bool) else self._refuse(False)

    def _integer(self, ranges: Ranges | None) -> int:
        simplest = 0 if ranges is None else nearest_to_zero(ranges)
        value = next(self._values, simplest)
        inside = ranges is None or any(low <= value <= high for low, high in ranges)
        return int(value) if inside else self._refuse(simplest)

    def _bits(self, width: int) -> int:
        value = next(self._values, 0)
        return int(value) if 0 <= value < 1 << width else self._refuse(0)

    def _real(self) -> Fraction:
        return Fraction(next(self._values, 0))

    def _refuse(self, simplest: Any) -> Any:
        self.misfit = True
        return simplest


class Random(_Recording):
    """Draws biased to corner values. Deterministic for a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed)

    def _boolean(self) -> bool:
        return self._random.random() < 0.5

    def _integer(self, ranges: Ranges | None) -> int:
        if ranges is None:
            return self._corner(64) - (1 << 63)
        low, high = self._random.choice(ranges)
        if self._random.random() < 0.4:
            return self._random.choice([low, high, *(max(low, min(high, n)) for n in (0, 1))])
        return self._random.randint(low, high)

    def _bits(self, width: int) -> int:
        return self._corner(width)

    def _real(self) -> Fraction:
        return Fraction(self._random.randint(-8, 8), 4)

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


class Floats(Random):
    """Draws words that hold floating elements, most of them with few significant bits and of a
    magnitude near one; some are near an integer fraction of the word before, some are corner
    values, and some any. Deterministic for a seed."""

    def __init__(self, seed: int, format: Format) -> None:
        super().__init__(seed)
        assert format.layout is not None
        self._format, self._layout = format, format.layout
        self._before = 0

    def _bits(self, width: int) -> int:
        kind = self._random.random()
        if width != 64 or kind < 0.1:
            return super()._bits(width)
        self._before = self._fraction() if self._before and kind < 0.7 else self._element()
        return self._before

    def _element(self) -> int:
        layout = self._layout
        dropped = self._random.randint(0, layout.fraction_bits)
        spread = self._random.choice((1, 4, 10, 10, layout.fraction_bits + 2, layout.bias))
        field = layout.bias + self._random.randint(-spread, spread)
        field = max(0, min(layout.top_exponent - 1, field))
        fraction = self._random.getrandbits(layout.fraction_bits) >> dropped << dropped
        code = min(field << layout.fraction_bits | fraction, layout.largest)
        return self._random.getrandbits(1) << layout.sign_bit | code << layout.low_zeros

    def _fraction(self) -> int:
        digits = self._random.randint(
            1, self._random.choice((5, 10, self._layout.fraction_bits + 1))
        )
        divisor = from_int(self._format.code, RNE, 64, False, self._random.getrandbits(digits) or 1)
        mode = self._random.choice((RNE, RTM, RTP))
        return div(self._format.code, mode, self._before, divisor & _WORD) & _WORD


_WORD = (1 << 64) - 1


def _corners(size: int) -> Sequence[int]:
    return (0, (1 << max(size - 1, 0)) - 1, 1 << max(size - 1, 0), (1 << size) - 1)
