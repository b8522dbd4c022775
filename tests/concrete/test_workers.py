"""Points in worker processes: the same outcomes whatever happens to the workers."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from concrete import limits
from concrete.limits import MEBIBYTE, MOST, TOGETHER, Limits, processor_time
from concrete.points import Outcome, Point, Status
from concrete.workers import run_points
from parser.diagnostics import Phase, PtoError, fail
from semantics.values import DynamicError

LIMITS = Limits(seconds=0.3, patience=60, memory=MOST)
HISTORY: list[str] = []
"""What this process has run; each worker has its own."""


def work(point: Point) -> Outcome:
    """Does what the id says."""
    HISTORY.append(point.id)
    match point.id.partition("-")[0]:
        case "fail":
            return Outcome(point, Status.FAILED)
        case "exit":
            os._exit(3)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "raise":
            raise ValueError("a bug")
        case "loop":
            while True:
                pass
        case "sleep":
            time.sleep(60)
        case "memory":
            bytearray(TOGETHER * 2)
        case "second" if len(HISTORY) > 1:
            os._exit(4)
        case "slow":
            time.sleep(0.1)
        case "history":
            return Outcome(point, Status.PASSED, operands=tuple((each, "") for each in HISTORY))
    return Outcome(point, Status.PASSED)


def prepare() -> Callable[[Point], Outcome]:
    return work


def named(*ids: str) -> list[Point]:
    return [Point(id, "kind", "", Path(id)) for id in ids]


def outcomes(
    *ids: str, jobs: int = 2, fail_fast: bool = False, fork: bool = True, limits: Limits = LIMITS
) -> list[Outcome]:
    """In the order of the ids; with `fail_fast` not all have one."""
    found = dict(
        run_points(named(*ids), prepare, limits, jobs=jobs, fail_fast=fail_fast, fork=fork)
    )
    assert multiprocessing.active_children() == []
    return [found[number] for number in sorted(found)]


def told(outcome: Outcome) -> tuple[str, str, str]:
    return outcome.point.id, outcome.status, "".join(each.message for each in outcome.diagnostics)


EVENTS = ("pass-1", "exit", "fail-1", "raise", "pass-2", "kill", "loop", "pass-3", "memory")


@pytest.mark.parametrize("jobs", [1, 3])
def test_whatever_happens_nothing_else_is_lost(jobs: int) -> None:
    found = outcomes(*EVENTS, jobs=jobs)
    assert [told(each) for each in found] == [
        ("pass-1", "passed", ""),
        ("exit", "died", "the process running this ended with code 3"),
        ("fail-1", "failed", ""),
        ("raise", "died", "ValueError: a bug"),
        ("pass-2", "passed", ""),
        ("kill", "died", "the process running this was killed by SIGKILL"),
        ("loop", "stopped", "stopped after 0.3 s of processor time"),
        ("pass-3", "passed", ""),
        ("memory", "died", "the process reached its limit of 1024 MiB of memory"),
    ]
    codes = [each.code for outcome in found for each in outcome.diagnostics]
    assert codes == ["POINT-DIED", "INTERNAL", "POINT-DIED", "TIME-LIMIT", "MEMORY-LIMIT"]


def test_what_does_not_answer_is_killed() -> None:
    slept, passed = outcomes("sleep", "pass", limits=Limits(1, 1, MOST))
    message = "the process gave no answer, far beyond its time, and was killed"
    assert told(slept) == ("sleep", "stopped", message)
    assert 1 <= slept.seconds < 20
    assert passed.status is Status.PASSED


def test_no_point_suffers_for_those_before_it() -> None:
    assert [each.status for each in outcomes("pass", "second-1", "second-2", jobs=1)] == [
        Status.PASSED
    ] * 3


def test_a_worker_is_used_again_until_it_dies() -> None:
    found = outcomes("pass-1", "history-1", "exit", "history-2", "history-3", jobs=1)
    seen = [[text for text, _ in each.operands] for each in found]
    assert seen == [[], ["pass-1", "history-1"], [], ["history-2"], ["history-2", "history-3"]]
    assert HISTORY == []


def test_other_processes_load_for_themselves() -> None:
    found = outcomes("pass-1", "exit", "pass-2", fork=False)
    assert [each.status for each in found] == [Status.PASSED, Status.DIED, Status.PASSED]


@pytest.mark.parametrize("jobs", [1, 3])
def test_fail_fast(jobs: int) -> None:
    found = outcomes(
        "slow-1", "fail-1", "slow-2", "fail-2", *["pass"] * 20, jobs=jobs, fail_fast=True
    )
    assert [told(each)[:2] for each in found[:2]] == [("slow-1", "passed"), ("fail-1", "failed")]
    assert len(found) < 10


def test_whoever_stops_early_waits_for_none() -> None:
    started = time.monotonic()
    running = run_points(named("pass", "sleep"), prepare, Limits(60, 60, MOST), jobs=2)
    assert next(running)[0] == 0
    running.close()
    assert time.monotonic() - started < 20
    assert multiprocessing.active_children() == []


def test_what_is_wrong_at_the_start_is_told_here() -> None:
    def broken() -> Callable[[Point], Outcome]:
        raise fail("SPEC-MISSING", Phase.INPUT, "no specification")

    with pytest.raises(PtoError, match="no specification"):
        next(run_points(named("pass"), broken, LIMITS, jobs=1))


def test_no_points() -> None:
    assert outcomes() == []


# ------------------------------------------------------------------------ limits


def test_processor_time() -> None:
    before = signal.getsignal(signal.SIGPROF)

    def loop() -> None:
        with processor_time(0.05):
            while True:
                pass

    with pytest.raises(DynamicError, match=re.escape("stopped after 0.05 s")) as caught:
        loop()
    assert caught.value.code == "TIME-LIMIT"
    assert signal.getsignal(signal.SIGPROF) is before
    with processor_time(0.05):
        time.sleep(0.2)  # is no processor time


def test_shares_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_mapped", lambda: 100 * MEBIBYTE)  # whatever other tests have left
    shares = {jobs: Limits.of(60, jobs).memory for jobs in (1, 5, 7, 1000)}
    assert shares[1] == shares[5] == MOST
    assert shares[7] == TOGETHER // 8
    assert 256 * MEBIBYTE < shares[1000] < MOST


def test_more_jobs_than_processors_may_take_longer() -> None:
    processors = os.cpu_count() or 1
    assert Limits.of(60, processors).patience == 130
    assert Limits.of(60, 3 * processors).patience == 370
