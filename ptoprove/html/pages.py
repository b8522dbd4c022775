"""What the pages of a site say: verdicts in a matrix, contracts, counterexamples, changes."""

from __future__ import annotations

import builtins
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from proofs.properties import Property
from proofs.verdicts import FAILS, HOLDS, Result, Verdict
from ptoprove.contract_view import BSTART_FIELDS, starting_bits
from ptoprove.reading import Report
from ptoprove.terminal import result_case
from ptoprove.verdict_table import WORST_FIRST, worst
from semantics.specification import Contract


@dataclass(frozen=True)
class Cell:
    """The results of a contract's property, under all profiles."""

    contract: str
    property: str
    results: tuple[Result, ...]

    @builtins.property  # a field is named so
    def verdict(self) -> Verdict:
        return worst(self.results)

    @builtins.property  # a field is named so
    def counts(self) -> list[tuple[Verdict, int]]:
        """How many results have each verdict, the worst first."""
        counts = Counter(each.verdict for each in self.results)
        return [(verdict, counts[verdict]) for verdict in WORST_FIRST if counts[verdict]]

    @builtins.property  # a field is named so
    def label(self) -> str:
        """`TREM range: 3 REFUTED, 29 BOUNDED`"""
        told = ", ".join(f"{count} {verdict}" for verdict, count in self.counts)
        return f"{self.contract} {self.property}: {told}"


@dataclass(frozen=True)
class Matrix:
    """Contracts by properties."""

    contracts: tuple[str, ...]
    properties: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]

    @classmethod
    def of(cls, results: Iterable[Result]) -> Matrix:
        groups: dict[tuple[str, str], list[Result]] = {}
        for each in results:
            groups.setdefault((each.contract, each.property), []).append(each)
        cells = {key: Cell(*key, tuple(found)) for key, found in groups.items()}
        contracts = sorted({contract for contract, _ in cells})
        shared = Counter(property for _, property in cells)
        failing = {property for (_, property), cell in cells.items() if cell.verdict in FAILS}
        # What fails is seen first; then those that most contracts have, whose columns are full.
        properties = sorted(shared, key=lambda name: (name not in failing, -shared[name], name))
        return cls(tuple(contracts), tuple(properties), cells)

    def row(self, contract: str) -> list[Cell | None]:
        return [self.cells.get((contract, each)) for each in self.properties]

    def of_contract(self, contract: str) -> list[Cell]:
        """The cells of a contract, the worst first."""
        found = [each for each in self.row(contract) if each is not None]
        return sorted(found, key=lambda each: WORST_FIRST.index(each.verdict))


@dataclass(frozen=True)
class Change:
    """Verdicts on cases of a property that another report has otherwise; None: it has none."""

    contract: str
    property: str
    before: Verdict | None
    after: Verdict | None
    cases: tuple[str, ...]

    @builtins.property  # a field is named so
    def kind(self) -> str:
        """What it means, in a word."""
        if self.before is None or self.after is None:
            return "new" if self.before is None else "gone"
        if self.after in FAILS and self.before not in FAILS:
            return "fails now"
        if self.before in FAILS and self.after in HOLDS:
            return "holds now"
        return "other"


KINDS = ("fails now", "holds now", "other", "new", "gone")


def changes(before: Report, after: Report) -> list[Change]:
    """What is otherwise than in an earlier report, what fails now first."""
    old, new = _verdicts(before.results), _verdicts(after.results)
    differing: dict[tuple[str, str, Verdict | None, Verdict | None], list[str]] = {}
    for key in {**old, **new}:
        was, now = old.get(key), new.get(key)
        if was != now:
            contract, property, case = key
            differing.setdefault((contract, property, was, now), []).append(case)
    found = [Change(*key, tuple(cases)) for key, cases in differing.items()]
    return sorted(found, key=lambda each: (KINDS.index(each.kind), each.contract, each.property))


def _verdicts(results: Iterable[Result]) -> dict[tuple[str, str, str], Verdict]:
    return {(each.contract, each.property, result_case(each)): each.verdict for each in results}


@dataclass(frozen=True)
class ClauseRow:
    """A clause with the properties that make it precise; `verdict` is the worst of them."""

    key: str
    text: str
    properties: tuple[str, ...]
    verdict: Verdict | None


def clause_rows(contract: Contract, cells: Sequence[Cell]) -> list[ClauseRow]:
    """The clauses of a contract, in its order."""
    rows = []
    for key, text in contract.clauses.items():
        citing = [cell for cell in cells if any(key in result.clauses for result in cell.results)]
        verdict = worst(each for cell in citing for each in cell.results) if citing else None
        rows.append(ClauseRow(key, text, tuple(cell.property for cell in citing), verdict))
    return rows


@dataclass(frozen=True)
class PropertyRow:
    """A property of a contract as its page tells of it."""

    cell: Cell
    titles: tuple[str, ...]
    lemmas: tuple[str, ...]

    @builtins.property  # a field is named so
    def seconds(self) -> float:
        return sum(each.seconds for each in self.cell.results)

    @builtins.property  # a field is named so
    def scopes(self) -> list[str]:
        return list(dict.fromkeys(each.scope for each in self.cell.results))


def property_rows(cells: Sequence[Cell], known: Sequence[Property]) -> list[PropertyRow]:
    """The properties of a contract, with what is known of them."""
    rows = []
    for cell in cells:
        lemmas = dict.fromkeys(lemma for each in cell.results for lemma in each.lemmas)
        titles = dict.fromkeys(each.title for each in known if each.id == cell.property)
        rows.append(PropertyRow(cell, tuple(titles), tuple(lemmas)))
    return rows


def encoding(contract: Contract) -> list[tuple[str, str, str]]:
    """The fields of the word that starts the operation: bits, name and what they hold."""
    form = next((each for each in contract.catalog if "function" in each), None)
    if form is None:
        return []
    bits = starting_bits(form)
    return [
        (f"{high}:{low}", name, bits.get(name, "variable")) for name, high, low in BSTART_FIELDS
    ]


def file_names(names: Iterable[str]) -> dict[str, str]:
    """A file's name for each of some names, which may be any text."""
    found: dict[str, str] = {}
    for name in names:
        base = file_name(name)
        taken = {each.lower() for each in found.values()}
        number, chosen = 2, base
        while chosen.lower() in taken:
            number, chosen = number + 1, base.replace(".html", f"-{number}.html")
        found[name] = chosen
    return found


def file_name(name: str) -> str:
    """A file's name for any text."""
    return (re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_")[:80] or "unnamed") + ".html"


def open_cases(results: Sequence[Result]) -> list[tuple[Verdict, str, list[Result]]]:
    """The results that do not hold, by verdict and reason, the worst first."""
    left = sorted(
        (each for each in results if each.verdict not in HOLDS),
        key=lambda each: (WORST_FIRST.index(each.verdict), each.reason or ""),
    )
    runs = groupby(left, key=lambda each: (each.verdict, each.reason or ""))
    return [(verdict, why, list(run)) for (verdict, why), run in runs]
