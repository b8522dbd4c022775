"""Floating operations per second on the concrete side, by format and operation."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from semantics.floats import OPERATIONS
from semantics.formats import FORMATS
from tests.benchmarks.figures import Figure, run

COUNT = 20_000


def figures() -> Iterator[Figure]:
    """Time each operation on random words."""
    random.seed(1)
    for name in ("FP64", "FP32", "FP16", "BF16", "E4M3", "HiF8"):
        format = FORMATS[name]
        words = [random.getrandbits(format.bits) for _ in range(COUNT + 2)]
        for operation in ("add", "mul", "div", "fma", "sqrt", "floor_modulo"):
            function, _, count = OPERATIONS[operation]
            start = time.perf_counter()
            for i in range(COUNT):
                function(format.code, 0, *words[i : i + count])
            seconds = time.perf_counter() - start
            yield Figure(f"{name} {operation}", COUNT / seconds, "operations/s")


if __name__ == "__main__":
    run(figures)
