"""Test points in processes of their own, which may loop, run out of memory, or die.

Each worker runs one point at a time. What comes of a point depends on neither the number of
workers nor what else they ran: a worker that was stopped or ran out of memory is replaced, and a
point that one did not survive which had run others before is run once more in a new one.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from concrete.limits import MEBIBYTE, Limits, limit_memory, processor_time
from concrete.points import Outcome, Point, Status
from parser.diagnostics import Diagnostic, Phase
from semantics.diagnosis import diagnose
from semantics.values import DynamicError

Run: TypeAlias = Callable[[Point], Outcome]
"""How a point is run; a worker makes one and uses it for all its points."""


_GONE = frozenset({Status.STOPPED, Status.DIED})
"""Outcomes after which a worker is of no more use."""


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, the pipe to it, and the point it runs: its number, and since when."""

    process: BaseProcess
    pipe: Connection
    number: int = 0
    since: float = 0.0
    runs: int = 0
    """How many points it was given."""


def run_points(
    points: Sequence[Point],
    prepare: Callable[[], Run],
    limits: Limits,
    *,
    jobs: int,
    fail_fast: bool = False,
    fork: bool = sys.platform == "linux",
) -> Generator[tuple[int, Outcome], None, None]:
    """The number of each point and its outcome, as they end; whoever stops early waits for none.

    `prepare` makes what runs a point. It is called here, so that what is wrong is told here (it
    may raise PtoError); workers that are not forked call it again. With `fail_fast`, no point is
    started or waited for that comes after one that did not pass.
    """
    pool = _Pool(points, prepare, limits, fork)
    todo = deque(range(len(points)))
    end = len(points)
    try:
        while any(number < end for number in (*pool.numbers(), *todo)):
            while todo and todo[0] < end and len(pool.busy) < jobs:
                pool.give(todo.popleft())
            for worker, outcome in pool.answers():
                if outcome.status is Status.DIED and worker.runs > 1:
                    todo.appendleft(worker.number)
                    continue
                if fail_fast and outcome.status is not Status.PASSED:
                    end = min(end, worker.number)
                yield worker.number, outcome
    finally:
        pool.close()


class _Pool:
    """The workers: those that run a point are `busy`, the others wait for one."""

    def __init__(
        self,
        points: Sequence[Point],
        prepare: Callable[[], Run],
        limits: Limits,
        fork: bool,
    ) -> None:
        self.points, self.limits = points, limits
        self.busy: list[_Worker] = []
        self._idle: list[_Worker] = []
        get = multiprocessing.get_context
        self._context = get("fork") if fork else get("spawn")
        run = prepare()
        self._prepare = (lambda: run) if fork else prepare

    def give(self, number: int) -> None:
        """Let a worker that waits, or a new one, run the point of that number."""
        worker = self._idle.pop() if self._idle else self._start()
        worker.number, worker.since = number, time.monotonic()
        worker.runs += 1
        self.busy.append(worker)
        with suppress(OSError):  # if it has died, its pipe will tell
            worker.pipe.send(self.points[number])

    def numbers(self) -> list[int]:
        """Of the points that are being run."""
        return [worker.number for worker in self.busy]

    def answers(self) -> Iterator[tuple[_Worker, Outcome]]:
        """The workers that have ended a point, or have ended, once there are some."""
        first = min(worker.since for worker in self.busy)
        left = first + self.limits.patience - time.monotonic()
        ready = wait([worker.pipe for worker in self.busy], max(0.0, left))
        for worker in list(self.busy):
            if worker.pipe in ready:
                outcome = self._answer(worker)
            elif time.monotonic() - worker.since >= self.limits.patience:
                outcome = self._silent(worker)
            else:
                continue
            self.busy.remove(worker)
            if outcome.status in _GONE:
                _end(worker)
            else:
                self._idle.append(worker)
            yield worker, outcome

    def close(self) -> None:
        """End all workers, whatever they do."""
        for worker in (*self.busy, *self._idle):
            _end(worker)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_serve, args=(theirs, self._prepare, self.limits), daemon=True
        )
        with _deaf():
            process.start()
        theirs.close()  # so that it ends when the process does
        return _Worker(process, ours)

    def _answer(self, worker: _Worker) -> Outcome:
        """What a worker sent, or how it ended."""
        try:
            outcome = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join()
            code = worker.process.exitcode or 0
            how = f"was killed by {_signal_name(-code)}" if code < 0 else f"ended with code {code}"
            return self._lost(worker, Status.DIED, "POINT-DIED", f"the process running this {how}")
        assert isinstance(outcome, Outcome)
        return outcome

    def _silent(self, worker: _Worker) -> Outcome:
        message = "the process gave no answer, far beyond its time, and was killed"
        return self._lost(worker, Status.STOPPED, "TIME-LIMIT", message)

    def _lost(self, worker: _Worker, status: Status, code: str, message: str) -> Outcome:
        seconds = time.monotonic() - worker.since
        diagnostic = Diagnostic(code, Phase.DYNAMIC, message)
        return Outcome(self.points[worker.number], status, seconds, (diagnostic,))


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """A process that is started here never hears of Ctrl-C; this one does, afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


# ---------------------------------------------------------------- in a worker


def _serve(pipe: Connection, prepare: Callable[[], Run], limits: Limits) -> None:
    """Run the points that are sent, until there are no more or one can't be left behind."""
    limit_memory(limits.memory)
    run = prepare()
    with suppress(EOFError, OSError):
        while True:
            outcome = _limited(run, pipe.recv(), limits)
            pipe.send(outcome)
            if outcome.status in _GONE:
                return


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
