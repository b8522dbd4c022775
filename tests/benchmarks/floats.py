"""Floating operations per second on the concrete side, by format and operation."""

from __future__ import annotations

import random
import time

from semantics.floats import OPERATIONS
from semantics.formats import FORMATS

COUNT = 20_000


def main() -> None:
    """Time each operation on random words and print the figures."""
    random.seed(1)
    for name in ("FP64", "FP32", "FP16", "BF16", "E4M3", "HiF8"):
        format = FORMATS[name]
        words = [random.getrandbits(format.bits) for _ in range(COUNT + 2)]
        figures = []
        for operation in ("add", "mul", "div", "fma", "sqrt", "floor_modulo"):
            function, _, count = OPERATIONS[operation]
            start = time.perf_counter()
            for i in range(COUNT):
                function(format.code, 0, *words[i : i + count])
            seconds = time.perf_counter() - start
            figures.append(f"{operation} {seconds / COUNT * 1e6:.1f} us ({COUNT / seconds:,.0f}/s)")
        print(f"{name:5} {', '.join(figures)}")


if __name__ == "__main__":
    main()
