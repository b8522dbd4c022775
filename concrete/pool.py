"""Processes that work through numbered items, and are replaced where they end.

A worker does one item at a time. Where it dies, the item it was at is done once more by a new
worker, before it counts as lost; all others are done by others.
"""

from __future__ import annotations

import math
import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, Protocol, TypeAlias, TypeVar

Answer = TypeVar("Answer")

FORKS = sys.platform == "linux"
"""Whether workers are forked, and so have all that this process has."""
TICK = 0.5
"""Seconds after which it is told that nothing has come."""


@dataclass(frozen=True, slots=True)
class Reply(Generic[Answer]):
    """What came of an item. After the `last` one a worker is replaced. `again`: it may be the
    worker's fault, so the item is done once more by a new one."""

    answer: Answer
    last: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """A worker that gave no answer for an item in so many `seconds`: `how` it ended, or None for
    one that was killed since it took too long."""

    how: str | None
    seconds: float


Work: TypeAlias = Callable[[int], Reply[Answer]]
"""Does the item of a number."""


class Order(Protocol):
    """Which items are done, and which are next."""

    def take(self, last: int | None) -> int | None:
        """The next item for a worker, whose `last` one it was; None where there are no more."""

    def wanted(self, number: int) -> bool:
        """Whether the answer for an item that was taken still matters."""


class InTurn:
    """The items of the numbers below `end`, one after the other."""

    def __init__(self, end: int) -> None:
        self.end = end
        self._next = 0

    def take(self, last: int | None) -> int | None:
        if self._next >= self.end:
            return None
        self._next += 1
        return self._next - 1

    def wanted(self, number: int) -> bool:
        return number < self.end


def run(
    order: Order,
    begin: Callable[[], Work[Answer]],
    lost: Callable[[int, Lost], Answer],
    *,
    jobs: int,
    patience: float | None = None,
    fork: bool = FORKS,
    waiting: Callable[[], None] = lambda: None,
) -> Generator[tuple[int, Answer], None, None]:
    """The numbers of items and their answers, as they come; whoever stops early waits for none.

    Each worker calls `begin` once; one that is not forked is sent it. `lost` answers for an item
    that no worker does. A worker that says nothing for `patience` seconds is killed. `waiting` is
    called about every TICK seconds.
    """
    pool = _Pool(begin, lost, patience, fork)
    again: deque[int] = deque()
    repeated: set[int] = set()
    try:
        while True:
            while again and len(pool.busy) < jobs:
                pool.give_new(again.popleft(), jobs)
            while len(pool.busy) < jobs and pool.give_next(order):
                pass
            if not any(order.wanted(worker.number) for worker in pool.busy):
                return
            waiting()
            for worker, reply in pool.replies():
                if reply.again and worker.number not in repeated:
                    repeated.add(worker.number)
                    again.append(worker.number)
                else:
                    yield worker.number, reply.answer
    finally:
        pool.close()


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, the pipe to it, and the item it does or did last: its number, and since when."""

    process: BaseProcess
    pipe: Connection
    number: int = 0
    since: float = 0.0


class _Pool(Generic[Answer]):
    """The workers: those that do an item are `busy`, the others wait for one."""

    def __init__(
        self,
        begin: Callable[[], Work[Answer]],
        lost: Callable[[int, Lost], Answer],
        patience: float | None,
        fork: bool,
    ) -> None:
        self._begin, self._lost, self._patience = begin, lost, patience
        self.busy: list[_Worker] = []
        self._idle: list[_Worker] = []
        get = multiprocessing.get_context
        self._context = get("fork") if fork else get("spawn")

    def give_next(self, order: Order) -> bool:
        """Let a worker that waits, or else a new one, do the next item; False without one."""
        number = order.take(self._idle[-1].number if self._idle else None)
        if number is None:
            return False
        self._give(self._idle.pop() if self._idle else self._start(), number)
        return True

    def give_new(self, number: int, jobs: int) -> None:
        """Let a new worker do an item, in the place of one that waits if there are enough."""
        if self._idle and len(self.busy) + len(self._idle) >= jobs:
            _end(self._idle.pop())
        self._give(self._start(), number)

    def _give(self, worker: _Worker, number: int) -> None:
        worker.number, worker.since = number, time.monotonic()
        self.busy.append(worker)
        with suppress(OSError):  # if it has died, its pipe will tell
            worker.pipe.send(number)

    def replies(self) -> Iterator[tuple[_Worker, Reply[Answer]]]:
        """The workers that have done an item, or have ended, once there are some; after TICK
        seconds there may be none."""
        ready = wait([worker.pipe for worker in self.busy], min(self._left(), TICK))
        for worker in list(self.busy):
            if worker.pipe in ready:
                reply = self._reply(worker)
            elif self._patience is not None and _busy_for(worker) >= self._patience:
                # It would take as long again.
                reply = Reply(self._lost(worker.number, Lost(None, _busy_for(worker))), last=True)
            else:
                continue
            self.busy.remove(worker)
            if reply.last:
                _end(worker)
            else:
                self._idle.append(worker)
            yield worker, reply

    def close(self) -> None:
        """End all workers, whatever they do."""
        for worker in (*self.busy, *self._idle):
            _end(worker)

    def _left(self) -> float:
        """Seconds until the patience with some worker ends."""
        if self._patience is None:
            return math.inf
        return max(0.0, self._patience - max(map(_busy_for, self.busy)))

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._begin), daemon=True)
        with _deaf():
            process.start()
        theirs.close()  # so that it ends when the process does
        return _Worker(process, ours)

    def _reply(self, worker: _Worker) -> Reply[Answer]:
        """What a worker sent, or how it ended."""
        try:
            reply: Reply[Answer] = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join()
            code = worker.process.exitcode or 0
            how = f"was killed by {_signal_name(-code)}" if code < 0 else f"ended with code {code}"
            answer = self._lost(worker.number, Lost(how, _busy_for(worker)))
            return Reply(answer, last=True, again=True)
        return reply


def _busy_for(worker: _Worker) -> float:
    return time.monotonic() - worker.since


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


def _serve(pipe: Connection, begin: Callable[[], Work[Answer]]) -> None:
    """In a worker: do the items that are sent, until there are no more or one was the last."""
    work = begin()
    with suppress(EOFError, OSError):
        while True:
            reply = work(pipe.recv())
            pipe.send(reply)
            if reply.last:
                return
