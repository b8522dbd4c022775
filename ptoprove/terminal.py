"""Where text goes: consoles for the two standard streams, and texts shared by reports."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from parser.diagnostics import Diagnostic, Phase, render
from parser.source import Span
from proofs.tasks import Task
from proofs.verdicts import Result
from semantics.overlays import REFERENCE

PLAIN_WIDTH = 100
"""Columns where the output is no terminal, and COLUMNS is not set."""


class PipeConsole(Console):
    """A console that leaves a closed pipe to its caller."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(*, error: bool = False) -> Console:
    """The console of standard output, or of standard error.

    Texts are printed as they are: square brackets and `:names:` are no markup.
    """
    stream = sys.stderr if error else sys.stdout
    plain_width = None if stream.isatty() or "COLUMNS" in os.environ else PLAIN_WIDTH
    return PipeConsole(
        file=stream, width=plain_width, markup=False, emoji=False, highlight=False, soft_wrap=False
    )


def plain_text(show: Callable[[Console], None]) -> str:
    """What `show` prints, without colours, as in a pipe where COLUMNS is not set."""
    stream = StringIO()
    show(
        Console(
            file=stream, width=PLAIN_WIDTH, markup=False, emoji=False, highlight=False,
            color_system=None, force_terminal=False,
        )
    )  # fmt: skip
    return "\n".join(line.rstrip() for line in stream.getvalue().split("\n")).strip("\n")


def interactive() -> bool:
    """Whether someone watches: both standard streams are terminals."""
    return sys.stdout.isatty() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def case_text(case: Mapping[str, str]) -> str:
    """`data_type=S32 valid_rows=2`"""
    return " ".join(f"{name}={value}" for name, value in case.items())


def result_case(asked: Result | Task) -> str:
    """The case, and the numeric profile where that is not the specification's own."""
    profile = f"profile {asked.profile}" if asked.profile != REFERENCE else ""
    return " ".join(filter(None, [case_text(asked.case), profile]))


def command_text(*words: str) -> str:
    """A command line that a shell splits into these words."""
    return shlex.join(words)


def short_path(path: str) -> str:
    """A path as seen from the working directory, if it lies in there."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return path


def place(span: Span) -> str:
    """`path:line:column`"""
    return f"{short_path(span.path)}:{span.line}:{span.column}"


def excerpt(span: Span) -> str:
    """Where a span is, with the line it starts on and a caret, as diagnostics show it."""
    text = render(Diagnostic("", Phase.INPUT, "", span))
    lines = text.split("\n")[1:]
    return "\n".join([f"  --> {place(span)}", *lines[1:]])


VERDICT_STYLES: dict[str, str] = {
    "PROVED": "bold green",
    "BOUNDED": "green",
    "REFUTED": "bold red",
    "VACUOUS": "red",
    "UNKNOWN": "yellow",
    "UNSUPPORTED": "yellow",
    "INTERNAL": "bold magenta",
    "CONFLICT": "bold red",
    "CONSISTENT": "green",
    "UNCHECKED": "cyan",
    "NOT FORMALISED": "dim",
    "EQUIVALENT": "bold green",
    "DIFFERENT": "bold red",
}


def verdict_text(verdict: str, after: str = "") -> Text:
    """A verdict in its colour."""
    return Text.assemble((verdict, VERDICT_STYLES[verdict]), after)
