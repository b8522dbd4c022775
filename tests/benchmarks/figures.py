"""What a benchmark finds: figures with their units, as a table and as JSON."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; `what` says of what, in words."""

    what: str
    value: float
    unit: str

    def __str__(self) -> str:
        digits = 0 if self.value >= 1000 else 1 if self.value >= 10 else 3
        return f"{self.what:64} {self.value:>14,.{digits}f} {self.unit}"


def run(measure: Callable[[], Iterable[Figure]]) -> None:
    """Measure, print each figure as it is found, and write all with `--json FILE`."""
    parser = argparse.ArgumentParser(description=measure.__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    given = parser.parse_args()
    found = []
    for figure in measure():
        print(figure, flush=True)
        found.append(figure)
    if given.json:
        machine = {"python": platform.python_version(), "system": platform.platform()}
        document = {"machine": machine, "figures": [asdict(figure) for figure in found]}
        given.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
