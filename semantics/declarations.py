"""The declarations of some units by name; a tree is made when somebody asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias, TypeVar

from parser import syntax
from parser.diagnostics import Diagnostic, Phase, PtoError
from parser.outline import Declared, Outline, outline
from parser.source import Span

T = TypeVar("T")
Overloads: TypeAlias = list[tuple[str, syntax.FuncDecl]]
"""Functions of one name, each with its key."""


class Table(Mapping[str, T]):
    """Values by name, each made when it is first asked for."""

    def __init__(self) -> None:
        self._made: dict[str, T] = {}
        self._make: dict[str, Callable[[], T]] = {}

    def add(self, name: str, make: Callable[[], T]) -> None:
        self._make[name] = make

    def __getitem__(self, name: str) -> T:
        if name not in self._made:
            self._made[name] = self._make[name]()
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._make

    def __iter__(self) -> Iterator[str]:
        return iter(self._make)

    def __len__(self) -> int:
        return len(self._make)


class Declarations:
    """What units declare. `functions` has what remains where an `implementation` takes the place
    of its `impdef`; `labels` names the enumeration of each. Raises PtoError for a name that is
    declared twice, and for an `implementation` of nothing.
    """

    def __init__(self, units: Iterable[syntax.Unit | Outline]) -> None:
        self.functions = Table[Overloads]()
        self.types = Table[syntax.TypeDecl]()
        self.globals = Table[syntax.GlobalDecl]()
        self.labels: dict[str, str] = {}
        self._pragmas: list[Declared] = []
        self._overloads: dict[str, list[Callable[[], syntax.FuncDecl]]] = {}
        self._problems: list[Diagnostic] = []
        self._with_hooks: dict[str, None] = {}
        self._units = list(units)
        for unit in self._units:
            for declared in outline(unit) if isinstance(unit, syntax.Unit) else unit:
                if declared.heading.override is not None:
                    self._with_hooks[declared.heading.name] = None
                self._declare(declared)
        for name, made in self._overloads.items():
            self.functions.add(name, partial(self._choose, name))
            # With one declaration nothing can be wrong, so it need not be looked at.
            if len(made) > 1 or shown_name(name) in self._with_hooks:
                self._problems += self._conflicts(name)
        if self._problems:
            raise PtoError(*self._problems)

    def keys(self) -> Iterator[str]:
        """The keys of all functions."""
        for name, made in self._overloads.items():
            if len(made) == 1:
                yield name
            else:
                yield from (key for key, _ in self.functions[name])

    def find(self, key: str) -> syntax.FuncDecl:
        """The function of that key; raises KeyError."""
        name, _, _ = key.partition("#")
        for each, declaration in self.functions[name]:
            if each == key:
                return declaration
        raise KeyError(key)

    @property
    def pragmas(self) -> list[syntax.Pragma]:
        trees = [each.tree for each in self._pragmas]
        return [tree for tree in trees if isinstance(tree, syntax.Pragma)]

    @property
    def overridden(self) -> list[syntax.FuncDecl]:
        """Defaults whose place an `implementation` takes."""
        found = []
        for name, made in self._overloads.items():
            if shown_name(name) in self._with_hooks:
                decls = [make() for make in made]
                kept = _kept(decls)
                found += [d for d in decls if all(d is not k for k in kept)]
        return found

    def in_order(self) -> list[str]:
        """The keys of all functions and the names of all globals, as the texts declare them."""
        spans = {key: self.find(key).span for key in self.keys()}
        spans |= {name: self.globals[name].span for name in self.globals}
        units: dict[str, int] = {}
        for unit in self._units:
            trees = unit.declarations if isinstance(unit, syntax.Unit) else [d.tree for d in unit]
            if trees:
                units.setdefault(trees[0].span.path, len(units))
        return sorted(spans, key=lambda n: (units[spans[n].path], spans[n].line, spans[n].column))

    # ------------------------------------------------------------ declaring

    def _declare(self, declared: Declared) -> None:
        name = declared.heading.name
        match declared.heading.kind:
            case "function":
                self._overloads.setdefault(name, []).append(partial(_function, declared))
            case "accessor":
                self._overloads.setdefault(name, []).append(partial(_getter, declared))
                setters = self._overloads.setdefault(setter_name(name), [])
                setters.append(partial(_setter, declared))
            case "type":
                self._claim(name, declared)
                self.types.add(name, partial(_type, declared))
                for label in declared.heading.labels:
                    self._claim(label, declared)
                    self.labels[label] = name
            case "global":
                self._claim(name, declared)
                self.globals.add(name, partial(_global, declared))
            case "pragma":
                self._pragmas.append(declared)

    def _claim(self, name: str, declared: Declared) -> None:
        if name in self.types or name in self.globals or name in self.labels:
            self._problems.append(_twice(name, "", declared.tree.span))

    # ------------------------------------------------------------ overloads

    def _choose(self, name: str) -> Overloads:
        """Give every function its key."""
        kept = _kept([make() for make in self._overloads[name]])
        return [(name if i == 0 else f"{name}#{i}", decl) for i, decl in enumerate(kept)]

    def _conflicts(self, name: str) -> Iterator[Diagnostic]:
        decls = [make() for make in self._overloads[name]]
        hooks = Counter(override_shape(d) for d in decls if d.override == "impdef")
        shown = shown_name(name)
        seen: set[tuple[object, ...]] = set()
        for decl in _kept(decls):
            shape = override_shape(decl)
            if decl.override == "implementation" and hooks[shape] == 0:
                message = f"there is no `impdef` of `{shown}` with this signature"
                hint = "names of arguments and the qualifier belong to a signature"
                yield Diagnostic("OVERRIDE-NONE", Phase.STATIC, message, decl.name_span, hint)
            elif decl.override == "implementation":
                if hooks[shape] > 1 or shape in seen:
                    what = "`impdef`s" if hooks[shape] > 1 else "implementations"
                    message = f"there are several {what} of `{shown}` with this signature"
                    yield Diagnostic("OVERRIDE-SEVERAL", Phase.STATIC, message, decl.name_span)
            elif shape in seen and name == shown:
                yield _twice(name, " with the same signature", decl.name_span)
            seen.add(shape)


_SETTER = ".set"


def setter_name(name: str) -> str:
    """The name under which the setter of an accessor is declared; no source text can name it."""
    return name + _SETTER


def is_setter(name: str) -> bool:
    return name.endswith(_SETTER)


def shown_name(name: str) -> str:
    """The name of a function or setter as its author wrote it."""
    return name.removesuffix(_SETTER)


def override_shape(decl: syntax.FuncDecl) -> tuple[object, ...]:
    """What an `implementation` and its `impdef` have in common besides the name."""
    return (decl.qualifier, decl.parameters, decl.arguments, decl.return_type)


def _kept(decls: Sequence[syntax.FuncDecl]) -> list[syntax.FuncDecl]:
    """The declarations without defaults that have an implementation."""
    overridden = {override_shape(d) for d in decls if d.override == "implementation"}
    return [d for d in decls if d.override != "impdef" or override_shape(d) not in overridden]


def _twice(name: str, how: str, span: Span) -> Diagnostic:
    return Diagnostic("NAME-REDECLARED", Phase.STATIC, f"`{name}` is declared twice{how}", span)


# What a heading says of the kind of a declaration is so: both come from one tree.


def _function(declared: Declared) -> syntax.FuncDecl:
    assert isinstance(declared.tree, syntax.FuncDecl)
    return declared.tree


def _type(declared: Declared) -> syntax.TypeDecl:
    assert isinstance(declared.tree, syntax.TypeDecl)
    return declared.tree


def _global(declared: Declared) -> syntax.GlobalDecl:
    assert isinstance(declared.tree, syntax.GlobalDecl)
    return declared.tree


def _accessor(declared: Declared) -> syntax.AccessorDecl:
    assert isinstance(declared.tree, syntax.AccessorDecl)
    return declared.tree


def _getter(declared: Declared) -> syntax.FuncDecl:
    """The getter of an accessor as a function."""
    decl = _accessor(declared)
    return syntax.FuncDecl(
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


def _setter(declared: Declared) -> syntax.FuncDecl:
    """The setter of an accessor as a procedure, whose last argument is what is assigned."""
    decl = _accessor(declared)
    value = syntax.TypedName(decl.setter_argument, decl.type, span=decl.type.span)
    return replace(
        _getter(declared),
        name=setter_name(decl.name),
        arguments=(*decl.arguments, value),
        return_type=None,
        body=decl.setter,
        qualifier=None,
    )
