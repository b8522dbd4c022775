"""Alignment of bit-fields, against the positions of all their bits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser.diagnostics import PtoError
from parser.source import NOWHERE
from semantics.checking.bitfields import check_alignment
from semantics.checking.types import Bitfield
from tests.semantics.checking.expressions import QUICK

WIDTH = 6


@st.composite
def bitfields(draw: st.DrawFn, width: int = WIDTH, depth: int = 2) -> tuple[Bitfield, ...]:
    """Bit-fields of a vector, with few names; slices do not overlap."""
    found = []
    for name in draw(st.lists(st.sampled_from("abc"), max_size=2, unique=True)):
        bits = draw(st.lists(st.integers(0, width - 1), min_size=1, max_size=3, unique=True))
        slices = tuple((bit, 1) for bit in bits)
        if draw(st.booleans()):
            start = draw(st.integers(0, width - 1))
            slices = ((start, draw(st.integers(1, width - start))),)
        size = sum(length for _, length in slices)
        nested = draw(bitfields(size, depth - 1)) if depth else ()
        found.append(Bitfield(name, slices, nested or None))
    return tuple(found)


Places = list[tuple[tuple[str, ...], str, tuple[int, ...]]]


def places(fields: Sequence[Bitfield], scope: tuple[str, ...], parent: tuple[int, ...]) -> Places:
    """Scope, name and bits of each field, the most significant bit first."""
    found: Places = []
    for field in fields:
        bits = tuple(
            parent[len(parent) - 1 - position]
            for start, length in field.slices
            for position in range(start + length - 1, start - 1, -1)  # type: ignore[operator]
        )
        found.append((scope, field.name, bits))
        found += places(field.nested or (), (*scope, field.name), bits)
    return found


def aligned(fields: Sequence[Bitfield]) -> bool:
    found = places(fields, (), tuple(range(WIDTH - 1, -1, -1)))
    return all(
        bits == others
        for scope, name, bits in found
        for other, same, others in found
        if name == same and (scope == other[: len(scope)] or other == scope[: len(other)])
    )


@QUICK
@given(bitfields())
def test_fields_of_one_name_are_the_same_bits(fields: tuple[Bitfield, ...]) -> None:
    if aligned(fields):
        check_alignment(fields, WIDTH, NOWHERE)
    else:
        with pytest.raises(PtoError, match="not the same bits"):
            check_alignment(fields, WIDTH, NOWHERE)


def test_vectors_may_be_wide() -> None:
    half = 1 << 69
    inner = Bitfield("top", ((half - 1, 1),))
    fields = (Bitfield("high", ((half, half),), (inner,)), Bitfield("top", ((2 * half - 1, 1),)))
    check_alignment(fields, 2 * half, NOWHERE)
    moved = Bitfield("top", ((2 * half - 2, 1),))
    with pytest.raises(PtoError, match=r"`high\.top` and `top` are not the same bits"):
        check_alignment((fields[0], moved), 2 * half, NOWHERE)
