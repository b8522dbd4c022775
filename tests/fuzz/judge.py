"""Whether a reader took its input as it should: a result, or diagnostics that can be shown."""

from __future__ import annotations

import re
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from parser.diagnostics import MOST_CHARACTERS, MOST_SHOWN, Diagnostic, PtoError, render_all
from parser.source import Source, Span
from tests.fuzz.readers import READERS

CODE = re.compile(r"[A-Z]+(-[A-Z]+)*")
SECONDS = 20
LONGEST_RENDERING = MOST_SHOWN * 4 * MOST_CHARACTERS


class TooSlow(BaseException):
    """The time is up. No reader catches it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TooSlow in the block after so many seconds; in the main thread only."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def complaint(name: str, data: bytes, folder: Path, seconds: float = SECONDS) -> str | None:
    """What is wrong with how the reader of that name takes these bytes; None if nothing is.

    The first line is the same for the same fault.
    """
    suffix, read = READERS[name]
    path = folder / f"T1{suffix}"
    path.write_bytes(data)
    try:
        with time_limit(seconds):
            try:
                read(path)
            except PtoError as error:
                return _of_diagnostics(error, path)
    except TooSlow as slow:
        return f"{name}: takes more than {seconds} s\n{_frames(slow)}"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name} in {place.name}"
        return f"{name}: {type(error).__name__} at {where}\n{error}\n{_frames(error)}"
    return None


def _frames(error: BaseException) -> str:
    return "".join(traceback.format_tb(error.__traceback__)[-12:])


def _of_diagnostics(error: PtoError, path: Path) -> str | None:
    if not error.diagnostics:
        return "an error without diagnostics"
    lines = _lines(path)
    for each in error.diagnostics:
        wrong = _of_diagnostic(each, path, lines)
        if wrong is not None:
            return f"{each.code}: {wrong}\n{each}"
    shown = render_all(error.diagnostics)
    if not all(line.isprintable() for line in shown.split("\n")):
        return "a rendering with control characters"
    if len(shown) > LONGEST_RENDERING:
        return f"a rendering of {len(shown)} characters"
    return None


def _lines(path: Path) -> list[str]:
    try:
        return Source.read(path).lines
    except (OSError, ValueError):
        return [""]


def _of_diagnostic(found: Diagnostic, path: Path, lines: list[str]) -> str | None:
    if not CODE.fullmatch(found.code):
        return "that is no code"
    if not found.message:
        return "there is no message"
    if found.span is None:
        return "there is no place"
    if found.span.path == str(path) and not _is_inside(found.span, lines):
        return f"the place {found.span!r} is outside the text"
    return None


def _is_inside(span: Span, lines: list[str]) -> bool:
    """Whether a span is in the text. The end of the text is a place too, one column wide."""
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    in_lines = 1 <= span.line <= span.end_line <= len(lines)
    return (
        in_lines
        and start <= end
        and 1 <= span.column <= len(lines[span.line - 1]) + 1
        and 1 <= span.end_column <= len(lines[span.end_line - 1]) + 2
    )
