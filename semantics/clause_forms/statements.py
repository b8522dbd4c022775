"""What a sentence of a contract says, once a form of `semantics.clause_forms` has read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from parser.source import Span
from semantics.formats import Kind


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a clause, or what stands between its semicolons; no end mark.

    `clause` is the clause's key: a place in the record's `contract`, such as `legality[2]`, or the
    identity of an NDF region. `span` is that of the record or region.
    """

    clause: str
    text: str
    span: Span | None


class Condition(StrEnum):
    """What must hold of a bundle and its operands, or the bundle is rejected."""

    BINDINGS = "bindings"
    ATTRIBUTES = "B.DATR fields"
    DIMENSIONS = "dimensions"
    DATA_TYPE = "data type"
    CAPACITY = "destination capacity"
    SHAPE = "matching shapes"
    LAYOUT = "layout"
    SAME_TYPE = "matching data types"
    MASK = "matching PE masks"
    DEFINED = "defined sources"
    ENCODING = "valid element encodings"
    DIVISOR = "nonzero integer divisors"
    INDEX_RANGE = "index range"
    DISTINCT = "distinct destination coordinates"


class Rule(StrEnum):
    """What every execution keeps to, whatever the values."""

    MASK_NOOP = "PE_MASK zero does nothing"
    ANY_MASK = "any nonzero PE_MASK is legal"
    CHECKS_FIRST = "all checks come before effects"
    REJECTION_PURE = "rejection has no effect"
    SNAPSHOT = "sources are read before the destination is written"
    READ_BEFORE_WRITE = "an alias reads the old payload"
    ATOMIC = "what becomes visible does so in one publication"
    SOURCES_PERSIST = "sources stay as they were"
    DESTINATION_NOT_READ = "the old destination is not read"
    PADDING = "the selected padding surrounds the valid result"
    PADDING_NOT_READ = "source padding is not read"
    SHAPE_DEFAULTS = "omitted dimensions have their defaults"
    ROW_MAJOR_DEFAULT = "without B.DATR the destination is row-major"
    LAYOUT_PLACES = "a Layout decides the placement of the destination and nothing else"
    NO_MEMORY_EFFECT = "memory is neither read nor written"
    NO_INVALID = "no floating invalid condition is reported"


class Value(StrEnum):
    """What the elements of a result are."""

    FLOOR_MODULO = "modulo by floor division"
    REMAINDER = "remainder of unsigned division"
    QUOTIENT = "quotient"
    NEGATION = "negation modulo the width"
    SIGN_BIT = "the sign bit toggled and nothing else"
    ZERO_FILL = "zero where nothing else is written"
    SCATTER = "scattered to the indexed rows"
    BITS_KEPT = "the bits of the source"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stated:
    """`sentence` is where it is said."""

    sentence: Sentence

    @property
    def clause(self) -> str:
        return self.sentence.clause


@dataclass(frozen=True, slots=True)
class DataTypes(_Stated):
    """The legal element types are exactly these: with `indices`, each value with each index."""

    values: tuple[str, ...]
    indices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Covers(_Stated):
    """The legal element types include some of these kinds."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Selector(_Stated):
    """BSTART.TEPL selects the operation by these fields, of 2 and 5 bits."""

    mode: int
    function: int


@dataclass(frozen=True, slots=True)
class Engine(_Stated):
    """The engine that executes it and that names its BSTART: `SFU` or `VEC`."""

    engine: str


@dataclass(frozen=True, slots=True)
class NoStandaloneOpcode(_Stated):
    """Nothing but a bundle executes it."""


@dataclass(frozen=True, slots=True)
class Operands(_Stated):
    """One terminating B.IOT binds so many tiles."""

    sources: int
    destinations: int


@dataclass(frozen=True, slots=True)
class IllegalCommands(_Stated):
    """Commands that a bundle of the operation must not hold."""

    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OnlyAttributes(_Stated):
    """The fields of B.DATR that may be other than zero."""

    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IllegalAttributes(_Stated):
    """Fields of B.DATR that must have their default."""

    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dimension(_Stated):
    """A dimension, what it gives (None: not said), and what it is if omitted (None: required)."""

    name: str
    quantity: str | None
    default: str | None


@dataclass(frozen=True, slots=True)
class PadDefault(_Stated):
    """The padding that an omitted B.DATR selects: `Zero`, `Max`, `Min` or `Null`."""

    value: str


@dataclass(frozen=True, slots=True)
class PadCodes(_Stated):
    """The paddings that the codes 00, 01, 10 and 11 select."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Demands(_Stated):
    """A bundle that breaks one of the conditions is rejected, with the fault if it is named."""

    conditions: tuple[Condition, ...]
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Waives(_Stated):
    """A bundle that breaks one of the conditions is not rejected for that."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Keeps(_Stated):
    """Every execution keeps to the rules."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Computes(_Stated):
    """Elements of these kinds become that value."""

    value: Value
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class ProfileOwned(_Stated):
    """The numeric profile decides, and the contract does not."""

    topic: str


Statement: TypeAlias = (
    DataTypes
    | Covers
    | Selector
    | Engine
    | NoStandaloneOpcode
    | Operands
    | IllegalCommands
    | OnlyAttributes
    | IllegalAttributes
    | Dimension
    | PadDefault
    | PadCodes
    | Demands
    | Waives
    | Keeps
    | Computes
    | ProfileOwned
)
