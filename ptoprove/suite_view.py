"""A run of test points on the terminal: what did not pass, totals by kind, the slowest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from concrete.points import Outcome, Status
from parser.diagnostics import render
from ptoprove.suite import Report
from ptoprove.terminal import short_path
from ptoprove.verdict_table import counted, seconds_text

STATUS_STYLES = {
    Status.PASSED: "bold green",
    Status.FAILED: "bold red",
    Status.BROKEN: "yellow",
    Status.STOPPED: "magenta",
    Status.DIED: "bold magenta",
}


def status_text(status: Status) -> Text:
    """A status in its colour."""
    return Text(status.upper(), STATUS_STYLES[status])


def print_report(
    console: Console, report: Report, elapsed: float, jobs: int, slowest: int = 0
) -> None:
    """Print a run; only what did not pass is told point by point."""
    for group in alike(report.outcomes):
        console.print(failure_text(group), soft_wrap=True)
    if report.outcomes:
        console.print(kind_table(report.outcomes))
    if slowest:
        console.print(slowest_table(report.outcomes, slowest))
    console.print(summary_line(report, elapsed, jobs), soft_wrap=True)


def alike(outcomes: Sequence[Outcome]) -> list[list[Outcome]]:
    """What did not pass; those that failed at the same place, or are broken alike, together."""
    groups: dict[object, list[Outcome]] = {}
    for each in outcomes:
        if each.status is not Status.PASSED:
            first = each.diagnostics[0]
            place = first.span if each.status is Status.FAILED else None
            groups.setdefault((each.status, first.code, place), []).append(each)
    return list(groups.values())


def failure_text(group: Sequence[Outcome]) -> Text:
    """The first of a group with its diagnostics, and the ids of the others."""
    first = group[0]
    kind = f"  {first.point.kind}" if first.point.kind else ""
    text = Text.assemble(status_text(first.status), f" {first.point.id}{kind}\n")
    if first.point.summary:
        text.append(f"  {first.point.summary}\n")
    text.append(f"  {short_path(str(first.point.path))}\n", "dim")
    text.append("".join(f"{render(each)}\n" for each in first.diagnostics))
    if len(group) > 1:
        code = first.diagnostics[0].code
        where = ", at the same place" if first.status is Status.FAILED else ""
        text.append(f"  {len(group) - 1} more with {code}{where}: ")
        text.append(", ".join(each.point.id for each in group[1:]) + "\n")
    return text


def kind_table(outcomes: Sequence[Outcome]) -> Table:
    """Numbers by kind and status, and the time all points of a kind took together."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("kind", no_wrap=True)
    shown = [each for each in Status if any(outcome.status is each for outcome in outcomes)]
    for name in ("points", *shown, "time"):
        table.add_column(name, justify="right", no_wrap=True)

    def row(name: str, those: Sequence[Outcome]) -> None:
        counts = Counter(each.status for each in those)
        numbers = [
            Text(str(counts[each]), STATUS_STYLES[each] if counts[each] else "dim")
            for each in shown
        ]
        time = seconds_text(sum(each.seconds for each in those))
        table.add_row(name, str(len(those)), *numbers, time)

    kinds = sorted({each.point.kind for each in outcomes})
    for kind in kinds:
        row(kind or "(no kind)", [each for each in outcomes if each.point.kind == kind])
    if len(kinds) > 1:
        table.add_section()
        row("all", outcomes)
    return table


def slowest_table(outcomes: Sequence[Outcome], number: int) -> Table:
    """The points that took longest, the slowest first."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("slowest", overflow="fold")
    table.add_column("kind", no_wrap=True)
    table.add_column("status", no_wrap=True)
    table.add_column("time", justify="right", no_wrap=True)
    for each in sorted(outcomes, key=lambda each: -each.seconds)[:number]:
        time = seconds_text(each.seconds)
        table.add_row(each.point.id, each.point.kind, status_text(each.status), time)
    return table


def summary_line(report: Report, elapsed: float, jobs: int) -> Text:
    """What was found, in one line."""
    counts, number = report.counts, len(report.outcomes)
    rate = f", {number / elapsed:.1f} a second" if elapsed > 0 else ""
    line = Text(f"{counted(number, 'point')} in {seconds_text(elapsed)}")
    line.append(f" ({counted(jobs, 'job')}{rate}): ")
    parts = [
        Text.assemble(f"{counts[each]} ", status_text(each)) for each in Status if counts[each]
    ]
    if report.not_run:
        parts.append(Text(f"{report.not_run} not run"))
    return line.append_text(Text(", ").join(parts))


def outcome_line(outcome: Outcome) -> Text | None:
    """`FAILED PTO-AVS-… in 0.12 s`, for what did not pass."""
    if outcome.status is Status.PASSED:
        return None
    name = f" {outcome.point.id} in {seconds_text(outcome.seconds)}"
    return Text.assemble(status_text(outcome.status), name)
