"""What a run of a test point may use: processor time, and memory of its process."""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from semantics.values import DynamicError

MEBIBYTE = 1 << 20
TOGETHER = 6144 * MEBIBYTE
"""Bytes that all processes of a run may map."""
MOST = 1024 * MEBIBYTE
"""Bytes that one of them may map: the same for few and for many, while there is enough."""
_LEAST = 256 * MEBIBYTE
"""Bytes that one may always map, besides what it inherits."""
_AGAIN = 0.5
_SOON = 0.001


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` of processor time for one point; `memory` in bytes, of one process.

    A process that gives no answer for `patience` seconds, by the clock, is killed.
    """

    seconds: float
    patience: float
    memory: int

    @classmethod
    def of(cls, seconds: float, jobs: int) -> Limits:
        """The limits of each of so many processes, which share the memory and the processors."""
        crowd = max(1.0, jobs / (os.cpu_count() or 1))
        memory = max(min(MOST, TOGETHER // (jobs + 1)), _mapped() + _LEAST)
        return cls(seconds, 2 * seconds * crowd + 10, memory)


class Stopped(BaseException):
    """The time is up. Nobody between takes it for an error of what was at work."""


@contextmanager
def processor_time(
    seconds: float, time_up: Callable[[str], BaseException] | None = None
) -> Iterator[None]:
    """Raise DynamicError (TIME-LIMIT), or what `time_up` makes of the message, in what has used so
    much processor time.

    Time that other processes take does not count, so the outcome does not depend on how many
    there are. A limit within another one never gives more time. Only the main thread of a process
    can do this; in others nothing is limited.
    """
    left, again = signal.getitimer(signal.ITIMER_PROF)
    if 0 < left <= seconds or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        message = f"stopped after {seconds:g} s of processor time"
        raise DynamicError("TIME-LIMIT", message) if time_up is None else time_up(message)

    started = time.process_time()
    previous = signal.signal(signal.SIGPROF, stop)
    # Again and again: an exception in a finalizer, or while a value is explained, is lost.
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)
        if left:  # it goes on for whoever limits us
            used = time.process_time() - started
            signal.setitimer(signal.ITIMER_PROF, max(left - used, _SOON), again)


def limit_memory(limit: int) -> None:
    """Let this process map no more bytes, if the system can do that, and leave no core dumps."""
    for which, bytes in ((resource.RLIMIT_AS, limit), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            _, hard = resource.getrlimit(which)
            allowed = bytes if hard == resource.RLIM_INFINITY else min(bytes, hard)
            resource.setrlimit(which, (allowed, hard))


def resident() -> int:
    """Bytes of memory that this process holds now; the most it has held, on systems that do not
    tell more."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return _pages(1) or (peak if sys.platform == "darwin" else peak << 10)


def _mapped() -> int:
    """Bytes that this process maps now; 0 where the system does not tell."""
    return _pages(0)


def _pages(which: int) -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[which])
    except (OSError, ValueError):
        return 0
    return pages * resource.getpagesize()
