"""Verdicts and results: the precise words (design, decision 8) and what stands behind each."""

from __future__ import annotations

import builtins
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any

from parser.source import Span
from proofs.backends.protocol import TIMEOUT
from proofs.effort import Effort


class Verdict(StrEnum):
    """PROVED for all inputs; BOUNDED for all values within the bounds of the scope; the rest
    says why not."""

    PROVED = "PROVED"
    BOUNDED = "BOUNDED"
    REFUTED = "REFUTED"
    VACUOUS = "VACUOUS"
    UNKNOWN = "UNKNOWN"
    UNSUPPORTED = "UNSUPPORTED"
    INTERNAL = "INTERNAL"


HOLDS = frozenset({Verdict.PROVED, Verdict.BOUNDED})
FAILS = frozenset({Verdict.REFUTED, Verdict.VACUOUS})
NOT_CONFIRMED = "not confirmed: "
ID_DIGITS = 10
"""Hexadecimal digits of the name of a counterexample."""


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile as a counterexample shows it: raw words of the physical rectangle, None undefined."""

    name: str
    role: str
    data_type: str
    rows: int
    columns: int
    valid_rows: int
    valid_columns: int
    words: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Inputs that break a property, replayed on the concrete machine.

    `draws` are the values of the harness's ARBITRARY expressions in order; `failure` is the code
    of what failed, at `span`, under `stack` (innermost first); `note` is what the harness said
    about it (values of the operands of the failed assertion).
    """

    draws: tuple[tuple[str, Any], ...]
    failure: str
    span: Span
    stack: tuple[tuple[str, Span], ...]
    tiles: tuple[TileView, ...] = ()
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one property in one case.

    `lemmas` were proved of the specification and used; `assumptions` are used and only tested.
    `cross_checked` names the solvers that confirm each query behind what holds, or begins with
    `NOT_CONFIRMED`, and says why; it is empty where that was not asked.
    """

    contract: str
    property: str
    clauses: tuple[str, ...]
    case: Mapping[str, str]
    scope: str
    verdict: Verdict
    seconds: float
    solver: str
    counterexample: Counterexample | None = None
    reason: str | None = None
    cached: bool = False
    lemmas: tuple[str, ...] = ()
    profile: str = "reference"
    assumptions: tuple[str, ...] = ()
    cross_checked: str = ""
    effort: Effort = field(default=Effort(), compare=False)
    """What it took; of a result that comes from elsewhere nothing is known."""

    @builtins.property  # a field is named so
    def counterexample_id(self) -> str | None:
        """The name of the counterexample: a digest of what was asked and of the inputs that break
        it, so that the same inputs have the same name in every run."""
        if self.counterexample is None:
            return None
        asked = [self.contract, self.property, dict(self.case), self.profile]
        text = json.dumps([*asked, self.counterexample.draws], sort_keys=True, default=str)
        return sha256(text.encode()).hexdigest()[:ID_DIGITS]


def unconfirmed(result: Result) -> bool:
    """Whether second solvers were asked and do not confirm it."""
    return result.cross_checked.startswith(NOT_CONFIRMED)


def cut_short(result: Result) -> bool:
    """Whether more time may show more: what is unknown, or that what holds within bounds holds of
    every shape."""
    reason = result.reason or ""
    late = result.verdict is Verdict.BOUNDED and reason.endswith(f": {TIMEOUT}")
    return late or result.verdict is Verdict.UNKNOWN


@dataclass
class Summary:
    """Counts by verdict, and the exit code they mean."""

    counts: Counter[Verdict] = field(default_factory=Counter)

    @classmethod
    def of(cls, results: Iterable[Result]) -> Summary:
        return cls(Counter(result.verdict for result in results))

    @property
    def exit_code(self) -> int:
        """0 all PROVED or BOUNDED; 1 something REFUTED or VACUOUS; 3 otherwise."""
        if any(self.counts[v] for v in FAILS):
            return 1
        return 0 if all(v in HOLDS for v, n in self.counts.items() if n) else 3
