"""Times of proofs about floating operations, and of comparing their formulas with their meaning on
all words of every format of at most 8 bits, in all modes (on random triples and integers)."""

from __future__ import annotations

import random
import time
from itertools import product

from semantics.floats import OPERATIONS
from semantics.floats.environment import MODES, RNE
from tests.proofs.float_agreement import NARROW, disagreements, operations, words
from tests.proofs.float_claims import TRUE, refutation

SAMPLES = 4_000
"""Random operands where there are too many to try all."""


def main() -> None:
    """Print the time of each proof, then that of each comparison, with what disagrees."""
    for claim in TRUE:
        for format in ("FP16", "BF16", "FP32", "FP64"):
            start = time.perf_counter()
            answer = refutation(claim, format, RNE)
            print(f"{claim.__name__:28} {format:6} {answer} {time.perf_counter() - start:8.3f} s")
    for format in NARROW:
        for name in OPERATIONS:
            start = time.perf_counter()
            modes = MODES if "mode" in OPERATIONS[name].settings else [RNE]
            wrong = [each for mode in modes for each in _wrong(format, name, mode)]
            print(f"{format:8} {name:18} {time.perf_counter() - start:6.1f} s  {wrong or 'agree'}")


def _wrong(format: str, name: str, mode: int) -> list[object]:
    arity = OPERATIONS[name].words
    found: list[object] = []
    for operation in operations(format, name, [mode]):
        width = operation.operand_width
        if name == "from_int" or (arity == 3 and width > 4):
            samples = [
                tuple(random.getrandbits(width) for _ in range(arity)) for _ in range(SAMPLES)
            ]
        else:
            samples = list(product(words(format), repeat=arity))
        found += disagreements([operation], samples)
    return found


if __name__ == "__main__":
    main()
