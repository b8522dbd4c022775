"""Which task is next, and what is remembered of how long they took."""

from __future__ import annotations

from pathlib import Path

import pytest

from parser.cache import Cache
from parser.source import Span
from proofs.agenda import USUAL, Agenda, Costs
from proofs.properties import Property
from proofs.tasks import Task


@pytest.fixture(autouse=True)
def cache_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path))
    return tmp_path


def task(contract: str, number: int) -> Task:
    span = Span("a.asl", 1, 1, 1, 1)
    p = Property("p", contract, "F", "", (), (), {}, "", None, "", "a.asl", span)
    return Task(p, {"number": str(number)})


def costs(seconds: dict[tuple[str, int], float]) -> Costs:
    made = Costs()
    for (contract, number), each in seconds.items():
        made.note(task(contract, number), each)
    return made


def test_tasks_of_which_nothing_is_known_stay_in_order() -> None:
    agenda = Agenda([task("A", 0), task("A", 1), task("A", 2)], Costs())
    assert [agenda.take(None), agenda.take(0), agenda.take(1), agenda.take(2)] == [0, 1, 2, None]


def test_long_ones_first_and_a_contract_for_each_worker() -> None:
    known = {("A", 0): 1.0, ("A", 1): 5.0, ("B", 2): 2.0, ("B", 3): 9.0, ("C", 4): 7.0}
    agenda = Agenda([task(*name) for name in known], costs(known))
    assert agenda.take(None) == 3  # B takes longest
    assert agenda.take(None) == 4
    assert agenda.take(3) == 2  # it stays with B
    assert agenda.take(4) == 1  # C is done, A not yet begun
    assert agenda.take(2) == 0  # it helps with A
    assert agenda.take(1) is None
    assert agenda.wanted(0)


def test_profiles_are_apart() -> None:
    one, other = task("A", 0), task("A", 1)
    agenda = Agenda([one, Task(one.property, {}, "ieee754"), other], Costs())
    assert [agenda.take(None), agenda.take(0), agenda.take(2)] == [0, 2, 1]


def test_costs_are_kept(cache_directory: Path) -> None:
    costs({("A", 0): 1.0, ("A", 1): 4.0}).keep()
    found = Costs()
    assert [found.of(task("A", 0)), found.of(task("A", 1)), found.of(task("B", 0))] == [1, 4, 2.5]
    assert Costs(enabled=False).of(task("A", 0)) == USUAL


@pytest.mark.parametrize("content", [b"", b"nonsense", b"[]", b'{"a": "b"}', b'{"a": null}'])
def test_foreign_costs(cache_directory: Path, content: bytes) -> None:
    Cache(cache_directory).put("seconds-of-tasks", content)
    assert Costs().of(task("A", 0)) == USUAL
