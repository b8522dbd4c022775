"""Who decides tasks: this process, or processes on this machine (`proofs.cluster` knows others)."""

from __future__ import annotations

import gc
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from concrete import pool
from concrete.limits import MEBIBYTE, resident
from concrete.pool import FORKS, Lost, Reply
from proofs.agenda import Agenda, Costs
from proofs.provers import Provers, internal
from proofs.tasks import NOBODY, Task, Watch
from proofs.verdicts import Result

MOST_TASKS = 500
"""Tasks after which what provers keep is let go: a worker is replaced."""
MOST_RESIDENT = 1536 * MEBIBYTE
"""Bytes a worker may hold after a task; with more it is replaced."""


class Executor(Protocol):
    """Has tasks decided, in any order. A fault that is ours alone is a verdict, INTERNAL."""

    def run(
        self, provers: Provers, todo: Sequence[Task], costs: Costs, watch: Watch = NOBODY
    ) -> Generator[tuple[Task, Result], None, None]:
        """Each task and its result, as it is found; whoever stops early waits for none. `watch` is
        told what is going on, if that is known here.

        Raises PtoError where the specification is wrong, or the executor can't work.
        """


class Serial:
    """This process, one task after the other."""

    def run(
        self, provers: Provers, todo: Sequence[Task], costs: Costs, watch: Watch = NOBODY
    ) -> Generator[tuple[Task, Result], None, None]:
        provers.ready(todo)
        for number, task in enumerate(todo, 1):
            watch.begun(task)
            yield task, provers.decide(task)
            if number % MOST_TASKS == 0:
                provers.forget()


@dataclass(frozen=True, slots=True)
class Processes:
    """So many processes of this machine; one that dies fails at most the task it was at."""

    jobs: int

    def run(
        self, provers: Provers, todo: Sequence[Task], costs: Costs, watch: Watch = NOBODY
    ) -> Generator[tuple[Task, Result], None, None]:
        provers.ready(todo)
        if FORKS:
            provers.share(todo)
        results = pool.run(
            Agenda(todo, costs, watch),
            partial(_begin, provers if FORKS else provers.unmade(), todo),
            partial(_lost, todo),
            jobs=self.jobs,
            waiting=watch.waiting,
        )
        with closing(results):
            for number, result in results:
                yield todo[number], result


def _begin(provers: Provers, todo: Sequence[Task]) -> pool.Work[Result]:
    """In a worker: what decides the task of a number."""
    gc.freeze()  # what it was forked with stays: the collector need not look at it again
    done = 0

    def work(number: int) -> Reply[Result]:
        nonlocal done
        done += 1
        result = provers.decide(todo[number])
        return Reply(result, last=done == MOST_TASKS or resident() > MOST_RESIDENT)

    return work


def _lost(todo: Sequence[Task], number: int, loss: Lost) -> Result:
    return internal(todo[number], f"two processes proving this died: the last one {loss.how}")
