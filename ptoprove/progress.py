"""What is seen while proving: a live line on a terminal, a line per result, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from proofs.verdicts import HOLDS, Result, Verdict
from ptoprove.terminal import result_case, verdict_text
from ptoprove.verdict_table import WORST_FIRST, seconds_text


def with_live_progress(results: Iterable[Result], total: int, console: Console) -> Iterator[Result]:
    """The same results, with a progress line until the last; what does not hold is told at once."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    counts: Counter[Verdict] = Counter()
    # No thread refreshes it: the processes that prove are forked while it is shown.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        task = progress.add_task("proving", total=total)
        for result in results:
            counts[result.verdict] += 1
            if result.verdict not in HOLDS:
                progress.console.print(result_line(result))
            progress.update(task, advance=1, description=_counts(counts), refresh=True)
            yield result


def with_lines(results: Iterable[Result], console: Console) -> Iterator[Result]:
    """The same results, a line printed for each."""
    for result in results:
        console.print(result_line(result))
        yield result


def result_line(result: Result) -> Text:
    """`PROVED TREM range data_type=S32 in 0.12 s`"""
    name = " ".join(
        part for part in (result.contract, result.property, result_case(result)) if part
    )
    time = "cached" if result.cached else f"in {seconds_text(result.seconds)}"
    return verdict_text(result.verdict, f" {name} {time}")


def _counts(counts: Counter[Verdict]) -> str:
    return "  ".join(f"{counts[each]} {each}" for each in reversed(WORST_FIRST) if counts[each])
