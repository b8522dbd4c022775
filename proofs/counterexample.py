"""Counterexamples: replayed on the concrete machine, made small, and read back as tiles.

A model of the solver counts only once its inputs have failed concretely. Minimising then works
on concrete runs alone: it tries simpler values for one input after another, in a fixed order and
within a fixed number of runs, and keeps what still fails in the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import eq
from typing import Any

from concrete.choosers import Chooser, Draw, Floats, Random, Replay
from concrete.formatting import show
from concrete.machine import Machine
from parser.source import NOWHERE, Span
from proofs.properties import Property, argument, key_of
from proofs.shrink import shrink
from proofs.simplicity import floats_rank
from proofs.symbolic import Draw as Unknown
from proofs.verdicts import Counterexample, TileView
from semantics import types
from semantics.base_values import base_value
from semantics.formats import Format
from semantics.program import Program
from semantics.term_values import evaluate
from semantics.terms import Term
from semantics.types import RecordType, Type
from semantics.values import DynamicError, Unsupported

RANDOM_RUNS = 500
"""Concrete runs of a random search, where the solver has no answer."""
FLOAT_RUNS = 6000
"""Runs of a search among floating elements, for the simplest failure."""


class Replayer:
    """Runs harnesses concretely with given inputs.

    With `within`, only what fails in files of these paths counts as a failure.
    """

    def __init__(self, program: Program, same_value: Callable[[Any, Any], bool] = eq) -> None:
        self.program = program
        self.within: frozenset[str] | None = None
        self._plain = Machine(program, output=silent, same_value=same_value)
        self._tracing = Machine(program, output=silent, tracing=True, same_value=same_value)

    @staticmethod
    def draws(unknowns: Sequence[Unknown], model: Mapping[str, Any]) -> list[Draw]:
        """The inputs that a model stands for: types and values of the draws its path meets.

        Unknowns on which the model has no word are given the simplest value of their type.
        """
        complete = dict(model)
        for draw in unknowns:
            if isinstance(draw.term, Term):
                complete.setdefault(draw.term.data, base_value(draw.type))
        return [
            (draw.type, evaluate(draw.term, complete))
            for draw in unknowns
            if evaluate(draw.path, complete) is True
        ]

    def run(self, function: str, arguments: Sequence[Any], chooser: Chooser) -> DynamicError | None:
        """Run a harness from the initial state; the error it fails with.

        Raises Unsupported where the run needs more than this machine has.
        """
        traced = self.program.effects(function).traced
        self._machine = self._tracing if traced else self._plain
        error = failure_of(self._machine, function, arguments, chooser)
        counts = error is None or self.within is None or place_of(error)[1].path in self.within
        return error if counts else None

    def search(
        self, function: str, arguments: Sequence[Any], format: Format | None = None
    ) -> Counterexample | None:
        """Look for a failure among random inputs, biased to corner values.

        With a format, words hold floating elements, and of many failures the simplest counts.
        """
        best: list[Draw] | None = None
        for seed in range(RANDOM_RUNS if format is None else FLOAT_RUNS):
            chooser = Random(seed) if format is None else Floats(seed, format)
            if self.run(function, arguments, chooser) is not None:
                if format is None:
                    return self.minimise(function, arguments, chooser.drawn)
                if best is None or _floats(chooser.drawn, format) < _floats(best, format):
                    best = chooser.drawn
        return None if best is None else self.minimise(function, arguments, best, format)

    def replay(
        self, function: str, arguments: Sequence[Any], draws: Sequence[Draw]
    ) -> Counterexample | None:
        """How a harness fails with these inputs; None if it does not."""
        chooser = Replay(value for _, value in draws)
        failure = self.run(function, arguments, chooser)
        if failure is None or chooser.misfit:
            return None
        return self.counterexample(chooser.drawn, failure)

    def call_of(self, property: Property, case: Mapping[str, str]) -> tuple[str, list[object]]:
        """The key of a property's function, and its arguments in a case."""
        key = key_of(self.program, property)
        types = self.program.signature(key).arguments
        return key, [argument(property, case[name], type) for name, type in types]

    def again(
        self, property: Property, case: Mapping[str, str], found: Counterexample
    ) -> tuple[list[Draw], DynamicError] | None:
        """What a property's harness draws and how it fails with the inputs of a counterexample;
        None if it does not. Raises PtoError where the case has no such values any more."""
        key, arguments = self.call_of(property, case)
        values = (
            self.program.enumeration(value, NOWHERE)[1] if value in self.program.labels else value
            for _, value in found.draws
        )
        chooser = Replay(values)
        failure = self.run(key, arguments, chooser)
        return None if failure is None or chooser.misfit else (chooser.drawn, failure)

    def minimise(
        self,
        function: str,
        arguments: Sequence[Any],
        draws: Sequence[Draw],
        format: Format | None = None,
    ) -> Counterexample | None:
        """The smallest inputs found that fail as these do; None if these do not fail."""
        first = Replay(value for _, value in draws)
        failure = self.run(function, arguments, first)
        if failure is None or first.misfit:
            return None
        place = place_of(failure)

        def still(values: Sequence[Any]) -> list[Draw] | None:
            """What is drawn with other values, if they fail in the same place."""
            chooser = Replay(values)
            error = self.run(function, arguments, chooser)
            if error is None or chooser.misfit or place_of(error) != place:
                return None
            return chooser.drawn

        best = shrink(first.drawn, still, None if format is None else format.layout)
        final = self.run(function, arguments, Replay(value for _, value in best))
        assert final is not None
        return self.counterexample(best, final)

    def counterexample(self, draws: Sequence[Draw], failure: DynamicError) -> Counterexample:
        """What the run that was last shows of a failure with these draws."""
        tiles, texts = views(self._machine.explained)
        named = tuple(
            (f"input {i}: {t}", t.labels[v] if isinstance(t, types.EnumType) else v)
            for i, (t, v) in enumerate(draws)
        )
        return Counterexample(
            named, failure.code, place_of(failure)[1], failure.stack, tiles, texts
        )


def failure_of(
    machine: Machine, function: str, arguments: Sequence[Any], chooser: Chooser
) -> DynamicError | None:
    """The error that a function fails with, from the initial state, with choices of `chooser`.

    Raises Unsupported where the run needs more than a machine has.
    """
    machine.restore({})
    machine.trace.start()
    machine.explained.clear()
    machine.choose_with(chooser)
    try:
        machine.call(function, *arguments)
    except DynamicError as error:
        if error.code == "RECURSION-LIMIT":
            raise Unsupported("calls nested too deeply for the machine") from None
        return error
    return None


def silent(_: str) -> None:
    """What a harness prints when it is run is of no interest."""


def _floats(draws: Sequence[Draw], format: Format) -> tuple[int, ...]:
    """How simple the floating elements among draws are together."""
    assert format.layout is not None
    words = [value for type, value in draws if type == types.BitsType(64)]
    return floats_rank(words or [0], format.layout)


def place_of(error: DynamicError) -> tuple[str, Span]:
    """What failed and where: what a simpler counterexample must share."""
    return error.code, error.stack[0][1] if error.stack else NOWHERE


def views(
    explained: Sequence[tuple[str, Any, Type]],
) -> tuple[tuple[TileView, ...], tuple[tuple[str, str], ...]]:
    """What a run explains as a report shows it: allocated tiles, and the texts of values. Of a
    label the last counts."""
    shown = {label: (value, type) for label, value, type in explained}
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
    return tiles, texts


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
