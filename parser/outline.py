"""What a text declares: kinds and names at once, the tree of each declaration when asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from parser import syntax
from parser.syntax import Declaration, Override, Unit

Kind: TypeAlias = Literal["function", "accessor", "type", "global", "pragma"]

_KINDS: dict[type[Declaration], Kind] = {
    syntax.FuncDecl: "function",
    syntax.AccessorDecl: "accessor",
    syntax.TypeDecl: "type",
    syntax.GlobalDecl: "global",
    syntax.Pragma: "pragma",
}


@dataclass(frozen=True, slots=True)
class Heading:
    """What a declaration is called; a type has the labels of its enumeration."""

    kind: Kind
    name: str
    override: Override | None = None
    labels: tuple[str, ...] = ()

    @classmethod
    def of(cls, declaration: Declaration) -> Heading:
        match declaration:
            case syntax.FuncDecl(name=name, override=override):
                return cls("function", name, override)
            case syntax.AccessorDecl(name=name, override=override):
                return cls("accessor", name, override)
            case syntax.TypeDecl(name=name, type=syntax.EnumerationType(labels=labels)):
                return cls("type", name, labels=labels)
            case _:
                return cls(_KINDS[type(declaration)], declaration.name)


class Declared:
    """One declaration; its tree is made once, which may raise PtoError."""

    __slots__ = ("_made", "_make", "heading")

    def __init__(self, heading: Heading, make: Callable[[], Declaration]) -> None:
        self.heading = heading
        self._make = make
        self._made: Declaration | None = None

    @property
    def tree(self) -> Declaration:
        if self._made is None:
            self._made = self._make()
        return self._made


Outline: TypeAlias = tuple[Declared, ...]


def outline(unit: Unit) -> Outline:
    """The outline of a tree."""
    return tuple(Declared(Heading.of(each), _given(each)) for each in unit.declarations)


def _given(tree: Declaration) -> Callable[[], Declaration]:
    return lambda: tree
