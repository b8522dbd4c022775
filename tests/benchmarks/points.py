"""The public test points: loading, the whole suite from a cold and a warm cache, the same with
branches counted, and the slowest.

PTO_SPEC names the checkout. Its decoders are those that PTO_DECODERS names, else its own script is
run. PTO_JOBS is the number of processes, else one per processor.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from concrete.discovery import discover
from concrete.limits import Limits
from concrete.points import Outcome, Point, PointRunner, Status
from concrete.workers import run_points
from semantics.decoders import generate
from semantics.specification import checkout
from tests.benchmarks.figures import Figure, run

SLOWEST = 10
SECONDS = 600.0
"""The longest processor time for one point."""


def figures() -> Iterator[Figure]:
    """Run everything twice, and twice counting branches, in a cache of its own."""
    if "PTO_SPEC" not in os.environ:
        sys.exit("PTO_SPEC names the checkout of the specification to run")
    directory = Path(os.environ["PTO_SPEC"])
    jobs = int(os.environ.get("PTO_JOBS", os.cpu_count() or 1))
    given = [Path(d) for d in os.environ.get("PTO_DECODERS", "").split(os.pathsep) if d]
    decoders = given or [generate(directory)]
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PTOPROVE_CACHE_DIR"] = cache
        for state in ("cold", "warm", "counting, cold", "counting, warm"):
            start = time.perf_counter()
            runner = PointRunner(checkout(directory, decoders), state.startswith("counting"))
            yield Figure(f"loading the model, {state}", time.perf_counter() - start, "s")
            start = time.perf_counter()
            outcomes = _run(runner, discover(directory), jobs)
            seconds = time.perf_counter() - start
            what = f"{len(outcomes)} points in {jobs} processes, {state}"
            yield Figure(what, seconds, "s")
            yield Figure(what, len(outcomes) / seconds, "points/s")
            used = sum(each.seconds for each in outcomes)
            yield Figure(f"the points one after the other, {state}", used, "s")
            passed = sum(each.status is Status.PASSED for each in outcomes)
            yield Figure(f"points that pass, {state}", passed, "points")
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            yield Figure("memory of the largest process so far", usage.ru_maxrss / 1024, "MiB")
        bytes = sum(path.stat().st_size for path in Path(cache).rglob("*") if path.is_file())
        yield Figure("size of the cache", bytes / (1 << 20), "MiB")
    for each in sorted(outcomes, key=lambda each: -each.seconds)[:SLOWEST]:
        yield Figure(each.point.id, each.seconds, "s")


def _run(runner: PointRunner, points: Sequence[Point], jobs: int) -> list[Outcome]:
    limits = Limits.of(SECONDS, jobs)
    return [outcome for _, outcome in run_points(points, lambda: runner.run, limits, jobs=jobs)]


if __name__ == "__main__":
    run(figures)
