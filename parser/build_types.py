"""Tree building for types; see `build_expressions.py`."""

from __future__ import annotations

from typing import Literal

from parser.build_expressions import ExpressionBuilder
from parser.syntax import (
    ArrayType,
    Bitfield,
    BitsType,
    BooleanType,
    Constraint,
    ConstraintExact,
    ConstraintRange,
    EnumerationType,
    Expr,
    IntegerType,
    IntLiteral,
    NamedType,
    RealType,
    RecordType,
    Slice,
    StringType,
    TupleType,
    Type,
    TypedName,
)


class TypeBuilder(ExpressionBuilder):
    """Builds types, after expressions."""

    def tuple_type(self, first: int, last: int, head: Type, rest: list[Type]) -> Type:
        return TupleType((head, *rest), span=self.span(first, last))

    def integer_type(self, first: int, last: int, constrained: IntegerType | None) -> Type:
        constraints = constrained.constraints if constrained else None
        return IntegerType(constraints, span=self.span(first, last))

    def real_type(self, first: int, last: int) -> Type:
        return RealType(span=self.span(first, last))

    def boolean_type(self, first: int, last: int) -> Type:
        return BooleanType(span=self.span(first, last))

    def string_type(self, first: int, last: int) -> Type:
        return StringType(span=self.span(first, last))

    def bit_type(self, first: int, last: int) -> Type:
        span = self.span(first, last)
        return BitsType(IntLiteral(1, span=span), span=span)

    def bits_type(
        self, first: int, last: int, width: Expr, fields: tuple[Bitfield, ...] | None
    ) -> Type:
        return BitsType(width, fields or (), span=self.span(first, last))

    def array_type(self, first: int, last: int, size: Expr, element: Type) -> Type:
        return ArrayType(size, element, span=self.span(first, last))

    def named_type(self, first: int, last: int, name: str) -> Type:
        return NamedType(name, span=self.span(first, last))

    def enumeration_type(self, first: int, last: int, labels: list[str]) -> Type:
        return EnumerationType(tuple(labels), span=self.span(first, last))

    def record_type(
        self,
        first: int,
        last: int,
        kind: Literal["record", "exception"],
        fields: tuple[TypedName, ...],
    ) -> Type:
        return RecordType(kind, fields, span=self.span(first, last))

    def collection_type(self, first: int, last: int, fields: tuple[TypedName, ...]) -> Type:
        return RecordType("collection", fields, span=self.span(first, last))

    def fields(self, first: int, last: int, fields: list[TypedName]) -> tuple[TypedName, ...]:
        return tuple(fields)

    def no_fields(self, first: int, last: int) -> tuple[TypedName, ...]:
        return ()

    def typed_name(self, first: int, last: int, name: str, type: Type) -> TypedName:
        return TypedName(name, type, span=self.span(first, last))

    def constraints(
        self, first: int, last: int, constraints: list[Constraint] | None
    ) -> IntegerType:
        return IntegerType(tuple(constraints or ()), span=self.span(first, last))

    def constraint_exact(self, first: int, last: int, value: Expr) -> Constraint:
        return ConstraintExact(value, span=self.span(first, last))

    def constraint_range(self, first: int, last: int, low: Expr, high: Expr) -> Constraint:
        return ConstraintRange(low, high, span=self.span(first, last))

    def bitfields(self, first: int, last: int, fields: list[Bitfield]) -> tuple[Bitfield, ...]:
        return tuple(fields)

    def no_bitfields(self, first: int, last: int) -> tuple[Bitfield, ...]:
        return ()

    def bitfield(
        self,
        first: int,
        last: int,
        slices: list[Slice],
        name: str,
        nested: tuple[Bitfield, ...] | None,
    ) -> Bitfield:
        return Bitfield(name, tuple(slices), nested or (), span=self.span(first, last))

    def typed_bitfield(
        self, first: int, last: int, slices: list[Slice], name: str, type: Type
    ) -> Bitfield:
        return Bitfield(name, tuple(slices), (), type, span=self.span(first, last))
