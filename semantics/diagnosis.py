"""Dynamic errors as diagnostics for people."""

from __future__ import annotations

from types import MappingProxyType
from typing import TypeAlias

from parser.diagnostics import Diagnostic, Phase
from parser.source import Span
from semantics.values import DynamicError

Operands: TypeAlias = tuple[tuple[str, str], ...]
"""Texts of expressions, each with its value."""

MESSAGES = MappingProxyType(
    {
        "ARBITRARY-EMPTY": "there is no value of this type to choose",
        "ARGUMENT-DOMAIN": "the function has no value for this argument",
        "ARRAY-LENGTH": "the length of the array is negative",
        "ASSERTION": "the assertion does not hold",
        "BASE-EMPTY": "there is no value of this type to start with",
        "CASE-NO-MATCH": "no alternative of the case matches",
        "CAST-RANGE": "the value is outside the range that `as` demands",
        "CAST-WIDTH": "the bit-vector does not have the width that is demanded here",
        "DIV-INEXACT": "the division leaves a remainder",
        "DIV-NOT-POSITIVE": "the divisor is not positive",
        "EXTEND-NARROWER": "the bit-vector can't be extended to that width",
        "FLOAT-FORMAT": "no floating format has this code",
        "FLOAT-MODE": "no rounding mode has this code",
        "FLOAT-WIDTH": "the integer has no bits, or more than a word",
        "INDEX-RANGE": "the index is outside the array",
        "LOOP-LIMIT": "the loop runs more often than its limit allows",
        "MEMORY-LIMIT": "the program needs more memory than there is",
        "NEGATIVE-EXPONENT": "the exponent is negative",
        "NEGATIVE-SHIFT": "the shift is by a negative number of bits",
        "NO-RETURN": "the function ends without returning a value",
        "RANGE-IMPLICIT": "the value is outside the range of the type",
        "REAL-DIV-ZERO": "the divisor is zero",
        "REAL-POW-ZERO": "zero has no negative powers",
        "RECURSE-LIMIT": "more calls of the function are nested than its limit allows",
        "RECURSION-LIMIT": "calls are nested too deeply",
        "REPLICATE-WIDTH": "the width is not a multiple of that of the pattern",
        "SIZE-LIMIT": "the result has more bits than can be computed",
        "SLICE-OVERLAP": "slices that are assigned together overlap",
        "SLICE-RANGE": "the slice is outside the bit-vector",
        "TIME-LIMIT": "the time is up",
        "UNCAUGHT": "an exception is not caught",
        "UNREACHABLE": "the program says that this can't be reached, but it was",
        "WIDTH-NEGATIVE": "the width of the bit-vector is negative",
    }
)
"""What each code means, where the error itself does not say it."""

_HINTS = MappingProxyType(
    {
        "DIV-INEXACT": "DIVRM rounds down",
        "CASE-NO-MATCH": "add an `otherwise`",
        "FLOAT-FORMAT": "floating formats are 0 to 14",
        "FLOAT-MODE": "rounding modes are 0 to 5",
        "FLOAT-WIDTH": "integers have 1 to 64 bits",
        "SLICE-RANGE": "a slice must lie within bits 0 to N-1",
    }
)
_MOST_FRAMES = 16


def diagnose(error: DynamicError, operands: Operands = ()) -> Diagnostic:
    """The diagnostic of a dynamic error; notes are the values of operands, and the call stack,
    innermost call first."""
    message = error.message or MESSAGES.get(error.code, error.code)
    span = error.stack[0][1] if error.stack else None
    values: list[tuple[str, Span | None]] = [
        (f"`{text}` is {value}", None) for text, value in operands
    ]
    notes = [
        (f"called by `{name}`" if name else "needed here", place)
        for name, place in error.stack[1:_MOST_FRAMES]
    ]
    more = len(error.stack) - _MOST_FRAMES
    tail = [(f"and {more} more calls", None)] if more > 0 else []
    return Diagnostic(
        error.code, Phase.DYNAMIC, message, span, _HINTS.get(error.code), (*values, *notes, *tail)
    )
