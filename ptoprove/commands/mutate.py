"""`ptoprove mutate`: which small changes of the ASL of contracts nobody notices."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from ptoprove.errors import end_interrupted
from ptoprove.options import (
    STANDARD_OUTPUT,
    json_option,
    needed_decoders,
    profile_option,
    proving_options,
    specification_options,
)

if TYPE_CHECKING:
    from proofs.mutation.killing import Death


@click.command()
@click.argument("contracts", nargs=-1, metavar="[CONTRACT]...")
@specification_options
@profile_option
@click.option(
    "--with",
    "jury",
    type=click.Choice(["proofs", "avs", "both"]),
    default="proofs",
    show_default=True,
    help="Who is to notice: properties, the checkout's own test points, or either.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="No more than N mutants, spread evenly over all.",
)
@proving_options
@json_option
@click.pass_context
def mutate(
    ctx: click.Context,
    contracts: tuple[str, ...],
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    profile: str | None,
    jury: str,
    limit: int | None,
    timeout: float,
    jobs: int | None,
    no_cache: bool,
    json_file: Path | None,
) -> None:
    """Change the ASL that contracts reach in one small way after the other, and see who notices.
    Without CONTRACT, that of all contracts, whose properties then judge together. A mutant is
    killed where a property that held is refuted, or a test point that passed does not. One that
    survives is listed: either it means the same, or nobody looks at what it changes.

    \b
    Examples:
      ptoprove mutate TNEG
      ptoprove mutate TREM TDIV --limit 50
      ptoprove mutate TREM --spec ../pto-spec --with avs --profile reference

    \b
    Exit codes:
      0    all mutants are killed
      1    some survive
      2    bad usage or bad input
      3    none survives for certain, but some are undecided
      130  interrupted
    """
    if jury != "proofs" and spec_dir is None:
        message = f"--with {jury} goes with --spec: what is shipped has no test points"
        raise click.UsageError(message)
    started = time.monotonic()
    decoders = needed_decoders(spec_dir, decoders)

    from ptoprove.checking import options
    from ptoprove.mutation import Mutation
    from ptoprove.mutation_view import document, print_deaths, watched
    from ptoprove.report import write
    from ptoprove.terminal import console

    proving = options(timeout, jobs, cache=not no_cache)
    mutation = Mutation.of(contracts, spec_dir, decoders, profile, jury, limit, proving)
    quiet = json_file == STANDARD_OUTPUT
    deaths: list[Death] = []
    try:
        for death in watched(mutation.deaths(), len(mutation.mutants), quiet):
            deaths.append(death)
    except KeyboardInterrupt:
        end_interrupted(len(deaths), len(mutation.mutants), json_file)
    deaths.sort(key=lambda each: mutation.mutants.index(each.mutant))
    if not quiet:
        print_deaths(console(), mutation, deaths, time.monotonic() - started)
    if json_file is not None:
        write(json_file, document(mutation, deaths))
    ctx.exit(mutation.exit_code(deaths))
