"""Tasks decided by the workers of a Dask cluster.

What is sent is text: the files of the specification and of the properties, whole, so that nothing
need be where it is here. A worker parses them with its own ptoprove, which must be the same as
this one, and answers in JSON, which is read as an entry of the verdict cache is: verdicts are kept
here. Dask itself runs whatever a client sends, and gives a worker's answer to whoever asks: a
cluster is to be trusted as one's own machine is.
"""

from __future__ import annotations

import json
import pickle
import threading
import zlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from parser.cache import ROOT
from parser.diagnostics import Phase, PtoError, fail
from parser.loader import ParsedFile, parse_files
from parser.source import Source
from parser.syntax import Unit
from proofs.agenda import Agenda, Costs
from proofs.cache import code_and_solver, result_of
from proofs.executors import MOST_TASKS
from proofs.provers import Provers, internal
from proofs.tasks import Options, Task
from proofs.verdicts import Result
from semantics.specification import Specification

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_SECONDS = 5.0
"""How long a scheduler may take to answer, and to have a worker."""
ALONE_SECONDS = 60.0
"""How long the work waits for a cluster that has lost all its workers."""
BATCH_SECONDS = 5.0
"""What the tasks that are sent together may take, as far as that is known."""
MOST_TOGETHER = 16


def address_of(url: str) -> str:
    """The address that Dask knows a scheduler by; raises PtoError (EXECUTOR-ADDRESS)."""
    with suppress(ValueError):
        parts = urlsplit(url)
        rest = (parts.path, parts.query, parts.fragment, parts.username)
        if parts.scheme == "dask" and parts.hostname and parts.port and not any(rest):
            return f"tcp://{parts.netloc}"
    hint = "write dask://HOST:PORT, where a scheduler of Dask listens"
    raise fail("EXECUTOR-ADDRESS", Phase.INPUT, f"`{url}` names no executor", hint=hint)


class Cluster:
    """An executor (`proofs.executors`): the workers of a Dask cluster, found by its URL."""

    def __init__(self, url: str) -> None:
        self._url, self._address = url, address_of(url)

    def run(
        self, provers: Provers, todo: Sequence[Task], costs: Costs
    ) -> Generator[tuple[Task, Result], None, None]:
        """As `Executor.run`; raises PtoError (EXECUTOR-…) where the cluster can't do it."""
        client = self._client()
        try:
            provers.ready(todo)
            yield from _Run(self._url, client, packed(provers, todo), todo, costs).results()
        finally:
            client.close()

    def _client(self) -> Client:
        try:
            from distributed import Client
        except ImportError:
            message = f"`{self._url}` needs the package `distributed`"
            hint = "install ptoprove with its extra: pip install 'ptoprove[dask]'"
            raise fail("EXECUTOR-MISSING", Phase.INPUT, message, hint=hint) from None
        try:
            client = Client(self._address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:  # a time-out is an OSError
            raise _unreachable(self._url, "no scheduler of Dask answers", str(error)) from None
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except (OSError, ValueError):
            client.close()
            raise _unreachable(self._url, "the scheduler has no workers") from None
        return client


class _Run:
    """The batches of one run that are under way."""

    def __init__(
        self, url: str, client: Client, job: bytes, todo: Sequence[Task], costs: Costs
    ) -> None:
        self._url, self._client, self._todo = url, client, todo
        # Dask makes anew what a task gave and a dead worker held, but not what was put there.
        self._job = client.submit(_same, job, pure=False)
        self._batches: dict[Future[Any], Sequence[int]] = {}
        self._done: Queue[Future[Any]] = Queue()
        for numbers in batches(todo, costs):
            self._submit(numbers)

    def results(self) -> Iterator[tuple[Task, Result]]:
        try:
            while self._batches:
                future = self._next()
                numbers = self._batches.pop(future)
                answers = self._answers(future)
                future.release()
                if answers is not None:
                    yield from self._read(numbers, answers)
                elif len(numbers) > 1:  # which of them it was will be seen
                    for number in numbers:
                        self._submit([number])
                else:
                    task = self._todo[numbers[0]]
                    yield task, internal(task, "several workers that were proving this died")
        finally:
            with suppress(Exception):  # where the scheduler is gone, nothing is left to cancel
                self._client.cancel([*self._batches, self._job], force=True)

    def _submit(self, numbers: Sequence[int]) -> None:
        code = code_and_solver()
        future = self._client.submit(decide, code, str(ROOT), self._job, numbers, pure=False)
        self._batches[future] = numbers
        future.add_done_callback(self._done.put)

    def _next(self) -> Future[Any]:
        """The next batch that is done."""
        waited = 0.0
        while True:
            try:
                return self._done.get(timeout=CONNECT_SECONDS)
            except Empty:
                waited = 0.0 if self._has_workers() else waited + CONNECT_SECONDS
                if waited >= ALONE_SECONDS:
                    raise _unreachable(self._url, "all workers are gone") from None

    def _has_workers(self) -> bool:
        try:
            return bool(self._client.nthreads())
        except Exception:
            raise _unreachable(self._url, "the scheduler is gone") from None

    def _answers(self, future: Future[Any]) -> str | None:
        """What a worker has answered; None where those that had the batch died."""
        from distributed import KilledWorker

        if future.status == "finished":
            return str(future.result())
        if future.status != "error":
            raise _unreachable(self._url, "the scheduler is gone")
        error = future.exception()
        if isinstance(error, KilledWorker):
            return None
        raise self._unfit(f"a worker failed: {type(error).__name__}: {error}")

    def _read(self, numbers: Sequence[int], answers: str) -> Iterator[tuple[Task, Result]]:
        try:
            document = json.loads(answers)
            code, results = document["code"], [result_of(each) for each in document["results"]]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise self._unfit("a worker has sent no answer that can be read") from None
        if code != code_and_solver():
            raise self._unfit("a worker has another version of ptoprove, or of z3")
        asked = [self._todo[number] for number in numbers]
        names = [(task.property.contract, task.property.id, dict(task.case)) for task in asked]
        if names != [(each.contract, each.property, dict(each.case)) for each in results]:
            raise self._unfit("a worker has answered what it was not asked")
        for task, result in zip(asked, results, strict=True):
            yield task, replace(result, profile=task.profile, cached=False)

    def _unfit(self, message: str) -> PtoError:
        hint = "each worker needs this version of ptoprove with all that it depends on"
        return fail("EXECUTOR-WORKER", Phase.INPUT, f"`{self._url}`: {message}", hint=hint)


def _unreachable(url: str, what: str, said: str = "") -> PtoError:
    message = ": ".join(filter(None, [f"can't work with `{url}`: {what}", said]))
    hint = "`dask scheduler` starts one, and `dask worker HOST:PORT --nthreads 1` a worker"
    return fail("EXECUTOR-UNREACHABLE", Phase.INPUT, message, hint=hint)


def batches(todo: Sequence[Task], costs: Costs) -> Iterator[tuple[int, ...]]:
    """The numbers of tasks that are sent together: of one contract, and done soon."""
    agenda = Agenda(todo, costs)
    batch: list[int] = []
    seconds = 0.0
    while (number := agenda.take(batch[-1] if batch else None)) is not None:
        task = todo[number]
        other = batch and todo[batch[0]].property.contract != task.property.contract
        if batch and (other or seconds >= BATCH_SECONDS or len(batch) == MOST_TOGETHER):
            yield tuple(batch)
            batch, seconds = [], 0.0
        batch.append(number)
        seconds += costs.of(task)
    if batch:
        yield tuple(batch)


# ---------------------------------------------------------------- what is sent


@dataclass(frozen=True, slots=True)
class _Text:
    """A file; `kept` are where declarations start, if some are left out."""

    path: str
    text: str
    kept: frozenset[tuple[int, int]] | None

    @classmethod
    def of(cls, file: ParsedFile) -> _Text:
        kept = None
        if isinstance(file.content, Unit):
            kept = frozenset(map(_place, file.content.declarations))
        return cls(file.source.path, file.source.text, kept)

    def parsed(self) -> ParsedFile:
        Source.generated(self.path, self.text)
        (file,) = parse_files([Path(self.path)])
        if self.kept is None:
            return file
        unit = file.unit
        declarations = tuple(d for d in unit.declarations if _place(d) in self.kept)
        return ParsedFile(file.source, Unit(unit.path, declarations))


def _place(declaration: Any) -> tuple[int, int]:
    return declaration.span.line, declaration.span.column


@dataclass(frozen=True, slots=True)
class _Spec:
    name: str
    conditions: tuple[str, ...]
    files: tuple[_Text, ...]
    harnesses: tuple[_Text, ...]


def packed(provers: Provers, todo: Sequence[Task]) -> bytes:
    """All that a worker needs to decide some tasks."""
    specs = {
        profile: _Spec(
            spec.name,
            spec.conditions,
            tuple(map(_Text.of, spec.files)),
            tuple(map(_Text.of, provers.harnesses(profile))),
        )
        for profile, spec in provers.specs.items()
    }
    options = Options(provers.options.timeout, cache=provers.options.cache)
    return zlib.compress(pickle.dumps((specs, provers.contracts, options, tuple(todo))))


def _same(job: bytes) -> bytes:
    return job


# ---------------------------------------------------------------- in a worker


_ALONE = threading.Lock()
"""A worker may have several threads; provers and solvers are for one."""


def decide(code: str, root: str, job: bytes, numbers: Sequence[int]) -> str:
    """The results of the tasks of these numbers, as JSON, with the version of ptoprove here: none,
    if it is not that of `code`. Paths of our own files are as they are below `root`."""
    own = code_and_solver()
    results: list[dict[str, Any]] = []
    if own == code:
        with _ALONE:
            provers, todo = _unpacked(job)
            for number in numbers:
                results.append(asdict(provers.decide(todo[number])))
                if number % MOST_TASKS == 0:
                    provers.forget()
    text = json.dumps({"code": own, "results": results})
    return text.replace(json.dumps(str(ROOT))[1:-1], json.dumps(root)[1:-1])


@lru_cache(maxsize=1)
def _unpacked(job: bytes) -> tuple[Provers, tuple[Task, ...]]:
    sent: tuple[Mapping[str, _Spec], Sequence[str], Options, tuple[Task, ...]]
    sent = pickle.loads(zlib.decompress(job))
    specs, contracts, options, todo = sent
    loaded = {
        profile: Specification(each.name, [text.parsed() for text in each.files], each.conditions)
        for profile, each in specs.items()
    }
    harnesses = {
        profile: [text.parsed() for text in each.harnesses] for profile, each in specs.items()
    }
    return Provers(loaded, contracts, options, harnesses), todo
