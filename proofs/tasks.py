"""What is asked of whoever decides: tasks, and how much each may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from proofs.properties import Property
from semantics.overlays import REFERENCE


@dataclass(frozen=True)
class Task:
    """One property in one case, under one numeric profile."""

    property: Property
    case: Mapping[str, str]
    profile: str = REFERENCE


class Watch:
    """Is told which tasks are begun, and about twice a second that some are not finished. This one
    does nothing about it."""

    def begun(self, task: Task) -> None:
        """Somebody on this machine is at a task."""

    def waiting(self) -> None:
        """Nothing has been finished for a while."""


NOBODY = Watch()
"""Nobody watches."""


@dataclass(frozen=True)
class Options:
    """`timeout` is in seconds for each query; queries are written as SMT-LIB below `smt2`. With
    `executor`, a URL, others decide the tasks, and else so many processes of this machine. With
    `cross_check`, second solvers are asked about what holds."""

    timeout: float = 60.0
    jobs: int = 0
    smt2: Path | None = None
    cache: bool = True
    executor: str | None = None
    cross_check: bool = False
