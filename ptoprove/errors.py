"""How every command fails: a message on standard error, an exit code, and no traceback."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NoReturn

import click
from click.exceptions import Exit

from parser.diagnostics import Diagnostic, Phase, PtoError, fail, line_reader, render_all
from parser.source import Source

FAILED = 1
BAD_INPUT = 2
NO_ANSWER = 3
INTERRUPTED = 130
BROKEN_PIPE = 141
TRACEBACK_VARIABLE = "PTOPROVE_TRACEBACK"


def end_interrupted(done: int, total: int, json_file: Path | None) -> NoReturn:
    """End a command of which the user has seen what was done."""
    unwritten = ", no JSON is written" if json_file else ""
    click.echo(f"interrupted: {done} of {total} are done{unwritten}", err=True)
    click.get_current_context().exit(INTERRUPTED)


@contextmanager
def errors_reported() -> Iterator[None]:
    """Turns whatever ends a command early into a message and an exit code."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except (click.ClickException, click.Abort, Exit):
        raise
    except PtoError as error:
        report(error.diagnostics)
        unsupported = all(each.phase is Phase.UNSUPPORTED for each in error.diagnostics)
        _exit(NO_ANSWER if unsupported else BAD_INPUT)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        _exit(INTERRUPTED)
    except BrokenPipeError:
        _discard(sys.stdout)
        _exit(BROKEN_PIPE)
    except OSError as error:
        _discard(sys.stdout)
        name = error.filename or "standard output"
        report(_unwritable(name, _reason(error)).diagnostics)
        _exit(BAD_INPUT)
    except Exception as error:
        _report_internal(error)
        _exit(NO_ANSWER)


def open_missing_streams() -> None:
    """Open standard streams that the caller has closed.

    Writing to standard output then fails, and is reported; nobody reads standard error.
    """
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def report(diagnostics: Sequence[Diagnostic], source: Source | None = None) -> None:
    """Print diagnostics on standard error; `source` is a text that they may quote."""
    if not diagnostics:
        return
    known = [] if source is None else [source]
    try:
        click.echo(render_all(diagnostics, line_reader(*known)), err=True)
    except OSError:
        _discard(sys.stderr)


def check_writable(path: Path) -> None:
    """Raise PtoError now, where writing the file would fail after all the work."""
    if path.is_dir():
        reason = "is a directory"
    elif not path.parent.is_dir():
        reason = "its directory does not exist"
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        reason = "permission denied"
    else:
        return
    raise _unwritable(path, reason)


def make_directory(path: Path) -> None:
    """Make a directory that files are to be written to, if there is none; raises PtoError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, _reason(error)) from None


def _unwritable(name: object, reason: str) -> PtoError:
    return fail("OUTPUT-FILE", Phase.INPUT, f"can't write `{name}`: {reason}")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _exit(code: int) -> NoReturn:
    raise Exit(code)


def _report_internal(error: Exception) -> None:
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    click.echo(f"error[internal] INTERNAL: {message}", err=True)
    if os.environ.get(TRACEBACK_VARIABLE):
        click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
    else:
        hint = f"this is a bug of ptoprove; {TRACEBACK_VARIABLE}=1 shows where it happened"
        click.echo(f"  hint: {hint}", err=True)


def _discard(stream: IO[str]) -> None:
    """Let what is still buffered go nowhere, so that the end of the process is quiet."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
