"""Tasks decided by a Dask cluster: two workers on this machine, and what can go wrong with some."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from distributed import KilledWorker

from parser.cache import ROOT
from parser.diagnostics import PtoError
from parser.loader import parse_files
from proofs import cluster
from proofs.agenda import Costs
from proofs.cache import code_and_solver
from proofs.checker import check, tasks
from proofs.cluster import Cluster, address_of, batches
from proofs.cluster_worker import _JOBS, Job, decide, packed
from proofs.properties import harness_files
from proofs.provers import Provers, internal
from proofs.tasks import Options, Task
from proofs.verdicts import Result, Verdict
from semantics.library import ROOT as SHIPPED
from semantics.library import contract_files, model_files
from semantics.specification import Specification


@pytest.fixture(autouse=True)
def cache_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))


# ---------------------------------------------------------------- a cluster


@dataclass(frozen=True)
class Running:
    url: str
    workers: Sequence[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A scheduler and two workers, which know of this one's folders only where our code is."""
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    common = ["--no-dashboard", "--scheduler-file", str(file)]
    with ExitStack() as stack:
        place = ["--host", "127.0.0.1", "--port", "0"]
        stack.enter_context(started(folder, "scheduler", *place, *common))
        while not file.exists():
            time.sleep(0.05)
        workers = [
            stack.enter_context(started(folder, "worker", "--nthreads", "1", "--no-nanny", *common))
            for _ in range(2)
        ]
        address = json.loads(file.read_text("utf-8"))["address"]
        yield Running(address.replace("tcp", "dask"), workers)


@contextmanager
def started(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    cache = str(folder / "cache")
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PTOPROVE_CACHE_DIR": cache}
    command = [sys.executable, "-m", "dask", *words]
    silent = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=folder, env=env, stdout=silent, stderr=silent) as process:
        try:
            yield process
        finally:
            process.kill()


def broken(folder: Path) -> Specification:
    """The shipped model in a folder of its own, and a TREM that has lost a data type."""
    paths = []
    for path in [*model_files(), *contract_files()]:
        text = path.read_text("utf-8")
        if path.stem == "TREM":
            text = text.replace("TileDataType_FP16, TileDataType_BF16", "TileDataType_FP16")
        copy = folder / path.relative_to(SHIPPED)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        paths.append(copy)
    return Specification("broken", parse_files(paths, jobs=1))


def plain(results: Sequence[Result]) -> dict[str, Result]:
    return {f"{r.property} {sorted(r.case.items())}": replace(r, seconds=0.0) for r in results}


def test_workers_that_are_killed_change_nothing(
    running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdicts are those found here, though the files are gone and so is a worker."""
    monkeypatch.setattr(cluster, "MOST_TOGETHER", 1)  # so that both have much to do
    spec = broken(tmp_path / "spec")
    todo = tasks(spec, ["TREM"], ["type-domain", "encoding"])
    todo += tasks(spec, ["TREM"], ["pe-mask-noop"])
    expected = plain(list(check(spec, todo, Options(jobs=1, cache=False))))
    assert {r.verdict for r in expected.values()} == {
        *(Verdict.REFUTED, Verdict.PROVED, Verdict.BOUNDED)
    }
    shutil.rmtree(tmp_path / "spec")
    options = Options(executor=running.url)
    found: list[Result] = []
    for result in check(spec, todo, options):
        if not found:
            running.workers[0].send_signal(signal.SIGKILL)
        found.append(result)
    assert running.workers[0].wait() == -signal.SIGKILL
    assert plain(found) == expected
    again = list(check(spec, todo, replace(options, executor="dask://127.0.0.1:1")))
    assert plain(again) == {name: replace(r, cached=True) for name, r in expected.items()}


# ---------------------------------------------------------------- no cluster


def told(action: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(PtoError) as caught:
        action()
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code, diagnostic.message


@pytest.mark.parametrize(
    ("url", "address"),
    [("dask://host:8786", "tcp://host:8786"), ("dask://[::1]:1", "tcp://[::1]:1")],
)
def test_an_address(url: str, address: str) -> None:
    assert address_of(url) == address


@pytest.mark.parametrize(
    "url",
    ["", "host:1", "tcp://host:1", "dask://host", "dask://:1", "dask://host:x", "dask://host:70000",
     "dask://user@host:1", "dask://host:1/path"],
)  # fmt: skip
def test_no_address(url: str) -> None:
    assert told(lambda: address_of(url)) == ("EXECUTOR-ADDRESS", f"`{url}` names no executor")


def first(url: str) -> object:
    spec = Specification("none", [])
    return next(Cluster(url).run(Provers({}, [], Options()), [], Costs(enabled=False)), spec)


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.2)
    code, message = told(lambda: first("dask://127.0.0.1:1"))
    assert code == "EXECUTOR-UNREACHABLE"
    assert message.startswith("can't work with `dask://127.0.0.1:1`: no scheduler of Dask answers")


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    file = tmp_path / "s.json"
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with started(tmp_path, "scheduler", *words):
        while not file.exists():
            time.sleep(0.05)
        url = json.loads(file.read_text("utf-8"))["address"].replace("tcp", "dask")
        code, message = told(lambda: first(url))
    assert code == "EXECUTOR-UNREACHABLE"
    assert message == f"can't work with `{url}`: the scheduler has no workers"


def test_the_extra_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, message = told(lambda: first("dask://127.0.0.1:1"))
    assert code == "EXECUTOR-MISSING"
    assert message == "`dask://127.0.0.1:1` needs the package `distributed`"


# ---------------------------------------------------------------- workers of another kind


@pytest.fixture(scope="module")
def asked() -> tuple[Provers, list[Task]]:
    from semantics.specification import shipped

    spec = shipped()
    todo = tasks(spec, ["TREM", "TNEG"], ["type-domain", "encoding"])
    return Provers(
        {"reference": spec}, harness_files(spec, ["TREM", "TNEG"]), Options(cache=False)
    ), todo


@dataclass(eq=False)
class Answer:
    """A future that is done: with what a function gives."""

    value: Any
    status: str = "finished"

    def result(self) -> Any:
        return self.value

    exception = result

    def release(self) -> None:
        pass

    def add_done_callback(self, action: Callable[[Any], None]) -> None:
        action(self)


@dataclass
class Client:
    """Answers each batch by a function of its numbers."""

    answer: Callable[[Sequence[int]], Answer]
    batches: list[Sequence[int]] = field(default_factory=list)
    registered: set[str] = field(default_factory=set)

    def register_plugin(self, plugin: Job) -> None:
        self.registered.add(plugin.name)

    def unregister_worker_plugin(self, name: str) -> None:
        self.registered.remove(name)

    def submit(self, function: Callable[..., Any], *words: Any, pure: bool) -> Answer:
        assert function is decide
        self.batches.append(words[-1])
        return self.answer(words[-1])

    def cancel(self, futures: Sequence[Any], force: bool) -> None:
        assert self.registered


def run_with(client: Any, provers: Provers, todo: Sequence[Task]) -> list[tuple[Task, Result]]:
    try:
        run = cluster._Run("dask://h:1", client, provers, todo, Costs(enabled=False))
        return list(run.results())
    finally:
        assert not client.registered


def results(todo: Sequence[Task], numbers: Sequence[int], code: str | None = None) -> Answer:
    found = [asdict(internal(todo[number], "asked")) for number in numbers]
    return Answer(json.dumps({"code": code or code_and_solver(), "results": found}))


def test_what_is_sent_is_all_that_a_worker_needs(asked: tuple[Provers, list[Task]]) -> None:
    provers, todo = asked
    root = "/elsewhere"
    job = Job("a job", packed(provers, todo))
    job.setup(None)  # type: ignore[arg-type]
    found = json.loads(decide(code_and_solver(), root, "a job", [0, 3]))
    assert found["code"] == code_and_solver()
    names = [(each["contract"], each["property"], each["verdict"]) for each in found["results"]]
    expected = [(todo[n].property.contract, todo[n].property.id, "PROVED") for n in (0, 3)]
    assert names == expected
    job.teardown(None)  # type: ignore[arg-type]
    assert "a job" not in _JOBS
    other = json.loads(decide("another version", root, "a job", [0]))
    assert other == {"code": code_and_solver(), "results": []}


def test_a_task_that_workers_die_of(asked: tuple[Provers, list[Task]]) -> None:
    """The others of its batch are proved all the same."""
    provers, todo = asked
    killed = Answer(KilledWorker("decide", None, 3), status="error")  # type: ignore[arg-type]
    client = Client(lambda numbers: killed if 1 in numbers else results(todo, numbers))
    found = run_with(client, provers, todo)
    assert len(found) == len(todo)
    assert [t for t, r in found if r.reason == "several workers that were proving this died"] == [
        todo[1]
    ]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda todo, n: Answer("nonsense"), "a worker has sent no answer that can be read"),
        (lambda todo, n: Answer('{"code": 1}'), "a worker has sent no answer that can be read"),
        (
            lambda todo, n: results(todo, n, "other"),
            "a worker has another version of ptoprove, or of z3",
        ),
        (lambda todo, n: results(todo, n[1:]), "a worker has answered what it was not asked"),
        (lambda todo, n: results(todo[::-1], n), "a worker has answered what it was not asked"),
        (
            lambda todo, n: Answer(ModuleNotFoundError("No module named 'proofs'"), "error"),
            "a worker failed: ModuleNotFoundError: No module named 'proofs'",
        ),
    ],
)
def test_workers_that_do_not_fit(
    asked: tuple[Provers, list[Task]],
    answer: Callable[[list[Task], Sequence[int]], Answer],
    message: str,
) -> None:
    provers, todo = asked
    client = Client(lambda numbers: answer(todo, numbers))
    assert told(lambda: run_with(client, provers, todo)) == (
        "EXECUTOR-WORKER",
        f"`dask://h:1`: {message}",
    )


def test_a_scheduler_that_is_gone(asked: tuple[Provers, list[Task]]) -> None:
    provers, todo = asked
    client = Client(lambda _: Answer(None, "lost"))
    code, message = told(lambda: run_with(client, provers, todo))
    assert (code, message) == (
        "EXECUTOR-UNREACHABLE",
        "can't work with `dask://h:1`: the scheduler is gone",
    )


def test_batches_are_of_one_contract(asked: tuple[Provers, list[Task]]) -> None:
    _, todo = asked
    costs = Costs(enabled=False)
    costs.note(todo[0], 100.0)
    found = list(batches(todo * 20, costs))
    assert sorted(n for batch in found for n in batch) == list(range(len(todo) * 20))
    for batch in found:
        assert len({(todo * 20)[n].property.contract for n in batch}) == 1
        assert len(batch) == 1 or sum(costs.of((todo * 20)[n]) for n in batch[:-1]) < 5.0
