"""How values are printed: as ASL's `print` does, and for people in reports."""

from __future__ import annotations

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
