"""Coverage on the terminal: figures by file, and the branches that did not go both ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from parser.diagnostics import Diagnostic
from parser.source import Span
from ptoprove.coverage import Coverage, Figures, FunctionCoverage
from ptoprove.terminal import place, short_path
from ptoprove.verdict_table import counted

MOST_TEXT = 60
"""Characters of a condition that are printed."""


def print_coverage(console: Console, coverage: Coverage, most: int, top: Path) -> None:
    """Print figures, and at most so many of the branches that did not go both ways. Files are
    named from the directory `top`, if they are in there."""
    if coverage.functions:
        console.print(file_table(coverage, top))
    missing = [
        each for function in coverage.functions for each in missing_texts(coverage, function)
    ]
    for text in missing[:most]:
        console.print(text, soft_wrap=True)
    if len(missing) > most:
        console.print(f"… and {len(missing) - most} more", soft_wrap=True)
    if coverage.problems:
        console.print(problems_line(coverage.problems), soft_wrap=True)
    console.print(figures_line(coverage), soft_wrap=True)


def file_table(coverage: Coverage, top: Path) -> Table:
    """Figures by file."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("file", overflow="fold")
    for name in ("functions", "branches", "both ways", "taken"):
        table.add_column(name, justify="right", no_wrap=True)
    for path, functions in coverage.files().items():
        figures = coverage.of(functions)
        numbers = (len(functions), figures.branches, figures.both)
        inside = Path(path).is_relative_to(top)
        name = str(Path(path).relative_to(top)) if inside else short_path(path)
        table.add_row(name, *map(str, numbers), _ways(figures))
    return table


def missing_texts(coverage: Coverage, function: FunctionCoverage) -> Iterator[Text]:
    """`asl/unit.asl:12:8 Function: n > 0 was never TRUE`, of each such branch; of a function of
    which none was reached, one line."""
    missing = coverage.missing(function)
    if not coverage.of([function]).taken:
        number = "1 branch" if len(missing) == 1 else f"{len(missing)} branches"
        yield _line(function.span, function.name, number, "not reached")
        return
    for branch, never in missing:
        what = "not reached" if len(never) == 2 else f"never {str(never[0]).upper()}"
        text = branch.text if len(branch.text) <= MOST_TEXT else f"{branch.text[: MOST_TEXT - 1]}…"
        yield _line(branch.span, function.name, text, what)


def _line(span: Span, function: str, text: str, what: str) -> Text:
    return Text.assemble((place(span), "dim"), f" {function}: {text} ", (what, "yellow"))


def problems_line(problems: Sequence[Diagnostic]) -> str:
    """How much is wrong in functions that could not be read, and so are not counted."""
    number = counted(len(problems), "problem")
    first = problems[0]
    where = f" ({place(first.span)})" if first.span else ""
    return f"{number} in functions that can't be read and are left out: {first.message}{where}"


def figures_line(coverage: Coverage) -> str:
    """How many branches went both ways, and how many of those in functions that were reached."""
    reached = coverage.reached
    inside = f"{_both(coverage.of(reached))} in functions that were reached ({len(reached)})"
    return f"{_both(coverage.figures)}; {inside}"


def _both(figures: Figures) -> str:
    """`3 of 4 branches went both ways (7 of 8 ways, 87.5 %)`"""
    return f"{figures.both} of {figures.branches} branches went both ways ({_ways(figures)})"


def _ways(figures: Figures) -> str:
    return f"{figures.taken} of {2 * figures.branches} ways, {100 * figures.share:.1f} %"
