"""The 25 element types of PTO and how their bits are laid out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What the bits of an element mean."""

    SIGNED = "signed"
    UNSIGNED = "unsigned"
    FLOAT = "float"


class Specials(StrEnum):
    """Which patterns with an all-ones exponent are no finite numbers."""

    IEEE = "infinities and NaNs"
    ONE_NAN = "the all-ones fraction is NaN"
    NONE = "all are finite"


@dataclass(frozen=True, slots=True)
class FloatLayout:
    """A sign bit over an exponent over a fraction, with `low_zeros` reserved bits below them."""

    exponent_bits: int
    fraction_bits: int
    bias: int
    specials: Specials = Specials.IEEE
    low_zeros: int = 0
    has_subnormals: bool = True

    @property
    def sign_bit(self) -> int:
        """The place of the sign bit; bits above it are reserved."""
        return self.low_zeros + self.fraction_bits + self.exponent_bits

    @property
    def quiet_bit(self) -> int:
        """The top fraction bit as a number: set in a quiet NaN."""
        return 1 << (self.fraction_bits - 1)

    @property
    def top_exponent(self) -> int:
        """The all-ones exponent field."""
        return (1 << self.exponent_bits) - 1

    @property
    def largest(self) -> int:
        """The code (exponent and fraction) of the largest finite magnitude."""
        match self.specials:
            case Specials.IEEE:
                return (self.top_exponent << self.fraction_bits) - 1
            case Specials.ONE_NAN:
                return (1 << (self.exponent_bits + self.fraction_bits)) - 2
            case Specials.NONE:
                return (1 << (self.exponent_bits + self.fraction_bits)) - 1


@dataclass(frozen=True, slots=True)
class Format:
    """One element type. `layout` is None for integers, HiF8 (tapered) and E8M0 (a scale)."""

    name: str
    code: int
    bits: int
    kind: Kind
    layout: FloatLayout | None = None

    @property
    def mask(self) -> int:
        """All ones, as wide as an element."""
        return (1 << self.bits) - 1

    @property
    def is_float(self) -> bool:
        return self.kind is Kind.FLOAT


def _formats() -> dict[str, Format]:
    ieee, nan, none = Specials.IEEE, Specials.ONE_NAN, Specials.NONE
    floats: list[tuple[str, int, FloatLayout | None]] = [
        ("FP64", 64, FloatLayout(11, 52, 1023, ieee)),
        ("FP32", 32, FloatLayout(8, 23, 127, ieee)),
        ("TF32", 32, FloatLayout(8, 10, 127, ieee, low_zeros=13)),
        ("HF32", 32, FloatLayout(8, 11, 127, ieee, low_zeros=12)),
        ("FP16", 16, FloatLayout(5, 10, 15, ieee)),
        ("BF16", 16, FloatLayout(8, 7, 127, ieee)),
        ("HiF8", 8, None),
        ("E4M3", 8, FloatLayout(4, 3, 7, nan)),
        ("E5M2", 8, FloatLayout(5, 2, 15, ieee)),
        ("E3M2", 8, FloatLayout(3, 2, 3, none)),
        ("E2M3", 8, FloatLayout(2, 3, 1, none)),
        ("E2M1X2", 4, FloatLayout(2, 1, 1, none, has_subnormals=False)),
        ("E1M2X2", 4, FloatLayout(1, 2, 1, none, has_subnormals=False)),
        ("E8M0", 8, None),
        ("HiF4X2", 4, FloatLayout(1, 2, 1, none, has_subnormals=False)),
    ]
    table = [Format(n, code, bits, Kind.FLOAT, at) for code, (n, bits, at) in enumerate(floats)]
    for kind, letter, first in ((Kind.SIGNED, "S", 16), (Kind.UNSIGNED, "U", 24)):
        for step, bits in enumerate((64, 32, 16, 8, 4)):
            name = f"{letter}{bits}" + ("X2" if bits == 4 else "")
            table.append(Format(name, first + step, bits, kind))
    return {each.name: each for each in table}


FORMATS: Final[dict[str, Format]] = _formats()
BY_CODE: Final[dict[int, Format]] = {each.code: each for each in FORMATS.values()}
