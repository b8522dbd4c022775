"""Values of ASL, shared by both interpretations.

bool, int, Fraction and str are themselves; a bit-vector is its unsigned int (widths live in the
types); an enumeration label is its position; records and tuples are Python tuples; arrays are
`Vec`. The symbolic interpretation puts terms where scalars stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from parser.source import Span

_BITS = 5
_WIDTH = 1 << _BITS
_MASK = _WIDTH - 1


class DynamicError(Exception):
    """An ASL run-time error. The machine that caught it adds where it happened."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code
        self.message = message
        self.span: Span | None = None
        self.stack: tuple[tuple[str, Span], ...] = ()


class Unsupported(Exception):
    """Something has no meaning here (yet); the text says what, and `span` where, if it is known."""

    span: Span | None = None


class Opened(Exception):
    """Something was asked of a value that stands for any."""


def fail(code: str, message: str = "") -> NoReturn:
    """Raise a dynamic error from within an expression."""
    raise DynamicError(code, message)


class Vec:
    """A persistent array: `set` shares all but one path with the old one, a snapshot is free.

    A radix tree of fan-out 32 after Bagwell; a missing node stands for the default throughout,
    so a fresh array of any size is one object. Never changed once made, so it may be shared.
    """

    __slots__ = ("default", "root", "shift", "size")

    def __init__(self, size: int, default: Any, root: list[Any] | None = None) -> None:
        self.size, self.default, self.root = size, default, root
        shift = 0
        while size > _WIDTH << shift:
            shift += _BITS
        self.shift = shift

    @classmethod
    def of(cls, elements: Sequence[Any], default: Any) -> Vec:
        """An array of these elements."""
        result = cls(len(elements), default)
        result.root = result._build(elements, result.shift) if elements else None
        return result

    def _build(self, elements: Sequence[Any], shift: int) -> list[Any]:
        if shift == 0:
            return [*elements, *[self.default] * (_WIDTH - len(elements))]
        step = 1 << shift
        children: list[Any] = [
            self._build(elements[i : i + step], shift - _BITS)
            for i in range(0, len(elements), step)
        ]
        return children + [None] * (_WIDTH - len(children))

    def get(self, index: int) -> Any:
        """The element; the caller has checked the index."""
        node, shift = self.root, self.shift
        while node is not None and shift:
            node = node[index >> shift & _MASK]
            shift -= _BITS
        return self.default if node is None else node[index & _MASK]

    def set(self, index: int, value: Any) -> Vec:
        """This array with one element replaced; this very array if it has that element."""
        if self.get(index) is value:
            return self
        new = Vec.__new__(Vec)
        new.size, new.default, new.shift = self.size, self.default, self.shift
        # Written out, for a model spends much of its time here.
        shift, old = self.shift, self.root
        node = [None if shift else self.default] * _WIDTH if old is None else old[:]
        new.root = node
        while shift:
            slot = index >> shift & _MASK
            shift -= _BITS
            old = node[slot]
            below = [None if shift else self.default] * _WIDTH if old is None else old[:]
            node[slot] = below
            node = below
        node[index & _MASK] = value
        return new

    def items(self) -> Iterator[tuple[int, Any]]:
        """Index and value of every element in a stored leaf; all others are the default."""
        yield from self._items(self.root, self.shift, 0)

    def _items(self, node: list[Any] | None, shift: int, base: int) -> Iterator[tuple[int, Any]]:
        if node is None:
            return
        for slot, child in enumerate(node):
            index = base + (slot << shift)
            if shift:
                yield from self._items(child, shift - _BITS, index)
            elif index < self.size:
                yield index, child

    def __iter__(self) -> Iterator[Any]:
        return (self.get(i) for i in range(self.size))

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vec):
            return NotImplemented
        if self is other:
            return True
        return self.size == other.size and not any(True for _ in self.differences(other, _differ))

    def __hash__(self) -> int:
        return hash((self.size, tuple(self)))

    def __repr__(self) -> str:
        return f"Vec({self.size}, {dict(self.items())!r}, default={self.default!r})"

    def differences(
        self, other: Vec, differ: Callable[[Any, Any], bool]
    ) -> Iterator[tuple[int, Any, Any]]:
        """Index and both values wherever the two arrays of one size may differ."""
        if self.default is not other.default and differ(self.default, other.default):
            pairs: Iterator[tuple[int, Any, Any]] = (
                (i, self.get(i), other.get(i)) for i in range(self.size)
            )
        else:
            pairs = _pairs(self, other, self.root, other.root, self.shift, 0)
        return ((i, a, b) for i, a, b in pairs if i < self.size and a is not b and differ(a, b))


def _differ(a: Any, b: Any) -> bool:
    return bool(a != b)


def _pairs(
    a: Vec, b: Vec, left: list[Any] | None, right: list[Any] | None, shift: int, base: int
) -> Iterator[tuple[int, Any, Any]]:
    if left is right:
        return
    for slot in range(_WIDTH):
        index = base + (slot << shift)
        if shift:
            below = left and left[slot], right and right[slot]
            yield from _pairs(a, b, *below, shift - _BITS, index)
        else:
            yield (
                index,
                a.default if left is None else left[slot],
                b.default if right is None else right[slot],
            )
