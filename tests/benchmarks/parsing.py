"""Tokens and lines per second of the ASL front end, on one core, without cache.

Reads the shipped ASL or, with PTO_SPEC set, every unit of that specification.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from parser.asl import parse
from parser.lexer import tokenize
from parser.source import Source
from semantics.library import STDLIB, contract_files, model_files


def main() -> None:
    """Parse everything once and print the figures."""
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
    print(f"{len(sources)} files, {lines} lines, {count} tokens in {seconds:.2f} s")
    print(f"{count / seconds:,.0f} tokens/s, {lines / seconds:,.0f} lines/s")


if __name__ == "__main__":
    main()
