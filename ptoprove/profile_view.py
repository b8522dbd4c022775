"""Where the time of proofs went, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table

from parser.diagnostics import line_reader, printable
from proofs.effort import Effort, Lines, total
from proofs.verdicts import Result
from ptoprove.progress import query_line
from ptoprove.terminal import result_case, short_path
from ptoprove.verdict_table import seconds_text, summary_line


def print_profile(console: Console, results: Sequence[Result], lines: Lines, top: int) -> None:
    """Print phases, and so many properties, queries and lines, the longest first."""
    elapsed = sum(result.seconds for result in results)
    console.print(phase_table([result.effort for result in results], elapsed))
    console.print(property_table(results, elapsed, top))
    console.print("The longest queries:")
    queries = [(result, asked) for result in results for asked in result.effort.asked]
    queries.sort(key=lambda pair: -pair[1].seconds)
    for result, asked in queries[:top]:
        name = f"{result.contract} {result.property} {result_case(result)}".rstrip()
        console.print(f"{query_line(asked)}\n    {name}", soft_wrap=True)
    _more(console, len(queries) - top)
    console.print()
    console.print("The lines that made their terms, by their share in the time of all queries:")
    print_lines(console, lines, top)
    console.print()
    console.print(summary_line(results, elapsed))


def phase_table(efforts: Sequence[Effort], elapsed: float) -> Table:
    """Seconds by phase, and their share in all that proofs took."""
    table = _table("phase", "time", "share")
    for phase, seconds in total(efforts).items():
        table.add_row(str(phase), seconds_text(seconds), _share(seconds, elapsed))
    return table


def property_table(results: Sequence[Result], elapsed: float, top: int) -> Table:
    """Seconds by property, and the phase that took most of them."""
    table = _table("property", "cases", "queries", "time", "share", "mostly")

    def name(result: Result) -> str:
        return f"{result.contract} {result.property}"

    groups = [(key, list(group)) for key, group in groupby(sorted(results, key=name), name)]
    took = {key: sum(result.seconds for result in group) for key, group in groups}
    for key, group in sorted(groups, key=lambda each: -took[each[0]])[:top]:
        queries = sum(len(result.effort.asked) for result in group)
        phases = total([result.effort for result in group])
        mostly = max(phases, key=lambda phase: phases[phase]) if phases else ""
        numbers = str(len(group)), str(queries)
        table.add_row(key, *numbers, seconds_text(took[key]), _share(took[key], elapsed), mostly)
    return table


def print_lines(console: Console, lines: Lines, top: int) -> None:
    """Lines of the source, their share in the time of queries, and what of them is hard."""
    read = line_reader()
    for cost in lines.hardest()[:top]:
        place = f"{short_path(cost.span.path)}:{cost.span.line}"
        hard = ", ".join(name for name, _ in cost.operators.most_common(2))
        what = f"{cost.terms:,} terms" + (f", most of them {hard}" if hard else "")
        console.print(f"  {seconds_text(cost.seconds)} {place} ({what})", soft_wrap=True)
        if text := printable(read(cost.span).strip()):
            console.print(f"    {text}", soft_wrap=True)
    _more(console, len(lines.costs) - top)


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first, overflow="fold")
    for each in others:
        table.add_column(each, justify="right")
    return table


def _share(seconds: float, elapsed: float) -> str:
    return f"{100 * seconds / elapsed:.0f} %" if elapsed else ""


def _more(console: Console, number: int) -> None:
    if number > 0:
        console.print(f"… and {number} more")
