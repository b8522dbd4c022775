"""Verdicts on random harnesses, against runs with all of their inputs."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from concrete.choosers import Ranges
from concrete.machine import Machine
from proofs.counterexample import failure_of, place_of, silent
from proofs.properties import Property
from proofs.prove import Prover
from proofs.verdicts import Verdict
from semantics.types import EnumType
from tests.proofs.deciding import Bench
from tests.proofs.random_harnesses import SPECIFICATION, Claimer

MOST_RUNS = 5000
"""A harness with more inputs is not decided."""
OPEN = frozenset({Verdict.UNKNOWN, Verdict.UNSUPPORTED})
T = TypeVar("T")


class Every:
    """Gives each combination of values once, one in each run."""

    def __init__(self) -> None:
        self._chosen: list[int] = []
        self._sizes: list[int] = []
        self._met = 0

    def runs(self) -> Iterator[None]:
        """Begin with the next combination, until there are no more."""
        while True:
            self._met = 0
            yield
            del self._chosen[self._met :], self._sizes[self._met :]
            while self._chosen and self._chosen[-1] + 1 == self._sizes[-1]:
                self._chosen.pop()
                self._sizes.pop()
            if not self._chosen:
                return
            self._chosen[-1] += 1

    def _one(self, values: Sequence[T]) -> T:
        if self._met == len(self._chosen):
            self._chosen.append(0)
            self._sizes.append(len(values))
        self._met += 1
        return values[self._chosen[self._met - 1]]

    def boolean(self) -> bool:
        return self._one([False, True])

    def integer(self, ranges: Ranges | None) -> int:
        assert ranges is not None
        return self._one([n for low, high in ranges for n in range(low, high + 1)])

    def bits(self, width: int) -> int:
        return self._one(range(1 << width))

    def label(self, type: EnumType) -> int:
        return self._one(range(len(type.labels)))

    def real(self) -> Fraction:
        raise AssertionError("no harness draws a real")

    def string(self) -> str:
        raise AssertionError("no harness draws a string")


def check(seed: int) -> Counter[str]:
    """Compare the verdict on one harness; raises AssertionError where it is another."""
    text = Claimer(seed).text()
    with tempfile.TemporaryDirectory() as folder:
        prover, (property,) = Bench(Path(folder)).load(text, SPECIFICATION)
        expected = expected_of(prover, property)
        if expected is None:
            return Counter({"too many inputs": 1})
        result = prover.decide(property, {})
    if result.verdict not in OPEN:
        assert result.verdict is expected, f"{result.verdict} is {expected}: {result}\n{text}"
    return Counter({result.verdict.value: 1})


def expected_of(prover: Prover, property: Property) -> Verdict | None:
    """What runs with all inputs show; None if there are too many."""
    key, arguments = prover.replayer.call_of(property, {})
    machine = Machine(prover.program, output=silent, tracing=True)
    every = Every()
    covers = "Cover(" in property.source
    reached = covered = False
    for number, _ in enumerate(every.runs()):
        if number == MOST_RUNS:
            return None
        failure = failure_of(machine, key, arguments, every)
        if failure is None:
            reached = reached or machine["reached"]
            covered = covered or machine["covered"]
        elif property.assumes is None or place_of(failure)[1].path == property.path:
            return Verdict.REFUTED
    return Verdict.PROVED if reached and (covered or not covers) else Verdict.VACUOUS
