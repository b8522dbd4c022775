"""Speed of emitted code: loops against the same in Python, tiles, and bundles; one core."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator

from concrete.bundles import run_bundle
from concrete.machine import Machine
from concrete.tiles import read_tiles
from parser.bundle import parse_bundle
from parser.loader import parse_files
from parser.source import Source
from semantics.library import ROOT
from semantics.specification import Specification, shipped
from tests.benchmarks.figures import Figure, run

HERE = ROOT.parent / "tests" / "benchmarks"
EXAMPLE = ROOT.parent / "examples" / "trem.bundle"
TURNS = 1_000_000
UPDATES = 100_000
EDGE = 128


def figures() -> Iterator[Figure]:
    """Measure each a few times; the best counts."""
    machine = Machine(Specification("loops", parse_files([HERE / "loops.asl"])).program())
    emitted = _seconds(lambda: machine.call("Turns", TURNS))
    written = _seconds(lambda: _turns(TURNS))
    yield Figure("loop, emitted", TURNS / emitted, "turns/s")
    yield Figure("the same loop, written in Python by hand", TURNS / written, "turns/s")
    yield Figure("emitted takes as long as by hand, times", emitted / written, "")
    for elements, name in ((32, "UpdateSmall"), (32_768, "UpdateLarge")):
        seconds = _seconds(lambda name=name: machine.call(name, UPDATES))  # type: ignore[misc]
        yield Figure(f"updates of one element of {elements}", UPDATES / seconds, "updates/s")
    tile = Machine(shipped().program(parse_files([HERE / "tile.asl"])))
    tile.call("Prepare", EDGE)
    seconds = _seconds(lambda: tile.call("Execute"))
    yield Figure(f"TREM S32 on a tile of {EDGE}x{EDGE}", EDGE * EDGE / seconds, "elements/s")
    yield from _bundles()


def _bundles() -> Iterator[Figure]:
    spec, tiles = shipped(), read_tiles(EXAMPLE.with_suffix(".json"))
    bundle = parse_bundle(Source.read(EXAMPLE))
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PTOPROVE_CACHE_DIR"] = cache
        for state in ("cold", "warm"):
            start = time.process_time()
            run_bundle(spec, bundle, tiles)
            seconds = time.process_time() - start
            yield Figure(f"a TREM bundle on the shipped model, {state} cache", seconds, "s")


def _turns(turns: int) -> int:
    """What `Turns` of loops.asl does."""
    a, b = 1, 0
    for i in range(turns):
        b = b + a & 0xFFFF_FFFF_FFFF_FFFF
        if b > i:
            a = (a ^ b) >> 1
    return a


def _seconds(action: Callable[[], object], rounds: int = 3) -> float:
    """The shortest processor time of some rounds, after one that compiles."""
    action()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    run(figures)
