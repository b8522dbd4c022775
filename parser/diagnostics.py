"""Diagnostics are data: a stable code, a phase, a place and a message; rendered only here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from parser.source import Source, Span


class Phase(StrEnum):
    """The class of an error, as printed between the brackets of `error[CLASS]`, or a warning."""

    LEXICAL = "lexical"
    GRAMMAR = "grammar"
    STATIC = "static"
    TYPE = "type"
    DYNAMIC = "dynamic"
    INPUT = "input"
    WARNING = "warning"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem. `code` is stable and documented under docs/; `notes` are further places."""

    code: str
    phase: Phase
    message: str
    span: Span | None = None
    hint: str | None = None
    notes: tuple[tuple[str, Span | None], ...] = ()

    def __str__(self) -> str:
        where = f"{self.span}: " if self.span else ""
        return f"{where}{self.phase} error {self.code}: {self.message}"


class PtoError(Exception):
    """Carries the diagnostics that stopped the work; never empty."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n".join(map(str, diagnostics)))
        self.diagnostics = diagnostics


def fail(
    code: str, phase: Phase, message: str, span: Span | None = None, hint: str | None = None
) -> PtoError:
    """The exception for one problem: `raise fail(...)`."""
    return PtoError(Diagnostic(code, phase, message, span, hint))


def read_line(span: Span) -> str:
    """The line of text that a span starts on, or nothing where its source can't be read."""
    try:
        return Source.named(span.path).line(span.line)
    except (OSError, UnicodeDecodeError):
        return ""


def render(
    diagnostic: Diagnostic, line_of: Callable[[Span], str] = read_line, tab_width: int = 4
) -> str:
    """Plain text of one diagnostic: header, place, source line, caret, hint and notes."""
    head = f"error[{diagnostic.phase}] {diagnostic.code}"
    if diagnostic.phase is Phase.WARNING:
        head = f"warning[{diagnostic.code}]"
    parts = [f"{head}: {diagnostic.message}"]
    if diagnostic.span is not None:
        parts += _excerpt(diagnostic.span, line_of, tab_width)
    if diagnostic.hint:
        parts.append(f"  hint: {diagnostic.hint}")
    for text, span in diagnostic.notes:
        parts.append(f"  note: {text}" + (f" at {span}" if span else ""))
    return "\n".join(parts)


def render_all(diagnostics: Sequence[Diagnostic]) -> str:
    """Plain text of several diagnostics, one after the other."""
    return "\n".join(render(each) for each in diagnostics)


def _excerpt(span: Span, line_of: Callable[[Span], str], tab_width: int) -> list[str]:
    line = line_of(span)
    parts = [f"  --> {span}"]
    if line.strip():
        before = line[: span.column - 1].expandtabs(tab_width)
        marked = line[span.column - 1 : span.end_column - 1] if span.end_line == span.line else ""
        width = max(1, len(marked.expandtabs(tab_width)))
        gutter = str(span.line)
        parts.append(f"  {gutter} | {line.expandtabs(tab_width)}")
        parts.append(f"  {' ' * len(gutter)} | {' ' * len(before)}{'^' * width}")
    return parts
