"""Solver processes: they answer, and whatever becomes of them is an answer too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proofs.backends.installed import OTHERS, installed
from proofs.backends.process import SolverProcess
from proofs.backends.protocol import DIED, MEMORY, TIMEOUT, Reply, Request, unknown

ROOT = Path(__file__).parents[3]
EASY = Request("(declare-fun x () Int)(assert (= (* 3 x) 21))", frozenset({"x"}), 10)
CUBES = """
(declare-fun x () Int)(declare-fun y () Int)(declare-fun z () Int)
(assert (= 114 (+ (* x x x) (* y y y) (* z z z))))
"""
"""Nobody knows."""
WIDE = """
(declare-fun a () (_ BitVec 6000))(declare-fun b () (_ BitVec 6000))
(assert (distinct (bvmul a b) (bvadd (bvmul b a) (bvurem a b))))
"""
"""Takes much memory."""
FACTORS = """
(declare-fun a () (_ BitVec 128))(declare-fun b () (_ BitVec 128))
(assert (= (bvmul ((_ zero_extend 128) a) ((_ zero_extend 128) b))
    ((_ zero_extend 128) #xffffffffffffffffffffffffffffff61)))
(assert (bvult #x00000000000000000000000000000001 a))
(assert (bvult #x00000000000000000000000000000001 b))
"""
"""Takes long."""


@pytest.fixture
def z3() -> Iterator[SolverProcess]:
    process = SolverProcess("z3")
    yield process
    process.close()


def lives(pid: int) -> bool:
    """Whether there is such a process, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


def ends(pid: int) -> bool:
    """Whether it ends within some seconds."""
    end = time.monotonic() + 20
    while lives(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not lives(pid)


def meanwhile(action: Callable[[], object]) -> threading.Timer:
    timer = threading.Timer(0.5, action)
    timer.start()
    return timer


def test_one_process_answers_all(z3: SolverProcess) -> None:
    assert z3.pid is None
    assert z3.decide(EASY) == Reply("sat", {"x": 7})
    first = z3.pid
    assert z3.decide(Request("(assert false)", frozenset(), 10)) == Reply("unsat")
    assert z3.pid == first
    assert z3.version.startswith("z3 ")


def test_what_is_no_text_is_unknown(z3: SolverProcess) -> None:
    reply = z3.decide(Request("(declare-fun", frozenset(), 10))
    assert reply.kind == "unknown"
    assert reply.reason
    assert z3.decide(EASY).kind == "sat"


def test_timeout(z3: SolverProcess) -> None:
    assert z3.decide(Request(CUBES, frozenset(), 0.2)) == unknown(TIMEOUT)
    assert z3.decide(EASY).kind == "sat"


def test_a_solver_that_does_not_return_is_replaced(z3: SolverProcess) -> None:
    z3.decide(EASY)
    first = z3.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    start = time.monotonic()
    assert z3.decide(Request("(assert true)", frozenset(), 0.2)) == unknown(TIMEOUT)
    assert time.monotonic() - start < 20
    assert not lives(first)
    assert z3.decide(EASY).kind == "sat"
    assert z3.pid != first


def test_a_solver_that_dies_is_replaced(z3: SolverProcess) -> None:
    z3.decide(EASY)
    first = z3.pid
    assert first is not None
    timer = meanwhile(lambda: os.kill(first, signal.SIGSEGV))
    assert z3.decide(Request(CUBES, frozenset(), 60)) == unknown(DIED)
    timer.join()
    assert z3.decide(EASY).kind == "sat"


def test_a_solver_that_died_between_two_queries_is_not_missed(z3: SolverProcess) -> None:
    z3.decide(EASY)
    assert z3.pid is not None
    os.kill(z3.pid, signal.SIGKILL)
    assert ends(z3.pid)
    assert z3.decide(EASY).kind == "sat"


def test_memory() -> None:
    small = SolverProcess("z3", megabytes=100)
    assert small.decide(Request(WIDE, frozenset(), 60)) == unknown(MEMORY)
    assert small.decide(EASY).kind == "sat"
    small.close()


def test_one_that_can_not_be_started() -> None:
    assert SolverProcess("no_such_solver").decide(EASY) == unknown(DIED)


def test_after_an_interrupt_nothing_is_mixed_up(
    z3: SolverProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    z3.decide(EASY)
    first = z3.pid
    assert first is not None
    timer = meanwhile(lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        z3.decide(Request(CUBES, frozenset(), 60))
    timer.join()
    assert not lives(first)
    assert z3.decide(EASY) == Reply("sat", {"x": 7})


def test_a_fork_has_processes_of_its_own() -> None:
    code = f"""
import os
from proofs.backends.process import close_all, process_of
from proofs.backends.protocol import Request
ask = lambda: process_of("z3").decide(Request({EASY.text!r}, frozenset({{"x"}}), 10)).values
ask()
first = process_of("z3").pid
if os.fork() == 0:
    right = ask() == {{"x": 7}} and process_of("z3").pid != first
    close_all()
    os._exit(0 if right else 1)
_, status = os.wait()
print(status, ask(), process_of("z3").pid == first)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0 {'x': 7} True\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="only there does the system tell at once")
@pytest.mark.parametrize("name", ["z3", *(each.name for each in OTHERS)])
def test_a_solver_ends_with_who_asked(name: str) -> None:
    """Even one that is at work, and keeps Python from running meanwhile."""
    if name not in [each.name for each in installed()]:
        pytest.skip(f"{name} is not installed")
    code = f"""
import threading, time
from proofs.backends.process import process_of
from proofs.backends.protocol import Request
process = process_of({name!r})
process.decide(Request("(assert true)", frozenset(), 10))
print(process.pid, flush=True)
process.decide(Request({FACTORS!r}, frozenset(), 100))
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(1)
        assert lives(pid)
        parent.kill()
    assert ends(pid)
