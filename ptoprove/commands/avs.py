"""`ptoprove avs`: run the test points of a specification."""

from __future__ import annotations

import time
from pathlib import Path

import rich_click as click

from ptoprove.loading import load
from ptoprove.options import (
    jobs_option,
    json_option,
    junit_option,
    needed_decoders,
    quiet,
    specification_options,
)


@click.command()
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
@specification_options
@click.option(
    "--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind. May be repeated."
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
@click.option("--fail-fast", is_flag=True, help="End with the first point that does not pass.")
@click.option("--slowest", type=click.IntRange(min=0), default=0, metavar="N",
              help="Print the N points that took longest.")  # fmt: skip
@json_option
@junit_option
@click.pass_context
def avs(
    ctx: click.Context,
    patterns: tuple[str, ...],
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    kinds: tuple[str, ...],
    jobs: int | None,
    timeout: float,
    fail_fast: bool,
    slowest: int,
    json_file: Path | None,
    junit: Path | None,
) -> None:
    """Run the test points of a specification checkout: those of which the id or the path
    contains PATTERN, or matches it, if it has a *. Without PATTERN, all.

    \b
    Examples:
      ptoprove avs --spec ../pto-spec --decoders decoder.asl
      ptoprove avs TREM 'PTO-AVS-*-FAULT-*' --spec ../pto-spec --decoders decoder.asl
      ptoprove avs --kind boundary --slowest 10 --spec ../pto-spec
      ptoprove avs --spec ../pto-spec --junit avs.xml --json avs.json

    \b
    Exit codes:
      0    all points passed
      1    a point failed
      2    bad usage or bad input
      3    no point failed, but one is broken, was stopped, or died
      130  interrupted; what had ended is reported
    """
    if spec_dir is None:
        raise click.UsageError("avs needs --spec DIR")
    started = time.monotonic()
    silent = quiet(json_file, junit)

    from ptoprove import suite
    from ptoprove.suite_progress import watch

    spec = load(spec_dir, needed_decoders(spec_dir, decoders))
    points = suite.chosen(spec_dir, patterns, kinds)
    options = suite.Options.of(timeout, jobs, fail_fast)
    report = suite.run(spec, spec_dir, points, options, watch(len(points), silent))
    if not silent:
        from ptoprove.suite_view import print_report
        from ptoprove.terminal import console

        elapsed = time.monotonic() - started
        print_report(console(), report, elapsed, options.jobs, slowest)
    if json_file is not None:
        from ptoprove.report import write
        from ptoprove.suite_report import document

        write(json_file, document(report))
    if junit is not None:
        from ptoprove.report import write_text
        from ptoprove.suite_report import junit as junit_text

        write_text(junit, junit_text(report))
    if report.interrupted:
        click.echo(
            f"interrupted: {report.not_run} of {len(points)} points have no outcome", err=True
        )
    ctx.exit(report.exit_code)
