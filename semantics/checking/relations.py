"""Relations on types: subtype- and type-satisfaction, clashes, the lowest common ancestor.

Language reference, Relations on Types.
"""

from __future__ import annotations

from typing import Protocol

from semantics.checking import subsumption, symbols
from semantics.checking.symbols import Names
from semantics.checking.types import (
    INTEGER,
    Array,
    Bitfield,
    Bits,
    Boolean,
    Enumeration,
    Integer,
    Named,
    Parameter,
    Real,
    String,
    Structure,
    Tuple,
    Type,
    constrained,
    joined,
)


class TypeNames(Names, Protocol):
    """Names that know the declared types too."""

    def declared(self, name: str) -> Type:
        """The type a name was declared as."""

    def structure(self, name: str) -> Type:
        """That type with no names at all."""


def anonymous(env: TypeNames, type: Type) -> Type:
    """The type without the names it was declared by, itself; its parts may be named."""
    while isinstance(type, Named):
        type = env.declared(type.name)
    return type


def structure(env: TypeNames, type: Type) -> Type:
    """The type with no names at all."""
    match type:
        case Named(name=name):
            return env.structure(name)
        case Tuple(items=items):
            return Tuple(tuple(structure(env, i) for i in items))
        case Array(length=length, element=element):
            return Array(length, structure(env, element))
        case Structure(kind=kind, fields=fields):
            return Structure(kind, tuple((n, structure(env, t)) for n, t in fields))
        case other:
            return other


def singular(env: TypeNames, type: Type) -> bool:
    """Whether values of the type have no parts (bits, numbers, truth values, strings, labels)."""
    return not isinstance(anonymous(env, type), Tuple | Array | Structure)


def equal(env: TypeNames, a: Type, b: Type) -> bool:
    """Whether two types are the same for every value of the symbols."""
    if a is b:
        return True
    match a, b:
        case Integer(constraints=None), Integer(constraints=None):
            return True
        case Integer(constraints=cs), Integer(constraints=ds) if cs is not None and ds is not None:
            return len(cs) == len(ds) and all(
                c.exact == d.exact
                and symbols.equal(env, c.low, d.low)
                and symbols.equal(env, c.high, d.high)
                for c, d in zip(cs, ds, strict=True)
            )
        case Bits(), Bits():
            return symbols.equal(env, a.width, b.width) and _fields_equal(env, a.fields, b.fields)
        case Array(), Array():
            return symbols.equal(env, a.length, b.length) and equal(env, a.element, b.element)
        case Tuple(), Tuple():
            return len(a.items) == len(b.items) and all(
                equal(env, x, y) for x, y in zip(a.items, b.items, strict=True)
            )
        case Structure(), Structure():
            mine, theirs = dict(a.fields), dict(b.fields)
            return (
                a.kind == b.kind
                and mine.keys() == theirs.keys()
                and all(equal(env, mine[n], theirs[n]) for n in mine)
            )
        case _:
            return a == b


def _fields_equal(env: TypeNames, a: tuple[Bitfield, ...], b: tuple[Bitfield, ...]) -> bool:
    return len(a) == len(b) and all(_field_equal(env, x, y) for x, y in zip(a, b, strict=True))


def _field_equal(env: TypeNames, a: Bitfield, b: Bitfield) -> bool:
    if not _placed_alike(env, a, b) or (a.nested is None) != (b.nested is None):
        return False
    if a.type is not None and b.type is not None:
        return equal(env, a.type, b.type)
    if a.type is not None or b.type is not None:
        return False
    return a.nested is None or _fields_equal(env, a.nested, b.nested or ())


def _placed_alike(env: TypeNames, a: Bitfield, b: Bitfield) -> bool:
    return (
        a.name == b.name
        and len(a.slices) == len(b.slices)
        and all(
            symbols.equal(env, s, t) and symbols.equal(env, v, w)
            for (s, v), (t, w) in zip(a.slices, b.slices, strict=True)
        )
    )


def subtype_satisfies(env: TypeNames, t: Type, s: Type) -> bool:
    """Whether a value of type `t` has all that `s` promises, whatever the types' names."""
    match anonymous(env, t), anonymous(env, s):
        case (Integer() | Parameter()) as a, (Integer() | Parameter()) as b:
            return subsumption.included(env, a, b)
        case (Real(), Real()) | (String(), String()) | (Boolean(), Boolean()):
            return True
        case Enumeration() as a, Enumeration() as b:
            return a == b
        case Bits() as a, Bits() as b:
            return _fields_included(env, b.fields, a.fields) and subsumption.width_included(
                env, a.width, b.width
            )
        case Array() as a, Array() as b:
            return equal(env, a.element, b.element) and symbols.equal(env, a.length, b.length)
        case Tuple() as a, Tuple() as b:
            return len(a.items) == len(b.items) and all(
                satisfies(env, x, y) for x, y in zip(a.items, b.items, strict=True)
            )
        case Structure() as a, Structure() as b if a.kind == b.kind:
            return all(
                (mine := a.field(name)) is not None and equal(env, mine, type)
                for name, type in b.fields
            )
        case _:
            return False


def _fields_included(
    env: TypeNames, small: tuple[Bitfield, ...], large: tuple[Bitfield, ...]
) -> bool:
    """Whether each bit-field of `small` has its like in `large`."""
    by_name = {f.name: f for f in large}
    return all(f.name in by_name and _field_included(env, f, by_name[f.name]) for f in small)


def _field_included(env: TypeNames, f: Bitfield, g: Bitfield) -> bool:
    if f.nested is not None and g.nested is not None:
        return _placed_alike(env, f, g) and _fields_included(env, f.nested, g.nested)
    if f.type is not None and g.type is not None:
        return _placed_alike(env, f, g) and subtype_satisfies(env, f.type, g.type)
    return _field_equal(env, f, g)


def satisfies(env: TypeNames, t: Type, s: Type) -> bool:
    """Whether a value of type `t` may be stored where one of type `s` is expected."""
    if equal(env, t, s):
        return True
    if not (isinstance(t, Named) and isinstance(s, Named)) and subtype_satisfies(env, t, s):
        return True
    if isinstance(t, Bits) and not t.fields:
        target = anonymous(env, s)
        return isinstance(target, Bits) and symbols.equal(env, t.width, target.width)
    return False


def clashes(env: TypeNames, t: Type, s: Type) -> bool:
    """Whether types are too alike to tell two subprograms apart."""
    if isinstance(t, Named) and isinstance(s, Named) and t.name == s.name:
        return True
    match anonymous(env, t), anonymous(env, s):
        case (
            (Integer() | Parameter(), Integer() | Parameter())
            | (Real(), Real())
            | (String(), String())
            | (Bits(), Bits())
            | (Boolean(), Boolean())
        ):
            return True
        case Enumeration() as a, Enumeration() as b:
            return a == b
        case Array() as a, Array() as b:
            return clashes(env, a.element, b.element)
        case Tuple() as a, Tuple() as b:
            return len(a.items) == len(b.items) and all(
                clashes(env, x, y) for x, y in zip(a.items, b.items, strict=True)
            )
        case _:
            return False


def common(env: TypeNames, s: Type, t: Type) -> Type | None:
    """The lowest common ancestor of two types; None where they have none."""
    if equal(env, s, t):
        return s
    if isinstance(s, Named) or isinstance(t, Named):
        a, b = anonymous(env, s), anonymous(env, t)
        if not (isinstance(s, Named) and isinstance(t, Named)) and equal(env, a, b):
            return s if isinstance(s, Named) else t
        return common(env, a, b)
    match constrained(s), constrained(t):
        case Integer() as a, Integer() as b:
            if a.constraints is None or b.constraints is None:
                return INTEGER
            return Integer(a.constraints + b.constraints, joined(a.lost, b.lost))
        case Bits() as a, Bits() as b if symbols.equal(env, a.width, b.width):
            return Bits(a.width)
        case Array() as a, Array() as b if symbols.equal(env, a.length, b.length):
            element = common(env, a.element, b.element)
            return None if element is None else Array(a.length, element)
        case Tuple() as a, Tuple() as b if len(a.items) == len(b.items):
            items = [common(env, x, y) for x, y in zip(a.items, b.items, strict=True)]
            return None if None in items else Tuple(tuple(i for i in items if i is not None))
        case _:
            return None
