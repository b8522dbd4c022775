"""Forms about the elements of a result."""

from __future__ import annotations

import re
from typing import Final

from semantics.clause_forms.form import SUBJECT, Form, Make, Said, forms
from semantics.clause_forms.statements import (
    Computes,
    Keeps,
    Rule,
    Sentence,
    Value,
)
from semantics.formats import Kind

_INTEGERS: Final = (Kind.SIGNED, Kind.UNSIGNED)


def _computes(value: Value, *kinds: Kind) -> Make:
    return lambda match, at: (Computes(value, kinds, sentence=at),)


def _negation(match: re.Match[str], at: Sentence) -> Said:
    return (
        Computes(Value.NEGATION, _INTEGERS, sentence=at),
        Computes(Value.SIGN_BIT, (Kind.FLOAT,), sentence=at),
    )


def _sign_bit(match: re.Match[str], at: Sentence) -> Said:
    return (
        Computes(Value.SIGN_BIT, (Kind.FLOAT,), sentence=at),
        Keeps((Rule.NO_INVALID,), sentence=at),
    )


VALUES: Final[tuple[Form, ...]] = (
    *forms(
        "floor modulo",
        _computes(Value.FLOOR_MODULO, Kind.SIGNED),
        r"signed integer modulo uses floor division so a nonzero result has the divisor's sign",
    ),
    *forms(
        "floor modulo of floats",
        _computes(Value.FLOOR_MODULO, Kind.SIGNED, Kind.FLOAT),
        r"signed integer and floating modulo use floor division so a nonzero result has the "
        r"divisor sign",
    ),
    *forms(
        "unsigned remainder",
        _computes(Value.REMAINDER, Kind.UNSIGNED),
        r"unsigned integers use ordinary unsigned remainder",
        r"unsigned integer modulo use unsigned remainder",
    ),
    *forms(
        "signed division",
        _computes(Value.QUOTIENT, Kind.SIGNED),
        r"signed integers use signed division",
    ),
    *forms(
        "unsigned division",
        _computes(Value.QUOTIENT, Kind.UNSIGNED),
        r"unsigned integers use unsigned division",
    ),
    *forms(
        "floating modulo",
        _computes(Value.FLOOR_MODULO, Kind.FLOAT),
        r"floating values use the selected modulo profile",
    ),
    *forms(
        "floating division",
        _computes(Value.QUOTIENT, Kind.FLOAT),
        r"floating values use the selected floating division profile",
    ),
    *forms(
        "division",
        _computes(Value.QUOTIENT, *Kind),
        SUBJECT
        + r"divide an ordered Local numerator by denominator using the selected arithmetic type",
    ),
    *forms(
        "negation",
        _computes(Value.NEGATION, *_INTEGERS),
        r"integer negation is zero minus the source modulo the selected element width",
    ),
    *forms(
        "negation by kind",
        _negation,
        SUBJECT
        + r"negate integers modulo their element width or toggle only the floating sign bit",
        r"for every valid coordinate, negate modulo the selected integer width or toggle only the "
        r"floating sign bit according to DataType",
    ),
    *forms(
        "sign bit",
        _sign_bit,
        r"floating negation toggles only the sign bit, preserving zeros, infinities, NaN class, "
        r"and NaN payload without reporting invalid solely for @",
    ),
    *forms(
        "zero fill",
        _computes(Value.ZERO_FILL, *Kind),
        r"initialize every physical destination coordinate to typed positive or integer zero",
        r"initialize the complete physical destination to typed zero",
        r"before scatter writes, every physical destination element is initialized to the selected "
        r"value DataType's positive or integer zero and is defined",
    ),
    *forms(
        "scatter",
        _computes(Value.SCATTER, *Kind),
        r"for every source coordinate \[r,c\], read k=index\[r,c\] and write source\[r,c\] "
        r"bit-for-bit to destination\[k,c\]",
        r"each index element is a logical destination-row selector at the current column",
    ),
)
