"""What `mutate` does: the mutants of contracts, and those who may notice them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from concrete.points import Point, PointRunner, Status
from parser.diagnostics import Phase, fail
from proofs import checker
from proofs.mutation.killing import Death, Fate, Jury, functions_of, holding
from proofs.mutation.mutants import Mutant, mutants
from proofs.tasks import Options, Task
from proofs.verdicts import Result
from ptoprove import suite
from ptoprove.loading import load
from semantics.overlays import REFERENCE
from semantics.specification import SHIPPED, Specification, without_profile


@dataclass(frozen=True)
class Mutation:
    """Mutants of what some contracts reach, and who judges them: properties and points of all."""

    contracts: tuple[str, ...]
    functions: int
    mutants: tuple[Mutant, ...]
    jury: Jury

    @classmethod
    def of(
        cls,
        names: Sequence[str],
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
        contracts = tuple(
            dict.fromkeys(spec.contract(each).name for each in names or spec.contracts)
        )
        tasks = checker.tasks(spec, contracts, profile=profile, jobs=options.jobs)
        # Of a file that an overlay takes implementations from, no text is left that can be changed.
        plain, own = (without_profile(), SHIPPED) if spec_dir is None else (spec, REFERENCE)
        functions = functions_of(plain, contracts, tasks)
        found = mutants(plain, functions)
        if limit is not None and limit < len(found):
            found = [found[number * len(found) // limit] for number in range(limit)]
        proofs = holding(_decided(spec, tasks, options)) if who != "avs" else ()
        points = () if who == "proofs" or spec_dir is None else _passing(spec, spec_dir, contracts)
        if not proofs and not points:
            message = (
                f"no property of {' and '.join(contracts)} holds, and no test point of them passes"
            )
            raise fail("MUTATE-NOBODY", Phase.INPUT, message, hint="so no mutant could be noticed")
        jury = Jury(plain, own, contracts, proofs, points, options)
        return cls(contracts, len(functions), tuple(found), jury)

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
    known = {_key(each): each for each in results}
    for task in tasks:
        asked = task.property.contract, task.property.id, frozenset(task.case.items())
        yield task, known[(*asked, task.profile)]


def _key(result: Result) -> tuple[object, ...]:
    return result.contract, result.property, frozenset(result.case.items()), result.profile


def _passing(spec: Specification, directory: Path, contracts: Sequence[str]) -> tuple[Point, ...]:
    """The test points of contracts that pass."""
    runner = PointRunner(spec)
    points = suite.chosen(directory, list(contracts), [])
    return tuple(each for each in points if runner.run(each).status is Status.PASSED)
