"""`ptoprove exec --timeout`, in processes of its own, and the limit of memory."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ptoprove.supervision import interrupts, memory_limit

LOOP = "while TRUE do x = x + 1; end;"
ROOT = Path(__file__).parents[2]


def execute(folder: Path, body: str, seconds: str) -> subprocess.CompletedProcess[str]:
    file = folder / "a.asl"
    text = f'func main() => integer\nbegin\n  var x: integer;\n  println "first";\n  {body}\n'
    file.write_text(f"{text}  return 3;\nend;\n", encoding="utf-8")
    command = [sys.executable, "-m", "ptoprove", "exec", "--timeout", seconds, str(file)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )


def test_an_endless_loop_is_stopped_where_it_is(tmp_path: Path) -> None:
    found = execute(tmp_path, LOOP, "1.5")
    assert (found.returncode, found.stdout) == (1, "first\n")
    assert "error[dynamic] TIME-LIMIT: stopped after 1.5 s\n  --> " in found.stderr
    assert "a.asl:5:" in found.stderr


def test_a_long_operation_is_stopped(tmp_path: Path) -> None:
    # Long integers are divided in one go, which takes quadratic time.
    body = "x = 7 ^ (2 ^ 23); println (3 ^ (2 ^ 26)) MOD x;"
    found = execute(tmp_path, body, "1.5")
    assert found.returncode == 1
    assert found.stderr.startswith("error[dynamic] TIME-LIMIT: stopped after 1.5 s\n")
    assert "Traceback" not in found.stderr


def test_what_ends_in_time_ends_as_without(tmp_path: Path) -> None:
    found = execute(tmp_path, "println x;", "60")
    assert (found.returncode, found.stdout, found.stderr) == (0, "first\n0\n", "")
    found = execute(tmp_path, "println y;", "60")
    assert found.returncode == 1
    assert found.stderr.startswith("error[static] NAME-UNDEFINED")


@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_no_time(tmp_path: Path, seconds: str) -> None:
    assert execute(tmp_path, LOOP, seconds).returncode == 2


def test_memory_is_limited_inside_only() -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    with memory_limit():
        inside = resource.getrlimit(resource.RLIMIT_AS)
        with pytest.raises(MemoryError):
            bytearray(1 << 50)
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert inside[0] != resource.RLIM_INFINITY


@pytest.fixture
def interruptible() -> Iterator[None]:
    """As a shell starts a command in the foreground."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_that_a_destructor_swallows_is_raised_later() -> None:
    class Term:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    ignored: list[object] = []
    with pytest.MonkeyPatch.context() as patch, interrupts() as check:
        patch.setattr(sys, "unraisablehook", ignored.append)
        check()
        term = Term()
        del term
        assert len(ignored) == 1
        with pytest.raises(KeyboardInterrupt):
            check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
