"""Slices of bit-vectors: their places and widths.

Language reference, Slicing.
"""

from __future__ import annotations

from collections.abc import Sequence

from parser import syntax
from parser.diagnostics import Phase, fail
from parser.source import Span
from semantics.checking.effects import NONE, Effects, Purity
from semantics.checking.environment import Environment, Typed
from semantics.checking.operators import binary, width_sum
from semantics.checking.types import Bound, literal_type

Checked = tuple[Bound, Bound]
"""Start and length."""


def check(env: Environment, written: Sequence[syntax.Slice]) -> tuple[list[Checked], Effects]:
    """Start and length of each slice, and the effects of computing them; raises PtoError."""
    found: list[Checked] = []
    effects = NONE
    for each in written:
        start, length = _parts(env, each)
        env.expect_symbolic(length, each.span)
        env.expect_constrained(length.type, each.span)
        env.expect_purity(start.effects, Purity.READONLY, start.span)
        env.expect_purity(length.effects, Purity.READONLY, length.span)
        env.expect_integer(start.type, start.span)
        effects |= start.effects | length.effects
        found.append((env.normal(start.expr), env.normal(length.expr)))
    return found, effects


def _parts(env: Environment, each: syntax.Slice) -> tuple[Typed, Typed]:
    from semantics.checking.expressions import expression

    match each:
        case syntax.SliceSingle(index=index):
            one = Typed(literal_type(1), syntax.IntLiteral(1, span=index.span), NONE)
            return expression(env, index), one
        case syntax.SliceLength(start=start, width=width):
            return expression(env, start), expression(env, width)
        case syntax.SliceRange(high=high, low=low):
            top, bottom = expression(env, high), expression(env, low)
            difference = binary(env, "-", top.type, bottom.type, each.span)
            type = binary(env, "+", difference, literal_type(1), each.span)
            expr = syntax.Binary(
                "+", syntax.Binary("-", top.expr, bottom.expr, span=each.span),
                syntax.IntLiteral(1), span=each.span,
            )  # fmt: skip
            return bottom, Typed(type, expr, top.effects | bottom.effects)


def width(env: Environment, checked: Sequence[Checked]) -> Bound:
    """The number of bits of all slices together."""
    return width_sum(env, [length for _, length in checked])


def disjoint(known: Sequence[tuple[int, int]], span: Span) -> None:
    """Raises PtoError (SLICE-EMPTY, SLICE-OVERLAP) for places that are known."""
    taken: list[tuple[int, int]] = []
    for start, length in known:
        if length < 1:
            message = f"a slice of {length} bits can't be assigned or be a bit-field"
            raise fail("SLICE-EMPTY", Phase.TYPE, message, span)
        for other, size in taken:
            if start < other + size and other < start + length:
                message = f"bit {max(start, other)} is in two slices"
                raise fail("SLICE-OVERLAP", Phase.TYPE, message, span)
        taken.append((start, length))


def known(checked: Sequence[Checked]) -> list[tuple[int, int]]:
    """The slices whose places are known."""
    return [(s, n) for s, n in checked if isinstance(s, int) and isinstance(n, int)]
