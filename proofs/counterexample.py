"""Counterexamples: replayed on the concrete machine, made small, and read back as tiles.

A model of the solver counts only once its inputs have failed concretely. Minimising then works
on concrete runs alone: it tries simpler values for one input after another, in a fixed order and
within a fixed number of runs, and keeps what still fails in the same place.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from concrete.choosers import Chooser, Random, Replay
from concrete.formatting import show
from concrete.machine import Machine
from parser.source import NOWHERE, Span
from proofs.symbolic import Draw
from proofs.verdicts import Counterexample, TileView
from semantics import types
from semantics.program import Program
from semantics.term_values import evaluate
from semantics.types import RecordType, Type
from semantics.values import DynamicError

BUDGET = 3000
"""Concrete runs a minimisation may take."""
RESET = "ResetProfileState"
"""With this procedure harnesses begin; a large model spends most of a run in it."""
RANDOM_RUNS = 500
"""Concrete runs of a random search, where the solver has no answer."""


class Replayer:
    """Runs harnesses concretely with given inputs."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._plain, self._tracing = Machine(program), Machine(program, tracing=True)
        if RESET in program.functions:
            self._plain.remember(RESET)

    def draws(self, draws: Sequence[Draw], model: Mapping[str, Any]) -> list[tuple[Type, Any]]:
        """The inputs that a model stands for: types and values of the draws its path meets."""
        return [
            (draw.type, evaluate(draw.term, model))
            for draw in draws
            if evaluate(draw.path, model) is True
        ]

    def run(self, function: str, arguments: Sequence[Any], values: Sequence[Any]) -> DynamicError | None:
        """Run a harness from the initial state; the error it fails with."""
        self._prepare(function, Replay(values))
        try:
            self.machine.call(function, *arguments)
        except DynamicError as error:
            return error
        return None

    @property
    def machine(self) -> Machine:
        """The machine of the last run."""
        return self._machine

    def _prepare(self, function: str, chooser: Chooser) -> None:
        """Choose a machine, which traces only for a harness that asks, and start it afresh."""
        traced = self.program.effects(function).traced
        self._machine = self._tracing if traced else self._plain
        self._machine.restore({})
        self._machine.trace.start()
        self._machine.explained.clear()
        self._machine.choose_with(chooser)

    def search(self, function: str, arguments: Sequence[Any]) -> Counterexample | None:
        """Look for a failure among random inputs, biased to corner values."""
        for seed in range(RANDOM_RUNS):
            chooser = _Recorder(seed)
            self._prepare(function, chooser)
            try:
                self.machine.call(function, *arguments)
            except DynamicError:
                return self.minimise(function, arguments, chooser.typed)
        return None

    def minimise(
        self, function: str, arguments: Sequence[Any], draws: Sequence[tuple[Type, Any]]
    ) -> Counterexample | None:
        """The smallest inputs found that fail as these do; None if these do not fail."""
        values = [value for _, value in draws]
        failure = self.run(function, arguments, values)
        if failure is None:
            return None
        place = _place(failure)
        budget = BUDGET

        def fails(candidate: list[Any]) -> bool:
            nonlocal budget
            budget -= 1
            error = self.run(function, arguments, candidate)
            return error is not None and _place(error) == place

        improved = True
        while improved and budget > 0:
            improved = False
            for i, (type, _) in enumerate(draws):
                for simpler in _simpler(type, values[i]):
                    if budget <= 0:
                        break
                    candidate = [*values[:i], simpler, *values[i + 1 :]]
                    if fails(candidate):
                        values, improved = candidate, True
                        break
            for candidate in _pairs(draws, values):
                if budget <= 0:
                    break
                if fails(candidate):
                    values, improved = candidate, True
                    break
        final = self.run(function, arguments, values)
        assert final is not None
        return self._counterexample(draws, values, final)

    def _counterexample(
        self, draws: Sequence[tuple[Type, Any]], values: Sequence[Any], failure: DynamicError
    ) -> Counterexample:
        shown: dict[str, tuple[Any, Type]] = {
            label: (value, type) for label, value, type in self.machine.explained
        }
        tiles = tuple(
            _tile(label, value, type)
            for label, (value, type) in shown.items()
            if isinstance(type, RecordType) and type.name == "TileInfo" and value[0]
        )
        texts = tuple(
            (label, show(value, type))
            for label, (value, type) in shown.items()
            if not isinstance(type, RecordType)
        )
        named = tuple(
            (f"input {i}: {type}", value)
            for i, ((type, _), value) in enumerate(zip(draws, values, strict=True))
        )
        return Counterexample(
            named, failure.code, _place(failure)[1], failure.stack, tiles, texts
        )


class _Recorder(Random):
    """Random draws together with their types."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.typed: list[tuple[Type, Any]] = []

    def boolean(self) -> bool:
        value = super().boolean()
        self.typed.append((types.BOOLEAN, value))
        return value

    def integer(self, ranges: Any) -> int:
        value = super().integer(ranges)
        limits = None if ranges is None else tuple(types.Range(a, b) for a, b in ranges)
        self.typed.append((types.IntType(limits), value))
        return value

    def bits(self, width: int) -> int:
        value = super().bits(width)
        self.typed.append((types.BitsType(width), value))
        return value

    def label(self, count: int) -> int:
        value = super().label(count)
        self.typed.append((types.IntType((types.Range(0, count - 1),)), value))
        return value


def _place(error: DynamicError) -> tuple[str, Span]:
    """What failed and where: what a simpler counterexample must share."""
    return error.code, error.stack[0][1] if error.stack else NOWHERE


def _magnitudes(limit: int) -> Iterator[int]:
    """Small numbers, then powers of two and their neighbours, in order of magnitude."""
    for n in (*range(13), 15, 16, 100):
        if n <= limit:
            yield n
    for k in range(5, limit.bit_length() + 1):
        for n in ((1 << k) - 1, 1 << k):
            if 16 < n <= limit and n != 100:
                yield n


def _simpler(type: Type, value: Any) -> Iterator[Any]:
    """Values of the type that are simpler than this one, the simplest first."""
    match type:
        case types.BoolType():
            if value:
                yield False
        case types.BitsType(width=int(width)):
            full = (1 << width) - 1
            signed = value - full - 1 if value >> (width - 1) else value
            for n in _magnitudes(abs(signed)):
                for candidate in (n, -n):
                    if _rank(candidate) < _rank(signed):
                        yield candidate & full
        case types.IntType() | types.EnumType():
            low, high = (0, value) if isinstance(type, types.EnumType) else type.interval()
            for n in _magnitudes(abs(value)):
                for candidate in (n, -n):
                    inside = (low is None or low <= candidate) and (high is None or candidate <= high)
                    if inside and _rank(candidate) < _rank(value):
                        yield candidate


def _rank(n: int) -> tuple[int, bool]:
    return abs(n), n < 0


_PairRank: TypeAlias = tuple[int, int, bool, bool, int]


def _pair_rank(x: int, y: int) -> _PairRank:
    """How simple two numbers are together; of equally small ones the positive first."""
    return (abs(x) + abs(y), max(abs(x), abs(y)), x < 0, y < 0, abs(x))


_SMALL_PAIRS = sorted(
    ((x, y) for x in range(-4, 5) for y in range(-4, 5) if x and y), key=lambda p: _pair_rank(*p)
)


def _pairs(draws: Sequence[tuple[Type, Any]], values: list[Any]) -> Iterator[list[Any]]:
    """Both of two words simpler at once, for faults that need them to change together."""
    full = (1 << 64) - 1

    def signed(n: int) -> int:
        return n if n <= full >> 1 else n - full - 1

    busy = [
        i
        for i, (type, _) in enumerate(draws)
        if isinstance(type, types.BitsType) and type.width == 64 and values[i] != 0
    ][:4]
    for i, j in itertools.combinations(busy, 2):
        now = _pair_rank(signed(values[i]), signed(values[j]))
        for x, y in _SMALL_PAIRS:
            if _pair_rank(x, y) >= now:
                break
            candidate = list(values)
            candidate[i], candidate[j] = x & full, y & full
            yield candidate


def _tile(label: str, value: tuple[Any, ...], type: RecordType) -> TileView:
    """A TileInfo of the model as a report shows it."""
    field = {name: v for (name, _), v in zip(type.fields, value, strict=True)}
    kind = dict(type.fields)["data_type"]
    assert isinstance(kind, types.EnumType)
    rows, columns = field["rows"], field["columns"]
    defined, payload = field["defined_elements"], field["payload"]

    def is_defined(element: int) -> bool:
        return bool(defined >> element & 1 if isinstance(defined, int) else defined.get(element))

    words = tuple(
        tuple(
            payload.get(r * columns + c) if is_defined(r * columns + c) else None
            for c in range(columns)
        )
        for r in range(rows)
    )
    return TileView(
        label,
        label,
        kind.labels[field["data_type"]].rpartition("_")[2],
        rows,
        columns,
        field["valid_rows"],
        field["valid_columns"],
        words,
    )
