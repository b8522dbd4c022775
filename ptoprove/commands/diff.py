"""`ptoprove diff`: are two versions of an instruction equivalent?"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_click as click

from ptoprove.errors import end_interrupted
from ptoprove.loading import load
from ptoprove.options import (
    PATH,
    STANDARD_OUTPUT,
    allow_option,
    json_option,
    needed_decoders,
    proving_options,
)

if TYPE_CHECKING:
    from proofs.equivalence.answers import Comparison
    from semantics.specification import Specification

SHIPPED: Final = "shipped"
"""What names the model and contracts that come with ptoprove."""


@click.command()
@click.argument("spec_a")
@click.argument("spec_b")
@click.argument("contracts", nargs=-1, metavar="[CONTRACT]...")
@click.option(
    "--decoders-a",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="A generated decoder to load with SPEC_A. May be repeated.",
)
@click.option(
    "--decoders-b",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="A generated decoder to load with SPEC_B. May be repeated.",
)
@allow_option
@proving_options
@json_option
@click.pass_context
def diff(
    ctx: click.Context,
    spec_a: str,
    spec_b: str,
    contracts: tuple[str, ...],
    decoders_a: tuple[Path, ...],
    decoders_b: tuple[Path, ...],
    timeout: float,
    jobs: int | None,
    no_cache: bool,
    json_file: Path | None,
) -> None:
    """Are two versions of an instruction equivalent? If not, see the smallest tile on which they
    differ. SPEC_A and SPEC_B are checkouts of a specification; `shipped` is the one that comes with
    ptoprove. Without CONTRACT, all that both have are compared.

    \b
    Examples:
      ptoprove diff ../pto-spec-main ../pto-spec TREM
      ptoprove diff shipped ../pto-spec TREM TDIV --json report.json

    \b
    Exit codes:
      0    all are EQUIVALENT
      1    something is DIFFERENT
      2    bad usage or bad input
      3    otherwise: something is UNKNOWN, UNSUPPORTED or INTERNAL
      130  interrupted
    """
    started = time.monotonic()
    a = _loaded(spec_a, decoders_a, "--decoders-a")
    b = _loaded(spec_b, decoders_b, "--decoders-b")

    from proofs.equivalence import Equivalence, comparisons
    from proofs.equivalence.answers import exit_code
    from ptoprove.comparing import Chosen

    chosen = Chosen.of(a, b, contracts)
    equivalence = Equivalence(a, b, timeout, cache=not no_cache)
    answers = comparisons(equivalence, chosen.names, jobs or os.cpu_count() or 1)
    quiet = json_file == STANDARD_OUTPUT
    found: list[Comparison] = []
    interrupted = False
    try:
        for answer in _watched(answers, len(chosen.names), quiet):
            found.append(answer)
    except KeyboardInterrupt:
        interrupted = True
    found = chosen.in_order(found)
    if not quiet:
        from ptoprove.comparison_view import print_comparisons
        from ptoprove.terminal import console

        print_comparisons(console(), chosen, found, time.monotonic() - started)
    if interrupted:
        end_interrupted(len(found), len(chosen.names), json_file)
    if json_file is not None:
        from ptoprove.comparison_report import document
        from ptoprove.report import write

        write(json_file, document(chosen, found))
    ctx.exit(exit_code(found))


def _loaded(spec: str, decoders: tuple[Path, ...], option: str) -> Specification:
    """One of the two; raises PtoError."""
    if spec == SHIPPED:
        if decoders:
            raise click.UsageError(f"{option} goes with a checkout")
        return load()
    directory = Path(spec)
    return load(directory, needed_decoders(directory, decoders))


def _watched(answers: Iterable[Comparison], total: int, quiet: bool) -> Iterable[Comparison]:
    from ptoprove.comparison_view import COMPARISONS
    from ptoprove.progress import with_live_progress
    from ptoprove.terminal import console, interactive

    if quiet or not interactive():
        return answers
    return with_live_progress(answers, total, console(error=True), COMPARISONS, "comparing")
