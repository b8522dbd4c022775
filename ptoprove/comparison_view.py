"""Versions of contracts on the terminal: a row for each, then the inputs on which they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from proofs.equivalence.answers import Behaviour, Comparison, Difference, Kind, Relation
from ptoprove.comparing import Chosen
from ptoprove.counterexample import INDENT, section
from ptoprove.progress import Tally
from ptoprove.terminal import excerpt, place, verdict_text
from ptoprove.tile_view import side_by_side, tile_table
from ptoprove.verdict_table import counted, seconds_text

MEANING = {
    Kind.LEGALITY: "one rejects what the other executes",
    Kind.FAILURE: "one fails where the other does not",
    Kind.VALUES: "elements differ",
    Kind.STATUS: "the numeric status differs",
    Kind.STATE: "other state differs",
    Kind.CARRIER: "the elements are the same, the bits above them are not",
}
MOST_NAMED = 6
"""Operands, or contracts, that are named where there are more."""

COMPARISONS: Tally[Comparison] = Tally(
    lambda found: found.relation,
    list(Relation),
    lambda found: None if found.relation is Relation.EQUIVALENT else _line(found),
)


def print_comparisons(
    console: Console, chosen: Chosen, comparisons: Sequence[Comparison], elapsed: float
) -> None:
    """Print answers, which are in the order of the contracts."""
    for version, spec in (("A", chosen.a), ("B", chosen.b)):
        console.print(f"{version}: {spec.name}", soft_wrap=True)
    for version, names in (("A", chosen.only_a), ("B", chosen.only_b)):
        if names:
            told = f"only {version} has {counted(len(names), 'contract')}: {', '.join(names)}"
            console.print(told, soft_wrap=True)
    asked = [each for each in comparisons if not each.same_text]
    if asked:
        console.print(_table(asked))
    if same := [each.contract for each in comparisons if each.same_text]:
        told = f"the same text in both, so EQUIVALENT: {counted(len(same), 'contract')}"
        console.print(f"{told}: {_some(same)}\n", soft_wrap=True)
    for each in comparisons:
        for difference in each.differences:
            _print_difference(console, each.contract, difference)
    for lemma in sorted({lemma for each in comparisons for lemma in each.lemmas}):
        console.print(f"lemma proved and used: {lemma}", soft_wrap=True, style="dim")
    for assumed in sorted({a for each in comparisons for a in each.assumptions}):
        console.print(f"assumed, and tested: {assumed}", soft_wrap=True, style="dim")
    for each in comparisons:
        if each.reason:
            text = verdict_text(each.relation, f"  {each.contract}: {each.reason}")
            console.print(text, soft_wrap=True)
    console.print(_summary(comparisons, elapsed), soft_wrap=True)


def _table(comparisons: Sequence[Comparison]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("contract", "answer", "differs in", "scope"):
        table.add_column(name, overflow="fold")
    table.add_column("time", justify="right", no_wrap=True)
    for each in comparisons:
        kinds = ", ".join(difference.kind for difference in each.differences)
        table.add_row(
            each.contract,
            verdict_text(each.relation),
            kinds,
            "\n".join(_scope(each)),
            seconds_text(each.seconds),
        )
    return table


def _scope(found: Comparison) -> Iterator[str]:
    """For what the answer speaks, and which types only one version takes."""
    if found.cases:
        yield f"{found.scope}: {_some(found.cases)}"
    elif found.scope:
        yield found.scope
    for version, types in zip("AB", found.types, strict=True):
        if types:
            yield f"only {version} takes {', '.join(types)}"


def _some(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _print_difference(console: Console, contract: str, found: Difference) -> None:
    title = f"  {contract} {found.kind}  {found.case}: {MEANING[found.kind]}"
    console.print(verdict_text(Relation.DIFFERENT, title), soft_wrap=True)
    console.print()
    tables = [tile_table(tile) for tile in found.sources]
    in_a = {tile.name: tile for tile in found.a.tiles}
    in_b = {tile.name: tile for tile in found.b.tiles}
    for name in dict.fromkeys([*in_a, *in_b]):
        one, other = in_a.get(name), in_b.get(name)
        tables += [tile_table(replace(one, name="A"))] if one else []
        tables += [tile_table(replace(other, name="B"), one)] if other else []
    console.print(Padding(side_by_side(tables), INDENT))
    lines = [f"{name} = {value}" for name, value in found.scalars]
    for version, behaviour in (("A", found.a), ("B", found.b)):
        lines += _told(version, behaviour)
    if found.elsewhere:
        lines.append(f"also for {len(found.elsewhere)} other operands: {_some(found.elsewhere)}")
    for line in lines:
        console.print(Text(f"  {line}".rstrip()), soft_wrap=True)
    console.print()


def _told(version: str, behaviour: Behaviour) -> Iterator[str]:
    """How a version ended, and where it failed."""
    values = [f"{name} {value}" for name, value in behaviour.values]
    yield ", ".join([f"{version}: {behaviour.end}", *values])
    if (failure := behaviour.failure) is not None:
        yield f"{failure.code} fails here:"
        yield from excerpt(failure.span).split("\n")
        frames = [f"{name or '(top)'}  {place(span)}" for name, span in failure.stack]
        yield from section("call stack", frames)


def _line(found: Comparison) -> Text:
    return verdict_text(found.relation, f" {found.contract} in {seconds_text(found.seconds)}")


def _summary(comparisons: Sequence[Comparison], elapsed: float) -> Text:
    counts = Counter(each.relation for each in comparisons)
    line = Text(f"{counted(len(comparisons), 'contract')} in {seconds_text(elapsed)}: ")
    parts = [
        Text.assemble(f"{counts[each]} ", verdict_text(each)) for each in Relation if counts[each]
    ]
    return line.append_text(Text(", ").join(parts))
