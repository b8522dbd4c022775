"""`ptoprove profile`: where the time of proofs goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import rich_click as click

from ptoprove.options import (
    case_option,
    needed_decoders,
    profile_option,
    properties_option,
    specification_options,
    timeout_option,
)


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="CONTRACT|FILE...")
@properties_option
@case_option
@specification_options
@profile_option
@timeout_option
@click.option(
    "--top",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="Print so many properties, queries and lines.",
)
def profile(
    words: tuple[str, ...],
    properties: tuple[str, ...],
    case: Mapping[str, str],
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    profile: str | None,
    timeout: float,
    top: int,
) -> None:
    """Prove the properties of contracts anew, one after the other, and tell where the time goes: by
    phase, by property, the longest queries, and the lines of ASL whose terms made them long.

    \b
    Examples:
      ptoprove profile TREM
      ptoprove profile TREM --property range --case data_type=S32
      ptoprove profile TMUL --spec ../pto-spec --timeout 5

    \b
    Exit codes:
      0    it was measured, whatever the verdicts are
      2    bad usage or bad input
      130  interrupted; what was measured is printed
    """
    decoders = needed_decoders(spec_dir, decoders)

    from proofs.checker import profile as profiled
    from proofs.effort import Lines
    from proofs.verdicts import Result
    from ptoprove.checking import Checking, options
    from ptoprove.errors import end_interrupted
    from ptoprove.loading import load
    from ptoprove.profile_view import print_profile
    from ptoprove.progress import RESULTS, Work, with_work
    from ptoprove.supervision import interrupts, memory_limit
    from ptoprove.terminal import console, interactive

    spec = load(spec_dir, decoders)
    checking = Checking.of(spec, words, properties, case, profile)
    total = len(checking.tasks)
    lines, work = Lines(), Work()
    results: Iterable[Result] = profiled(
        spec, checking.tasks, options(timeout, 1, cache=False), lines, checking.files, work
    )
    if interactive():
        results = with_work(results, total, console(error=True), RESULTS, work)
    found: list[Result] = []
    interrupted = False
    try:
        with memory_limit(), interrupts() as check_interrupt:
            for result in results:
                found.append(result)
                check_interrupt()
    except KeyboardInterrupt:
        interrupted = True
    print_profile(console(), found, lines, top)
    if interrupted:
        end_interrupted(len(found), total, None)
