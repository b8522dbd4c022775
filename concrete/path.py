"""Which way the branches of a run went, in order, with the values that decided."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from concrete.branches import Taken, conditions
from concrete.machine import Machine
from concrete.names import key_of
from concrete.operands import operands_in
from concrete.written import text_of
from parser.source import Span
from semantics import ir
from semantics.diagnosis import Operands

MOST_DECISIONS = 200_000
"""Decisions of a run that are noted; later ones are not."""

Path: TypeAlias = list[Taken]


@dataclass(frozen=True, slots=True)
class Decision:
    """A condition of a function, which way it went, and the values it went by the first time of
    `times`."""

    function: str
    span: Span
    text: str
    way: bool
    times: int
    values: Operands


class PathMachine(Machine):
    """A machine that notes each decision in `path`; at the places in `wanted`, also the values."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, counting=True, **options)
        self.path: Path = []
        self.wanted: Collection[int] = ()
        self._values: dict[int, Operands] = {}

    def forget(self) -> None:
        """Begin a path."""
        self.path, self._values = [], {}

    def _taken(self, function: str, number: int, condition: bool) -> bool:
        place = len(self.path)
        if place < MOST_DECISIONS:
            self.path.append((function, number, condition))
        if place in self.wanted:
            # The condition is evaluated again, which notes what it is made of.
            path, self.path = self.path, []
            wanted, self.wanted = self.wanted, ()
            with self.undisturbed():
                expression = self._condition(function, number)
                self._values[place] = operands_in(self, sys._getframe(1), expression)
            self.path, self.wanted = path, wanted
        return condition

    def decision(self, place: int, times: int = 1) -> Decision:
        """What was decided at a place of the path."""
        function, number, way = self.path[place]
        condition = self._condition(function, number)
        name = self._key(function)
        values = self._values.get(place, ())
        return Decision(name, condition.span, text_of(condition), way, times, values)

    def place_of(self, taken: Taken) -> Span:
        """Where the condition stands."""
        return self._condition(taken[0], taken[1]).span

    def _condition(self, function: str, number: int) -> ir.Expr:
        return conditions(self.program.function(self._key(function)))[number]

    @staticmethod
    def _key(function: str) -> str:
        key = key_of(function)
        assert key is not None
        return key
