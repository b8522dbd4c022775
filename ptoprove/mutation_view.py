"""Mutants as `mutate` prints and writes them (docs/mutation.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from proofs.mutation.killing import Death, Fate
from ptoprove import __version__
from ptoprove.mutation import Mutation
from ptoprove.progress import Tally, with_live_progress, with_plain_progress
from ptoprove.report import span_values
from ptoprove.terminal import console
from ptoprove.verdict_table import counted, seconds_text

SCHEMA: Final = "ptoprove.mutate.v1"
STYLES: Final = {
    Fate.KILLED: "green",
    Fate.SURVIVED: "red",
    Fate.UNDECIDED: "yellow",
    Fate.STILLBORN: "dim",
}
TALLY: Final[Tally[Death]] = Tally(lambda death: death.fate, list(Fate), lambda death: None)


def watched(deaths: Iterable[Death], total: int, quiet: bool) -> Iterator[Death]:
    """The same deaths, with progress on standard error unless `quiet`."""
    if quiet:
        return iter(deaths)
    error = console(error=True)
    show = with_live_progress if error.is_terminal else with_plain_progress
    return show(deaths, total, error, TALLY)


def print_deaths(out: Console, mutation: Mutation, deaths: Sequence[Death], elapsed: float) -> None:
    """Print counts by kind, the mutants that live, and the score."""
    kinds: dict[str, Counter[Fate]] = {}
    for death in deaths:
        kinds.setdefault(death.mutant.kind, Counter())[death.fate] += 1
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("mutants")
    for fate in Fate:
        table.add_column(fate, justify="right", style=STYLES[fate])
    for kind, counts in sorted(kinds.items(), key=lambda each: -each[1].total()):
        table.add_row(Text(kind), *(str(counts[fate] or "") for fate in Fate))
    out.print(table)
    for fate in (Fate.SURVIVED, Fate.UNDECIDED):
        for death in deaths:
            if death.fate is fate:
                _print_living(out, death)
    out.print(score(mutation, deaths, elapsed), soft_wrap=True)


def _print_living(out: Console, death: Death) -> None:
    mutant = death.mutant
    out.print(
        Text(f"{death.fate:9}", STYLES[death.fate]),
        Text(f"{mutant.span} {mutant.function}: {mutant.kind}"),
        soft_wrap=True,
    )
    for sign, text, style in (("-", mutant.before, "red"), ("+", mutant.after, "green")):
        for line in text.strip().splitlines():
            out.print(Text(f"    {sign} {line.strip()}", style), soft_wrap=True)


def score(mutation: Mutation, deaths: Sequence[Death], elapsed: float) -> str:
    """`287 mutants of TNEG …: 90.1 % of 273 killed, in 55 s`"""
    counts = Counter(death.fate for death in deaths)
    living = counts.total() - counts[Fate.STILLBORN]
    share = f"{100 * counts[Fate.KILLED] / living:.1f} %" if living else "none"
    told = ", ".join(f"{counts[fate]} {fate}" for fate in Fate if counts[fate])
    what = counted(counts.total(), "mutant")
    functions = counted(mutation.functions, "function")
    where = f"{', '.join(mutation.contracts)}, in {functions}"
    return f"{what} of {where}: {told}; {share} killed of {living}, in {seconds_text(elapsed)}"


def document(mutation: Mutation, deaths: Sequence[Death]) -> dict[str, Any]:
    """The report as JSON values."""
    counts = Counter(death.fate for death in deaths)
    spec = mutation.jury.spec
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": {"name": spec.name, "digest": spec.digest},
        "contracts": list(mutation.contracts),
        "properties": len({task.property.id for task in mutation.jury.tasks}),
        "points": len(mutation.jury.points),
        "mutants": [
            {
                "function": death.mutant.function,
                "kind": death.mutant.kind,
                "span": span_values(death.mutant.span),
                "before": death.mutant.before,
                "after": death.mutant.after,
                "fate": death.fate.value,
                "by": death.by or None,
                "tried": death.tried,
            }
            for death in deaths
        ],
        "summary": {fate.value: counts[fate] for fate in Fate},
    }
