"""How values are printed: as ASL's `print` does, and for people in reports."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Any

from semantics import types
from semantics.texts import bits_text, boolean_text, integer_text, real_text
from semantics.types import Type


def show(value: Any, type: Type) -> str:
    """The text of a value as `print` writes it: strings bare, bit-vectors in hexadecimal."""
    match type:
        case types.StringType():
            return str(value)
        case types.BoolType():
            return boolean_text(value)
        case types.IntType():
            return integer_text(value)
        case types.BitsType(width=width):
            known = width if isinstance(width, int) else int(value).bit_length()
            return bits_text(known, value)
        case types.RealType():
            return real_text(value)
        case types.EnumType(labels=labels):
            return str(labels[value])
        case types.RecordType(fields=fields):
            parts = (f"{n}={show(v, t)}" for (n, t), v in zip(fields, value, strict=True))
            return f"{type.name}{{{', '.join(parts)}}}"
        case types.TupleType(items=items):
            return f"({', '.join(show(v, t) for v, t in zip(value, items, strict=True))})"
        case types.ArrayType(element=element):
            return f"[[{', '.join(show(v, element) for v in value)}]]"


MOST_DIGITS, MOST_ELEMENTS, MOST_TEXT = 40, 4, 300
"""How much of a value `brief` shows; what is left out is marked with …"""


def brief(value: Any, type: Type) -> str:
    """The text of a value for people: a bit-vector with its width, the start of a large array."""
    text = _brief(value, type)
    if isinstance(type, types.BitsType) and isinstance(type.width, int):
        text += f" ({type.width} bit{'' if type.width == 1 else 's'})"
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}…"


def _brief(value: Any, type: Type) -> str:
    match type:
        case types.BitsType():
            text = show(value, type)
            half = MOST_DIGITS // 2
            return text if len(text) <= MOST_DIGITS else f"{text[:half]}…{text[-half:]}"
        case types.IntType():
            return _integer(value)
        case types.RealType():
            whole = Fraction(value)
            bottom = "" if whole.denominator == 1 else f"/{_integer(whole.denominator)}"
            return f"{_integer(whole.numerator)}{bottom}"
        case types.StringType():
            return f'"{value}"'
        case types.RecordType(fields=fields):
            parts = (f"{n}={_brief(v, t)}" for (n, t), v in zip(fields, value, strict=True))
            return f"{type.name}{{{', '.join(parts)}}}"
        case types.TupleType(items=items):
            return f"({', '.join(_brief(v, t) for v, t in zip(value, items, strict=True))})"
        case types.ArrayType(element=element):
            shown = [_brief(v, element) for v in islice(value, MOST_ELEMENTS)]
            more = ["…"] if len(value) > MOST_ELEMENTS else []
            return f"[[{', '.join([*shown, *more])}]]"
        case _:
            return show(value, type)


def _integer(value: int) -> str:
    """A number; one of very many digits in hexadecimal, for its decimals take long to find."""
    return str(value) if value.bit_length() < MOST_TEXT else hex(value)
