"""Bit-fields: their places in the vector, and that those of one name agree wherever they meet.

Language reference, Bitfields (TBitField, CheckCommonBitfieldsAlign).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from parser import syntax
from parser.diagnostics import Phase, fail
from parser.source import Span
from semantics.checking import slices
from semantics.checking.effects import NONE, Effects
from semantics.checking.environment import Environment, other_width
from semantics.checking.types import Bitfield, bits

Runs: TypeAlias = tuple[tuple[int, int], ...]
"""Start and length of adjacent bits, the most significant first; no two can be joined."""
Scope: TypeAlias = tuple[str, ...]
"""Names of the bit-fields around one."""


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
            env.statics.static_integer(start, written.span),
            env.statics.static_integer(length, written.span),
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
            message = f"`{written.name}` has {bits(size)}, and its type is {type}"
            raise other_width(message, written.type.span)
    return Bitfield(written.name, tuple(known), nested, type), effects


def check_alignment(fields: Sequence[Bitfield], width: int, span: Span) -> None:
    """Raises PtoError (BITFIELD-ALIGN): of one name, in a scope and in one that encloses it, two
    bit-fields must be the same bits."""
    placed: dict[str, list[tuple[Scope, Runs]]] = {}
    for scope, name, runs in _placed(fields, (), ((0, width),)):
        for other, places in placed.get(name, ()):
            if _enclosing(scope, other) and runs != places:
                one, two = ".".join((*other, name)), ".".join((*scope, name))
                message = f"`{one}` and `{two}` are not the same bits"
                raise fail("BITFIELD-ALIGN", Phase.TYPE, message, span)
        placed.setdefault(name, []).append((scope, runs))


def _enclosing(a: Scope, b: Scope) -> bool:
    return all(x == y for x, y in zip(a, b, strict=False))


def _placed(
    fields: Sequence[Bitfield], scope: Scope, parent: Runs
) -> Iterator[tuple[Scope, str, Runs]]:
    for field in fields:
        runs: list[tuple[int, int]] = []
        for start, length in field.slices:
            assert isinstance(start, int) and isinstance(length, int)
            for low, size in _selected(parent, start, length):
                if runs and runs[-1][0] == low + size:
                    runs[-1] = (low, size + runs[-1][1])
                else:
                    runs.append((low, size))
        yield scope, field.name, tuple(runs)
        if field.nested:
            yield from _placed(field.nested, (*scope, field.name), tuple(runs))


def _selected(parent: Runs, start: int, length: int) -> Iterator[tuple[int, int]]:
    """The runs of `length` bits from `start` up, counted from the last bit of the parent."""
    after = sum(size for _, size in parent)
    for low, size in parent:
        after -= size
        first, last = max(start, after), min(start + length, after + size)
        if first < last:
            yield low + first - after, last - first
