"""The floating-point environment: rounding modes and flags, after IEEE 754-2019, clauses 4 and 7.

Modes are numbers, for emitted code passes them as such.
"""

from __future__ import annotations

from typing import Final

RNE: Final = 0
"""To nearest, ties to even."""
RTM: Final = 1
"""Toward minus infinity."""
RTP: Final = 2
"""Toward plus infinity."""
RTZ: Final = 3
"""Toward zero."""
RNA: Final = 4
"""To nearest, ties away from zero."""
RTO: Final = 5
"""To odd: what is not exact becomes the neighbour whose code is odd."""
MODES: Final = range(6)

INVALID: Final = 1
DIVIDE_BY_ZERO: Final = 2
OVERFLOW: Final = 4
UNDERFLOW: Final = 8
INEXACT: Final = 16

EXACT: Final = 0
BELOW: Final = 1
TIE: Final = 2
ABOVE: Final = 3
"""Where between two neighbours a magnitude lies: on the lower, below, on, or above the middle."""


def answer(word: int, flags: int = 0) -> int:
    """The 69 bits of a value with its flags."""
    return flags << 64 | word


def rounds_up(mode: int, negative: bool, odd: int, place: int) -> bool:
    """Whether a magnitude becomes its upper neighbour; `odd` is the last code bit of the lower."""
    match mode:
        case 0:  # RNE
            return place == ABOVE or (place == TIE and odd == 1)
        case 1:  # RTM
            return negative and place != EXACT
        case 2:  # RTP
            return not negative and place != EXACT
        case 3:  # RTZ
            return False
        case 4:  # RNA
            return place >= TIE
        case _:  # RTO
            return odd == 0 and place != EXACT


def toward_zero(mode: int, negative: bool) -> bool:
    """Whether the mode keeps what overflows at the largest finite number."""
    return mode in (RTZ, RTO) or mode == (RTP if negative else RTM)
