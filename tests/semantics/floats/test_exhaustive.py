"""Formats of at most 8 bits: every pair of operands, or every operand.

Formats of 6 and 4 bits are tried in all modes. Those of 8 bits are tried with every operation that
rounds, each in one of the modes, and with one that chooses;
`python -m tests.semantics.floats.exhaustive` tries all with all.
"""

from __future__ import annotations

import pytest

from semantics.floats import OPERATIONS
from semantics.formats import FORMATS, Format
from tests.semantics.floats.exhaustive import CASES, CHOICES, ROUNDED, disagreements, words
from tests.semantics.floats.expected import in_format
from tests.semantics.floats.oracle import RNE, SMALL


def is_default(format: Format, mode: int, name: str) -> bool:
    if len(words(format)) < 256:
        return True
    at = SMALL.index(format)
    if name in CHOICES:
        return CHOICES.index(name) == at % len(CHOICES)
    return (at + ROUNDED.index(name)) % 6 == mode


DEFAULT = [case for case in CASES if is_default(*case)]
IDS = [f"{format.name}-{mode}-{name}" for format, mode, name in DEFAULT]


@pytest.mark.parametrize(("format", "mode", "name"), DEFAULT, ids=IDS)
def test_pairs(format: Format, mode: int, name: str) -> None:
    assert disagreements(format, mode, name) == []


@pytest.mark.parametrize("mode", range(6))
@pytest.mark.parametrize("format", SMALL, ids=lambda format: format.name)
def test_single_operands(format: Format, mode: int) -> None:
    expected, code = in_format(format, mode), format.code
    functions = {name: OPERATIONS[name].function for name in OPERATIONS}
    for x in words(format):
        assert functions["sqrt"](code, mode, x) == expected.sqrt(x), x
        assert functions["round_to_integral"](code, mode, x) == expected.round_to_integral(x), x
        for width in (1, 5):
            for name in ("to_signed", "to_unsigned"):
                wanted = expected.to_int(width, name == "to_signed", x)
                assert functions[name](code, mode, width, x) == wanted, (name, width, x)
        for target in SMALL:
            wanted = expected.convert(target, x)
            assert functions["convert"](code, target.code, mode, x) == wanted, (target.name, x)


@pytest.mark.parametrize("mode", range(6))
@pytest.mark.parametrize("format", SMALL, ids=lambda format: format.name)
def test_from_integers(format: Format, mode: int) -> None:
    expected, function = in_format(format, mode), OPERATIONS["from_int"].function
    for word in range(256):
        signed = word - 256 if word >= 128 else word
        assert function(format.code, mode, 8, False, word) == expected.from_int(word)
        assert function(format.code, mode, 8, True, word | 0xF00) == expected.from_int(signed)


def test_bits_that_do_not_count() -> None:
    add, minimum = OPERATIONS["add"].function, OPERATIONS["minimum"].function
    for name, ignored in (("TF32", 0x1FFF), ("HF32", 0xFFF), ("E3M2", 0xC0), ("E2M3", 0xC0)):
        format = FORMATS[name]
        above = 0xABCD << format.bits
        for x, y in ((0x3FABE000 & format.mask, 0x40000000 & format.mask), (0x12, 0x03)):
            x, y = x & ~ignored, y & ~ignored
            for each in (ignored, above, ignored | above):
                assert add(format.code, RNE, x | each, y) == add(format.code, RNE, x, y)
                assert minimum(format.code, x | each, y | each) == minimum(format.code, x, y)
