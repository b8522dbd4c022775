"""Time of `ptoprove check TREM` by property, from a cold and from a warm cache."""

from __future__ import annotations

import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator

from proofs.checker import check, tasks
from proofs.tasks import Options
from proofs.verdicts import Summary
from semantics.specification import shipped
from tests.benchmarks.figures import Figure, run


def figures() -> Iterator[Figure]:
    """Prove everything twice."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PTOPROVE_CACHE_DIR"] = cache
        for state in ("cold", "warm"):
            start = time.perf_counter()
            spec = shipped()
            results = list(check(spec, tasks(spec, ["TREM"]), Options()))
            seconds = time.perf_counter() - start
            counts = dict(Summary.of(results).counts)
            words = ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
            yield Figure(f"check TREM, {state} ({words})", seconds, "s")
            by_property: dict[str, list[float]] = defaultdict(list)
            for result in results if state == "cold" else ():
                by_property[result.property].append(result.seconds)
            for name, times in sorted(by_property.items(), key=lambda item: -sum(item[1])):
                yield Figure(f"  {name}, {len(times)} cases", sum(times), "s of one core")


if __name__ == "__main__":
    run(figures)
