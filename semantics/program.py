"""A program: declarations by name, resolved and lowered on demand.

Only what is reached is lowered. Whoever constructs a program gives the evaluator of constant
expressions (the concrete machine does), so that constants may call any function.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from parser import syntax
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.source import Span
from semantics import ir
from semantics.types import EnumType, RecordType, Type

MOST_RESOLVING = 500
"""Definitions that are being resolved at the same time, each for the one before."""


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
    """Of a function and all it calls: globals read and written, what `ir.Function` says of
    `opaque` and `traced`, and the keys of those that assert."""

    reads: frozenset[str]
    writes: frozenset[str]
    opaque: bool
    traced: bool
    asserts: frozenset[str]

    @property
    def globals(self) -> frozenset[str]:
        return self.reads | self.writes


class Program:
    """Declarations of one set of units. Lookup errors are PtoError with phase STATIC or TYPE."""

    def __init__(
        self,
        units: Iterable[syntax.Unit],
        library: syntax.Unit | None = None,
        intrinsics: bool = True,
    ) -> None:
        self.intrinsics = intrinsics
        self.evaluate: Callable[[ir.Expr], Any] = _no_evaluator
        self.functions: dict[str, list[tuple[str, syntax.FuncDecl]]] = {}
        self.types: dict[str, syntax.TypeDecl] = {}
        self.globals: dict[str, syntax.GlobalDecl] = {}
        self.labels: dict[str, str] = {}
        self.library: frozenset[str] = frozenset()
        self._by_key: dict[str, syntax.FuncDecl] = {}
        self._signatures: dict[str, Signature] = {}
        self._lowered: dict[str, ir.Function] = {}
        self._effects: dict[str, Effects] = {}
        self._starts_known: dict[str, bool] = {}
        self._types: dict[str, Type] = {}
        self._global_types: dict[str, Type] = {}
        self._constants: dict[str, Any] = {}
        self._resolving: list[str] = []
        self._too_deep: set[str] = set()
        problems: list[Diagnostic] = []
        for unit in [*([library] if library else []), *units]:
            for declaration in unit.declarations:
                try:
                    self._declare(declaration)
                except PtoError as error:
                    problems += error.diagnostics
        if problems:
            raise PtoError(*problems)
        self._choose_implementations()
        if library is not None:
            own = {d.span for d in library.declarations}
            self.library = frozenset(k for k, d in self._by_key.items() if d.span in own)

    # ------------------------------------------------------------ declaring

    def _declare(self, declaration: syntax.Declaration) -> None:
        match declaration:
            case syntax.FuncDecl():
                self._declare_function(declaration.name, declaration)
            case syntax.AccessorDecl():
                for name, decl in _accessor_functions(declaration):
                    self._declare_function(name, decl)
            case syntax.TypeDecl(name=name, type=type):
                self._claim(name, declaration.span)
                self.types[name] = declaration
                if isinstance(type, syntax.EnumerationType):
                    for label in type.labels:
                        self._claim(label, declaration.span)
                        self.labels[label] = name
            case syntax.GlobalDecl(name=name):
                self._claim(name, declaration.span)
                self.globals[name] = declaration
            case syntax.Pragma():
                pass

    def _claim(self, name: str, span: Span) -> None:
        if name in self.types or name in self.globals or name in self.labels:
            raise fail("NAME-REDECLARED", Phase.STATIC, f"`{name}` is declared twice", span)

    def _declare_function(self, name: str, decl: syntax.FuncDecl) -> None:
        self.functions.setdefault(name, []).append(("", decl))

    def _choose_implementations(self) -> None:
        """Give every function its key; an `implementation` takes the place of its `impdef`."""
        problems: list[Diagnostic] = []
        for name, entries in self.functions.items():
            decls = [decl for _, decl in entries]
            overridden = {override_shape(d) for d in decls if d.override == "implementation"}
            kept = [
                d for d in decls if d.override != "impdef" or override_shape(d) not in overridden
            ]
            problems += _conflicts(name, decls, kept)
            keys = [name if i == 0 else f"{name}#{i}" for i in range(len(kept))]
            self.functions[name] = list(zip(keys, kept, strict=True))
            self._by_key.update(zip(keys, kept, strict=True))
        if problems:
            raise PtoError(*problems)

    # ------------------------------------------------------------ looking up

    def declaration(self, key: str) -> syntax.FuncDecl:
        return self._by_key[key]

    def keys(self) -> list[str]:
        return list(self._by_key)

    def signature(self, key: str) -> Signature:
        """The signature of one overload."""
        found = self._signatures.get(key)
        if found is None:
            from semantics.lower_types import signature

            found = self._signatures[key] = signature(self, key, self._by_key[key])
        return found

    def named_type(self, name: str, span: Span) -> Type:
        """The type a name stands for."""
        if name in self._types:
            return self._types[name]
        decl = self.types.get(name)
        if decl is None:
            near = difflib.get_close_matches(name, self.types, 1)
            hint = f"did you mean `{near[0]}`?" if near else None
            raise fail("NAME-UNDEFINED", Phase.STATIC, f"no type is named `{name}`", span, hint)
        from semantics.lower_types import resolve_declared

        with self.acyclic(f"type {name}", span):
            self._types[name] = resolve_declared(self, decl)
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
            raise fail("TYPE-NOT-RECORD", Phase.TYPE, f"`{name}` has no fields", span)
        return type

    def is_constant(self, name: str) -> bool:
        """Whether a global is known when the program is lowered (`constant` and `config`)."""
        return self.globals[name].keyword in ("constant", "config")

    def global_type(self, name: str, span: Span) -> Type:
        """The type of a global variable or constant."""
        if name not in self._global_types:
            from semantics.lower_types import global_type

            with self.acyclic(f"type of {name}", span):
                self._global_types[name] = global_type(self, self.globals[name])
        return self._global_types[name]

    def constant(self, name: str, span: Span) -> Any:
        """The value of a constant or configuration global."""
        if name not in self._constants:
            from semantics.lower_types import initial_value

            with self.acyclic(f"value of {name}", span):
                value = initial_value(self, name)
                if not self.starts_known(name):
                    message = f"`{name}` is a constant and can't be ARBITRARY"
                    raise fail("CONSTANT-UNKNOWN", Phase.TYPE, message, self.globals[name].span)
                self._constants[name] = self.evaluate(value)
        return self._constants[name]

    def starts_known(self, name: str) -> bool:
        """Whether the initial value of a global is the same in every run."""
        if name not in self._starts_known:
            from semantics.lower_expressions import Lowerer

            low, value = Lowerer(self), self.globals[name].value
            with self.acyclic(f"start of {name}", self.globals[name].span):
                if value is not None:
                    low.expression(value)
                effects = [self.effects(key) for key in low.calls]
                needed = low.reads.union(*(e.reads for e in effects))
                self._starts_known[name] = (
                    not low.opaque
                    and not any(e.opaque for e in effects)
                    and all(self.starts_known(other) for other in needed)
                )
        return self._starts_known[name]

    def function(self, key: str) -> ir.Function:
        """The lowered function; raises PtoError with all its problems."""
        found = self._lowered.get(key)
        if found is None:
            from semantics.lower_functions import lower_function

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
            functions = self.reachable([key]).values()
            self._effects[key] = Effects(
                frozenset().union(*(f.reads for f in functions)),
                frozenset().union(*(f.writes for f in functions)),
                any(f.opaque for f in functions),
                any(f.traced for f in functions),
                frozenset(f.key for f in functions if f.asserts),
            )
        return self._effects[key]

    @contextmanager
    def acyclic(self, what: str, span: Span) -> Iterator[None]:
        """Guards a resolution that must not need itself, nor too many others."""
        stack = self._resolving
        if what in stack:
            cycle = " → ".join([*stack[stack.index(what) :], what])
            raise fail("NAME-CYCLE", Phase.STATIC, f"definition in a circle: {cycle}", span)
        if len(stack) >= MOST_RESOLVING or what in self._too_deep:
            self._too_deep.update(stack)
            message = f"more than {MOST_RESOLVING} definitions rest on each other here"
            hint = "define some of them without the others"
            raise fail("NAME-DEPTH", Phase.STATIC, message, span, hint)
        stack.append(what)
        try:
            yield
        finally:
            stack.pop()


def setter_name(name: str) -> str:
    """The name under which the setter of an accessor is declared; no source text can name it."""
    return f"{name}.set"


def _accessor_functions(decl: syntax.AccessorDecl) -> list[tuple[str, syntax.FuncDecl]]:
    getter = syntax.FuncDecl(
        decl.name,
        decl.parameters,
        decl.arguments,
        decl.type,
        decl.getter,
        "readonly" if decl.readonly_getter else None,
        decl.override,
        span=decl.span,
        name_span=decl.name_span,
    )
    value = syntax.TypedName(decl.setter_argument, decl.type, span=decl.type.span)
    setter = replace(
        getter,
        name=setter_name(decl.name),
        arguments=(*decl.arguments, value),
        return_type=None,
        body=decl.setter,
        qualifier=None,
    )
    return [(getter.name, getter), (setter.name, setter)]


def override_shape(decl: syntax.FuncDecl) -> tuple[object, ...]:
    """What an `implementation` and its `impdef` have in common besides the name."""
    return (decl.parameters, tuple(a.type for a in decl.arguments))


def _conflicts(
    name: str, decls: Sequence[syntax.FuncDecl], kept: Sequence[syntax.FuncDecl]
) -> Iterator[Diagnostic]:
    """What is wrong with the declarations of one name, of which `kept` remain."""
    defaults = {override_shape(d) for d in decls if d.override == "impdef"}
    seen: set[tuple[object, ...]] = set()
    shown = name.removesuffix(".set")
    for decl in kept:
        if decl.override == "implementation" and override_shape(decl) not in defaults:
            message = f"there is no `impdef` of `{shown}` with these arguments"
            yield Diagnostic("OVERRIDE-NONE", Phase.STATIC, message, decl.name_span)
        if override_shape(decl) in seen and name == shown:
            message = f"`{name}` is declared twice with the same arguments"
            yield Diagnostic("NAME-REDECLARED", Phase.STATIC, message, decl.name_span)
        seen.add(override_shape(decl))


def _no_evaluator(_: ir.Expr) -> Any:
    raise AssertionError("this program was given no evaluator")
