"""Names with given types and values, for what is tested without a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parser import syntax
from semantics.checking import relations
from semantics.checking.types import Bound, Constraint, Integer, Type, exactly


@dataclass(frozen=True)
class Known:
    """Implements the protocols `Names` and `TypeNames`: types of names, and declared types."""

    types: Mapping[str, Type] = field(default_factory=dict)
    constants: Mapping[str, int] = field(default_factory=dict)
    equivalents: Mapping[str, Bound] = field(default_factory=dict)
    named: Mapping[str, Type] = field(default_factory=dict)

    def constant(self, name: str) -> int | None:
        return self.constants.get(name)

    def equivalent(self, name: str) -> Bound | None:
        return self.equivalents.get(name)

    def type_of(self, name: str) -> Type:
        return relations.anonymous(self, self.types[name])

    def declared(self, name: str) -> Type:
        return self.named[name]

    def structure(self, name: str) -> Type:
        return relations.structure(self, self.named[name])


def integers(*members: int | tuple[int, int]) -> Integer:
    """`integer{1, 3..5}` is `integers(1, (3, 5))`."""
    return Integer(tuple(exactly(m) if isinstance(m, int) else Constraint(*m) for m in members))


def literal(value: int) -> syntax.Expr:
    return syntax.IntLiteral(value)


def binary(operator: str, left: Bound, right: Bound) -> syntax.Expr:
    """An expression of two others."""
    from semantics.checking.symbols import expression

    return syntax.Binary(operator, expression(left), expression(right))  # type: ignore[arg-type]
