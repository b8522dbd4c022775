"""Test vectors on the terminal: numbers by the types of operands, and what they cover."""

from __future__ import annotations

from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from parser.diagnostics import render
from proofs.vectors import Vector, Vectors
from ptoprove.coverage import Coverage
from ptoprove.coverage_view import print_coverage
from ptoprove.verdict_table import counted, seconds_text


def print_vectors(
    console: Console, vectors: Vectors, coverage: Coverage, most: int, top: Path, elapsed: float
) -> None:
    """Print how many there are, and at most so many of the branches that no vector takes."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("data type", no_wrap=True)
    for name in ("vectors", "accepted", "rejected", "faults", "left open"):
        table.add_column(name, justify="right", no_wrap=True)
    by_type: dict[str, list[Vector]] = {}
    for each in vectors.vectors:
        primary = vectors.bench.search.primary(each.input.forms)
        by_type.setdefault(primary, []).append(each)
    for name, those in by_type.items():
        table.add_row(name, *_numbers(those))
    if len(by_type) > 1:
        table.add_section()
        table.add_row("all", *_numbers(vectors.vectors))
    console.print(table)
    for failure in vectors.failures:
        console.print(f"an input that the specification itself fails on:\n{render(failure)}",
                      soft_wrap=True)  # fmt: skip
    print_coverage(console, coverage, most, top)
    number = counted(len(vectors.vectors), "vector")
    console.print(f"{number} of {vectors.tried} inputs tried, in {seconds_text(elapsed)}")


def _numbers(vectors: list[Vector]) -> list[str]:
    runs = [each.run for each in vectors]
    accepted = sum(run.legal and run.fault is None for run in runs)
    faults = sum(run.fault is not None for run in runs)
    rejected = sum(not run.legal for run in runs)
    drawn = sum(run.drawn for run in runs)
    return [str(number) for number in (len(runs), accepted, rejected, faults, drawn)]
