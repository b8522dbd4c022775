"""What `check` does, whoever asks: select obligations, have them proved, put results in order."""

from __future__ import annotations

import os
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from parser.diagnostics import Phase, fail
from parser.loader import ParsedFile
from proofs import checker
from proofs.backends.installed import installed
from proofs.properties.user import user_files
from proofs.tasks import NOBODY, Options, Task, Watch
from proofs.verdicts import Result
from ptoprove.manifest import manifest
from semantics.specification import Specification


@dataclass(frozen=True, slots=True)
class Checking:
    """The obligations that were asked for. `files` are those of users."""

    spec: Specification
    tasks: tuple[Task, ...]
    files: tuple[ParsedFile, ...] = ()

    @classmethod
    def of(
        cls,
        spec: Specification,
        words: Sequence[str] = (),
        properties: Sequence[str] = (),
        case: Mapping[str, str] | None = None,
        profile: str | None = None,
        jobs: int = 1,
    ) -> Checking:
        """`words` are names of contracts and of users' files of properties; `jobs` processes look
        for legal operands.

        Raises PtoError where a name is unknown, a file is wrong, or there is nothing to check: then
        success would mean nothing.
        """
        contracts, paths = names_and_files(words)
        files = user_files(spec, paths)
        found = checker.tasks(spec, contracts, properties, case or {}, profile, files, jobs)
        tasks = tuple(found)
        if not tasks:
            message = "no property has such a case and profile, so there is nothing to check"
            hint = "`ptoprove show CONTRACT` names the properties and their cases"
            raise fail("CHECK-EMPTY", Phase.INPUT, message, hint=hint)
        return cls(spec, tasks, files)

    @property
    def contracts(self) -> tuple[str, ...]:
        """The contracts that obligations are about."""
        return tuple(dict.fromkeys(task.property.contract for task in self.tasks))

    def only(self, contracts: Collection[str]) -> Checking:
        """The obligations about these contracts alone, which may be none."""
        kept = tuple(task for task in self.tasks if task.property.contract in contracts)
        return Checking(self.spec, kept, self.files)

    def results(self, options: Options, watch: Watch = NOBODY) -> Generator[Result, None, None]:
        """Results as they are found, in any order; queries that are written get a manifest."""
        results = checker.check(self.spec, self.tasks, options, self.files, watch)
        if options.smt2 is None:
            yield from results
            return
        with manifest(options.smt2, self.spec):
            yield from results

    def in_order(self, results: Iterable[Result]) -> list[Result]:
        """Results in the order of the obligations, those of a property together."""
        properties: dict[tuple[str, str], dict[tuple[str, frozenset[tuple[str, str]]], int]] = {}
        for task in self.tasks:
            cases = properties.setdefault((task.property.contract, task.property.id), {})
            cases[task.profile, frozenset(task.case.items())] = len(cases)
        order = {name: number for number, name in enumerate(properties)}

        def position(result: Result) -> tuple[int, int]:
            name = (result.contract, result.property)
            return order[name], properties[name][result.profile, frozenset(result.case.items())]

        return sorted(results, key=position)


def names_and_files(words: Sequence[str]) -> tuple[list[str], list[Path]]:
    """Which words name contracts, and which files: those that end in `.asl` or that there are."""
    files = [word for word in words if word.endswith(".asl") or Path(word).is_file()]
    return [word for word in words if word not in files], [Path(word) for word in files]


def options(
    timeout: float = 60.0,
    jobs: int | None = None,
    smt2: Path | None = None,
    cache: bool = True,
    executor: str | None = None,
    cross_check: bool = False,
) -> Options:
    """Options of a check; as many jobs as there are processors, unless given.

    Raises PtoError (EXECUTOR-ADDRESS) where the executor is none, and (SOLVER-MISSING) where there
    is no second solver to cross-check with.
    """
    if executor is not None:
        from proofs.cluster import address_of

        address_of(executor)
    if cross_check and len(installed()) == 1:
        message = "there is no second solver to cross-check with"
        hint = "`pip install 'ptoprove[solvers]'` installs cvc5 and Bitwuzla"
        raise fail("SOLVER-MISSING", Phase.INPUT, message, hint=hint)
    return Options(timeout, jobs or os.cpu_count() or 1, smt2, cache, executor, cross_check)
