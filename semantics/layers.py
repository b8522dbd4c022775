"""A program on top of another: what they share is resolved, lowered and compiled only once.

What the program below means does not depend on what lies on it: a layer may declare nothing that
has a meaning there already, and the program below never sees the layer's names. (A function below
that names what only the layer declares can't be lowered; only the whole program can tell.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from parser import syntax
from parser.outline import Outline
from parser.source import Span
from semantics import ir
from semantics.intrinsics import SPECS
from semantics.primitives import NATIVES
from semantics.program import Effects, Program, Signature
from semantics.types import Type

if TYPE_CHECKING:
    from semantics.checking.statics import Statics

T = TypeVar("T")


class Layer(Program):
    """Some units on top of the program `below`, which answers for all that it declares itself."""

    def __init__(
        self,
        below: Program,
        units: Iterable[syntax.Unit | Outline],
        digest: bytes | None = None,
    ) -> None:
        super().__init__(units, intrinsics=below.intrinsics, digest=digest)
        own = self._declared
        self.below = below
        self.library = below.library
        self.own_functions = frozenset(own.keys())
        self.own_globals = frozenset(own.globals)
        self.functions = _Stack(own.functions, below.functions)
        self.types = _Stack(own.types, below.types)
        self.globals = _Stack(own.globals, below.globals)
        self.labels = _Stack(own.labels, below.labels)

    def changes(self) -> set[str]:
        """The names it declares that have a meaning below. With any of them, it is no layer."""
        own, below = self._declared, self.below
        names = {*own.functions, *own.types, *own.globals, *own.labels}
        taken = (below.functions, below.types, below.globals, below.labels, SPECS, NATIVES)
        return {name for name in names if any(name in each for each in taken)}

    @cached_property
    def statics(self) -> Statics:
        from semantics.checking.statics import Statics

        return Statics(self, self.below.statics)

    def keys(self) -> list[str]:
        return [*self.below.keys(), *super().keys()]

    def digest_of(self, key: str) -> bytes | None:
        return super().digest_of(key) if key in self.own_functions else self.below.digest_of(key)

    def declaration(self, key: str) -> syntax.FuncDecl:
        if key in self.own_functions:
            return super().declaration(key)
        return self.below.declaration(key)

    def signature(self, key: str) -> Signature:
        return super().signature(key) if key in self.own_functions else self.below.signature(key)

    def function(self, key: str) -> ir.Function:
        return super().function(key) if key in self.own_functions else self.below.function(key)

    def effects(self, key: str) -> Effects:
        return super().effects(key) if key in self.own_functions else self.below.effects(key)

    def named_type(self, name: str, span: Span) -> Type:
        if name in self.below.types:
            return self.below.named_type(name, span)
        return super().named_type(name, span)

    def global_type(self, name: str, span: Span) -> Type:
        if name in self.own_globals:
            return super().global_type(name, span)
        return self.below.global_type(name, span)

    def constant(self, name: str, span: Span) -> Any:
        if name in self.own_globals:
            return super().constant(name, span)
        return self.below.constant(name, span)

    def starts_known(self, name: str) -> bool:
        own = name in self.own_globals
        return super().starts_known(name) if own else self.below.starts_known(name)

    def initial_value(self, name: str) -> ir.Expr:
        own = name in self.own_globals
        return super().initial_value(name) if own else self.below.initial_value(name)


class _Stack(Mapping[str, T]):
    """Two mappings without common keys as one."""

    def __init__(self, above: Mapping[str, T], below: Mapping[str, T]) -> None:
        self._above, self._below = above, below

    def __getitem__(self, name: str) -> T:
        return self._above[name] if name in self._above else self._below[name]

    def __contains__(self, name: object) -> bool:
        return name in self._above or name in self._below

    def __iter__(self) -> Iterator[str]:
        yield from self._below
        yield from self._above

    def __len__(self) -> int:
        return len(self._above) + len(self._below)
