"""Tasks decided by the workers of a Dask cluster.

Dask gives what a worker has left undone to another. A batch that several died of is given out once
more, task by task, and so is seen which of them it was. A worker answers in JSON, which is read as
an entry of the verdict cache is; verdicts are kept here. What Dask itself sends is run by whoever
gets it, so a cluster is to be trusted as one's own machine is.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from parser.cache import ROOT
from parser.diagnostics import Phase, PtoError, fail
from proofs.agenda import Agenda, Costs
from proofs.cache import NO_RESULT, code_and_solver, result_of
from proofs.provers import Provers, internal
from proofs.tasks import NOBODY, Task, Watch
from proofs.verdicts import Result

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
        self, provers: Provers, todo: Sequence[Task], costs: Costs, watch: Watch = NOBODY
    ) -> Generator[tuple[Task, Result], None, None]:
        """As `Executor.run`; raises PtoError (EXECUTOR-…) where the cluster can't do it. What
        workers are at is not known here."""
        with _silent(), closing(self._client()) as client:
            provers.ready(todo)
            yield from _Run(self._url, client, provers, todo, costs).results()

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


@contextmanager
def _silent() -> Iterator[None]:
    """What a client of Dask logs of its troubles is told by our own errors."""
    logger = logging.getLogger("distributed.client")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


class _Run:
    """The batches of one run that are under way."""

    def __init__(
        self, url: str, client: Client, provers: Provers, todo: Sequence[Task], costs: Costs
    ) -> None:
        self._url, self._client, self._todo = url, client, todo
        self._provers, self._costs = provers, costs
        self._name = f"ptoprove-{uuid4().hex}"
        self._batches: dict[Future[Any], Sequence[int]] = {}
        self._done: Queue[Future[Any]] = Queue()

    def results(self) -> Iterator[tuple[Task, Result]]:
        try:
            self._send()
            for batch in batches(self._todo, self._costs):
                self._submit(batch)
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
                self._client.cancel(list(self._batches), force=True)
                self._client.unregister_worker_plugin(self._name)

    def _send(self) -> None:
        """Let every worker have what it needs, those too that come later."""
        from proofs.cluster_worker import Job, packed

        try:
            self._client.register_plugin(Job(self._name, packed(self._provers, self._todo)))
        except Exception as error:  # whatever happened in a worker
            raise self._failed(error) from None

    def _submit(self, numbers: Sequence[int]) -> None:
        from proofs.cluster_worker import decide

        code = code_and_solver()
        future = self._client.submit(decide, code, str(ROOT), self._name, numbers, pure=False)
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
        raise self._failed(error)

    def _read(self, numbers: Sequence[int], answers: str) -> Iterator[tuple[Task, Result]]:
        try:
            document = json.loads(answers)
            code, results = document["code"], [result_of(each) for each in document["results"]]
        except NO_RESULT:
            raise self._unfit("a worker has sent no answer that can be read") from None
        if code != code_and_solver():
            raise self._unfit("a worker has another version of ptoprove, or of z3")
        asked = [self._todo[number] for number in numbers]
        names = [(task.property.contract, task.property.id, dict(task.case)) for task in asked]
        if names != [(each.contract, each.property, dict(each.case)) for each in results]:
            raise self._unfit("a worker has answered what it was not asked")
        for task, result in zip(asked, results, strict=True):
            yield task, replace(result, profile=task.profile, cached=False)

    def _failed(self, error: object) -> PtoError:
        return self._unfit(f"a worker failed: {type(error).__name__}: {error}")

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
