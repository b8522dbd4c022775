"""Floating operations on terms: a value and its flags are two terms, as few ask for both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.floats import OPERATIONS
from semantics.formats import BY_CODE
from semantics.values import Unsupported

FLAGS = 5
"""Bits of flags, which stand over the WORD bits of a value."""
WORD = 64


@dataclass(frozen=True, slots=True)
class FloatOperation:
    """What a term of operator "float" computes: the value or the flags of an operation.

    A setting that the operation does not take has its default. Operands are bit-vectors as wide as
    an element of `format` or, of "from_int", as the integer.
    """

    name: str
    format: int
    target: int | None = None
    mode: int = 0
    width: int = 0
    signed: bool = False
    part: Literal["value", "flags"] = "value"

    @property
    def operand_width(self) -> int:
        """Bits of each operand."""
        return self.width if self.name == "from_int" else BY_CODE[self.format].bits

    @property
    def result_width(self) -> int:
        """Bits of this part of the result."""
        if self.part == "flags":
            return FLAGS
        if self.name == "compare":
            return 2
        if self.name in ("to_signed", "to_unsigned"):
            return self.width
        return BY_CODE[self.format if self.target is None else self.target].bits

    def apply(self, *words: int) -> int:
        """The meaning on plain words."""
        result = self.answer(*words)
        return result >> WORD if self.part == "flags" else result & ((1 << WORD) - 1)

    def answer(self, *words: int) -> int:
        """Value and flags, as the operation gives them."""
        operation = OPERATIONS[self.name]
        settings = (getattr(self, setting) for setting in operation.settings)
        return operation.function(*settings, *words)


def meaning(name: str) -> Callable[..., t.Bits]:
    """The meaning of an operation on its settings and then words of 64 bits."""
    settings = OPERATIONS[name].settings

    def apply(*operands: t.Value) -> t.Bits:
        known: dict[str, Any] = {}
        for setting, value in zip(settings, operands, strict=False):
            if isinstance(value, t.Term):
                raise Unsupported(f"a floating operation whose {setting} is unknown")
            known[setting] = value
        return _answer(FloatOperation(name, **known), operands[len(settings) :])

    return apply


def _answer(operation: FloatOperation, words: tuple[t.Value, ...]) -> t.Bits:
    plain = [word for word in words if not isinstance(word, t.Term)]
    if len(plain) == len(words):
        return operation.answer(*plain)
    width = operation.operand_width
    operands = tuple(ta.extract(WORD, word, width - 1, 0) for word in words)
    value, flags = (_part(replace(operation, part=part), operands) for part in ("value", "flags"))
    return ta.concat(FLAGS, flags, WORD, ta.zero_extend(operation.result_width, value, WORD))


def _part(operation: FloatOperation, operands: tuple[t.Bits, ...]) -> t.Bits:
    plain = [word for word in operands if not isinstance(word, t.Term)]
    if len(plain) == len(operands):
        return operation.apply(*plain)
    return t.node("float", operands, t.bv_sort(operation.result_width), operation)
