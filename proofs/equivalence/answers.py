"""What is said of two versions of a contract: whether they are equivalent, and else how not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from parser.source import Span
from proofs.verdicts import TileView


class Relation(StrEnum):
    """EQUIVALENT within the scope; DIFFERENT with a replayed example; the rest says why not."""

    EQUIVALENT = "EQUIVALENT"
    DIFFERENT = "DIFFERENT"
    UNKNOWN = "UNKNOWN"
    UNSUPPORTED = "UNSUPPORTED"
    INTERNAL = "INTERNAL"


class Kind(StrEnum):
    """In what two versions differ, for one input.

    `LEGALITY`: one rejects what the other executes. `FAILURE`: one fails with a dynamic error and
    the other does not. Both execute: `VALUES`, a valid element of a destination differs, or is
    defined in one only; `STATUS`, the numeric status differs; `STATE`, another global does;
    `CARRIER`, all elements are the same, and what words hold above them is not.
    """

    LEGALITY = "legality"
    FAILURE = "failure"
    VALUES = "values"
    STATUS = "status"
    STATE = "state"
    CARRIER = "carrier"


class End(StrEnum):
    """How a version ends for one input."""

    REJECTED = "rejected"
    FAILED = "failed"
    EXECUTED = "executed"


@dataclass(frozen=True, slots=True)
class Failure:
    """A dynamic error: its code, where, and under which calls, innermost first."""

    code: str
    span: Span
    stack: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What one version did: `tiles` are its destinations, `values` its status and the like,
    as texts by name; where it fails, how."""

    end: End
    tiles: tuple[TileView, ...]
    values: tuple[tuple[str, str], ...]
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """An input for which the versions differ, replayed on the concrete machines of both.

    `case` names the operands, of which `sources` are tiles and `scalars` are not;
    `draws` are all unknowns in order. `elsewhere` names other operands for which there is a
    difference of this kind.
    """

    kind: Kind
    case: str
    draws: tuple[tuple[str, Any], ...]
    sources: tuple[TileView, ...]
    scalars: tuple[tuple[str, str], ...]
    a: Behaviour
    b: Behaviour
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer for one contract.

    `cases` names the operands for which all contents were compared; none, where `scope`
    is that the texts are the same. `types` are those that only A, and only B, takes. `differences`
    has the smallest example of each kind. `lemmas` were proved of either version and used;
    `assumptions` are used and only tested.
    """

    contract: str
    relation: Relation
    scope: str = ""
    seconds: float = 0.0
    cases: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    types: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    reason: str | None = None
    lemmas: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()

    @property
    def same_text(self) -> bool:
        """Whether nothing had to be asked."""
        return self.relation is Relation.EQUIVALENT and not self.cases


def exit_code(comparisons: Iterable[Comparison]) -> int:
    """0 all are EQUIVALENT; 1 something is DIFFERENT; 3 otherwise."""
    found = {each.relation for each in comparisons}
    if Relation.DIFFERENT in found:
        return 1
    return 0 if found <= {Relation.EQUIVALENT} else 3
