"""Bit-fields: their places in the vector, and that those of one name agree wherever they meet.

Language reference, Bitfields (TBitField, CheckCommonBitfieldsAlign).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from parser import syntax
from parser.diagnostics import Phase, fail
from parser.source import Span
from semantics.checking import slices
from semantics.checking.effects import NONE, Effects
from semantics.checking.environment import Environment
from semantics.checking.types import Bitfield

Positions: TypeAlias = tuple[int, ...]
"""Positions of bits, the most significant first."""


def resolve(
    env: Environment, written: Sequence[syntax.Bitfield], width: int
) -> tuple[tuple[Bitfield, ...], Effects]:
    """The bit-fields of a vector of `width` bits; raises PtoError."""
    effects, fields = NONE, []
    seen: set[str] = set()
    for each in written:
        if each.name in seen:
            message = f"`{each.name}` is declared twice"
            raise fail("FIELD-TWICE", Phase.STATIC, message, each.span)
        seen.add(each.name)
        field, more = _field(env, each, width)
        fields.append(field)
        effects |= more
    return tuple(fields), effects


def _field(env: Environment, written: syntax.Bitfield, width: int) -> tuple[Bitfield, Effects]:
    from semantics.checking.written_types import resolve as resolve_type

    checked, effects = slices.check(env, written.slices)
    known = [
        (
            env.declarations.static_integer(start, written.span),
            env.declarations.static_integer(length, written.span),
        )
        for start, length in checked
    ]
    slices.disjoint(known, written.span)
    if any(start < 0 or start + length > width for start, length in known):
        message = f"`{written.name}` lies outside the {width} bits"
        raise fail("TYPE-BITFIELD", Phase.TYPE, message, written.span)
    size = sum(length for _, length in known)
    nested, type = None, None
    if written.nested:
        nested, more = resolve(env, written.nested, size)
        effects |= more
    if written.type is not None:
        type, more = resolve_type(env, written.type)
        effects |= more
        if env.width_of(type, written.type.span) != size:
            message = f"`{written.name}` has {size} bits, and its type is {type}"
            raise fail("WIDTH-MISMATCH", Phase.TYPE, message, written.type.span)
    return Bitfield(written.name, tuple(known), nested, type), effects


def check_alignment(fields: Sequence[Bitfield], width: int, span: Span) -> None:
    """Raises PtoError (BITFIELD-ALIGN): of one name, in a scope and in one that encloses it, two
    bit-fields must be the same bits."""
    whole = tuple(range(width - 1, -1, -1))
    placed = list(_placed(fields, (), whole))
    for i, (scope, name, positions) in enumerate(placed):
        for other, same, places in placed[i + 1 :]:
            if name == same and _enclosing(scope, other) and positions != places:
                one, two = ".".join((*scope, name)), ".".join((*other, name))
                message = f"`{one}` and `{two}` are not the same bits"
                raise fail("BITFIELD-ALIGN", Phase.TYPE, message, span)


def _enclosing(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    return all(x == y for x, y in zip(a, b, strict=False))


def _placed(
    fields: Sequence[Bitfield], scope: tuple[str, ...], parent: Positions
) -> list[tuple[tuple[str, ...], str, Positions]]:
    found = []
    for field in fields:
        positions: list[int] = []
        for start, length in field.slices:
            assert isinstance(start, int) and isinstance(length, int)
            top = len(parent) - start - length
            positions += parent[top : top + length]
        found.append((scope, field.name, tuple(positions)))
        if field.nested:
            found += _placed(field.nested, (*scope, field.name), tuple(positions))
    return found
