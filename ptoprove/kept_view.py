"""Kept counterexamples as `cex` prints them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from rich import box
from rich.console import Console
from rich.table import Table

from ptoprove.kept import Kept
from ptoprove.terminal import result_case, short_path
from ptoprove.verdict_table import counted


def print_list(console: Console, found: Sequence[Kept]) -> None:
    """Print a table of counterexamples, and how many there are."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("id", "contract", "property", "case", "specification", "found"):
        table.add_column(name, no_wrap=name in ("id", "property", "found"), overflow="fold")
    for each in found:
        directory = each.selection.spec_dir
        target = f", {each.selection.target}" if each.selection.target else ""
        table.add_row(
            each.id,
            each.result.contract,
            each.result.property,
            result_case(each.result),
            ("shipped" if directory is None else short_path(str(directory))) + target,
            datetime.fromtimestamp(each.when, UTC).astimezone().strftime("%Y-%m-%d %H:%M"),
        )
    if found:
        console.print(table)
    console.print(counted(len(found), "counterexample"))


def words(found: Kept) -> tuple[str, ...]:
    """The words of a command line that select specification and files, to check it again."""
    return (*found.selection.words, *(short_path(str(path)) for path in found.files))
