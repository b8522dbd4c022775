"""What a solver says to the queries of an earlier check, on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from parser.diagnostics import printable
from proofs.backends.dump import Record
from proofs.recheck import Answer, Outcome
from ptoprove.verdict_table import seconds_text

STYLES = {
    Outcome.CONFIRMED: "bold green",
    Outcome.ANSWERED: "green",
    Outcome.DISAGREED: "bold red",
    Outcome.MISSING: "red",
    Outcome.CHANGED: "red",
    Outcome.UNKNOWN: "yellow",
    Outcome.UNSUPPORTED: "cyan",
}
TOLD_EACH = (Outcome.DISAGREED, Outcome.MISSING, Outcome.CHANGED)
"""Outcomes of which each query is named; of others, one for each reason."""


def print_answers(
    console: Console, answers: Sequence[Answer], elapsed: float, version: str
) -> None:
    """Print numbers by contract and outcome, what is not confirmed, and a line of totals."""
    console.print(_table(answers))
    for line in lines(answers):
        console.print(line, soft_wrap=True)
    counts = Counter(each.outcome for each in answers)
    what = f"{len(answers)} {'query' if len(answers) == 1 else 'queries'}"
    total = Text(f"{what}, asked of {version} in {seconds_text(elapsed)}: ")
    parts = [Text.assemble(f"{counts[o]} ", outcome_text(o)) for o in Outcome if counts[o]]
    console.print(total.append_text(Text(", ").join(parts)), soft_wrap=True)


def lines(answers: Sequence[Answer]) -> list[Text]:
    """What is neither confirmed nor answered, and why."""
    groups: dict[object, list[Answer]] = {}
    for each in sorted(
        answers, key=lambda each: (list(Outcome).index(each.outcome), each.record.file)
    ):
        if each.outcome not in (Outcome.CONFIRMED, Outcome.ANSWERED):
            alone = each.record.file if each.outcome in TOLD_EACH else ""
            groups.setdefault((each.outcome, each.reason, alone), []).append(each)
    found = []
    for first, *others in groups.values():
        more = f", and {len(others)} more" if others else ""
        line = f"  {first.record.file}: {printable(first.reason)}{more}"
        found.append(Text.assemble(outcome_text(first.outcome), line))
    return found


def outcome_text(outcome: Outcome) -> Text:
    """An outcome in its colour."""
    return Text(outcome.value, STYLES[outcome])


def _table(answers: Sequence[Answer]) -> Table:
    shown = [each for each in Outcome if any(answer.outcome is each for answer in answers)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("queries of", overflow="fold")
    for name in ("number", *shown):
        table.add_column(name, justify="right", no_wrap=True)
    rows: dict[str, Counter[Outcome]] = {}
    for each in answers:
        rows.setdefault(_whose(each.record), Counter())[each.outcome] += 1
    for name in sorted(rows):
        numbers = [Text(str(rows[name][o]), STYLES[o] if rows[name][o] else "dim") for o in shown]
        table.add_row(printable(name), str(rows[name].total()), *numbers)
    return table


def _whose(record: Record) -> str:
    if "contract" in record.about:
        return record.about["contract"]
    return f"lemma {record.about.get('function', '')}"
