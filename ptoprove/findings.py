"""What a check found, as reports for other tools take it: places, and texts in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from parser.source import NOWHERE, Span
from proofs.properties import Property
from proofs.tasks import Task
from proofs.verdicts import Result, Summary, Verdict
from ptoprove.checking import Checking
from ptoprove.clause_places import ClausePlaces
from ptoprove.counterexample import print_counterexample
from ptoprove.errors import INTERRUPTED
from ptoprove.selection import Selection
from ptoprove.terminal import plain_text, result_case
from semantics.library import ROOT
from semantics.specification import Specification


@dataclass(frozen=True)
class Found:
    """The results of a check, in the order of the obligations, and what they are about.

    `interrupted` says that it was ended early: then there are obligations without a result.
    """

    checking: Checking
    selection: Selection
    results: Sequence[Result]
    interrupted: bool = False

    @property
    def spec(self) -> Specification:
        return self.checking.spec

    @property
    def root(self) -> Path:
        """The folder that paths of the specification are relative to."""
        directory = self.selection.spec_dir
        return ROOT if directory is None else directory

    @cached_property
    def properties(self) -> dict[tuple[str, str], Property]:
        """All that were asked about, by contract and id."""
        listed = (task.property for task in self.checking.tasks)
        return {(each.contract, each.id): each for each in listed}

    def property_of(self, result: Result) -> Property:
        return self.properties[result.contract, result.property]

    @cached_property
    def undecided(self) -> tuple[Task, ...]:
        """The obligations that have no result."""
        done = {
            (each.contract, each.property, each.profile, frozenset(each.case.items()))
            for each in self.results
        }
        return tuple(
            task
            for task in self.checking.tasks
            if (
                task.property.contract, task.property.id, task.profile,
                frozenset(task.case.items()),
            ) not in done
        )  # fmt: skip

    @property
    def interruption(self) -> str | None:
        """What is said of a check that was ended early."""
        if not self.interrupted:
            return None
        return f"interrupted: {len(self.results)} of {len(self.checking.tasks)} are done"

    @property
    def exit_code(self) -> int:
        return INTERRUPTED if self.interrupted else Summary.of(self.results).exit_code

    @property
    def words(self) -> tuple[str, ...]:
        """The words of a command line that select the specification and users' files."""
        return (*self.selection.words, *(file.source.path for file in self.checking.files))

    # ------------------------------------------------------------------------ places

    @cached_property
    def _clauses(self) -> ClausePlaces:
        return ClausePlaces(self.spec)

    @cached_property
    def _files(self) -> frozenset[str]:
        """The paths of files that authors write: texts that were made have none."""
        files = (*self.spec.files, *self.checking.files)
        return frozenset(f.source.path for f in files if not is_made(f.source.path))

    def clause_places(self, result: Result) -> list[tuple[str, Span]]:
        """The clauses of a result that are found, by key."""
        found = ((key, self._clauses.clause(result.contract, key)) for key in result.clauses)
        return [(key, span) for key, span in found if span is not None]

    def place(self, result: Result) -> Span:
        """Where an author looks first: the innermost call of the counterexample in a file of the
        specification or of a user, else the first clause, the contract, or the property."""
        stack = result.counterexample.stack if result.counterexample else ()
        inside = (span for _, span in stack if span.path in self._files)
        clauses = (span for _, span in self.clause_places(result))
        found = next(inside, None) or next(clauses, None)
        return found or self._clauses.contract(result.contract) or self.property_of(result).span

    # ------------------------------------------------------------------------ texts

    def clause_texts(self, contract: str) -> dict[str, str]:
        """The clauses of a contract by key."""
        known = self.spec.contracts.get(contract)
        return dict(known.clauses) if known else {}

    def headline(self, result: Result) -> str:
        """A result in one line, which begins with its verdict."""
        case = result_case(result)
        asked = f"{result.contract} {result.property}" + (f" ({case})" if case else "")
        said = f"{result.verdict} {asked}: {self.property_of(result).title}"
        if result.verdict is not Verdict.REFUTED and result.reason:
            said += f" {result.reason}"
        return said

    def text(self, result: Result) -> str:
        """All that is said of a result, in lines; of a refutation what `check` prints."""
        clauses = self.clause_texts(result.contract)
        if result.counterexample is not None:
            return plain_text(
                lambda console: print_counterexample(console, result, clauses, self.words)
            )
        keys = [f"{key}: {clauses[key]}" if key in clauses else key for key in result.clauses]
        return "\n".join([self.headline(result), *keys, f"scope: {result.scope}"])


def is_made(path: str) -> bool:
    """Whether a text of that name was made, and is in no file."""
    return path == NOWHERE.path or path.startswith("<")
