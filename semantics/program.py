"""A program: declarations by name, resolved and lowered on demand.

Only what is reached is lowered. Whoever constructs a program gives the evaluator of constant
expressions (the concrete machine does), so that constants may call any function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from parser import syntax
from parser.outline import Outline
from parser.source import Span
from semantics import ir
from semantics.declarations import Declarations, Overloads
from semantics.resolving import Resolving
from semantics.types import EnumType, RecordType, Type
from semantics.unchecked import unchecked

if TYPE_CHECKING:
    from semantics.checking.statics import Statics
    from semantics.lower_expressions import Lowerer


@dataclass(frozen=True, slots=True)
class Signature:
    """A function as its callers see it; types name the parameters as locals."""

    key: str
    parameters: tuple[tuple[str, Type], ...]
    arguments: tuple[tuple[str, Type], ...]
    result: Type | None
    span: Span


@dataclass(frozen=True, slots=True)
class Effects:
    """Of a function and all it calls: their keys, globals read and written, what `ir.Function`
    says of `opaque` and `traced`, the keys of those that assert, and whether some count their own
    calls.

    It is `open_ended` where it uses globals, or has loops or recursion of which the text does not
    tell how often they repeat.
    """

    calls: frozenset[str]
    reads: frozenset[str]
    writes: frozenset[str]
    opaque: bool
    traced: bool
    asserts: frozenset[str]
    limited: bool
    open_ended: bool

    @property
    def alone(self) -> bool:
        """Whether what a call does is all in its arguments, the globals, and its result. How deep
        it is nested is nothing that it can be asked for on its own."""
        return not self.opaque and not self.limited

    @property
    def globals(self) -> frozenset[str]:
        return self.reads | self.writes


class Program:
    """Declarations of one set of units. Lookup errors are PtoError with phase STATIC or TYPE.

    `digest` is that of all text, for what is kept between runs.
    """

    def __init__(
        self,
        units: Iterable[syntax.Unit | Outline],
        library: syntax.Unit | Outline | None = None,
        intrinsics: bool = True,
        digest: bytes | None = None,
    ) -> None:
        self.intrinsics = intrinsics
        self.digest = digest
        self.evaluate: Callable[[ir.Expr], Any] = _no_evaluator
        own = [] if library is None else [library]
        self._declared = Declarations([*own, *units])
        self.functions: Mapping[str, Overloads] = self._declared.functions
        self.types: Mapping[str, syntax.TypeDecl] = self._declared.types
        self.globals: Mapping[str, syntax.GlobalDecl] = self._declared.globals
        self.labels: Mapping[str, str] = self._declared.labels
        self.library = _keys_of(own, self._declared)
        self._signatures: dict[str, Signature] = {}
        self._lowered: dict[str, ir.Function] = {}
        self._effects: dict[str, Effects] = {}
        self._starts_known: dict[str, bool] = {}
        self._types: dict[str, Type] = {}
        self._global_types: dict[str, Type] = {}
        self._constants: dict[str, Any] = {}
        self.resolving = Resolving()

    def digest_of(self, key: str) -> bytes | None:
        """A digest of all that the meaning of a function depends on, if that is known."""
        if self.digest is None:
            return None
        return sha256(self.digest + bytes([self.intrinsics]) + key.encode()).digest()

    # ------------------------------------------------------------ looking up

    def declaration(self, key: str) -> syntax.FuncDecl:
        return self._declared.find(key)

    def keys(self) -> list[str]:
        return list(self._declared.keys())

    @property
    def declared(self) -> Declarations:
        """What its own units declare; of a layer, that is not all that it knows."""
        return self._declared

    @cached_property
    def statics(self) -> Statics:
        """What the static rules know of it."""
        from semantics.checking.statics import Statics

        return Statics(self)

    def signature(self, key: str) -> Signature:
        """The signature of one overload; raises PtoError with what is wrong with it."""
        found = self._signatures.get(key)
        if found is None:
            from semantics.lower_types import signature

            if key not in self.library:
                self.statics.signature(key)
            found = self._signatures[key] = signature(self, key, self.declaration(key))
        return found

    def named_type(self, name: str, span: Span) -> Type:
        """The type a name stands for; raises PtoError where there is none."""
        if name in self._types:
            return self._types[name]
        self.statics.declared(name, span)
        from semantics.lower_types import resolve_declared

        with self.resolving.acyclic(f"type {name}", span):
            self._types[name] = resolve_declared(self, self.types[name])
        return self._types[name]

    def enumeration(self, label: str, span: Span) -> tuple[EnumType, int]:
        """The enumeration a label belongs to, and its position."""
        type = self.named_type(self.labels[label], span)
        assert isinstance(type, EnumType)
        return type, type.labels.index(label)

    def record(self, name: str, span: Span) -> RecordType:
        """The record, exception or collection type of that name."""
        type = self.named_type(name, span)
        if not isinstance(type, RecordType):
            raise unchecked(f"`{name}` has no fields", span)
        return type

    def is_constant(self, name: str) -> bool:
        """Whether a global is known when the program is lowered (`constant` and `config`)."""
        return self.globals[name].keyword in ("constant", "config")

    def global_type(self, name: str, span: Span) -> Type:
        """The type of a global; raises PtoError with what is wrong in its declaration."""
        if name not in self._global_types:
            from semantics.lower_types import global_type

            self.statics.storage(name)
            with self.resolving.acyclic(f"type of {name}", span):
                self._global_types[name] = global_type(self, self.globals[name])
        return self._global_types[name]

    def constant(self, name: str, span: Span) -> Any:
        """The value of a constant or configuration global."""
        if name not in self._constants:
            with self.resolving.acyclic(f"value of {name}", span):
                self._constants[name] = self.evaluate(self.initial_value(name))
        return self._constants[name]

    def initial_value(self, name: str) -> ir.Expr:
        """What a global holds at the start; raises PtoError with what is wrong with it."""
        self.statics.storage(name)
        from semantics.lower_types import initial_value

        return initial_value(self, name)

    def starts_known(self, name: str) -> bool:
        """Whether the initial value of a global is the same in every run."""
        if name not in self._starts_known:
            with self.resolving.acyclic(f"start of {name}", self.globals[name].span):
                low = self.start(name)
                effects = [self.effects(key) for key in low.calls]
                needed = low.reads.union(*(e.reads for e in effects))
                self._starts_known[name] = (
                    not low.opaque
                    and not any(e.opaque for e in effects)
                    and all(self.starts_known(other) for other in needed)
                )
        return self._starts_known[name]

    def start(self, name: str) -> Lowerer:
        """What has lowered the type and the initial value of a global, and knows what they use."""
        from semantics.lower_expressions import Lowerer

        low, declaration = Lowerer(self), self.globals[name]
        if declaration.type is not None and not isinstance(declaration.type, syntax.RecordType):
            low.type(declaration.type)
        if declaration.value is not None:
            low.expression(declaration.value)
        return low

    def function(self, key: str) -> ir.Function:
        """The lowered function, which is checked first; raises PtoError with all its problems."""
        found = self._lowered.get(key)
        if found is None:
            from semantics.lower_functions import lower_function

            if key not in self.library:
                self.statics.check_body(key)
            found = self._lowered[key] = lower_function(self, key)
        return found

    def reachable(self, roots: Sequence[str]) -> dict[str, ir.Function]:
        """All functions reachable from those keys, in the order they are met."""
        found: dict[str, ir.Function] = {}
        queue = list(reversed(roots))
        while queue:
            key = queue.pop()
            if key not in found:
                found[key] = self.function(key)
                queue += sorted(found[key].calls, reverse=True)
        return found

    def effects(self, key: str) -> Effects:
        """What a call of the function may do besides computing its result."""
        if key not in self._effects:
            reached = self.reachable([key])
            functions = reached.values()
            reads = frozenset[str]().union(*(f.reads for f in functions))
            writes = frozenset[str]().union(*(f.writes for f in functions))
            self._effects[key] = Effects(
                frozenset(reached),
                reads,
                writes,
                any(f.opaque for f in functions),
                any(f.traced for f in functions),
                frozenset(f.key for f in functions if f.asserts),
                any(f.recurse_limit is not None for f in functions),
                bool(reads or writes)
                or any(f.open_ended for f in functions)
                or _recursive(functions),
            )
        return self._effects[key]


def _keys_of(units: Iterable[syntax.Unit | Outline], declared: Declarations) -> frozenset[str]:
    """The keys of the functions that these units declare."""
    own = Declarations(units)
    spans = {decl.span for name in own.functions for _, decl in own.functions[name]}
    return frozenset(
        key
        for name in own.functions
        for key, decl in declared.functions[name]
        if decl.span in spans
    )


def _recursive(functions: Iterable[ir.Function]) -> bool:
    """Whether some of these, which call no others, call themselves in the end."""
    from semantics.checking.dependencies import components

    calls = {function.key: tuple(function.calls) for function in functions}
    circles = components(calls)
    return any(len(circle) > 1 or circle[0] in calls[circle[0]] for circle in circles)


def _no_evaluator(_: ir.Expr) -> Any:
    raise AssertionError("this program was given no evaluator")
