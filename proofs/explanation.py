"""Why a counterexample fails: which of its inputs matter, and where the run might have gone another
way.

Both are found by concrete runs with other values, so they are tested and not proved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from concrete.choosers import Draw, Replay
from concrete.path import Decision, PathMachine
from proofs.counterexample import Replayer, failure_of, place_of, silent
from proofs.properties import Property
from proofs.verdicts import Counterexample, TileView
from semantics.program import Program
from semantics.types import BitsType, BoolType, EnumType, IntType
from semantics.values import DynamicError

OTHER_VALUES: Final = 3
"""Values that are tried in place of an input."""
MOST_DRAWS: Final = 64
"""Inputs in whose place others are tried."""
MOST_STEPS: Final = 12
"""Decisions of a path that are shown."""
RESULTS: Final = frozenset({"expected", "got"})
"""Tiles that follow from the others."""

Cells: TypeAlias = Mapping[str, frozenset[tuple[int, int]]]
"""Elements of tiles, by the tile's role: row and column."""
Ways: TypeAlias = Mapping[tuple[str, int], set[bool]]


@dataclass(frozen=True, slots=True)
class Explanation:
    """`free` are the places of inputs with any of whose values that were tried the run fails alike,
    `cells` the elements of tiles that come of them; `path` are the decisions of the run that other
    inputs change, in order, of which `more` are left out."""

    free: tuple[int, ...] = ()
    cells: Cells = field(default_factory=dict)
    path: tuple[Decision, ...] = ()
    more: int = 0


class Explainer:
    """Explains the counterexamples of one program, whose harnesses are in files of these paths."""

    def __init__(self, program: Program, harnesses: frozenset[str]) -> None:
        self.program, self._harnesses = program, harnesses
        self._replayer = Replayer(program)
        self._machines: dict[bool, PathMachine] = {}

    def explain(
        self, property: Property, case: Mapping[str, str], found: Counterexample
    ) -> Explanation:
        """Raises PtoError where the case has no such values any more, and Unsupported where no
        machine can run it. Of what does not fail any more, nothing is said."""
        replayer = self._replayer
        replayer.within = self._harnesses if property.assumes else None
        key, arguments = replayer.call_of(property, case)
        again = replayer.again(property, case, found)
        if again is None:
            return Explanation()
        run = _Run(self, key, arguments, *again)
        free = run.free()
        path, more = run.path()
        return Explanation(tuple(free), run.cells(free), path, more)

    def machine(self, key: str) -> PathMachine:
        """The one that runs a harness."""
        traced = self.program.effects(key).traced
        if traced not in self._machines:
            self._machines[traced] = PathMachine(self.program, output=silent, tracing=traced)
        return self._machines[traced]

    def is_harness(self, machine: PathMachine, decision: tuple[str, int, bool]) -> bool:
        """Whether a decision is one of a harness itself."""
        return machine.place_of(decision).path in self._harnesses


class _Run:
    """The run of a harness that fails, and others beside it."""

    def __init__(
        self, explainer: Explainer, key: str, arguments: Sequence[Any], draws: list[Draw],
        failure: DynamicError,
    ) -> None:  # fmt: skip
        self._explainer, self._replayer = explainer, explainer._replayer
        self._key, self._arguments = key, arguments
        self._draws = draws
        self._values = [value for _, value in draws]
        self._place = place_of(failure)

    # ------------------------------------------------------------ which inputs matter

    def free(self) -> list[int]:
        """The places of inputs that may have other values, together with those before them."""
        free: list[int] = []
        for place, (type, value) in enumerate(self._draws[:MOST_DRAWS]):
            # Of what can't be otherwise, nothing can be said.
            turns = range(OTHER_VALUES if _others(type, value) else 0)
            if turns and all(self._fails([*free, place], turn) for turn in turns):
                free.append(place)
        return free

    def _fails(self, places: Sequence[int], turn: int) -> bool:
        """Whether it fails alike with other values in these places."""
        chooser = Replay(self._with(places, turn))
        error = self._replayer.run(self._key, self._arguments, chooser)
        if error is None or chooser.misfit or place_of(error) != self._place:
            return False
        return [type for type, _ in chooser.drawn] == [type for type, _ in self._draws]

    def _with(self, places: Sequence[int], turn: int) -> list[Any]:
        values = list(self._values)
        for place in places:
            type, value = self._draws[place]
            others = _others(type, value)
            values[place] = others[turn % len(others)] if others else value
        return values

    def cells(self, free: Sequence[int]) -> Cells:
        """The elements of tiles that change with these inputs."""
        found: dict[str, set[tuple[int, int]]] = defaultdict(set)
        before = self._tiles(self._values)
        for turn in range(OTHER_VALUES if free else 0):
            for role, tile in self._tiles(self._with(free, turn)).items():
                if role not in RESULTS and role in before:
                    found[role] |= _changed(before[role], tile)
        return {role: frozenset(cells) for role, cells in found.items() if cells}

    def _tiles(self, values: Sequence[Any]) -> dict[str, TileView]:
        found = self._replayer.replay(
            self._key,
            self._arguments,
            [(t, v) for (t, _), v in zip(self._draws, values, strict=True)],
        )
        return {} if found is None else {tile.role: tile for tile in found.tiles}

    # ------------------------------------------------------------ the path

    def path(self) -> tuple[tuple[Decision, ...], int]:
        """The decisions that some other input changes, equal ones as one, and how many of the first
        are left out."""
        machine = self._explainer.machine(self._key)
        self._trace(machine, self._values)
        decisions = list(machine.path)
        own = _ways(decisions)
        varied: set[tuple[str, int]] = set()
        for values in self._neighbours():
            self._trace(machine, values)
            other = _ways(machine.path)
            varied |= {each for each in own if other.get(each, own[each]) != own[each]}
        folded = [
            (place, times)
            for place, times in _folded(decisions)
            if decisions[place][:2] in varied
            and not self._explainer.is_harness(machine, decisions[place])
        ]
        shown = folded[-MOST_STEPS:]
        machine.wanted = frozenset(place for place, _ in shown)
        self._trace(machine, self._values)
        machine.wanted = ()
        found = tuple(machine.decision(place, times) for place, times in shown)
        return found, len(folded) - len(shown)

    def _neighbours(self) -> Iterator[list[Any]]:
        for place in range(min(len(self._draws), MOST_DRAWS)):
            for turn in range(OTHER_VALUES):
                yield self._with([place], turn)

    def _trace(self, machine: PathMachine, values: Sequence[Any]) -> None:
        machine.forget()
        failure_of(machine, self._key, self._arguments, Replay(values))


def _ways(decisions: Sequence[tuple[str, int, bool]]) -> Ways:
    found: dict[tuple[str, int], set[bool]] = defaultdict(set)
    for function, number, way in decisions:
        found[function, number].add(way)
    return found


def _folded(decisions: Sequence[tuple[str, int, bool]]) -> list[tuple[int, int]]:
    """The place of the first of each decision, and how often it was taken so in all."""
    first: dict[tuple[str, int, bool], list[int]] = {}
    for place, each in enumerate(decisions):
        first.setdefault(each, [place, 0])[1] += 1
    return sorted((place, times) for place, times in first.values())


def _changed(before: TileView, after: TileView) -> set[tuple[int, int]]:
    same = (before.rows, before.columns) == (after.rows, after.columns)
    return {
        (r, c)
        for r, row in enumerate(before.words if same else ())
        for c, word in enumerate(row)
        if word != after.words[r][c]
    }


def _others(type: Any, value: Any) -> list[Any]:
    """Values to try in place of one, the corners of its type among them."""
    match type:
        case BoolType():
            return [not value]
        case BitsType(width=int(width)):
            full = (1 << width) - 1
            wanted = [value ^ 1 & full, full, 0, 0x5A5A_5A5A_5A5A_5A5A & full, value ^ full]
        case IntType():
            low, high = type.interval()
            wanted = [value + 1, low, high, value - 1]
            inside = [n for n in wanted if n is not None and _within(n, low, high)]
            return [n for n in dict.fromkeys(inside) if n != value][:OTHER_VALUES]
        case EnumType(labels=labels):
            wanted = [(value + step) % len(labels) for step in (1, 2, 3)]
        case _:
            return []
    return [each for each in dict.fromkeys(wanted) if each != value][:OTHER_VALUES]


def _within(n: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= n) and (high is None or n <= high)
