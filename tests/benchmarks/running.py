"""Elements per second of the concrete machine: TREM on a whole tile, compiled code warm."""

from __future__ import annotations

import time
from collections.abc import Iterator

from concrete.machine import Machine
from parser.loader import parse_files
from semantics.library import ROOT
from semantics.specification import shipped
from tests.benchmarks.figures import Figure, run

PROGRAM = ROOT.parent / "tests" / "benchmarks" / "tile.asl"


def figures() -> Iterator[Figure]:
    """Run the operation a few times."""
    machine = Machine(shipped().program(parse_files([PROGRAM])))
    elements = machine.call("Prepare")
    machine.call("Execute")
    start, rounds = time.perf_counter(), 3
    for _ in range(rounds):
        machine.call("Execute")
    seconds = (time.perf_counter() - start) / rounds
    yield Figure(f"TREM S32, {elements} elements", seconds * 1000, "ms")
    yield Figure(f"TREM S32, {elements} elements", elements / seconds, "elements/s")


if __name__ == "__main__":
    run(figures)
