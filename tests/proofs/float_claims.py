"""Claims about floating operations on unknown words x and y, which z3 is to prove."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import z3

from proofs.encode_floats import FloatEncoder
from proofs.float_formats import float_format
from proofs.float_rounding import native
from semantics.formats import FORMATS
from semantics.term_floats import FloatOperation


@dataclass
class Unknowns:
    """The words x and y of an IEEE layout, and operations on them in one mode."""

    format: str
    mode: int
    definitions: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.x, self.y = (z3.BitVec(name, FORMATS[self.format].bits) for name in "xy")
        self._encoder = FloatEncoder(self.definitions)

    def word(self, name: str, *operands: Any) -> Any:
        """The value of an operation."""
        operation = FloatOperation(name, FORMATS[self.format].code, mode=self.mode)
        return self._encoder.encode(operation, list(operands))

    def number(self, word: Any) -> Any:
        """A word as a number."""
        return native(float_format(FORMATS[self.format].code), word)


Claim = Callable[[Unknowns], Any]


def refutation(claim: Claim, format: str, mode: int) -> z3.CheckSatResult:
    """Whether z3 finds what a claim does not hold of."""
    unknowns = Unknowns(format, mode)
    goal = z3.Not(claim(unknowns))
    solver = z3.Solver()
    solver.add(*unknowns.definitions, goal)
    return solver.check()


def modulo_has_sign_of_divisor(of: Unknowns) -> Any:
    r, y = of.number(of.word("floor_modulo", of.x, of.y)), of.number(of.y)
    return z3.Or(_irregular(of), z3.fpIsZero(r), z3.fpIsNegative(r) == z3.fpIsNegative(y))


def modulo_is_within_divisor(of: Unknowns) -> Any:
    r, y = of.number(of.word("floor_modulo", of.x, of.y)), of.number(of.y)
    return z3.Or(_irregular(of), z3.fpLEQ(z3.fpAbs(r), z3.fpAbs(y)))


def modulo_is_below_divisor(of: Unknowns) -> Any:
    """False: it may round to the divisor."""
    r, y = of.number(of.word("floor_modulo", of.x, of.y)), of.number(of.y)
    return z3.Or(_irregular(of), z3.fpLT(z3.fpAbs(r), z3.fpAbs(y)))


def addition_is_commutative(of: Unknowns) -> Any:
    return of.word("add", of.x, of.y) == of.word("add", of.y, of.x)


TRUE: tuple[Claim, ...] = (
    modulo_has_sign_of_divisor,
    modulo_is_within_divisor,
    addition_is_commutative,
)


def _irregular(of: Unknowns) -> Any:
    """Where a floor modulo is not one of numbers."""
    x, y = of.number(of.x), of.number(of.y)
    return z3.Or(z3.fpIsNaN(x), z3.fpIsInf(x), z3.fpIsNaN(y), z3.fpIsInf(y), z3.fpIsZero(y))
