"""`ptoprove exec`: run `main` of ASL programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import rich_click as click
from click.exceptions import Exit

from parser.diagnostics import Diagnostic, Phase, PtoError
from ptoprove.errors import FAILED, errors_reported, report
from ptoprove.loading import load
from ptoprove.options import PATH, needed_decoders, specification_options
from semantics.values import DynamicError

OF_THE_PROGRAM = frozenset({Phase.LEXICAL, Phase.GRAMMAR, Phase.STATIC, Phase.TYPE, Phase.DYNAMIC})


@click.command("exec")
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Draw ARBITRARY values at random from this seed.  [default: the simplest value]",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Stop the program after so many seconds, whatever it does.  [default: no limit]",
)
@click.option("--no-exec", is_flag=True, help="Check the files and run nothing.")
@specification_options
@click.pass_context
def execute(
    ctx: click.Context,
    files: tuple[Path, ...],
    seed: int | None,
    timeout: float | None,
    no_exec: bool,
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
) -> None:
    """Run main() of plain ASL1 files, with the standard library. With --spec they may use all
    that the specification declares; of that, only what is reached is checked.

    \b
    Examples:
      ptoprove exec hello.asl
      ptoprove exec library.asl program.asl --seed 7
      ptoprove exec library.asl --no-exec
      ptoprove exec point.asl --spec ../pto-spec --allow-spec-scripts

    \b
    What the program prints, and nothing else, goes to standard output. Errors go
    to standard error, in lines that begin error[CLASS], CLASS one of lexical,
    grammar, static, type and dynamic.

    \b
    Exit codes:
      0  it ran to its end, whatever main() returned, or is right
      1  it has an error, or met one as it ran
      2  bad usage, or a file can't be read
    """
    decoders = needed_decoders(spec_dir, decoders)

    def run() -> None:
        from concrete.execute import check_files, run_main

        spec = None if spec_dir is None else load(spec_dir, decoders)
        if no_exec:
            report(check_files(files, spec))
        else:
            run_main(files, output=_write, warn=report, seed=seed, spec=spec)

    def action() -> int:
        from ptoprove.supervision import memory_limit

        try:
            with errors_reported(), memory_limit():
                return _exit_code(run)
        except Exit as ended:
            return ended.exit_code

    if timeout is None:
        ctx.exit(action())
    from ptoprove.supervision import within

    ctx.exit(within(timeout, action))


def _exit_code(run: Callable[[], None]) -> int:
    """Run, and report what is wrong with the program."""
    found: Sequence[Diagnostic]
    try:
        run()
        return 0
    except PtoError as error:
        if any(each.phase not in OF_THE_PROGRAM for each in error.diagnostics):
            raise
        found = error.diagnostics
    except DynamicError as error:  # the time was up before the program ran
        from semantics.diagnosis import diagnose

        found = [diagnose(error)]
    sys.stdout.flush()
    report(found)
    return FAILED


def _write(text: str) -> None:
    sys.stdout.write(text)
