"""What bundle assembly is parsed to: frozen dataclasses in closed unions, each with its span."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from parser.syntax import Node


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A symbolic value, data type, operation or operand; the caller binds it."""

    text: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class TileRef(Node):
    """A tile register such as `U3`; `index` is 0 to 63, in the order T, U, M, N."""

    text: str
    index: int


Value: TypeAlias = Name | Number
Operand: TypeAlias = Name | TileRef


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`name=value`, the name in its canonical spelling."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Destination(Node):
    """`->T0<1>`; a size in bytes has become its TSize code."""

    tile: Operand
    size_code: Value


@dataclass(frozen=True, slots=True)
class BStart(Node):
    """`BSTART.SFU TREM, S32`; `BSTART.TEPL 0, 4, S32` has a mode and function instead."""

    engine: str
    operation: Name | None
    mode: Value | None
    function: Value | None
    data_type: Value


@dataclass(frozen=True, slots=True)
class BDim(Node):
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class BDatr(Node):
    """A pad value is a Name, Zero, Max, Min or Null, however it was written."""

    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class BIot(Node):
    """`B.IOT T1, T2, mask=1111, <last>, ->T0<1>`; what is left out is None or False."""

    sources: tuple[Operand, ...]
    mask: Value | None
    last: bool
    destination: Destination | None


@dataclass(frozen=True, slots=True)
class RawOperand(Node):
    text: str


@dataclass(frozen=True, slots=True)
class RawCommand(Node):
    """A command whose operands are not read here: `B.IOR` or `B.IOS`."""

    mnemonic: str
    operands: tuple[RawOperand, ...]


@dataclass(frozen=True, slots=True)
class BStop(Node):
    """`BSTOP`"""


Command: TypeAlias = BStart | BDim | BDatr | BIot | RawCommand | BStop


@dataclass(frozen=True, slots=True)
class Bundle(Node):
    """All commands of a text, in order, repeated ones included."""

    commands: tuple[Command, ...]


# ------------------------------------------------------------------------ the tile library


@dataclass(frozen=True, slots=True)
class SsaName(Node):
    """`%src0`, without its percent sign."""

    text: str


@dataclass(frozen=True, slots=True)
class TileType(Node):
    """`!pto.tile<Vec, 16x16xf32>`: its text, and what of element type and shapes that states."""

    text: str
    element: str | None = None
    shape: tuple[int, int] | None = None
    valid_shape: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class LibraryCall(Node):
    """`operation` is the mnemonic, as `TREM`; each source and destination has a type."""

    operation: str
    sources: tuple[SsaName, ...]
    destinations: tuple[SsaName, ...]
    source_types: tuple[TileType, ...]
    destination_types: tuple[TileType, ...]
