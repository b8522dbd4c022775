"""What is seen during work: a live line on a terminal, a line now and then, a line per result."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from proofs.effort import Asked
from proofs.tasks import Task, Watch
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


VERBOSE: Tally[Result] = Tally(RESULTS.word, RESULTS.order, lambda result: verbose_text(result))
"""The same, of each result a line, and a line for each query that it took."""


@dataclass
class Work(Watch):
    """What is being decided on this machine, and since when."""

    show: Callable[[], object] = lambda: None
    _since: dict[str, float] = field(default_factory=dict)

    def begun(self, task: Task) -> None:
        self._since[_name(task.property.contract, task.property.id, task)] = time.monotonic()
        self.show()

    def waiting(self) -> None:
        self.show()

    def finished(self, result: Result) -> None:
        """Nobody is at this any more."""
        self._since.pop(_name(result.contract, result.property, result), None)

    def lines(self) -> list[Text]:
        """`  TREM range data_type=S32  12 s`"""
        now = time.monotonic()
        return [
            Text(f"  {name}  {now - since:.0f} s", "dim", no_wrap=True, overflow="ellipsis")
            for name, since in self._since.items()
        ]


def _name(contract: str, property: str, asked: Task | Result) -> str:
    return " ".join(part for part in (contract, property, result_case(asked)) if part)


class _Display(Progress):
    """A progress line, and below it what is being worked on."""

    work: Work | None = None

    def get_renderables(self) -> Iterable[RenderableType]:
        yield self.make_tasks_table(self.tasks)
        if self.work is not None:
            yield from self.work.lines()


def with_work(
    results: Iterable[Result], total: int, console: Console, tally: Tally[Result], work: Work
) -> Iterator[Result]:
    """The same results, with progress and what is being decided until the last."""

    def finished() -> Iterator[Result]:
        for result in results:
            work.finished(result)
            yield result

    return with_live_progress(finished(), total, console, tally, work=work)


def with_live_progress(
    items: Iterable[Item],
    total: int,
    console: Console,
    tally: Tally[Item],
    name: str = "proving",
    work: Work | None = None,
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
    with _Display(*columns, console=console, transient=True, auto_refresh=False) as progress:
        task = progress.add_task(name, total=total)
        if work is not None:
            progress.work, work.show = work, progress.refresh
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


def with_lines(
    results: Iterable[Result], console: Console, *, verbose: bool = False
) -> Iterator[Result]:
    """The same results, a line printed for each that is new; for each and its queries, if
    `verbose`."""
    for result in results:
        if verbose:
            console.print(verbose_text(result), soft_wrap=True)
        elif not result.cached:
            console.print(result_line(result), soft_wrap=True)
        yield result


def result_line(result: Result) -> Text:
    """`PROVED TREM range data_type=S32 in 0.12 s`"""
    name = _name(result.contract, result.property, result)
    took = "cached" if result.cached else f"in {seconds_text(result.seconds)}"
    return verdict_text(result.verdict, f" {name} {took}")


def verbose_text(result: Result) -> Text:
    """The line of a result, and one for each query that it took."""
    lines = [result_line(result), *(Text(query_line(each), "dim") for each in result.effort.asked)]
    return Text("\n").join(lines)


def query_line(asked: Asked) -> str:
    """`  unsat in 0.12 s: can an obligation fail (z3 5.4.1, linear integers, 30 terms)`"""
    answer = f"{asked.kind}: {asked.reason}" if asked.reason else asked.kind
    who = f"{asked.solver}, {asked.theory}, {asked.terms:,} terms"
    return f"  {answer} in {seconds_text(asked.seconds)}: {asked.about} ({who})"
