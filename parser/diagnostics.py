"""Diagnostics are data: a stable code, a phase, a place and a message; rendered only here."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from parser.source import Source, Span

MOST_ERRORS = 20
"""Problems of one text; the search for others ends there."""
MOST_SHOWN = 50
MOST_CHARACTERS = 1000
"""Of a message, a hint or a path, as shown."""
MOST_COLUMNS = 120
"""Of a source line, as shown around its caret."""
COLUMNS_BEFORE = 50


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


def in_text(problems: Sequence[Diagnostic]) -> PtoError:
    """The exception for the problems of one text: MOST_ERRORS at most, and a note of more."""
    shown = list(problems[:MOST_ERRORS])
    if len(problems) > MOST_ERRORS:
        more = ("there are more problems in this text", None)
        shown[-1] = replace(shown[-1], notes=(*shown[-1].notes, more))
    return PtoError(*shown)


LineOf = Callable[[Span], str]


def line_reader(*known: Source) -> LineOf:
    """What gives the line of text that a span starts on, or nothing where it can't be read."""
    texts = {source.path: source for source in known}

    @lru_cache(maxsize=1)  # problems of one file follow each other
    def source_of(path: str) -> Source:
        try:
            return texts.get(path) or Source.named(path)
        except (OSError, ValueError):
            return Source(path, "")

    return lambda span: source_of(span.path).line(span.line)


def render(diagnostic: Diagnostic, line_of: LineOf | None = None, tab_width: int = 4) -> str:
    """Plain text of one diagnostic: header, place, source line, caret, hint and notes.

    Whatever the source holds, the text has no control characters and a bounded length.
    """
    head = f"error[{diagnostic.phase}] {diagnostic.code}"
    if diagnostic.phase is Phase.WARNING:
        head = f"warning[{diagnostic.code}]"
    parts = [f"{head}: {printable(diagnostic.message)}"]
    if diagnostic.span is not None:
        parts += _excerpt(diagnostic.span, line_of or line_reader(), tab_width)
    if diagnostic.hint:
        parts.append(f"  hint: {printable(diagnostic.hint)}")
    for text, span in diagnostic.notes:
        parts.append(f"  note: {printable(text)}" + (f" at {_place(span)}" if span else ""))
    return "\n".join(parts)


def render_all(diagnostics: Sequence[Diagnostic], line_of: LineOf | None = None) -> str:
    """Plain text of several diagnostics, one after the other, and how many of them are left out."""
    reader = line_of or line_reader()
    parts = [render(each, reader) for each in diagnostics[:MOST_SHOWN]]
    if len(diagnostics) > MOST_SHOWN:
        files = len({each.span.path for each in diagnostics[MOST_SHOWN:] if each.span})
        where = f" in {files} file{'' if files == 1 else 's'}" if files else ""
        parts.append(f"and {len(diagnostics) - MOST_SHOWN} more{where}")
    return "\n".join(parts)


def _excerpt(span: Span, line_of: LineOf, tab_width: int) -> list[str]:
    line = line_of(span)
    parts = [f"  --> {_place(span)}"]
    if line.strip():
        start = span.column - 1
        end = span.end_column - 1 if span.end_line == span.line else start
        first = max(0, start - COLUMNS_BEFORE) if len(line) > MOST_COLUMNS else 0
        last = first + MOST_COLUMNS
        before = "…" * (first > 0) + _blanked(line[first:start])
        marked = _blanked(line[start : min(end, last)])
        after = _blanked(line[start + len(marked) : last]) + "…" * (last < len(line))
        width = max(1, _columns(marked.expandtabs(tab_width)))
        gutter = str(span.line)
        parts.append(f"  {gutter} | {(before + marked + after).expandtabs(tab_width)}")
        blanks = " " * _columns(before.expandtabs(tab_width))
        parts.append(f"  {' ' * len(gutter)} | {blanks}{'^' * width}")
    return parts


def _place(span: Span) -> str:
    return f"{printable(span.path)}:{span.line}:{span.column}"


def printable(text: str) -> str:
    """Text for one line of a terminal: control characters escaped, and not too long."""
    if len(text) > MOST_CHARACTERS:
        text = text[:MOST_CHARACTERS] + "…"
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def _blanked(line: str) -> str:
    """Part of a source line, with U+FFFD for what a terminal would not show but obey."""
    if line.isprintable():
        return line
    return "".join(each if each.isprintable() or each == "\t" else "\ufffd" for each in line)


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in text)
    return len(text) + wide - sum(unicodedata.combining(each) > 0 for each in text)
