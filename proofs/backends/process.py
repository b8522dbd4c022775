"""Solvers in processes of their own, which may neither return nor survive.

A process answers one request after the other. One that exceeds its time or its memory, or dies,
is replaced, and its query is unknown.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Final

from proofs.backends.protocol import DIED, GRACE, MEMORY, TIMEOUT, Reply, Request, unknown

MEGABYTES: Final = 3072
"""Memory that a solver may use; a query that needs more is unknown."""
START_SECONDS: Final = 60.0
"""How long it may take to start one."""


class SolverProcess:
    """The process of one solver, started when it is first needed."""

    def __init__(self, name: str, megabytes: int | None = None) -> None:
        """`name` is that of a `Backend`; megabytes by default as this module says."""
        self.name = name
        self.version = name
        """Name and version, once it has been started."""
        self._megabytes = MEGABYTES if megabytes is None else megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._lock = Lock()

    def decide(self, request: Request) -> Reply:
        """The answer, or why there is none, soon after the time allowed at the latest."""
        with self._lock:
            try:
                return self._decide(request)
            except BaseException:  # an answer that still comes is to nobody's question
                self.close()
                raise

    def _decide(self, request: Request) -> Reply:
        if self._process is not None and self._process.poll() is not None:
            self.close()  # it has died meanwhile
        try:
            connection = self._connection or self._start()
            end = time.monotonic() + request.seconds + GRACE
            connection.send(request)
            if not connection.poll(max(0.0, end - time.monotonic())):
                self.close()
                return unknown(TIMEOUT)
            reply = connection.recv()
        except (EOFError, OSError):
            return unknown(self._cause_of_death())
        assert isinstance(reply, Reply)
        if reply.reason == MEMORY:
            self.close()
        return reply

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process, whatever it does."""
        self._end()

    def _start(self) -> Connection:
        ours, theirs = multiprocessing.Pipe()
        path = os.pathsep.join(str(Path(each).absolute()) for each in sys.path)
        command = ["-P", "-m", "proofs.backends.server", str(theirs.fileno()), self.name]
        self._connection = ours
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, *command, str(self._megabytes)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
                pass_fds=[theirs.fileno()],
                process_group=0,  # Ctrl-C is for us
            )
        if not ours.poll(START_SECONDS):
            raise EOFError
        self.version = ours.recv()
        return ours

    def _end(self) -> tuple[int, int]:
        """Exit code, and the most kilobytes that were in memory."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is None:
            return 0, 0
        if process.returncode is not None:
            return process.returncode, 0
        os.kill(process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_maxrss

    def _cause_of_death(self) -> str:
        code, kilobytes = self._end()
        if -code == signal.SIGALRM:
            return TIMEOUT
        # Solvers that get no more memory abort, and the system kills who has the most.
        if code and kilobytes * 2 > self._megabytes * 1024:
            return MEMORY
        return DIED

    def forget(self) -> None:
        """Leave the process to the one that we were forked from."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.returncode = 0  # nor is it ours to wait for
        self._process = self._connection = None
        self._lock = Lock()


_processes: dict[str, SolverProcess] = {}


def process_of(name: str) -> SolverProcess:
    """The process of a solver that all in this process share."""
    return _processes.setdefault(name, SolverProcess(name))


def _forget_all() -> None:
    for each in _processes.values():
        each.forget()


@atexit.register
def close_all() -> None:
    """End the processes of all solvers; the next question starts them anew."""
    for each in _processes.values():
        each.close()


os.register_at_fork(after_in_child=_forget_all)
