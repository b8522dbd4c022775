"""The typed IR: what both interpretations read. Frozen dataclasses in two closed unions.

Widths are expressions, constants nearly always. Control flow is structured. Local names are
unique within their function. Every place where execution can fail is a node with a span.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from parser.source import NOWHERE, Span
from semantics.primitives import Primitive
from semantics.types import ArrayType, RecordType, Type, Width


@dataclass(frozen=True, slots=True, eq=False)
class Const:
    value: Any
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class LocalRef:
    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class GlobalRef:
    name: str
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class PrimCall:
    primitive: Primitive
    widths: tuple[Width, ...]
    args: tuple[Expr, ...]
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Cond:
    """`condition ? then : otherwise`; also what `&&`, `||` and `==>` become."""

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class CallExpr:
    """A call of the function with that key: its parameters first, then its arguments."""

    function: str
    args: tuple[Expr, ...]
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Intrinsic:
    """A function only the machines have (see `semantics.intrinsics`)."""

    name: str
    args: tuple[Expr, ...]
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class GetField:
    """A component of a record or tuple."""

    base: Expr
    index: int
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class GetIndex:
    """An element of an array; an index outside is the dynamic error INDEX-RANGE."""

    base: Expr
    index: Expr
    array: ArrayType
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class MakeTuple:
    """A tuple or a record, all components in order."""

    items: tuple[Expr, ...]
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class CheckRange:
    """`value`, which must lie in one of the ranges of its type, else the dynamic error `code`."""

    value: Expr
    type: Type
    code: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class CheckWidth:
    """`value`, whose width must equal that of its type, else CAST-WIDTH."""

    value: Expr
    actual: Width
    expected: Width
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class ArbitraryExpr:
    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class BaseValue:
    """What a variable of this type holds before it is assigned."""

    type: Type
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Let:
    """`body`, in which `variable` stands for `value` (evaluated once, before it)."""

    variable: LocalRef
    value: Expr
    body: Expr
    type: Type
    span: Span = NOWHERE


Expr: TypeAlias = (
    Let | Const | LocalRef | GlobalRef | PrimCall | Cond | CallExpr | Intrinsic | GetField
    | GetIndex | MakeTuple | CheckRange | CheckWidth | ArbitraryExpr | BaseValue
)  # fmt: skip


def operands(e: Expr) -> tuple[Expr, ...]:
    """The expressions that an expression consists of, widths and bounds left out."""
    match e:
        case Let(value=a, body=b) | GetIndex(base=a, index=b):
            return (a, b)
        case PrimCall(args=parts) | CallExpr(args=parts) | Intrinsic(args=parts):
            return parts
        case MakeTuple(items=parts):
            return parts
        case Cond(condition=c, then=a, otherwise=b):
            return (c, a, b)
        case GetField(base=part) | CheckRange(value=part) | CheckWidth(value=part):
            return (part,)
        case Const() | LocalRef() | GlobalRef() | ArbitraryExpr() | BaseValue():
            return ()


# ---------------------------------------------------------------- places


@dataclass(frozen=True, slots=True, eq=False)
class FieldStep:
    """Into a component of a record or tuple."""

    index: int
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class IndexStep:
    index: Expr
    array: ArrayType
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class SliceStep:
    """Bits `low` to `low + width - 1` of a vector of `total` bits; only ever the last step."""

    low: Expr
    width: Width
    total: Width
    span: Span


Step: TypeAlias = FieldStep | IndexStep | SliceStep


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """What an assignment changes: a variable, or a part of one along a path."""

    root: LocalRef | GlobalRef
    path: tuple[Step, ...] = ()


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, eq=False)
class Assign:
    place: Place
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class CallStmt:
    call: CallExpr | Intrinsic
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Return:
    value: Expr | None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Assert:
    condition: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Fail:
    """A place that must not be reached: `unreachable`, or a `case` that nothing matched."""

    code: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class If:
    condition: Expr
    then: Block
    otherwise: Block
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """`while` (test first) or `repeat` (test last, ending when it holds), at most `limit` times."""

    condition: Expr
    test_first: bool
    limit: Expr | None
    body: Block
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class For:
    variable: LocalRef
    start: Expr
    end: Expr
    down: bool
    limit: Expr | None
    body: Block
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    value: Expr
    exception: RecordType
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Catcher:
    exception: RecordType
    variable: LocalRef | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Try:
    body: Block
    catchers: tuple[Catcher, ...]
    otherwise: Block | None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    args: tuple[Expr, ...]
    newline: bool
    span: Span = NOWHERE


Stmt: TypeAlias = Assign | CallStmt | Return | Assert | Fail | If | Loop | For | Throw | Try | Print
Block: TypeAlias = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A lowered function. `key` tells overloads apart; calls give `parameters` first."""

    key: str
    name: str
    parameters: tuple[LocalRef, ...]
    arguments: tuple[LocalRef, ...]
    result: Type | None
    body: Block
    qualifier: str | None
    span: Span = NOWHERE
    recurse_limit: Width | None = None
    """How many calls of it may be under way at once; one more is RECURSE-LIMIT."""
    calls: frozenset[str] = field(default_factory=frozenset)
    """Keys of the functions it calls."""
    reads: frozenset[str] = field(default_factory=frozenset)
    writes: frozenset[str] = field(default_factory=frozenset)
    """Names of the global variables it names itself, to read and to write."""
    opaque: bool = False
    """Whether it draws an ARBITRARY, prints, throws, or asks the machine (an intrinsic)."""
    traced: bool = False
    """Whether it asks about the event trace itself."""
    asserts: bool = False
    """Whether it contains an `assert`."""
    covers: tuple[Span, ...] = ()
    """Where it calls the intrinsic `Cover`."""
    open_ended: bool = False
    """Whether it has a loop of which the text does not tell how often it goes round."""

    @property
    def formals(self) -> tuple[LocalRef, ...]:
        return self.parameters + self.arguments
