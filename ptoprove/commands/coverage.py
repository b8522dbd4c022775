"""`ptoprove coverage`: which branches of a specification its own test points take."""

from __future__ import annotations

import time
from pathlib import Path

import rich_click as click

from ptoprove.loading import load
from ptoprove.options import (
    STANDARD_OUTPUT,
    jobs_option,
    json_option,
    needed_decoders,
    specification_options,
)


@click.command()
@click.argument("contracts", nargs=-1, metavar="[CONTRACT]...")
@specification_options
@click.option(
    "--suite",
    "patterns",
    multiple=True,
    metavar="PATTERN",
    help="Only test points of which the id or the path contains PATTERN, or matches it, if it has "
    "a *. May be repeated.",
)
@jobs_option
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="The longest processor time for one point.",
)
@click.option("--missing", type=click.IntRange(min=0), default=20, show_default=True, metavar="N",
              help="Print at most N branches that did not go both ways.")  # fmt: skip
@json_option
@click.pass_context
def coverage(
    ctx: click.Context,
    contracts: tuple[str, ...],
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    patterns: tuple[str, ...],
    jobs: int | None,
    timeout: float,
    missing: int,
    json_file: Path | None,
) -> None:
    """Run the test points of a specification checkout, and tell which branches of its ASL none of
    them takes: of all functions of its units, or of those that CONTRACTs reach.

    \b
    Examples:
      ptoprove coverage --spec ../pto-spec --decoders decoder.asl
      ptoprove coverage TREM --spec ../pto-spec --decoders decoder.asl
      ptoprove coverage TREM --suite TREM --spec ../pto-spec --json coverage.json

    \b
    Exit codes:
      0    all points passed
      1    a point failed
      2    bad usage or bad input
      3    no point failed, but one is broken, was stopped, or died
      130  interrupted; what had ended is reported
    """
    if spec_dir is None:
        raise click.UsageError("coverage needs --spec DIR")
    started = time.monotonic()

    from ptoprove import coverage as covering
    from ptoprove import suite
    from ptoprove.suite_progress import watch

    generated = needed_decoders(spec_dir, decoders)
    spec = load(spec_dir, generated)
    chosen = [spec.contract(name) for name in contracts]
    points = suite.chosen(spec_dir, patterns, ())
    options = suite.Options.of(timeout, jobs, fail_fast=False, counting=True)
    quiet = json_file == STANDARD_OUTPUT
    report = suite.run(spec, spec_dir, points, options, watch(len(points), quiet))
    apart = {str(each) for each in generated}
    found = covering.coverage_of_points(spec, chosen, report.outcomes, apart)
    if not quiet:
        from ptoprove.coverage_view import print_coverage
        from ptoprove.suite_view import summary_line
        from ptoprove.terminal import console

        elapsed = time.monotonic() - started
        print_coverage(console(), found, missing, spec_dir)
        console().print(summary_line(report, elapsed, options.jobs), soft_wrap=True)
    if json_file is not None:
        from ptoprove.coverage_report import document
        from ptoprove.report import write

        write(json_file, document(report, [each.name for each in chosen], found))
    ctx.exit(report.exit_code)
