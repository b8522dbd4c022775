"""`ptoprove recheck`: ask a solver again about the queries of an earlier check."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from ptoprove.errors import FAILED, NO_ANSWER, end_interrupted
from ptoprove.options import PATH, jobs_option

if TYPE_CHECKING:
    from proofs.backends.installed import Backend
    from proofs.recheck import Answer


@click.command()
@click.argument("folder", type=PATH, metavar="DIR")
@click.option(
    "--solver",
    type=click.Choice(["z3", "cvc5", "bitwuzla"]),
    default="z3",
    show_default=True,
    help="The solver to ask, which must be installed.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="The longest time for one query.",
)
@jobs_option
@click.pass_context
def recheck(
    ctx: click.Context, folder: Path, solver: str, timeout: float, jobs: int | None
) -> None:
    """Ask a solver again about every query that `check --smt2 DIR` has written, and compare its
    answers with those of the manifest.

    \b
    Examples:
      ptoprove check TNEG --smt2 queries
      ptoprove recheck queries --solver cvc5
      ptoprove recheck queries --solver bitwuzla --timeout 10 --jobs 4

    \b
    Exit codes:
      0    all answers are confirmed
      1    the solver disagrees, or a file is missing or has changed
      2    bad usage or bad input
      3    otherwise: something is unknown, or the solver can't read it
      130  interrupted; what was answered has been printed
    """
    started = time.monotonic()
    from ptoprove.manifest import read

    manifest = read(folder)
    backend = _installed(solver)

    from proofs.recheck import Outcome, Recheck
    from ptoprove.recheck_view import print_answers
    from ptoprove.terminal import console

    asked = Recheck(folder, backend, timeout, jobs or os.cpu_count() or 1)
    found: list[Answer] = []
    interrupted = False
    try:
        with closing(asked.answers(manifest.queries)) as answers:
            for each in _watched(answers, len(manifest.queries)):
                found.append(each)
    except KeyboardInterrupt:
        interrupted = True
    print_answers(console(), found, time.monotonic() - started, asked.version)
    if interrupted:
        end_interrupted(len(found), len(manifest.queries), None)
    outcomes = {each.outcome for each in found}
    if outcomes & {Outcome.DISAGREED, Outcome.MISSING, Outcome.CHANGED}:
        ctx.exit(FAILED)
    if outcomes & {Outcome.UNKNOWN, Outcome.UNSUPPORTED}:
        ctx.exit(NO_ANSWER)


def _installed(name: str) -> Backend:
    """The solver of that name; raises PtoError (SOLVER-MISSING)."""
    from parser.diagnostics import Phase, fail
    from proofs.backends.installed import installed

    for each in installed():
        if each.name == name:
            return each
    hint = "`pip install 'ptoprove[solvers]'` installs cvc5 and Bitwuzla"
    raise fail("SOLVER-MISSING", Phase.INPUT, f"{name} is not installed", hint=hint)


def _watched(answers: Iterable[Answer], total: int) -> Iterable[Answer]:
    from proofs.recheck import Outcome
    from ptoprove.progress import Tally, with_live_progress
    from ptoprove.terminal import console, interactive

    if not interactive():
        return answers
    tally: Tally[Answer] = Tally(
        lambda each: each.outcome.value, [each.value for each in Outcome], lambda each: None
    )
    return with_live_progress(answers, total, console(error=True), tally, "asking")
