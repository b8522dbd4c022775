"""Expressions as their source writes them."""

from __future__ import annotations

from parser.source import NOWHERE, Source, Span
from semantics import ir


def text_of(e: ir.Expr) -> str:
    """An expression as it is written; nothing where that can't be read."""
    text = _written(e.span)
    if isinstance(e, ir.PrimCall) and e.primitive.name in ("bits.slice", "int.slice"):
        base = e.args[0]
        if position(e) > position(base):  # the place of a slice is between its brackets
            return f"{text_of(base)}[{text}]"
    return text


def position(e: ir.Expr) -> tuple[int, int]:
    return e.span.line, e.span.column


def _written(span: Span) -> str:
    """What stands there, on one line."""
    if span == NOWHERE:
        return ""
    try:
        lines = Source.named(span.path).lines[span.line - 1 : span.end_line]
    except (OSError, ValueError):
        return ""
    if len(lines) != span.end_line - span.line + 1:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())
