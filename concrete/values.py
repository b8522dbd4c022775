"""Raw words of elements to values and back, exactly.

A raw word is an `int` of the type's `bits` low bits. A float is decoded to a `Fraction` and to a
decimal string that encodes to the same word again; encoding rounds once, to nearest with ties to
the even code, and never saturates.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np

from semantics.floats.table_codec import hif8_magnitude
from semantics.formats import FORMATS, FloatLayout, Format, Kind, Specials

Number: TypeAlias = int | float | Fraction


class ValueClass(StrEnum):
    """The class of a decoded value; INVALID is a pattern with reserved bits set."""

    ZERO = "zero"
    SUBNORMAL = "subnormal"
    NORMAL = "normal"
    INFINITY = "infinity"
    NAN = "nan"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Value:
    """A decoded element. `text` encodes to `raw` again; `exact` is None where not finite.

    `payload` is the whole fraction field of a NaN that has one, quiet bit included.
    """

    raw: int
    text: str
    kind: ValueClass
    negative: bool = False
    exact: Fraction | None = None
    payload: int | None = None

    def __str__(self) -> str:
        return self.text


def decode(fmt: Format, word: int) -> Value:
    """The value of the element in the low bits of a carrier word, however that is extended."""
    raw = word & fmt.mask
    if not fmt.is_float:
        signed = fmt.kind is Kind.SIGNED and raw >> (fmt.bits - 1)
        number = raw - (1 << fmt.bits) if signed else raw
        kind = ValueClass.NORMAL if number else ValueClass.ZERO
        return Value(raw, str(number), kind, number < 0, Fraction(number))
    return _decode_float(fmt, raw) if fmt.bits > 16 else _decode_cached(fmt, raw)


def is_valid(fmt: Format, word: int) -> bool:
    """Whether no reserved bit of the element is set."""
    return decode(fmt, word).kind is not ValueClass.INVALID


def _decode_float(fmt: Format, raw: int) -> Value:
    layout = fmt.layout
    if layout is None:
        return _decode_irregular(fmt, raw)
    code = (raw >> layout.low_zeros) & ((1 << (layout.exponent_bits + layout.fraction_bits)) - 1)
    negative = bool(raw >> layout.sign_bit & 1)
    sign = "-" if negative else ""
    if raw & ((1 << layout.low_zeros) - 1) or raw >> (layout.sign_bit + 1):
        return Value(raw, f"0x{raw:x}", ValueClass.INVALID)
    exponent, fraction = divmod(code, 1 << layout.fraction_bits)
    if code > layout.largest:
        if layout.specials is Specials.IEEE and fraction == 0:
            return Value(raw, f"{sign}inf", ValueClass.INFINITY, negative)
        return Value(
            raw, sign + _nan_text(layout, fraction), ValueClass.NAN, negative, None, fraction
        )
    if code == 0:
        return Value(raw, f"{sign}0.0", ValueClass.ZERO, negative, Fraction(0))
    subnormal = exponent == 0
    significand = fraction if subnormal else fraction + (1 << layout.fraction_bits)
    power = max(exponent, 1) - layout.bias - layout.fraction_bits
    exact = significand * Fraction(2) ** power * (-1 if negative else 1)
    kind = ValueClass.SUBNORMAL if subnormal and layout.has_subnormals else ValueClass.NORMAL
    return Value(raw, _decimal(fmt, layout, exact, code), kind, negative, exact)


_decode_cached = lru_cache(maxsize=1 << 18)(_decode_float)


def _nan_text(layout: FloatLayout, fraction: int) -> str:
    if layout.specials is Specials.ONE_NAN or fraction == layout.quiet_bit:
        return "nan"
    return f"{'nan' if fraction & layout.quiet_bit else 'snan'}(0x{fraction:x})"


def _decode_irregular(fmt: Format, raw: int) -> Value:
    if raw == _IRREGULAR_NAN[fmt.name]:
        return Value(raw, "nan", ValueClass.NAN)
    if fmt.name == "E8M0":
        exact = Fraction(2) ** (raw - 127)
        return Value(raw, repr(float(exact)), ValueClass.NORMAL, False, exact)
    negative, code = raw >> 7 == 1, raw & 0x7F
    sign = -1 if negative else 1
    if code == _HIF8_INFINITY:
        return Value(raw, "-inf" if negative else "inf", ValueClass.INFINITY, negative)
    exact = sign * Fraction(hif8_magnitude(code))
    kind = ValueClass.NORMAL if code > 7 else ValueClass.SUBNORMAL if code else ValueClass.ZERO
    return Value(raw, repr(float(exact)), kind, negative, exact)


_IRREGULAR_NAN: Final = {"HiF8": 0x80, "E8M0": 0xFF}
_HIF8_INFINITY: Final = 0x6F


def _decimal(fmt: Format, layout: FloatLayout, exact: Fraction, code: int) -> str:
    """The shortest decimal that rounds to `code`; for types of up to 8 bits, the exact value."""
    value = float(exact)
    if fmt.bits <= 8 or fmt.name == "FP64":
        return repr(value)
    if fmt.name == "FP32":
        return repr(float(np.format_float_scientific(np.float32(value))))
    for digits in range(1, 17):
        text = f"{value:.{digits - 1}e}"
        if _round(layout, abs(Fraction(text))) == code:
            return repr(float(text))
    return repr(value)


class FormatError(ValueError):
    """A value that an element type can't hold; the message is for users."""


_RAW = re.compile(r"0[xX]([0-9a-fA-F]{1,64})")
_INTEGER = re.compile(r"[+-]?[0-9]{1,64}")
_NAN = re.compile(r"([+-]?)(s?)nan(?:\(0x([0-9a-f]{1,16})\))?")
_NUMBER = re.compile(r"([+-]?)([0-9]{0,1100})\.?((?<=\.)[0-9]{0,1100})?(?:e([+-]?[0-9]{1,9}))?")


def encode(fmt: Format, value: Number | str) -> int:
    """The raw word of a value; raises FormatError.

    Text may be a decimal number, `inf`, `nan`, `-nan`, `nan(0xP)` or `snan(0xP)` with the whole
    fraction field, or the raw bits as `0x…`.
    """
    if isinstance(value, bool):
        raise FormatError("a truth value is no element")
    if isinstance(value, str):
        return _encode_text(fmt, value.strip())
    if not fmt.is_float:
        if not isinstance(value, int):
            raise FormatError(f"{fmt.name} holds integers, not {value}")
        return _encode_integer(fmt, value)
    if isinstance(value, float):
        if not math.isfinite(value):
            return _encode_text(fmt, repr(value))
        return _encode_finite(fmt, math.copysign(1, value) < 0, abs(Fraction(value)), repr(value))
    return _encode_finite(fmt, value < 0, abs(Fraction(value)), _brief(str(value)))


def _encode_text(fmt: Format, text: str) -> int:
    if raw := _RAW.fullmatch(text):
        word = int(raw[1], 16)
        if word > fmt.mask:
            raise FormatError(f"{text} has more than the {fmt.bits} bits of {fmt.name}")
        return word
    if not fmt.is_float:
        if not _INTEGER.fullmatch(text):
            raise FormatError(f"{fmt.name} holds integers, not '{_brief(text)}'")
        return _encode_integer(fmt, int(text))
    text = text.lower()
    if text.lstrip("+-") in ("inf", "infinity") and len(text.lstrip("+-")) >= len(text) - 1:
        return _encode_infinity(fmt, text.startswith("-"))
    if nan := _NAN.fullmatch(text):
        return _encode_nan(fmt, text, nan[1] == "-", nan[2] == "s", nan[3])
    number = _NUMBER.fullmatch(text)
    if not number or not (number[2] or number[3]):
        raise FormatError(f"'{_brief(text)}' is no number")
    digits, power = number[2] + (number[3] or ""), int(number[4] or 0) - len(number[3] or "")
    magnitude = Fraction(0)
    if digits.strip("0") and len(digits.lstrip("0")) + power > -1200:
        # Beyond any type's range the exact power does not matter, and could be huge.
        magnitude = int(digits) * Fraction(10) ** min(power, 400)
    return _encode_finite(fmt, number[1] == "-", magnitude, _brief(text))


def _encode_integer(fmt: Format, value: int) -> int:
    low = -(1 << (fmt.bits - 1)) if fmt.kind is Kind.SIGNED else 0
    high = fmt.mask + low
    if not low <= value <= high:
        shown = value if value.bit_length() < 256 else "a huge number"
        raise FormatError(f"{shown} is outside the range of {fmt.name}: {low} to {high}")
    return value & fmt.mask


def _encode_infinity(fmt: Format, negative: bool) -> int:
    if fmt.name == "HiF8":
        return _HIF8_INFINITY | negative << 7
    layout = fmt.layout
    if layout is None or layout.specials is not Specials.IEEE:
        raise FormatError(f"{fmt.name} has no infinity")
    magnitude = layout.top_exponent << (layout.fraction_bits + layout.low_zeros)
    return magnitude | negative << layout.sign_bit


def _encode_nan(
    fmt: Format, text: str, negative: bool, signaling: bool, payload: str | None
) -> int:
    layout = fmt.layout
    if layout is None:
        if negative or signaling or payload:
            raise FormatError(f"{fmt.name} has one NaN, written nan")
        return _IRREGULAR_NAN[fmt.name]
    match layout.specials:
        case Specials.NONE:
            raise FormatError(f"{fmt.name} has no NaN")
        case Specials.ONE_NAN:
            if signaling or payload:
                raise FormatError(f"{fmt.name} has one NaN of each sign, written nan and -nan")
            return (layout.largest + 1) | negative << layout.sign_bit
        case Specials.IEEE:
            fraction = int(payload, 16) if payload else layout.quiet_bit
            if not 0 < fraction < 1 << layout.fraction_bits or signaling == bool(
                fraction & layout.quiet_bit
            ):
                raise FormatError(
                    f"'{text}' is no NaN of {fmt.name}: its payload is the whole fraction, not "
                    f"zero, and has bit {layout.fraction_bits - 1} set unless it is signaling"
                )
            code = layout.top_exponent << layout.fraction_bits | fraction
            return code << layout.low_zeros | negative << layout.sign_bit


def _round(layout: FloatLayout, magnitude: Fraction) -> int | None:
    """The code (exponent and fraction) nearest to a magnitude, or None beyond the largest."""
    if not magnitude:
        return 0
    power = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    power -= magnitude < Fraction(2) ** power
    step = max(power, 1 - layout.bias)
    units = round(magnitude / Fraction(2) ** (step - layout.fraction_bits))
    code = (step - (1 - layout.bias) << layout.fraction_bits) + units
    return code if code <= layout.largest else None


def _encode_finite(fmt: Format, negative: bool, magnitude: Fraction, text: str) -> int:
    layout = fmt.layout
    if layout is None:
        return _encode_irregular(fmt, negative, magnitude, text)
    code = _round(layout, magnitude)
    if code is None:
        top = decode(fmt, layout.largest << layout.low_zeros)
        raise FormatError(f"{text} is outside the range of {fmt.name}: its largest is {top}")
    return code << layout.low_zeros | negative << layout.sign_bit


@lru_cache
def _irregular_magnitudes(name: str) -> tuple[tuple[Fraction, int], ...]:
    """The finite magnitudes of HiF8 or E8M0 with their codes, in rising order."""
    fmt = FORMATS[name]
    values = (decode(fmt, raw) for raw in range(256))
    return tuple(sorted((v.exact, v.raw) for v in values if v.exact is not None and not v.negative))


def _encode_irregular(fmt: Format, negative: bool, magnitude: Fraction, text: str) -> int:
    known = _irregular_magnitudes(fmt.name)
    low, high = known[0][0], known[-1][0]
    too_large = magnitude > high * (Fraction(5, 4) if fmt.name == "HiF8" else 1)
    if too_large or magnitude < low or (negative and fmt.name == "E8M0"):
        lowest = f"{float(low)!r} to " if low else "its largest is "
        raise FormatError(f"{text} is outside the range of {fmt.name}: {lowest}{float(high)!r}")
    code = min(known, key=lambda each: (abs(each[0] - magnitude), each[1] & 1))[1]
    return code | (negative << 7 if code else 0)


def _brief(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
