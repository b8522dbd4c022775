"""The values of literals, from their spelling (which the lexer has already checked)."""

from __future__ import annotations

from fractions import Fraction

ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
# Python refuses to convert longer decimal text in one go.
DIGITS_AT_ONCE = 4000


def integer_value(text: str) -> int:
    """The value of `12`, `1_000` or `0xFF_FF`."""
    if text.startswith("0x"):
        return int(text[2:].replace("_", ""), 16)
    return _decimal_value(text.replace("_", ""))


def real_value(text: str) -> Fraction:
    """The exact value of `3.141_592`."""
    whole, _, fraction = text.replace("_", "").partition(".")
    return Fraction(_decimal_value(whole + fraction), 10 ** len(fraction))


def string_value(text: str) -> str:
    """The characters between the quotes, escapes resolved."""
    first, *others = text[1:-1].split("\\")
    if not others:
        return first
    # An escaped backslash leaves an empty part, after which a part has no escape.
    parts = [first]
    escaped = True
    for part in others:
        if not escaped:
            parts.append(part)
            escaped = True
        elif part:
            parts.append(ESCAPES[part[0]] + part[1:])
        else:
            parts.append("\\")
            escaped = False
    return "".join(parts)


def bits_value(text: str) -> tuple[int, int]:
    """Width and value of `'10 10'`."""
    digits = text[1:-1].replace(" ", "")
    return len(digits), int(digits, 2) if digits else 0


def mask_value(text: str) -> tuple[int, int, int]:
    """Width, mask and value of `'1x(0)'`; digits between parentheses are don't-cares too."""
    width = mask = value = 0
    counts = True
    for character in text[1:-1]:
        if character in "()":
            counts = character == ")"
        elif character != " ":
            width += 1
            known = counts and character != "x"
            mask = mask << 1 | known
            value = value << 1 | (known and character == "1")
    return width, mask, value


def _decimal_value(digits: str) -> int:
    if len(digits) <= DIGITS_AT_ONCE:
        return int(digits)
    middle = len(digits) // 2
    shift: int = 10 ** (len(digits) - middle)
    return _decimal_value(digits[:middle]) * shift + _decimal_value(digits[middle:])
