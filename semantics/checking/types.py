"""Types as the static rules see them: named, with symbolic widths and bounds.

A symbolic expression is a syntax tree in normal form; one that is a known integer is an `int`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from parser import syntax
from parser.source import Span

Bound: TypeAlias = "int | syntax.Expr"
Losses: TypeAlias = tuple[tuple[str, Span], ...]
"""Why, and at which operation, constraints are only approximated."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """The integers from `low` to `high`; one integer where both are the same."""

    low: Bound
    high: Bound

    @property
    def exact(self) -> bool:
        return self.low is self.high or self.low == self.high

    def __str__(self) -> str:
        return text(self.low) if self.exact else f"{text(self.low)}..{text(self.high)}"


def exactly(value: Bound) -> Constraint:
    return Constraint(value, value)


@dataclass(frozen=True, slots=True)
class Integer:
    """`integer`, or one of the values of the constraints.

    `lost` says where operations on the constraints had to approximate them.
    """

    constraints: tuple[Constraint, ...] | None = None
    lost: Losses = field(default=(), compare=False)

    def __str__(self) -> str:
        if self.constraints is None:
            return "integer"
        shown = ", ".join(map(str, self.constraints[:6]))
        return f"integer{{{shown}{', …' if len(self.constraints) > 6 else ''}}}"


@dataclass(frozen=True, slots=True)
class Parameter:
    """The type of a parameter declared without one: the integer of that name, whatever it is."""

    name: str

    def __str__(self) -> str:
        return f"integer{{{self.name}}}"


@dataclass(frozen=True, slots=True)
class Real:
    def __str__(self) -> str:
        return "real"


@dataclass(frozen=True, slots=True)
class Boolean:
    def __str__(self) -> str:
        return "boolean"


@dataclass(frozen=True, slots=True)
class String:
    def __str__(self) -> str:
        return "string"


@dataclass(frozen=True, slots=True)
class Bitfield:
    """`slices` are (start, width) pairs; `type` is that of a typed field."""

    name: str
    slices: tuple[tuple[Bound, Bound], ...]
    nested: tuple[Bitfield, ...] | None = None
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class Bits:
    width: Bound
    fields: tuple[Bitfield, ...] = ()

    def __str__(self) -> str:
        return f"bits({text(self.width)})"

    def field(self, name: str) -> Bitfield | None:
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True, slots=True)
class Enumeration:
    labels: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"enumeration {{{', '.join(self.labels[:4])}{', …' if len(self.labels) > 4 else ''}}}"
        )


@dataclass(frozen=True, slots=True)
class Tuple:
    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.items))})"


@dataclass(frozen=True, slots=True)
class Array:
    length: Bound
    element: Type

    def __str__(self) -> str:
        return f"array [[{text(self.length)}]] of {self.element}"


@dataclass(frozen=True, slots=True)
class Structure:
    """A record, exception or collection. The order of the fields is no part of its identity."""

    kind: Literal["record", "exception", "collection"]
    fields: tuple[tuple[str, Type], ...]

    def field(self, name: str) -> Type | None:
        return next((type for each, type in self.fields if each == name), None)

    def __str__(self) -> str:
        return f"{self.kind} {{{', '.join(f'{n}: {t}' for n, t in self.fields)}}}"


@dataclass(frozen=True, slots=True)
class Named:
    """A declared type, by its name."""

    name: str

    def __str__(self) -> str:
        return self.name


Type: TypeAlias = (
    Integer | Parameter | Real | Boolean | String | Bits | Enumeration | Tuple | Array | Structure
    | Named
)  # fmt: skip

INTEGER, REAL, BOOLEAN, STRING = Integer(), Real(), Boolean(), String()


def literal_type(value: int) -> Integer:
    """The type of an integer literal."""
    return Integer((Constraint(value, value),))


def joined(*lost: Losses) -> Losses:
    """All losses, each once, up to as many as are worth telling."""
    return tuple(dict.fromkeys(each for part in lost for each in part))[:3]


def constrained(type: Type) -> Type:
    """That of a parameter as the integer type of its one value."""
    if isinstance(type, Parameter):
        return Integer((exactly(syntax.Var(type.name)),))
    return type


def a(type: Type) -> str:
    """A type with its article, if it takes one."""
    match type:
        case Named(name=name):
            return f"`{name}`"
        case Bits() | Tuple():
            return str(type)
        case _:
            shown = str(type)
            return f"{'an' if shown[0] in 'aeiou' else 'a'} {shown}"


def bits(width: Bound) -> str:
    """A width with its unit."""
    return f"{_operand(width)} {'bit' if width == 1 else 'bits'}"


def text(bound: Bound) -> str:
    """A symbolic expression as its author might write it."""
    match bound:
        case int():
            return str(bound) if abs(bound) < 10**30 else f"an integer of {bound.bit_length()} bits"
        case syntax.IntLiteral(value=value):
            return text(value)
        case syntax.BoolLiteral(value=value):
            return str(value).upper()
        case syntax.Var(name=name):
            return name
        case syntax.Binary(operator=op, left=left, right=right):
            return f"{_operand(left)} {op} {_operand(right)}"
        case syntax.Unary(operator=op, operand=operand):
            return f"{op}{' ' if op.isalpha() else ''}{_operand(operand)}"
        case syntax.Call(name=name, parameters=parameters, arguments=arguments):
            given = f"{{{', '.join(map(text, parameters))}}}" if parameters else ""
            return f"{name}{given}({', '.join(map(text, arguments))})"
        case syntax.Conditional(condition=c, then=a, otherwise=b):
            return f"if {text(c)} then {text(a)} else {text(b)}"
        case syntax.FieldAccess(base=base, name=name):
            return f"{text(base)}.{name}"
        case syntax.As(value=value):
            return text(value)
        case _:
            return "…"


def _operand(bound: Bound) -> str:
    shown = text(bound)
    return f"({shown})" if isinstance(bound, syntax.Binary | syntax.Conditional) else shown
