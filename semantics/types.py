"""Types of the IR. Names of types are resolved; widths and bounds are IR expressions or ints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from semantics.intervals import FULL, Interval

if TYPE_CHECKING:
    from semantics.ir import Expr

Width: TypeAlias = "int | Expr"


@dataclass(frozen=True, slots=True)
class Range:
    """An interval of a constraint, both bounds included."""

    low: Width
    high: Width


@dataclass(frozen=True, slots=True)
class IntType:
    """Unbounded, or one of the values in `ranges`."""

    ranges: tuple[Range, ...] | None = None

    def interval(self) -> Interval:
        """The hull of the constraint as far as it is known."""
        if not self.ranges:
            return FULL
        lows = [r.low for r in self.ranges if isinstance(r.low, int)]
        highs = [r.high for r in self.ranges if isinstance(r.high, int)]
        complete = len(self.ranges)
        return (
            min(lows) if len(lows) == complete else None,
            max(highs) if len(highs) == complete else None,
        )

    def bounds(self) -> tuple[tuple[int, int], ...]:
        """The ranges of a constraint whose bounds are all known."""
        known: list[tuple[int, int]] = []
        for r in self.ranges or ():
            assert isinstance(r.low, int) and isinstance(r.high, int)
            known.append((r.low, r.high))
        return tuple(known)

    def __str__(self) -> str:
        if self.ranges is None:
            return "integer"
        parts = (
            _width(r.low)
            if r.low is r.high or r.low == r.high
            else f"{_width(r.low)}..{_width(r.high)}"
            for r in self.ranges
        )
        return f"integer{{{', '.join(parts)}}}"


@dataclass(frozen=True, slots=True)
class BoolType:
    def __str__(self) -> str:
        return "boolean"


@dataclass(frozen=True, slots=True)
class RealType:
    def __str__(self) -> str:
        return "real"


@dataclass(frozen=True, slots=True)
class StringType:
    def __str__(self) -> str:
        return "string"


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of a bit-vector: `slices` are (low, width) pairs, most significant first."""

    name: str
    slices: tuple[tuple[int, int], ...]
    type: Type


@dataclass(frozen=True, slots=True)
class BitsType:
    width: Width
    fields: tuple[Field, ...] = ()

    def __str__(self) -> str:
        return f"bits({_width(self.width)})"


@dataclass(frozen=True, slots=True)
class EnumType:
    name: str
    labels: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class RecordType:
    """A record, exception or collection; nominal, so compared by identity of its declaration."""

    name: str
    kind: str
    fields: tuple[tuple[str, Type], ...]

    def index(self, name: str) -> int | None:
        """The position of a field."""
        return next((i for i, (field, _) in enumerate(self.fields) if field == name), None)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class TupleType:
    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.items))})"


@dataclass(frozen=True, slots=True)
class ArrayType:
    """`size` elements, indexed from 0 or, where `index` is given, by that enumeration."""

    size: Width
    element: Type
    index: EnumType | None = None

    def __str__(self) -> str:
        return f"array [[{self.index or _width(self.size)}]] of {self.element}"


Type: TypeAlias = (
    IntType | BoolType | RealType | StringType | BitsType | EnumType | RecordType | TupleType
    | ArrayType
)  # fmt: skip

INTEGER, BOOLEAN, REAL, STRING = IntType(), BoolType(), RealType(), StringType()
VOID = TupleType(())
"""What a procedure returns: nothing."""


def constant_int(value: int) -> IntType:
    """The type of the literal `value`."""
    return IntType((Range(value, value),))


def int_in(interval: Interval) -> IntType:
    """The integer type of an interval; unconstrained where it is open."""
    low, high = interval
    if low is None or high is None:
        return INTEGER
    return IntType((Range(low, high),))


def _width(width: Width) -> str:
    return str(width) if isinstance(width, int) else describe(width)


def a(type: Type) -> str:
    """The type with its article; no type is that of a procedure's call."""
    text = "no value" if type == VOID else str(type)
    return text if type == VOID else f"{'an' if text[0] in 'aei' else 'a'} {text}"


def describe(expr: Expr) -> str:
    """A width or bound as its author would write it."""
    from semantics import ir

    match expr:
        case ir.Const():
            return str(expr.value)
        case ir.LocalRef() | ir.GlobalRef():
            return expr.name
        case ir.PrimCall(primitive, _, args):
            symbol = {"int.add": "+", "int.sub": "-", "int.mul": "*", "int.pow": "^"}
            if primitive.name in symbol:
                return f"({f' {symbol[primitive.name]} '.join(map(describe, args))})"
            return f"{primitive.name}({', '.join(map(describe, args))})"
        case _:
            return "…"
