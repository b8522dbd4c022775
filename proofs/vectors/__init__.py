"""Test vectors of a contract: inputs with what the specification makes of them.

For each data type that the contract takes, there is one for each boundary of each operand, and one
for each behaviour that was found: a path through the contract's ASL, with a numeric status and
classes of operands and results. Two paths are different if a condition came to a value on one of
them alone. Inputs are tried in a fixed order; those in other forms, and then some that are drawn,
always the same, are kept if they take a way that no other has taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from concrete.branches import Taken
from parser.diagnostics import Diagnostic, Phase, fail
from parser.source import Span
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.choices import types_of
from proofs.vectors.bench import Bench, Input, Run
from proofs.vectors.inputs import Inputs, Trial
from semantics.diagnosis import diagnose
from semantics.specification import Contract, Specification
from semantics.values import DynamicError

DRAWS: Final = 100
"""Inputs that are drawn for each combination of types."""


@dataclass(frozen=True, slots=True)
class Vector:
    """An input and what came of it. `id` is its own among the vectors of the contract."""

    id: str
    label: str
    input: Input
    run: Run


@dataclass(slots=True)
class Vectors:
    """The vectors of a contract, in the order in which they were found.

    `failures` are what legality or execution failed with, each place once; such inputs are no
    vectors. `tried` is the number of inputs that did not fail.
    """

    bench: Bench
    vectors: list[Vector] = field(default_factory=list)
    failures: list[Diagnostic] = field(default_factory=list)
    tried: int = 0

    @property
    def contract(self) -> Contract:
        return self.bench.operation.contract

    @property
    def taken(self) -> frozenset[Taken]:
        """The ways that branches went in any of them."""
        return frozenset().union(*(each.run.path for each in self.vectors))

    def groups(self) -> Iterator[Sequence[Vector]]:
        """The vectors with the same forms of operands."""
        found: dict[object, list[Vector]] = {}
        for each in self.vectors:
            found.setdefault((each.input.forms, each.input.opened), []).append(each)
        yield from found.values()


def vectors_of(
    spec: Specification, contract: Contract, case: Mapping[str, str] | None = None
) -> Vectors:
    """The test vectors of a contract, the same ones each time.

    `case` may choose by `data_type` and by `operands`, which names a configuration. Raises PtoError
    (VECTORS-OPERANDS where the contract has no operands to try, CASE-UNKNOWN).
    """
    bench = Bench(spec, contract)
    finder = _Finder(bench)
    chosen = _chosen(bench, case or {})
    typed: dict[tuple[str, ...], Inputs] = {}
    for each in chosen:
        if types_of(each) not in typed:
            typed[types_of(each)] = Inputs(bench, each)
            finder.behaviours(typed[types_of(each)].boundary())
    finder.behaviours(Trial(each.label, bench.plain(each)) for each in chosen)
    for inputs in typed.values():
        finder.new_ways(inputs.variants())
        random = Random(0)
        drawn = (Trial("drawn", inputs.drawn(random)) for _ in range(DRAWS))
        finder.new_ways(drawn)
    return finder.found


class _Finder:
    """Tries inputs, and keeps those that are to be vectors."""

    def __init__(self, bench: Bench) -> None:
        self.found = Vectors(bench)
        self._behaviours: set[object] = set()
        self._taken: set[Taken] = set()
        self._known: set[Input] = set()
        self._failed: set[tuple[str, Span | None]] = set()

    def behaviours(self, trials: Iterable[Trial]) -> None:
        """Keep those that are to be kept, or do what no other does."""
        for each in trials:
            run = self._run(each.input)
            if run is not None:
                behaviour = self.found.bench.behaviour(each.input, run)
                if each.kept or behaviour not in self._behaviours:
                    self._behaviours.add(behaviour)
                    self._note(each, run)

    def new_ways(self, trials: Iterable[Trial]) -> None:
        """Keep those that go a way that no other goes."""
        for each in trials:
            run = self._run(each.input)
            if run is not None and not run.path <= self._taken:
                self._note(each, run)

    def _run(self, input: Input) -> Run | None:
        if input in self._known:
            return None
        self._known.add(input)
        try:
            run = self.found.bench.run(input)
            self.found.tried += run is not None
            return run
        except DynamicError as error:
            diagnostic = diagnose(error)
        if (diagnostic.code, diagnostic.span) not in self._failed:
            self._failed.add((diagnostic.code, diagnostic.span))
            self.found.failures.append(diagnostic)
        return None

    def _note(self, trial: Trial, run: Run) -> None:
        self._taken |= run.path
        id = f"{self.found.contract.name}-{len(self.found.vectors):04d}"
        self.found.vectors.append(Vector(id, trial.label, trial.input, run))


def _chosen(bench: Bench, case: Mapping[str, str]) -> list[Configuration]:
    chosen = list(bench.configurations)
    for name, value in case.items():
        if name not in _NAMES:
            hint = f"the names are {' and '.join(_NAMES)}"
            message = f"vectors have no case `{name}`"
            raise fail("CASE-UNKNOWN", Phase.INPUT, message, hint=hint)
        known = [_value(bench, each, name) for each in chosen]
        chosen = [each for each, own in zip(chosen, known, strict=True) if own == value]
        if not chosen:
            hint = f"there are {', '.join(dict.fromkeys(known))}"
            message = f"no operands have the {name} `{value}`"
            raise fail("CASE-UNKNOWN", Phase.INPUT, message, hint=hint)
    return chosen


_NAMES: Final = ("data_type", "operands")


def _value(bench: Bench, configuration: Configuration, name: str) -> str:
    is_type = name == "data_type"
    return bench.search.primary(configuration.forms) if is_type else configuration.label
