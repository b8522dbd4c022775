"""Lines per second of the static checker, on one core, with all trees in memory.

Checks the shipped ASL or, with PTO_SPEC set, every unit of that specification, and the generated
decoders that PTO_DECODERS names.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from concrete.machine import Machine
from semantics.checking.checker import check
from semantics.specification import checkout, shipped
from tests.benchmarks.figures import Figure, run


def figures() -> Iterator[Figure]:
    """Check everything once."""
    root = os.environ.get("PTO_SPEC")
    decoders = [Path(d) for d in os.environ.get("PTO_DECODERS", "").split(os.pathsep) if d]
    spec = checkout(Path(root), decoders) if root else shipped()
    lines = sum(len(file.source.lines) for file in spec.files)
    program = spec.program()
    Machine(program)
    subprograms = len([program.declaration(key) for key in sorted(program.keys())])
    start = time.perf_counter()
    check(program)
    seconds = time.perf_counter() - start
    yield Figure(f"checking {subprograms} subprograms", lines / seconds, "lines/s")
    yield Figure(f"checking {subprograms} subprograms", seconds, "s")


if __name__ == "__main__":
    run(figures)
