"""The table of verdicts: a row per property, and rows of cases that need a look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from rich import box
from rich.table import Table
from rich.text import Text

from proofs.verdicts import HOLDS, Result, Summary, Verdict, unconfirmed
from ptoprove.terminal import result_case, verdict_text
from semantics.overlays import REFERENCE

WORST_FIRST = (
    Verdict.REFUTED,
    Verdict.VACUOUS,
    Verdict.INTERNAL,
    Verdict.UNKNOWN,
    Verdict.UNSUPPORTED,
    Verdict.BOUNDED,
    Verdict.PROVED,
)


def verdict_table(results: Sequence[Result], *, verbose: bool = False) -> Table:
    """The table of results, which are grouped by property already."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("contract", "property", "case", "scope", "verdict"):
        table.add_column(name, overflow="fold")
    table.add_column("time", justify="right", no_wrap=True)
    contract = None
    for group in by_property(results):
        shown = group[0].contract if group[0].contract != contract else ""
        contract = group[0].contract
        if len(group) == 1:
            _add_case(table, shown, group[0].property, group[0])
            continue
        scopes = {result.scope for result in group}
        _add_group(table, shown, group)
        for result in group if verbose or not alike(group) else ():
            if verbose or result.verdict not in HOLDS:
                _add_case(table, "", "", result, result.scope if len(scopes) > 1 else "")
    return table


def by_property(results: Iterable[Result]) -> list[list[Result]]:
    """Runs of results of the same property under the same numeric profile."""
    key = attrgetter("contract", "property", "profile")
    return [list(run) for _, run in groupby(results, key=key)]


def alike(group: Sequence[Result]) -> bool:
    """Whether one row says all: each case holds, or none does and for the same reason."""
    if all(result.verdict in HOLDS for result in group):
        return True
    first = (group[0].verdict, group[0].reason)
    return all((result.verdict, result.reason) == first for result in group)


def worst(group: Iterable[Result]) -> Verdict:
    """The verdict that matters most."""
    return min((result.verdict for result in group), key=WORST_FIRST.index)


def _add_group(table: Table, contract: str, group: Sequence[Result]) -> None:
    verdict = worst(group)
    count = sum(result.verdict is verdict for result in group)
    share = "" if verdict in HOLDS or count == len(group) else f" {count} of {len(group)}"
    table.add_row(
        contract,
        group[0].property,
        Text(f"{len(group)} cases{_profile(group[0])}", "dim"),
        _scopes(group),
        verdict_text(verdict, share),
        _time(group),
    )


def _add_case(
    table: Table, contract: str, property_id: str, result: Result, scope: str | None = None
) -> None:
    table.add_row(
        contract,
        property_id,
        result_case(result),
        result.scope if scope is None else scope,
        verdict_text(result.verdict),
        _time([result]),
    )


def _profile(result: Result) -> str:
    return "" if result.profile == REFERENCE else f", profile {result.profile}"


def _scopes(group: Sequence[Result]) -> str:
    scopes = list(dict.fromkeys(result.scope for result in group))
    return scopes[0] if len(scopes) == 1 else f"{scopes[0]} … ({len(scopes)} scopes)"


def _time(group: Sequence[Result]) -> Text:
    if all(result.cached for result in group):
        return Text("cached", "dim")
    return Text(seconds_text(sum(result.seconds for result in group if not result.cached)))


def seconds_text(seconds: float) -> str:
    """`0.004 s`, `0.12 s`, `12.3 s`"""
    digits = 3 if seconds < 0.01 else 2 if seconds < 10 else 1
    return f"{seconds:.{digits}f} s"


def summary_line(results: Sequence[Result], elapsed: float) -> Text:
    """What was found, in one line."""
    counts = Summary.of(results).counts
    line = Text(f"{counted(len(results), 'result')} in {seconds_text(elapsed)}: ")
    parts = [
        Text.assemble(f"{counts[verdict]} ", verdict_text(verdict))
        for verdict in reversed(WORST_FIRST)
        if counts[verdict]
    ]
    line.append_text(Text(", ").join(parts))
    cached = sum(result.cached for result in results)
    line.append(f" ({cached} from the cache)" if cached else "")
    return line.append(_confirmed(results))


def _confirmed(results: Sequence[Result]) -> str:
    """How much of what holds second solvers confirm; nothing where they were not asked."""
    asked = [result for result in results if result.cross_checked]
    if not asked:
        return ""
    confirmed = [result for result in asked if not unconfirmed(result)]
    solvers = ", ".join(sorted({result.cross_checked for result in confirmed}))
    return f"; {len(confirmed)} of {len(asked)} confirmed" + (f" ({solvers})" if solvers else "")


def counted(number: int, what: str) -> str:
    """`1 result`, `2 results`"""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def reasons(results: Sequence[Result], verbose: bool = False) -> list[Text]:
    """Why there is no answer, or none that is confirmed, each reason of a property once; with
    `verbose`, why what is BOUNDED is not proved further."""
    found: list[Text] = []
    for group in by_property(results):
        told: dict[tuple[Verdict, str], list[Result]] = {}
        for result in group:
            reason = result.cross_checked if unconfirmed(result) else result.reason
            if reason and (verbose or unconfirmed(result) or result.verdict not in HOLDS):
                told.setdefault((result.verdict, reason), []).append(result)
        for (verdict, reason), cases in told.items():
            where = result_case(cases[0]) if len(cases) == 1 else f"{len(cases)} cases"
            name = " ".join(part for part in (cases[0].contract, cases[0].property, where) if part)
            found.append(verdict_text(verdict, f"  {name}: {reason}"))
    return found
