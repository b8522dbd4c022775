"""Tokens and lines per second of the ASL front end, on one core, without cache.

Reads the shipped ASL or, with PTO_SPEC set, every unit of that specification.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from parser.asl import parse
from parser.lexer import tokenize
from parser.source import Source
from semantics.library import STDLIB, contract_files, model_files
from tests.benchmarks.figures import Figure, run


def figures() -> Iterator[Figure]:
    """Parse everything once."""
    root = os.environ.get("PTO_SPEC")
    shipped = [STDLIB, *model_files(), *contract_files()]
    paths = sorted((Path(root) / "asl").rglob("*.asl")) if root else shipped
    sources = [Source.read(path) for path in paths]
    lines = sum(len(source.lines) for source in sources)
    count = sum(len(tokenize(source)[0].kinds) for source in sources)
    start = time.perf_counter()
    for source in sources:
        parse(source)
    seconds = time.perf_counter() - start
    yield Figure(f"parsing {len(sources)} files", count / seconds, "tokens/s")
    yield Figure(f"parsing {len(sources)} files", lines / seconds, "lines/s")


if __name__ == "__main__":
    run(figures)
