"""What runs in a solver's process: it answers one request after the other, within its limits."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import sys
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Final

from proofs.backends.protocol import GRACE, MEMORY, unknown

INTERPRETER: Final = 1024
"""Megabytes that a process may map besides what its solver is allowed."""


def main(handle: int, name: str, memory: int) -> None:
    """Serve the connection until the other side closes it. `memory` is in megabytes."""
    _limit_memory(memory)
    backend = import_module(f"proofs.backends.with_{name}")
    with suppress(EOFError, OSError), Connection(handle) as connection:
        connection.send(backend.start(memory))
        while True:
            request = connection.recv()
            _end_when_closed(handle)
            if connection.poll():  # it has been, or nobody waits for this answer
                return
            # Should nobody be left to kill it; by default, the signal ends the process.
            signal.setitimer(signal.ITIMER_REAL, request.seconds + 2 * GRACE)
            try:
                reply = backend.decide(request)
            except MemoryError:
                reply = unknown(MEMORY)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGIO, signal.SIG_IGN)
            connection.send(reply)


def _limit_memory(megabytes: int) -> None:
    bytes = (megabytes + INTERPRETER) << 20
    for which, most in ((resource.RLIMIT_AS, bytes), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):  # some systems have no such limit
            _, hard = resource.getrlimit(which)
            allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(which, (allowed, hard))


def _end_when_closed(handle: int) -> None:
    """While a solver is at work nobody reads the connection, and some keep Python from running;
    so the system tells when it is closed, by a signal that ends the process."""
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(handle, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(handle, fcntl.F_SETFL, fcntl.fcntl(handle, fcntl.F_GETFL) | os.O_ASYNC)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
