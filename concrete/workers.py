"""Test points in processes of their own, which may loop, run out of memory, or die.

What comes of a point depends on neither the number of workers nor what else they ran: a worker
that was stopped or ran out of memory is replaced, and a point that one did not survive is run once
more in a new one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TypeAlias

from concrete import pool
from concrete.limits import MEBIBYTE, Limits, limit_memory, processor_time
from concrete.points import Outcome, Point, Status
from concrete.pool import FORKS, InTurn, Lost, Reply
from parser.diagnostics import Diagnostic, Phase
from semantics.diagnosis import diagnose
from semantics.values import DynamicError

Run: TypeAlias = Callable[[Point], Outcome]
"""How a point is run; a worker makes one and uses it for all its points."""


def run_points(
    points: Sequence[Point],
    prepare: Callable[[], Run],
    limits: Limits,
    *,
    jobs: int,
    fail_fast: bool = False,
    fork: bool = FORKS,
) -> Generator[tuple[int, Outcome], None, None]:
    """The number of each point and its outcome, as they end; whoever stops early waits for none.

    `prepare` makes what runs a point. It is called here, so that what is wrong is told here (it
    may raise PtoError); workers that are not forked call it again. With `fail_fast`, no point is
    started or waited for that comes after one that did not pass.
    """
    run = prepare()
    made = (lambda: run) if fork else prepare
    order = InTurn(len(points))
    outcomes = pool.run(
        order,
        partial(_begin, points, made, limits),
        partial(_lost, points),
        jobs=jobs,
        patience=limits.patience,
        fork=fork,
    )
    try:
        for number, outcome in outcomes:
            if fail_fast and outcome.status is not Status.PASSED:
                order.end = min(order.end, number)
            yield number, outcome
    finally:
        outcomes.close()


def _lost(points: Sequence[Point], number: int, loss: Lost) -> Outcome:
    if loss.how is None:
        message = "the process gave no answer, far beyond its time, and was killed"
        status, code = Status.STOPPED, "TIME-LIMIT"
    else:
        message = f"the process running this {loss.how}"
        status, code = Status.DIED, "POINT-DIED"
    diagnostic = Diagnostic(code, Phase.DYNAMIC, message)
    return Outcome(points[number], status, loss.seconds, (diagnostic,))


# ---------------------------------------------------------------- in a worker


def _begin(
    points: Sequence[Point], prepare: Callable[[], Run], limits: Limits
) -> pool.Work[Outcome]:
    limit_memory(limits.memory)
    run = prepare()

    def work(number: int) -> Reply[Outcome]:
        outcome = _limited(run, points[number], limits)
        died = outcome.status is Status.DIED
        return Reply(outcome, last=died or outcome.status is Status.STOPPED, again=died)

    return work


def _limited(run: Run, point: Point, limits: Limits) -> Outcome:
    """The outcome of a point within the limits."""
    start = time.perf_counter()
    try:
        with processor_time(limits.seconds):
            return run(point)
    except DynamicError as error:
        status, diagnostic = Status.STOPPED, diagnose(error)
    except MemoryError:
        message = f"the process reached its limit of {limits.memory // MEBIBYTE} MiB of memory"
        status, diagnostic = Status.DIED, Diagnostic("MEMORY-LIMIT", Phase.DYNAMIC, message)
    except Exception as fault:
        message = f"{type(fault).__name__}: {fault}"
        hint = "this is a bug of ptoprove"
        status = Status.DIED
        diagnostic = Diagnostic("INTERNAL", Phase.UNSUPPORTED, message, hint=hint)
    # Here, for what the traceback kept is gone, and there is memory again.
    return Outcome(point, status, time.perf_counter() - start, (diagnostic,))
