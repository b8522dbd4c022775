"""The 25 element types of PTO, and what NumPy and the tile library call them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import ml_dtypes
import numpy as np


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

# How the tile library and MLIR spell element types; a signless integer is taken as signed.
LIBRARY_NAMES: Final[dict[str, str]] = {
    "f64": "FP64", "f32": "FP32", "float": "FP32", "f16": "FP16", "half": "FP16",
    "bf16": "BF16", "bfloat16_t": "BF16", "f8E4M3FN": "E4M3", "f8E5M2": "E5M2", "hif8": "HiF8",
    **{f"{p}{b}": f"S{b}" for p in ("i", "si", "s") for b in (8, 16, 32, 64)},
    **{f"{p}{b}": f"U{b}" for p in ("ui", "u") for b in (8, 16, 32, 64)},
    **{f"int{b}_t": f"S{b}" for b in (8, 16, 32, 64)},
    **{f"uint{b}_t": f"U{b}" for b in (8, 16, 32, 64)},
}  # fmt: skip

_DTYPES: Final[dict[str, Any]] = {
    "FP64": np.float64, "FP32": np.float32, "FP16": np.float16, "BF16": ml_dtypes.bfloat16,
    "E4M3": ml_dtypes.float8_e4m3fn, "E5M2": ml_dtypes.float8_e5m2,
    "E3M2": ml_dtypes.float6_e3m2fn, "E2M3": ml_dtypes.float6_e2m3fn,
    "E2M1X2": ml_dtypes.float4_e2m1fn, "E8M0": ml_dtypes.float8_e8m0fnu,
    "S64": np.int64, "S32": np.int32, "S16": np.int16, "S8": np.int8, "S4X2": ml_dtypes.int4,
    "U64": np.uint64, "U32": np.uint32, "U16": np.uint16, "U8": np.uint8, "U4X2": ml_dtypes.uint4,
}  # fmt: skip


def dtype_of(fmt: Format) -> np.dtype[Any] | None:
    """The NumPy (or ml_dtypes) type with the same values; None for TF32, HF32, HiF8, E1M2X2
    and HiF4X2, which neither has."""
    found = _DTYPES.get(fmt.name)
    return None if found is None else np.dtype(found)


def format_of(dtype: np.dtype[Any]) -> Format | None:
    """The element type of a NumPy type in either byte order, or None."""
    native = dtype.newbyteorder("=") if dtype.kind in "iuf" else dtype
    return next((FORMATS[name] for name, each in _DTYPES.items() if np.dtype(each) == native), None)
