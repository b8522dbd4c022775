"""All pairs of operands of the formats of at most 8 bits against what is expected.

Run it as `python -m tests.semantics.floats.exhaustive` for all operations in all
modes, which takes a minute or two.
"""

from __future__ import annotations

import sys
import time
from itertools import product

from semantics.floats import OPERATIONS
from semantics.formats import Format
from tests.semantics.floats.expected import in_format
from tests.semantics.floats.oracle import RNE, SMALL

ROUNDED = ("add", "sub", "mul", "div", "floor_modulo")
CHOICES = ("compare", "minimum", "maximum", "minimum_number", "maximum_number")
CASES = [
    *product(SMALL, range(6), ROUNDED),
    *product(SMALL, [RNE], CHOICES),  # nothing is rounded
]


def words(format: Format) -> range:
    """All words whose bits count."""
    layout = format.layout
    return range(1 << (format.bits if layout is None else layout.sign_bit + 1))


def disagreements(format: Format, mode: int, name: str) -> list[str]:
    """The pairs on which a binary operation does not give what is expected."""
    expected = getattr(in_format(format, mode), name)
    operation = OPERATIONS[name]
    settings = (format.code, mode)[: len(operation.settings)]
    return [
        f"{name} {format.name} mode {mode}: {x:#x}, {y:#x}: {found:#x}, expected {wanted:#x}"
        for x, y in product(words(format), repeat=2)
        if (found := operation.function(*settings, x, y)) != (wanted := expected(x, y))
    ]


def main() -> int:
    """Compare everything and say what differs."""
    start, pairs, wrong = time.perf_counter(), 0, 0
    for format, mode, name in CASES:
        found = disagreements(format, mode, name)
        pairs, wrong = pairs + len(words(format)) ** 2, wrong + len(found)
        print("\n".join(found[:3]), end="\n" if found else "")
    print(f"{pairs:,} pairs in {time.perf_counter() - start:.0f} s, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
