"""An inventory on the terminal."""

from __future__ import annotations

from collections import Counter

from rich import box
from rich.console import Console
from rich.table import Table

from ptoprove.inventory import Inventory, groups
from ptoprove.terminal import place, short_path
from ptoprove.verdict_table import counted

MOST_MISSING = 5


def print_inventory(console: Console, inventory: Inventory) -> None:
    """Print what there is, in numbers, and what functions are missing."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(inventory.name, no_wrap=True)
    table.add_column("number", justify="right", no_wrap=True)
    table.add_column("of which", overflow="fold")
    for name, counts in groups(inventory).items():
        table.add_row(NAMES.get(name, name), str(_number(name, counts)), _parts(name, counts))
        if name == "clauses":
            table.add_row("NDF clauses", str(inventory.normative))
    console.print(table)
    if inventory.missing:
        calls = [f"{name} ({place(span)})" for name, span in inventory.missing.items()]
        more = f", and {len(calls) - MOST_MISSING} more" if len(calls) > MOST_MISSING else ""
        console.print(
            f"{counted(len(calls), 'function')} called and declared nowhere: "
            f"{', '.join(calls[:MOST_MISSING])}{more}",
            soft_wrap=True,
        )
        console.print("  hint: --decoders FILE adds what a checkout generates", soft_wrap=True)


NAMES = {"points": "test points"}


def _number(name: str, counts: Counter[str]) -> int:
    """How many there are; of decoders, how many files."""
    return len(counts) if name == "decoders" else counts.total()


def _parts(name: str, counts: Counter[str]) -> str:
    """The most frequent kinds first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if name == "decoders":
        return ", ".join(f"{short_path(file)} {counted(n, 'declaration')}" for file, n in ordered)
    return ", ".join(f"{kind or '(none)'} {number}" for kind, number in ordered)
