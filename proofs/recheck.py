"""Asking a solver again about queries of an earlier check, which anybody may have written."""

from __future__ import annotations

import errno
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from parser.diagnostics import Phase, fail
from parser.files import MOST_BYTES, read_bytes
from proofs.backends.commands import ForeignCommand, declarations_and_assertions
from proofs.backends.dump import Record
from proofs.backends.installed import Backend
from proofs.backends.process import SolverProcess
from proofs.backends.protocol import Reply, Request
from proofs.encode import Theory

REFUSED: Final = "refused: "
"""How a solver's reason begins where it does not take a text."""


class Outcome(StrEnum):
    """What became of one query. ANSWERED: nobody had known, and now the solver does."""

    CONFIRMED = "confirmed"
    DISAGREED = "disagreed"
    ANSWERED = "answered"
    UNKNOWN = "unknown"
    UNSUPPORTED = "not supported"
    MISSING = "missing"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one query; `reason` where it is neither confirmed nor answered."""

    record: Record
    outcome: Outcome
    reason: str = ""


class Recheck:
    """Asks one solver, in `jobs` processes of it, each with its own limits of time and memory."""

    def __init__(self, folder: Path, backend: Backend, seconds: float, jobs: int) -> None:
        """The files of queries are in `folder`; each may take so many seconds."""
        self._folder, self._backend, self._seconds = folder, backend, seconds
        self._processes = [SolverProcess(backend.name) for _ in range(jobs)]
        self._idle: SimpleQueue[SolverProcess] = SimpleQueue()
        for each in self._processes:
            self._idle.put(each)

    @property
    def version(self) -> str:
        """Name and version, once something has been asked."""
        versions = {each.version for each in self._processes} - {self._backend.name}
        return versions.pop() if versions else self._backend.name

    def answers(self, records: Sequence[Record]) -> Generator[Answer, None, None]:
        """The answer to each query as it is found, in any order.

        Raises PtoError (MANIFEST-QUERY) for a text that would have a solver do something else.
        """
        pool = ThreadPoolExecutor(len(self._processes))
        waiting = {pool.submit(self._answer, record) for record in records}
        try:
            for each in as_completed(waiting):
                yield each.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            while left := [each for each in waiting if not each.done()]:
                self._close()  # whoever waits for a process, or has just started one, sees its end
                wait(left, 0.1)
            self._close()

    def _close(self) -> None:
        for process in self._processes:
            process.close()

    def _answer(self, record: Record) -> Answer:
        try:
            content = _read(self._folder / record.file)
        except FileNotFoundError:
            return Answer(record, Outcome.MISSING, "there is no such file")
        except OSError as error:
            return Answer(record, Outcome.MISSING, (error.strerror or str(error)).lower())
        if sha256(content).hexdigest() != record.sha256:
            return Answer(record, Outcome.CHANGED, "its digest is not that of the manifest")
        try:
            text = declarations_and_assertions(content.decode())
        except (ForeignCommand, UnicodeDecodeError) as error:
            message = f"`{record.file}` is no query: {error}"
            raise fail("MANIFEST-QUERY", Phase.INPUT, message) from None
        linear = record.theory == str(Theory.LINEAR)
        process = self._idle.get()
        try:
            reply = process.decide(Request(text, frozenset(), self._seconds, linear))
        finally:
            self._idle.put(process)
        return _judged(record, reply)


def _judged(record: Record, reply: Reply) -> Answer:
    if reply.kind == "unknown":
        refused = reply.reason.startswith(REFUSED)
        outcome = Outcome.UNSUPPORTED if refused else Outcome.UNKNOWN
        return Answer(record, outcome, reply.reason.removeprefix(REFUSED))
    if record.expected == "unknown":
        return Answer(record, Outcome.ANSWERED)
    if reply.kind == record.expected:
        return Answer(record, Outcome.CONFIRMED)
    return Answer(record, Outcome.DISAGREED, f"{record.expected} before, {reply.kind} now")


def _read(path: Path) -> bytes:
    """A file that lies in its folder itself: a link could lead anywhere."""
    if path.is_symlink():
        raise OSError(errno.ELOOP, "a symbolic link", str(path))
    return read_bytes(path, MOST_BYTES)
