"""`ptoprove check`: prove contracts, or refute them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from ptoprove.errors import end_interrupted
from ptoprove.options import (
    PATH,
    case_option,
    needed_decoders,
    profile_option,
    properties_option,
    proving_options,
    quiet,
    report_options,
    specification_options,
    target_option,
)
from ptoprove.reports import Reports

if TYPE_CHECKING:
    from proofs.verdicts import Result
    from ptoprove.checking import Checking
    from ptoprove.progress import Work


@click.command()
@click.argument("words", nargs=-1, metavar="[CONTRACT|FILE]...")
@properties_option
@case_option
@specification_options
@profile_option
@target_option
@proving_options
@report_options
@click.option(
    "--executor",
    metavar="URL",
    help="Let the workers of a Dask cluster prove: dask://HOST:PORT is its scheduler.",
)
@click.option(
    "--changed-since",
    metavar="REV",
    help="Only contracts that differ between a git revision of the checkout and its work tree, or "
    "between the two of A..B, in anything that they reach.",
)
@click.option("--smt2", type=PATH, metavar="DIR", help="Write each query as SMT-LIB text.")
@click.option("--cross-check", is_flag=True, help="Ask a second solver about all that holds.")
@click.option(
    "--verbose",
    "-v",
    is_flag=True,
    help="Show every case, every counterexample, and every query as it is answered.",
)
@click.pass_context
def check(
    ctx: click.Context,
    words: tuple[str, ...],
    properties: tuple[str, ...],
    case: Mapping[str, str],
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    profile: str | None,
    target: str | None,
    timeout: float,
    jobs: int | None,
    json_file: Path | None,
    sarif: Path | None,
    junit: Path | None,
    github: bool,
    executor: str | None,
    changed_since: str | None,
    smt2: Path | None,
    no_cache: bool,
    cross_check: bool,
    verbose: bool,
) -> None:
    """Prove the properties of contracts, or refute them; without CONTRACT, of all. FILE (.asl)
    holds properties of your own, which are checked too; without CONTRACT, they alone. Without
    --profile, each is asked under the numeric profiles that it speaks of.

    \b
    Examples:
      ptoprove check TREM
      ptoprove check TREM --property divisor-sign --case data_type=S32
      ptoprove check TREM --spec ../pto-spec --json report.json
      ptoprove check --spec . --sarif check.sarif --junit check.xml --github
      ptoprove check my_property.asl --spec ../pto-spec
      ptoprove check TREM --profile tile-library
      ptoprove check TREM --target a5
      ptoprove check --spec ../pto-spec --changed-since origin/main
      ptoprove check --spec ../pto-spec --executor dask://10.0.0.1:8786
      ptoprove check --json - | jq .summary

    \b
    Exit codes:
      0    all is PROVED or BOUNDED
      1    something is REFUTED or VACUOUS
      2    bad usage or bad input
      3    otherwise: something is UNKNOWN, UNSUPPORTED or INTERNAL
      130  interrupted
    """
    started = time.monotonic()
    if executor is not None and (jobs is not None or smt2 is not None):
        raise click.UsageError("--executor goes with neither --jobs nor --smt2")
    if changed_since is not None and spec_dir is None:
        raise click.UsageError("--changed-since goes with --spec")
    silent = quiet(json_file, sarif, junit)
    reports = Reports(json_file, sarif, junit, github)
    decoders = needed_decoders(spec_dir, decoders)
    if smt2 is not None:
        smt2.mkdir(parents=True, exist_ok=True)

    from proofs.verdicts import Summary
    from ptoprove.checking import Checking, options
    from ptoprove.kept import keep
    from ptoprove.progress import Work
    from ptoprove.selection import Selection
    from ptoprove.supervision import interrupts, memory_limit

    selection = Selection(spec_dir, decoders, target)
    spec = selection.load()
    proving = options(timeout, jobs, smt2, not no_cache, executor, cross_check)
    checking = Checking.of(spec, words, properties, case, profile, proving.jobs)
    if changed_since is not None:
        assert spec_dir is not None
        checking = _changed(checking, spec_dir, decoders, target, changed_since, silent)
    found: list[Result] = []
    interrupted = False
    work = Work()
    answers = checking.results(proving, work)
    try:
        with memory_limit(), closing(answers), interrupts() as check_interrupt:
            for result in _watched(answers, len(checking.tasks), silent, verbose, work):
                found.append(result)
                check_interrupt()
    except KeyboardInterrupt:
        interrupted = True
    results = checking.in_order(found)
    if not no_cache:
        keep(results, spec, selection, checking.files)
    if not silent and checking.tasks:
        files = [file.source.path for file in checking.files]
        spec_words = (*selection.words, *files)
        _print(checking, results, time.monotonic() - started, verbose, spec_words)
    reports.write(checking, selection, results, interrupted=interrupted)
    if interrupted:
        end_interrupted(len(results), len(checking.tasks), json_file)
    ctx.exit(Summary.of(results).exit_code)


def _changed(
    checking: Checking,
    spec_dir: Path,
    decoders: tuple[Path, ...],
    target: str | None,
    revisions: str,
    silent: bool,
) -> Checking:
    """The obligations about contracts that have changed; which these are is told."""
    from ptoprove.changed import changed, lines

    found = changed(checking.spec, spec_dir, decoders, target, revisions, checking.contracts)
    if not silent:
        for line in lines(found, revisions, len(checking.contracts)):
            click.echo(line)
    return checking.only({each.contract for each in found})


def _watched(
    results: Iterable[Result], total: int, silent: bool, verbose: bool, work: Work
) -> Iterable[Result]:
    from ptoprove.progress import RESULTS, VERBOSE, with_lines, with_work
    from ptoprove.terminal import console, interactive

    if silent and not verbose:
        return results
    if not silent and interactive():
        tally = VERBOSE if verbose else RESULTS
        return with_work(results, total, console(error=True), tally, work)
    return with_lines(results, console(error=True), verbose=verbose)


def _print(
    checking: Checking,
    results: list[Result],
    elapsed: float,
    verbose: bool,
    spec_words: tuple[str, ...],
) -> None:
    from ptoprove.check_output import print_results
    from ptoprove.terminal import console

    print_results(
        console(), checking.spec, results, elapsed, verbose=verbose, spec_words=spec_words
    )
