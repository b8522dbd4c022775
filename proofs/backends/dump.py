"""Queries as files of SMT-LIB, for reading and for other solvers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from proofs.backends.query import Query


@dataclass
class Dump:
    """Writes queries to `folder`, as `name` and a number; `header` is what they are about."""

    folder: Path
    name: str
    header: tuple[str, ...] = ()
    _count: int = 0

    def write(
        self, query: Query, status: Literal["sat", "unsat", "unknown"], about: Sequence[str]
    ) -> None:
        """Write a query to which solvers gave this answer."""
        self._count += 1
        theory = query.theory.name.lower()
        path = self.folder / f"{self.name}-{self._count:03}-{theory}.smt2"
        lines = [*self.header, *about, f"theory: {query.theory}"]
        comments = "".join(f"; {' '.join(line.split())}\n" for line in lines)
        path.write_text(
            f"{comments}(set-logic ALL)\n(set-info :status {status})\n{query.text}(check-sat)\n",
            encoding="utf-8",
        )
