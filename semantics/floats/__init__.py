"""Floating arithmetic of the 15 PTO formats on words, exact and rounded once.

Operands are 64-bit words, of which the low bits that an element has count. Every operation answers
with 69 bits: the five flags over the value, which is zero-extended to 64 bits. Formats and
rounding modes are given by their codes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from types import MappingProxyType
from typing import NamedTuple

from semantics.floats import arithmetic, comparisons, conversions

SETTINGS = ("format", "target", "mode", "width", "signed")
"""What an operation may be told before its words, in this order: codes of the operands' and of the
result's format and of the rounding mode, the width of an integer and whether it has a sign."""


class Operation(NamedTuple):
    """A function, the settings it takes first, and the number of words it takes then."""

    function: Callable[..., int]
    settings: tuple[str, ...]
    words: int


def _operation(function: Callable[..., int]) -> Operation:
    names = signature(function).parameters
    settings = tuple(name for name in names if name in SETTINGS)
    return Operation(function, settings, len(names) - len(settings))


_FUNCTIONS: tuple[Callable[..., int], ...] = (
    arithmetic.add,
    arithmetic.sub,
    arithmetic.mul,
    arithmetic.div,
    arithmetic.fma,
    arithmetic.sqrt,
    arithmetic.floor_modulo,
    conversions.convert,
    conversions.round_to_integral,
    conversions.to_signed,
    conversions.to_unsigned,
    conversions.from_int,
    comparisons.compare,
    comparisons.minimum,
    comparisons.maximum,
    comparisons.minimum_number,
    comparisons.maximum_number,
)
OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {function.__name__: _operation(function) for function in _FUNCTIONS}
)
