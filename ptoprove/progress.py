"""What is seen during work: a live line on a terminal, a line now and then, a line per result."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

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

from proofs.verdicts import HOLDS, Result
from ptoprove.terminal import result_case, verdict_text
from ptoprove.verdict_table import WORST_FIRST, seconds_text

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Tally(Generic[Item]):
    """What is told of items as they come: the words they are counted by, in this order, and of
    some a line."""

    word: Callable[[Item], str]
    order: Sequence[str]
    line: Callable[[Item], Text | None]

    def text(self, counts: Counter[str]) -> str:
        """`12 PROVED  1 UNKNOWN`"""
        return "  ".join(f"{counts[each]} {each}" for each in self.order if counts[each])


RESULTS: Tally[Result] = Tally(
    lambda result: result.verdict,
    list(reversed(WORST_FIRST)),
    lambda result: None if result.verdict in HOLDS else result_line(result),
)


def with_live_progress(
    items: Iterable[Item], total: int, console: Console, tally: Tally[Item], name: str = "proving"
) -> Iterator[Item]:
    """The same items, with a progress line until the last; the lines of some are told at once."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    counts: Counter[str] = Counter()
    # No thread refreshes it: the processes that work are forked while it is shown.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        task = progress.add_task(name, total=total)
        for item in items:
            counts[tally.word(item)] += 1
            if line := tally.line(item):
                progress.console.print(line, soft_wrap=True)
            progress.update(task, advance=1, description=tally.text(counts), refresh=True)
            yield item


def with_plain_progress(
    items: Iterable[Item], total: int, console: Console, tally: Tally[Item], every: float = 10
) -> Iterator[Item]:
    """The same items, with a line after each `every` seconds: for a log, which shows no bars."""
    counts: Counter[str] = Counter()
    told = time.monotonic()
    for item in items:
        counts[tally.word(item)] += 1
        if time.monotonic() - told >= every:
            told = time.monotonic()
            console.print(f"{counts.total()} of {total}: {tally.text(counts)}", soft_wrap=True)
        yield item


def with_lines(results: Iterable[Result], console: Console) -> Iterator[Result]:
    """The same results, a line printed for each."""
    for result in results:
        console.print(result_line(result), soft_wrap=True)
        yield result


def result_line(result: Result) -> Text:
    """`PROVED TREM range data_type=S32 in 0.12 s`"""
    name = " ".join(
        part for part in (result.contract, result.property, result_case(result)) if part
    )
    took = "cached" if result.cached else f"in {seconds_text(result.seconds)}"
    return verdict_text(result.verdict, f" {name} {took}")
