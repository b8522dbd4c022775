"""The two meanings of a floating operation compared: formulas of z3, and arithmetic in Python."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

import z3

from proofs.encode_floats import FloatEncoder
from proofs.float_formats import float_format
from semantics.floats import OPERATIONS
from semantics.floats.environment import MODES
from semantics.formats import BY_CODE, FORMATS
from semantics.term_floats import FloatOperation
from tests.proofs import circuits

FLOATS: Final = tuple(f.name for f in FORMATS.values() if f.is_float)
NARROW: Final = tuple(name for name in FLOATS if FORMATS[name].bits <= 8)
PACKED: Final = {
    "FP64": "<d", "FP32": "<f", "TF32": "<f", "HF32": "<f", "FP16": "<e", "BF16": "<f",
    "E5M2": "<e",
}  # fmt: skip
"""IEEE layouts, with what `struct` calls the format whose top bits they are."""
WIDTHS: Final = (1, 8, 33, 64)


def operations(format: str, name: str, modes: Sequence[int] = MODES) -> Iterator[FloatOperation]:
    """An operation in some modes, to all formats, and to and from integers of some widths."""
    settings = OPERATIONS[name].settings
    targets = FLOATS if "target" in settings else (None,)
    widths = WIDTHS if "width" in settings else (0,)
    signs = (False, True) if "signed" in settings else (False,)
    used = modes if "mode" in settings else (0,)
    for target, mode, width, signed in product(targets, used, widths, signs):
        to = None if target is None else FORMATS[target].code
        yield FloatOperation(name, FORMATS[format].code, to, mode, width, signed)


def words(format: str) -> list[int]:
    """All numbers of a format of at most 8 bits; bits that do not count are as they come."""
    facts = float_format(FORMATS[format].code)
    ignored = (1 << facts.bits) - 1 - facts.meaning_bits
    return [code | (37 * code & ignored) for code in range(facts.meaning_bits + 1)]


def disagreements(
    operations: Sequence[FloatOperation], samples: Sequence[tuple[int, ...]]
) -> list[tuple[FloatOperation, tuple[int, ...]]]:
    """Where operations on the same words differ: one of the samples for each part that does.

    The remainder on which a floor modulo rests is given its value, which must satisfy its axioms.
    """
    first, names = operations[0], "xyz"[: len(samples[0])]
    width = first.operand_width
    inputs = {
        name: circuits.columns(width, values)
        for name, values in zip(names, zip(*samples, strict=True), strict=True)
    }
    operands = [circuits.word(name, width) for name in names]
    axioms: list[z3.BoolRef] = []
    encoder = FloatEncoder(axioms)
    parts = [replace(o, part=part) for o in operations for part in ("value", "flags")]
    terms = [encoder.encode(each, operands) for each in parts]
    expected = [[each.apply(*sample) for sample in samples] for each in parts]
    if first.name == "floor_modulo":
        unknown = encoder.remainder(float_format(first.format), *operands)
        parts.append(first)
        terms.append(z3.If(z3.And(axioms), z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)))
        expected.append([1] * len(samples))
        terms = [z3.substitute(term, (unknown, circuits.word("r", width))) for term in terms]
        inputs["r"] = circuits.columns(width, [remainder(first.format, *s) for s in samples])
    wrong = []
    found = circuits.run(terms, inputs, len(samples))
    for part, columns, values in zip(parts, found, expected, strict=True):
        differs = 0
        for one, other in zip(columns, circuits.columns(len(columns), values), strict=True):
            differs |= one ^ other
        if differs:
            wrong.append((part, samples[differs.bit_length() - 1]))
    return wrong


def number(format: int, word: int) -> float:
    """The value of a word."""
    facts = float_format(format)
    word &= facts.meaning_bits
    if facts.values:
        return facts.values[word]
    code = PACKED[BY_CODE[format].name]
    size = struct.calcsize(code)
    value: float = struct.unpack(code, (word << (8 * size - facts.bits)).to_bytes(size, "little"))[
        0
    ]
    return value


def remainder(format: int, x: int, y: int) -> int:
    """The word of x - trunc(x / y) * y, which is exact; zero where there is none."""
    facts, a, b = float_format(format), number(format, x), number(format, y)
    if not math.isfinite(a) or math.isnan(b) or not b:
        return 0
    if math.isinf(b):
        return x
    one, other = Fraction(a), Fraction(b)
    rest = float(one - math.trunc(one / other) * other)
    if facts.values:
        return facts.values.index(rest) if rest else 0
    code = PACKED[BY_CODE[format].name]
    place = 8 * struct.calcsize(code) - facts.bits
    word, low = divmod(int.from_bytes(struct.pack(code, rest), "little"), 1 << place)
    assert not low
    return word
