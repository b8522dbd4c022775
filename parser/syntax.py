"""The syntax tree of ASL1: frozen dataclasses in closed unions, each with its span.

Spans take no part in equality. Parentheses leave no node: precedence is settled by the grammar.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from parser.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Node:
    """What every node has: its place in the source (compared by nobody)."""

    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


# ---------------------------------------------------------------- expressions

BinaryOperator: TypeAlias = Literal[
    "&&", "||", "==>", "<=>", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/",
    "DIV", "DIVRM", "MOD", "^", "AND", "OR", "XOR", "<<", ">>", "::", "++",
]  # fmt: skip
UnaryOperator: TypeAlias = Literal["-", "!", "NOT"]


@dataclass(frozen=True, slots=True)
class IntLiteral(Node):
    value: int


@dataclass(frozen=True, slots=True)
class BoolLiteral(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class RealLiteral(Node):
    value: Fraction


@dataclass(frozen=True, slots=True)
class StringLiteral(Node):
    value: str


@dataclass(frozen=True, slots=True)
class BitsLiteral(Node):
    """`'1010'`; blanks inside the quotes are dropped."""

    width: int
    value: int


@dataclass(frozen=True, slots=True)
class Var(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Binary(Node):
    operator: BinaryOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Unary(Node):
    operator: UnaryOperator
    operand: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name{parameters}(arguments)`; in a value position also a getter call."""

    name: str
    parameters: tuple[Expr, ...]
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SliceExpr(Node):
    base: Expr
    slices: tuple[Slice, ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`base[[index]]`"""

    base: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class FieldAccess(Node):
    base: Expr
    name: str


@dataclass(frozen=True, slots=True)
class FieldsAccess(Node):
    """`base.[a, b]`: the concatenation of bit-vector fields."""

    base: Expr
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class As(Node):
    """`value as type`: an asserted type conversion."""

    value: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class In(Node):
    """`value IN {patterns}`, `value IN !{patterns}`, and `value == '1x'` or `!= '1x'`."""

    value: Expr
    patterns: PatternSet


@dataclass(frozen=True, slots=True)
class Arbitrary(Node):
    type: Type


@dataclass(frozen=True, slots=True)
class TupleExpr(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RecordExpr(Node):
    """`Name { field = value, … }`; `Name{-}` has no fields."""

    type_name: str
    fields: tuple[tuple[str, Expr], ...]


Expr: TypeAlias = (
    IntLiteral | BoolLiteral | RealLiteral | StringLiteral | BitsLiteral | Var | Binary | Unary
    | Conditional | Call | SliceExpr | Index | FieldAccess | FieldsAccess | As | In | Arbitrary
    | TupleExpr | RecordExpr
)  # fmt: skip


# ---------------------------------------------------------------- patterns and slices


@dataclass(frozen=True, slots=True)
class PatternSingle(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class PatternRange(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class PatternAtMost(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class PatternAtLeast(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class PatternMask(Node):
    """`'1x0'`: `mask` has a one where the bit counts, `value` says which it must be."""

    width: int
    mask: int
    value: int


@dataclass(frozen=True, slots=True)
class PatternAny(Node):
    """`-`"""


Pattern: TypeAlias = (
    PatternSingle | PatternRange | PatternAtMost | PatternAtLeast | PatternMask | PatternAny
)


@dataclass(frozen=True, slots=True)
class PatternSet(Node):
    """Any of the patterns, or with `negated` none of them."""

    patterns: tuple[Pattern, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class SliceSingle(Node):
    index: Expr


@dataclass(frozen=True, slots=True)
class SliceRange(Node):
    """`[high:low]`"""

    high: Expr
    low: Expr


@dataclass(frozen=True, slots=True)
class SliceLength(Node):
    """`[start +: width]`"""

    start: Expr
    width: Expr


Slice: TypeAlias = SliceSingle | SliceRange | SliceLength


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class ConstraintExact(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class ConstraintRange(Node):
    low: Expr
    high: Expr


Constraint: TypeAlias = ConstraintExact | ConstraintRange


@dataclass(frozen=True, slots=True)
class IntegerType(Node):
    """`integer` (None), `integer{…}`, or `integer{}` (an empty tuple: to be inferred)."""

    constraints: tuple[Constraint, ...] | None = None


@dataclass(frozen=True, slots=True)
class RealType(Node):
    pass


@dataclass(frozen=True, slots=True)
class BooleanType(Node):
    pass


@dataclass(frozen=True, slots=True)
class StringType(Node):
    pass


@dataclass(frozen=True, slots=True)
class Bitfield(Node):
    """`[slices] name`, with nested fields or a type where given."""

    name: str
    slices: tuple[Slice, ...]
    nested: tuple[Bitfield, ...] = ()
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class BitsType(Node):
    """`bits(width) {fields}`; `bit` is `bits(1)`."""

    width: Expr
    fields: tuple[Bitfield, ...] = ()


@dataclass(frozen=True, slots=True)
class TupleType(Node):
    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    name: str


@dataclass(frozen=True, slots=True)
class ArrayType(Node):
    """`array [[size]] of element`; the size may name an enumeration."""

    size: Expr
    element: Type


@dataclass(frozen=True, slots=True)
class TypedName(Node):
    """`name: type`; a parameter may leave its type out."""

    name: str
    type: Type | None


@dataclass(frozen=True, slots=True)
class EnumerationType(Node):
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordType(Node):
    """`record`, `exception` and `collection` types: named fields."""

    kind: Literal["record", "exception", "collection"]
    fields: tuple[TypedName, ...]


Type: TypeAlias = (
    IntegerType | RealType | BooleanType | StringType | BitsType | TupleType | NamedType
    | ArrayType | EnumerationType | RecordType
)  # fmt: skip


# ---------------------------------------------------------------- left-hand sides


@dataclass(frozen=True, slots=True)
class TargetDiscard(Node):
    """`-`"""


@dataclass(frozen=True, slots=True)
class TargetVar(Node):
    name: str


@dataclass(frozen=True, slots=True)
class TargetCall(Node):
    """A setter call: `Name{parameters}(arguments) = value`."""

    name: str
    parameters: tuple[Expr, ...]
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TargetIndex(Node):
    base: Target
    index: Expr


@dataclass(frozen=True, slots=True)
class TargetField(Node):
    base: Target
    name: str


@dataclass(frozen=True, slots=True)
class TargetFields(Node):
    """`base.[a, b] = bits`"""

    base: Target
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetSlice(Node):
    base: Target
    slices: tuple[Slice, ...]


@dataclass(frozen=True, slots=True)
class TargetTuple(Node):
    """`(a, -, b) = …`, and `x.(a, -, b) = …` as a tuple of fields of x."""

    items: tuple[Target, ...]


Target: TypeAlias = (
    TargetDiscard | TargetVar | TargetCall | TargetIndex | TargetField | TargetFields
    | TargetSlice | TargetTuple
)  # fmt: skip


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Pass(Node):
    pass


@dataclass(frozen=True, slots=True)
class Return(Node):
    value: Expr | None


@dataclass(frozen=True, slots=True)
class CallStatement(Node):
    call: Call


@dataclass(frozen=True, slots=True)
class Assert(Node):
    condition: Expr


@dataclass(frozen=True, slots=True)
class LocalDecl(Node):
    """`let`/`var` of one name, or of a tuple pattern (`is_tuple`); a discarded item is None.

    `var a, b: T` declares both names alike: several names, `is_tuple` False, no value.
    """

    keyword: Literal["let", "var"]
    names: tuple[str | None, ...]
    is_tuple: bool
    type: Type | None
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Assign(Node):
    target: Target
    value: Expr


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expr
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class CaseAlternative(Node):
    patterns: PatternSet
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`otherwise` None: no alternative matching is a dynamic error."""

    value: Expr
    alternatives: tuple[CaseAlternative, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class While(Node):
    condition: Expr
    limit: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    body: Block
    until: Expr
    limit: Expr | None


@dataclass(frozen=True, slots=True)
class For(Node):
    name: str
    start: Expr
    down: bool
    end: Expr
    limit: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Catcher(Node):
    """`when name: type => body`; the name is optional."""

    name: str | None
    type: Type
    body: Block


@dataclass(frozen=True, slots=True)
class Try(Node):
    body: Block
    catchers: tuple[Catcher, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Throw(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Print(Node):
    """`print`, `println` (newline), and `__debug__` (debug)."""

    arguments: tuple[Expr, ...]
    newline: bool
    debug: bool = False


@dataclass(frozen=True, slots=True)
class Unreachable(Node):
    pass


@dataclass(frozen=True, slots=True)
class Pragma(Node):
    """A pragma, as a statement or as a declaration."""

    name: str
    arguments: tuple[Expr, ...]


Statement: TypeAlias = (
    Pass | Return | CallStatement | Assert | LocalDecl | Assign | If | Case | While | Repeat | For
    | Try | Throw | Print | Unreachable | Pragma
)  # fmt: skip
Block: TypeAlias = tuple[Statement, ...]


# ---------------------------------------------------------------- declarations

Qualifier: TypeAlias = Literal["pure", "readonly", "noreturn"]
Override: TypeAlias = Literal["impdef", "implementation"]


@dataclass(frozen=True, slots=True)
class FuncDecl(Node):
    """A function or, with no return type, a procedure. `name_span` is that of the name alone."""

    name: str
    parameters: tuple[TypedName, ...]
    arguments: tuple[TypedName, ...]
    return_type: Type | None
    body: Block
    qualifier: Qualifier | None = None
    override: Override | None = None
    recurse_limit: Expr | None = None
    name_span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AccessorDecl(Node):
    """`accessor name{parameters}(arguments) <=> setter_argument: type`."""

    name: str
    parameters: tuple[TypedName, ...]
    arguments: tuple[TypedName, ...]
    setter_argument: str
    type: Type
    getter: Block
    setter: Block
    readonly_getter: bool = False
    override: Override | None = None
    name_span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GlobalDecl(Node):
    keyword: Literal["let", "constant", "var", "config"]
    name: str
    type: Type | None
    value: Expr | None


@dataclass(frozen=True, slots=True)
class TypeDecl(Node):
    name: str
    type: Type


Declaration: TypeAlias = FuncDecl | AccessorDecl | GlobalDecl | TypeDecl | Pragma


@dataclass(frozen=True, slots=True)
class Unit:
    """One parsed file."""

    path: str
    declarations: tuple[Declaration, ...]
