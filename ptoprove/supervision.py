"""Limits of time and memory on what a command does, kept whatever it is busy with."""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from ptoprove.errors import FAILED, report
from semantics.diagnosis import diagnose
from semantics.values import DynamicError

GRACE = 1.0
"""Seconds that are left to stop in an orderly way, and to tell where."""


@contextmanager
def memory_limit() -> Iterator[None]:
    """Lets this process map as many bytes as there is memory: beyond, MemoryError is raised, where
    the system would end some process otherwise."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = min(each for each in (soft, hard, installed) if each != resource.RLIM_INFINITY)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def interrupts() -> Iterator[Callable[[], None]]:
    """Python drops a Ctrl-C that arrives while it is in a destructor, and terms of solvers have
    millions of these. What is given raises KeyboardInterrupt once more, if one has arrived."""
    arrived = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal arrived
        arrived = True
        signal.default_int_handler(number, frame)

    def check() -> None:
        if arrived:
            raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield check  # it is ignored, or somebody else's
        return
    signal.signal(signal.SIGINT, handle)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def within(seconds: float, action: Callable[[], int]) -> int:
    """The exit code of an action, which is stopped when the time is up.

    It runs in a process of its own. There DynamicError (TIME-LIMIT) is raised first, which tells
    where the program was; what can't be interrupted, as one operation on long integers, is killed.
    """
    sys.stdout.flush()
    child = os.fork()
    if not child:
        _run(seconds, action)
    killed = False

    def kill(number: int, frame: FrameType | None) -> None:
        nonlocal killed
        killed = True
        os.kill(child, signal.SIGKILL)

    with _alarm(seconds + GRACE, kill):
        _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if killed:
        report([diagnose(_time_up(seconds))])
    elif code < 0:
        message = f"the system ended the program with signal {-code}"
        report([diagnose(DynamicError("MEMORY-LIMIT", message))])
    return code if code >= 0 else FAILED


def _run(seconds: float, action: Callable[[], int]) -> NoReturn:
    """Do it in this process, and end the process."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise _time_up(seconds)

    code = FAILED
    try:
        with _alarm(seconds, stop):
            code = action()
    finally:
        sys.stdout.flush()
        os._exit(code)


@contextmanager
def _alarm(seconds: float, handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Calls the handler once, after so many seconds, unless what is inside is done by then."""
    previous = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _time_up(seconds: float) -> DynamicError:
    return DynamicError("TIME-LIMIT", f"stopped after {seconds:g} s")
