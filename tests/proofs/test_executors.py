"""Executors on this machine: workers that die, and that are replaced before they grow."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from proofs import executors
from proofs.agenda import Costs
from proofs.checker import tasks
from proofs.executors import Executor, Processes, Serial
from proofs.properties import Property, harness_files
from proofs.prove import Prover
from proofs.provers import Provers, internal
from proofs.tasks import Options, Task
from proofs.verdicts import Result, Verdict
from semantics.specification import shipped

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="a patch reaches forked processes only"
)


@pytest.fixture(scope="module")
def todo() -> list[Task]:
    return tasks(shipped(), ["TREM", "TNEG"], ["type-domain", "encoding", "pe-mask-noop"])


@pytest.fixture
def provers(todo: list[Task]) -> Provers:
    spec = shipped()
    return Provers({"reference": spec}, harness_files(spec, ["TREM", "TNEG"]), Options(cache=False))


def pids(executor: Executor, provers: Provers, todo: list[Task]) -> list[str]:
    """The processes that decide the tasks, as the fake below tells, in the order of the tasks."""
    found = {id(task): result for task, result in executor.run(provers, todo, Costs(False))}
    assert multiprocessing.active_children() == []
    assert len(found) == len(todo)
    return [str(found[id(task)].reason) for task in todo]


def who(self: Prover, p: Property, case: Mapping[str, str]) -> Result:
    return internal(Task(p, case), str(os.getpid()))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Prover, "decide", who)


@pytest.mark.usefixtures("fake")
def test_workers_are_replaced(
    provers: Provers, todo: list[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(set(pids(Processes(1), provers, todo))) == 1
    monkeypatch.setattr(executors, "MOST_TASKS", 5)
    assert sorted(Counter(pids(Processes(1), provers, todo)).values()) == [2, *[5] * 6]
    monkeypatch.setattr(executors, "MOST_RESIDENT", 1)
    assert len(set(pids(Processes(2), provers, todo))) == len(todo)


@pytest.mark.usefixtures("fake")
def test_this_process_lets_go_too(
    provers: Provers, todo: list[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten: list[int] = []
    monkeypatch.setattr(executors, "MOST_TASKS", 10)
    monkeypatch.setattr(Provers, "forget", lambda self: forgotten.append(1))
    assert set(pids(Serial(), provers, todo)) == {str(os.getpid())}
    assert len(forgotten) == len(todo) // 10


def test_a_task_is_done_once_more(
    provers: Provers, todo: list[Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever killed its worker the first time; the tasks of others are none the worse."""

    def decide(self: Prover, p: Property, case: Mapping[str, str]) -> Result:
        if p.id == "encoding":
            marks = tmp_path / p.contract
            seen = marks.read_text("utf-8") if marks.exists() else ""
            marks.write_text(f"{seen}{os.getpid()} ", "utf-8")
            if p.contract == "TREM" or not seen:
                os.kill(os.getpid(), signal.SIGKILL)
        return who(self, p, case)

    monkeypatch.setattr(Prover, "decide", decide)
    found = dict(zip(map(id, todo), pids(Processes(2), provers, todo), strict=True))
    reasons = {t.property.contract: found[id(t)] for t in todo if t.property.id == "encoding"}
    first, second = (tmp_path / "TNEG").read_text("utf-8").split()
    assert reasons["TNEG"] == second != first
    assert reasons["TREM"] == "two processes proving this died: the last one was killed by SIGKILL"
    assert len((tmp_path / "TREM").read_text("utf-8").split()) == 2
    others = [found[id(t)] for t in todo if t.property.id != "encoding"]
    assert all(each.isdigit() for each in others)


def test_results_are_those_of_this_process(provers: Provers, todo: list[Task]) -> None:
    few = [task for task in todo if task.property.id != "pe-mask-noop"]
    for executor in (Serial(), Processes(2)):
        found = [result for _, result in executor.run(provers, few, Costs(False))]
        assert [r.verdict for r in found] == [Verdict.PROVED] * len(few)
