"""Ctrl-C while `check` is at work: a real process, and a real signal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
linux = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for processes")


def session(leader: int) -> list[int]:
    """The processes of a session that are alive: those that its leader started, and theirs."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, own = stat.read_text("utf-8").rpartition(") ")[2].split()[:4]
        except OSError:
            continue
        if int(own) == leader and state != "Z":
            found.append(int(stat.parent.name))
    return found


def verdicts(cache: Path) -> int:
    return len(list(cache.glob("ve/rdict-*")))


@linux
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c(tmp_path: Path, jobs: int) -> None:
    """What is finished is kept and printed, and no process is left."""
    cache = tmp_path / "cache"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PTOPROVE_CACHE_DIR": str(cache)}
    command = [sys.executable, "-m", "ptoprove", "check", "TNEG", "--jobs", str(jobs)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        start_new_session=True,
    ) as child:  # fmt: skip
        end = time.monotonic() + 120
        while verdicts(cache) < 3 and time.monotonic() < end:
            time.sleep(0.05)
        assert any(pid != child.pid for pid in session(child.pid)), "no solver was at work"
        os.killpg(child.pid, signal.SIGINT)
        output, errors = child.communicate(timeout=60)
    assert child.returncode == 130, errors
    *told, last = errors.splitlines()
    found = re.fullmatch(r"interrupted: (\d+) of \d+ are done", last)
    assert found is not None, errors
    done = int(found[1])
    assert done <= len(told) <= done + 1  # it may come just before a result counts
    assert all(re.match("(BOUNDED|PROVED) TNEG ", each) for each in told)
    assert 3 <= done <= verdicts(cache)
    assert f"{done} results in " in output
    assert "Traceback" not in output + errors
    end = time.monotonic() + 20
    while session(child.pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert session(child.pid) == []
