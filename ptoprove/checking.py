"""What `check` does, whoever asks: select obligations, have them proved, put results in order."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from parser.diagnostics import Phase, fail
from proofs import checker
from proofs.tasks import Options, Task
from proofs.verdicts import Result
from semantics.specification import Specification


@dataclass(frozen=True, slots=True)
class Checking:
    """The obligations that were asked for."""

    spec: Specification
    tasks: tuple[Task, ...]

    @classmethod
    def of(
        cls,
        spec: Specification,
        contracts: Sequence[str] = (),
        properties: Sequence[str] = (),
        case: Mapping[str, str] | None = None,
        profile: str | None = None,
    ) -> Checking:
        """Raises PtoError where a name is unknown, or there is nothing to check: then success would
        mean nothing."""
        tasks = tuple(checker.tasks(spec, contracts, properties, case or {}, profile))
        if not tasks:
            message = "no property has such a case and profile, so there is nothing to check"
            hint = "`ptoprove show CONTRACT` names the properties and their cases"
            raise fail("CHECK-EMPTY", Phase.INPUT, message, hint=hint)
        return cls(spec, tasks)

    @property
    def contracts(self) -> tuple[str, ...]:
        """The contracts that obligations are about."""
        return tuple(dict.fromkeys(task.property.contract for task in self.tasks))

    def only(self, contracts: Collection[str]) -> Checking:
        """The obligations about these contracts alone, which may be none."""
        kept = tuple(task for task in self.tasks if task.property.contract in contracts)
        return Checking(self.spec, kept)

    def results(self, options: Options) -> Iterator[Result]:
        """Results as they are found, in any order."""
        return checker.check(self.spec, self.tasks, options)

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


def options(
    timeout: float = 60.0,
    jobs: int | None = None,
    smt2: Path | None = None,
    cache: bool = True,
    executor: str | None = None,
) -> Options:
    """Options of a check; as many jobs as there are processors, unless given.

    Raises PtoError (EXECUTOR-ADDRESS) where the executor is none.
    """
    if executor is not None:
        from proofs.cluster import address_of

        address_of(executor)
    return Options(timeout, jobs or os.cpu_count() or 1, smt2, cache, executor)
