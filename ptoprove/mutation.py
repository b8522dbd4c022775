"""What `mutate` does: the mutants of a contract, and those who may notice them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from concrete.points import Point, PointRunner, Status
from parser.diagnostics import Phase, fail
from proofs import checker
from proofs.mutation.killing import Death, Fate, Jury, functions_of, holding
from proofs.mutation.mutants import Mutant, mutants
from proofs.tasks import Options, Task
from proofs.verdicts import Result
from ptoprove import load, suite
from semantics.specification import Specification, without_profile


@dataclass(frozen=True)
class Mutation:
    """Mutants of what a contract reaches, and who judges them."""

    contract: str
    functions: int
    mutants: tuple[Mutant, ...]
    jury: Jury

    @classmethod
    def of(
        cls,
        name: str,
        spec_dir: Path | None,
        decoders: Sequence[Path],
        profile: str | None,
        who: str,
        limit: int | None,
        options: Options,
    ) -> Mutation:
        """`who` is `proofs`, `avs` or `both`; no more mutants than `limit`, spread over all.

        Raises PtoError where the contract or profile is unknown, or nobody judges (MUTATE-NOBODY).
        """
        spec = load(spec_dir, decoders)
        contract = spec.contract(name).name
        tasks = checker.tasks(spec, [contract], profile=profile, jobs=options.jobs)
        plain = without_profile() if spec_dir is None else spec
        functions = functions_of(plain, contract, tasks)
        found = mutants(plain, functions)
        if limit is not None and limit < len(found):
            found = [found[number * len(found) // limit] for number in range(limit)]
        proofs = holding(_decided(spec, tasks, options)) if who != "avs" else ()
        points = () if who == "proofs" or spec_dir is None else _passing(spec, spec_dir, contract)
        if not proofs and not points:
            message = f"no property of {contract} holds, and no test point of it passes"
            raise fail("MUTATE-NOBODY", Phase.INPUT, message, hint="so no mutant could be noticed")
        jury = Jury(plain, (contract,), proofs, points, options)
        return cls(contract, len(functions), tuple(found), jury)

    def deaths(self) -> Iterator[Death]:
        """What becomes of each, in any order."""
        return self.jury.judge(self.mutants)

    def exit_code(self, deaths: Sequence[Death]) -> int:
        """As the help of `mutate` says."""
        fates = {death.fate for death in deaths}
        return 1 if Fate.SURVIVED in fates else 3 if Fate.UNDECIDED in fates else 0


def _decided(
    spec: Specification, tasks: Sequence[Task], options: Options
) -> Iterator[tuple[Task, Result]]:
    results = checker.check(spec, tasks, options)
    known = {_key(each.property, each.case, each.profile): each for each in results}
    for task in tasks:
        yield task, known[_key(task.property.id, task.case, task.profile)]


def _key(property: str, case: Mapping[str, str], profile: str) -> tuple[object, ...]:
    return property, frozenset(case.items()), profile


def _passing(spec: Specification, directory: Path, contract: str) -> tuple[Point, ...]:
    """The test points of a contract that pass."""
    runner = PointRunner(spec)
    points = suite.chosen(directory, [contract], [])
    return tuple(each for each in points if runner.run(each).status is Status.PASSED)
