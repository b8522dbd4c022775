"""What a solver's process is asked, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

GRACE: Final = 1.0
"""Seconds beyond its time after which a solver that does not return is killed."""
TIMEOUT: Final = "timeout"
MEMORY: Final = "memory"
DIED: Final = "solver died"
STEPS: Final = "its steps are used up"
"""Reasons of an unknown answer that say nothing of the query."""


@dataclass(frozen=True, slots=True)
class Request:
    """Declarations and assertions in SMT-LIB; which constants a model should give; seconds.

    `linear` is true of linear integers and booleans alone. `steps` are what z3 counts as resources:
    unlike seconds they are the same on every machine. Other solvers have none.
    """

    text: str
    constants: frozenset[str]
    seconds: float
    linear: bool = False
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """`sat` comes with the values that the solver gives to constants, words as their unsigned
    numbers; `unknown` with a reason."""

    kind: Literal["unsat", "sat", "unknown"]
    values: dict[str, int | bool] = field(default_factory=dict)
    reason: str = ""


def unknown(reason: str) -> Reply:
    """No answer."""
    return Reply("unknown", reason=reason)
