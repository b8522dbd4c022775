"""Writes a report as a static site: pages that open from disk, with no network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from parser.diagnostics import Phase, fail
from parser.source import Span
from proofs.properties import Property, load_properties
from proofs.verdicts import Result, Verdict
from ptoprove.counterexample import replay_command, value_text
from ptoprove.html import environment, pages
from ptoprove.html.fragments import grids
from ptoprove.reading import Report
from ptoprove.terminal import excerpt, place, result_case
from semantics.specification import Specification

MARKER = ".ptoprove-report"
"""A file in each directory that holds a site of ours."""
ASSETS = ("style.css", "site.js")


@dataclass(frozen=True)
class Site:
    """A report, with the specification that it is about and perhaps an earlier report."""

    report: Report
    spec: Specification
    baseline: Report | None = None
    spec_words: tuple[str, ...] = ()

    def write(self, directory: Path) -> int:
        """Write all pages into a directory that `prepare` has made; how many there are."""
        count = 0
        for name, template, values in self._pages():
            target = directory / name
            target.parent.mkdir(exist_ok=True)
            text = (
                environment()
                .get_template(template)
                .render(root="../" * name.count("/"), site=self, **values)
            )
            target.write_text(text, encoding="utf-8")
            count += 1
        for asset in ASSETS:
            data = (files("ptoprove.html") / "templates" / asset).read_bytes()
            (directory / asset).write_bytes(data)
        return count

    @cached_property
    def matrix(self) -> pages.Matrix:
        return pages.Matrix.of(self.report.results)

    @cached_property
    def contract_files(self) -> Mapping[str, str]:
        return pages.file_names(self.matrix.contracts)

    @cached_property
    def counts(self) -> list[tuple[Verdict, int]]:
        return pages.Cell("", "", self.report.results).counts

    @cached_property
    def changes(self) -> list[pages.Change]:
        return [] if self.baseline is None else pages.changes(self.baseline, self.report)

    @cached_property
    def lemmas(self) -> list[str]:
        return sorted({lemma for each in self.report.results for lemma in each.lemmas})

    @cached_property
    def examples(self) -> Mapping[int, str]:
        """The ids of counterexamples by the identity of their results."""
        return {id(self.report.results[n]): name for n, name in self.report.ids.items()}

    def example_file(self, result: Result) -> str | None:
        """The page of a result's counterexample."""
        name = self.examples.get(id(result))
        return None if name is None else f"counterexamples/{pages.file_name(name)}"

    def case(self, result: Result) -> str:
        return result_case(result)

    # ------------------------------------------------------------------------ pages

    def _pages(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        yield "index.html", "index.html", {}
        for name in self.matrix.contracts:
            cells = self.matrix.of_contract(name)
            contract = self.spec.contracts.get(name)
            yield f"contracts/{self.contract_files[name]}", "contract.html", {
                "name": name,
                "contract": contract,
                "rows": pages.property_rows(cells, self.properties[name]),
                "clauses": [] if contract is None else pages.clause_rows(contract, cells),
                "encoding": [] if contract is None else pages.encoding(contract),
                "open_cases": pages.open_cases,
            }  # fmt: skip
        for result in self.report.results:
            found = result.counterexample
            if found is not None and (file := self.example_file(result)) is not None:
                contract = self.spec.contracts.get(result.contract)
                clauses = {} if contract is None else contract.clauses
                yield file, "counterexample.html", {
                    "id": self.examples[id(result)],
                    "result": result,
                    "example": found,
                    "title": self.title(result),
                    "clauses": [(key, clauses.get(key, "")) for key in result.clauses],
                    "grids": grids(found.tiles),
                    "excerpt": excerpt(found.span),
                    "stack": [(name or "(top)", place(span)) for name, span in found.stack],
                    "draws": [(name, value_text(value)) for name, value in found.draws],
                    "command": replay_command(result, self.spec_words),
                }  # fmt: skip

    @cached_property
    def properties(self) -> Mapping[str, Sequence[Property]]:
        """What is known of the properties of each contract."""
        known = [name for name in self.matrix.contracts if name in self.spec.contracts]
        found: dict[str, list[Property]] = {name: [] for name in self.matrix.contracts}
        for each in load_properties(self.spec, known) if known else ():
            found[each.contract].append(each)
        return found

    def title(self, result: Result) -> str:
        """What the property of a result says."""
        for each in self.properties[result.contract]:
            if each.id == result.property and result.case in each.cases:
                return each.title
        return ""


def prepare(directory: Path) -> None:
    """Make the directory, and empty it where it holds an earlier site. Raises PtoError
    (REPORT-DIRECTORY) where something else is there."""
    if directory.exists():
        inside = list(directory.iterdir()) if directory.is_dir() else [directory]
        if inside and not (directory / MARKER).is_file():
            message = f"`{directory}` is there and holds something else than a report"
            hint = "give a directory that is new, empty, or that an earlier report was written to"
            span = Span(str(directory), 1, 1, 1, 1)
            raise fail("REPORT-DIRECTORY", Phase.INPUT, message, span, hint)
        for name in ("contracts", "counterexamples"):
            shutil.rmtree(directory / name, ignore_errors=True)
    directory.mkdir(parents=True, exist_ok=True)
    (directory / MARKER).write_text("made by ptoprove report\n", encoding="utf-8")
