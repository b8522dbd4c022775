"""Elements at which an operation may change what it does, by name, of each element type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache

from concrete.values import FormatError, ValueClass, decode, encode
from semantics.formats import FloatLayout, Format, Kind

TIES = ("0.5", "1.5", "2.5")
"""What lies in the middle between two integers."""


@cache
def boundaries(fmt: Format) -> Mapping[str, int]:
    """Raw words by what they are; of several names for one word, the first."""
    named = _floats(fmt) if fmt.is_float else _integers(fmt)
    found: dict[int, str] = {}
    for name, word in named:
        found.setdefault(word, name)
    return {name: word for word, name in found.items()}


def _integers(fmt: Format) -> Iterator[tuple[str, int]]:
    yield "zero", 0
    yield "one", 1
    if fmt.kind is Kind.SIGNED:
        yield "minus one", fmt.mask
        yield "least", 1 << (fmt.bits - 1)
        yield "greatest", fmt.mask >> 1
    else:
        yield "greatest", fmt.mask
        yield "half the range", 1 << (fmt.bits - 1)


def _floats(fmt: Format) -> Iterator[tuple[str, int]]:
    yield from _texts(fmt, {"zero": "0", "one": "1", "minus zero": "-0", "minus one": "-1"})
    if fmt.layout is not None:
        yield from _codes(fmt.layout)
    else:
        yield from _all_classes(fmt)
    yield from _texts(fmt, {"infinity": "inf", "minus infinity": "-inf", "NaN": "nan"})
    yield from _texts(fmt, {f"tie {text}": text for text in TIES})


def _texts(fmt: Format, texts: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Those of the values that the type has."""
    for name, text in texts.items():
        with suppress(FormatError):
            word = encode(fmt, text)
            exact = decode(fmt, word).exact
            if exact is None or exact == Fraction(text):
                yield name, word


def _codes(layout: FloatLayout) -> Iterator[tuple[str, int]]:
    """Finite values by exponent and fraction, and a signalling NaN."""
    least_normal = 1 << layout.fraction_bits
    one = layout.bias << layout.fraction_bits
    codes = {"least normal": least_normal, "greatest": layout.largest, "one and an ulp": one + 1}
    if layout.has_subnormals:
        codes = {"least subnormal": 1, "greatest subnormal": least_normal - 1, **codes}
    half_ulp = layout.bias - layout.fraction_bits - 1
    if half_ulp > 0:  # added to one, or to one and an ulp, it makes a tie
        codes["half an ulp of one"] = half_ulp << layout.fraction_bits
    for name, code in codes.items():
        yield name, code << layout.low_zeros
    for name in ("least subnormal", "least normal", "greatest"):
        if name in codes:
            yield f"minus {name}", codes[name] << layout.low_zeros | 1 << layout.sign_bit
    if layout.largest < layout.top_exponent << layout.fraction_bits and layout.fraction_bits > 1:
        signalling = layout.top_exponent << layout.fraction_bits | 1
        yield "signalling NaN", signalling << layout.low_zeros


def _all_classes(fmt: Format) -> Iterator[tuple[str, int]]:
    """The least and the greatest value of each class of a short type, of either sign."""
    values = [decode(fmt, word) for word in range(fmt.mask + 1)]
    for kind, name in ((ValueClass.SUBNORMAL, "subnormal"), (ValueClass.NORMAL, "normal")):
        of_kind = [each for each in values if each.kind is kind and each.exact is not None]
        for sign in (False, True):
            signed = [each for each in of_kind if each.negative is sign]
            ordered = sorted(signed, key=lambda each: abs(each.exact or Fraction(0)))
            if ordered:
                minus = "minus " if sign else ""
                yield f"{minus}least {name}", ordered[0].raw
                yield f"{minus}greatest {name}", ordered[-1].raw
