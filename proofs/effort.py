"""Where the time of a proof goes: a stopwatch by phase, the queries, and the lines behind them."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from parser.source import NOWHERE, Span
from semantics import terms as t


class Phase(StrEnum):
    """What a prover is at."""

    EVALUATION = "evaluation"
    SIMPLIFICATION = "simplification"
    SOLVING = "solving"
    RUNS = "random inputs"
    MINIMISATION = "minimisation"
    LEMMAS = "lemmas"
    SHAPES = "every shape"


WHOLE = frozenset({Phase.MINIMISATION, Phase.LEMMAS, Phase.SHAPES})
"""Phases to which all counts that is done in them, whatever it is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A query: what it asks, in which theory, of whom, the answer, `terms` of it, and seconds."""

    about: str
    phase: Phase
    theory: str
    solver: str
    kind: str
    reason: str
    terms: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Effort:
    """What a verdict took: seconds by phase, and the queries, in order."""

    seconds: tuple[tuple[Phase, float], ...] = ()
    asked: tuple[Asked, ...] = ()


class Stopwatch:
    """Time by phase. A phase that begins inside another interrupts it, unless that is WHOLE."""

    def __init__(self, lines: Lines | None = None) -> None:
        """`lines` are charged with the queries, where somebody wants to know."""
        self.asked: list[Asked] = []
        self.lines = lines
        self._seconds = dict.fromkeys(Phase, 0.0)
        self._phases: list[Phase] = []
        self._since = 0.0

    @contextmanager
    def phase(self, phase: Phase) -> Iterator[None]:
        """Count what is done inside as this phase."""
        self._count()
        current = self._phases[-1] if self._phases else phase
        self._phases.append(current if current in WHOLE else phase)
        try:
            yield
        finally:
            self._count()
            self._phases.pop()

    def _count(self) -> None:
        now = time.perf_counter()
        if self._phases:
            self._seconds[self._phases[-1]] += now - self._since
        self._since = now

    def note(
        self, about: str, theory: str, solver: str, kind: str, reason: str,
        condition: t.Term, seconds: float,
    ) -> None:  # fmt: skip
        """A query has been answered."""
        phase = self._phases[-1] if self._phases else Phase.SOLVING
        if self.lines is not None:
            self.lines.charge(condition, seconds)
        size = sum(1 for _ in t.subterms([condition]))
        self.asked.append(Asked(about, phase, theory, solver, kind, reason, size, seconds))

    def effort(self) -> Effort:
        """What has been measured."""
        seconds = tuple((phase, self._seconds[phase]) for phase in Phase if self._seconds[phase])
        return Effort(seconds, tuple(self.asked))


# ------------------------------------------------------------------------ lines of the source


@dataclass(slots=True)
class Cost:
    """What the terms that a place made cost: their share in the seconds of queries, how many
    there are in all queries, and the operators of those that weigh much."""

    span: Span
    seconds: float = 0.0
    terms: int = 0
    operators: Counter[str] = field(default_factory=Counter)


class Lines:
    """Which places of the source made the terms that solvers worked on.

    Terms are numbered as they are made, so the place that was being evaluated when a number was
    given made the term. One that is made again counts for the first place.
    """

    def __init__(self) -> None:
        self._starts: list[int] = [0]
        self._places: list[Span] = [NOWHERE]
        self.costs: dict[tuple[str, int], Cost] = {}
        """By path and line."""

    def at(self, span: Span) -> None:
        """What is made from now on is made here."""
        if self._places[-1] is span:
            return
        if self._starts[-1] == (made := t.made()):
            self._places[-1] = span
        else:
            self._starts.append(made)
            self._places.append(span)

    def charge(self, condition: t.Term, seconds: float) -> None:
        """Share the time of a query among the places of its terms, by their weight."""
        terms = list(t.subterms([condition]))
        weights = [weight(term) for term in terms]
        whole = sum(weights) or 1
        for term, each in zip(terms, weights, strict=True):
            place = self._places[bisect_right(self._starts, term.id) - 1]
            if place is NOWHERE:
                continue
            cost = self.costs.setdefault((place.path, place.line), Cost(place))
            cost.seconds += seconds * each / whole
            cost.terms += 1
            if each > LIGHT:
                cost.operators[name(term)] += 1

    def hardest(self) -> list[Cost]:
        """All lines, those with the largest share first."""
        return sorted(self.costs.values(), key=lambda cost: -cost.seconds)


LIGHT = 64
"""The weight of terms that are hardly ever what makes a query hard."""
SQUARE = frozenset({"mul", "div", "mod"})
"""Operators whose circuits grow with the square of the width."""
UNBOUNDED = 64
"""Bits that an integer without bounds is taken to have."""
FLOAT = 50
"""How many circuits of the square of its width a floating operation is taken for."""


def weight(term: t.Term) -> int:
    """Gates of a circuit for the term, roughly: what is known of how hard it is."""
    if not term.args:
        return 0
    width = max(map(_width, (term, *term.args)))
    if term.op == "float":
        return FLOAT * width * width
    constant = any(not isinstance(each, t.Term) for each in term.args)
    if term.op in SQUARE and not constant:
        return width * width
    return width


def name(term: t.Term) -> str:
    """The operator, as `float div`, or with its width."""
    if term.op == "float":
        return f"float {term.data.name}"
    width = max(map(_width, (term, *term.args)))
    return f"{term.op} {width}"


def _width(value: t.Value) -> int:
    """Bits of a value; of an integer those of its range, as far as it is known."""
    if not isinstance(value, t.Term):
        return 0
    if value.sort.kind != "int":
        return max(value.sort.width, 1)
    bounds = [abs(each) for each in value.range if each is not None]
    return max(each.bit_length() for each in bounds) if len(bounds) == 2 else UNBOUNDED


def total(efforts: Sequence[Effort]) -> dict[Phase, float]:
    """Seconds of several, by phase, in the order of the phases."""
    seconds = dict.fromkeys(Phase, 0.0)
    for phase, each in chain.from_iterable(effort.seconds for effort in efforts):
        seconds[phase] += each
    return {phase: seconds[phase] for phase in Phase if seconds[phase]}
