"""The program as a process: help, versions, streams that break, and time to start."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import ptoprove
from ptoprove.cli import cli
from ptoprove.errors import errors_reported
from tests.ptoprove.samples import FakeChecker, Run, result

COMMAND = [sys.executable, "-m", "ptoprove"]
ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def process(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    options = {"capture_output": True, "text": True, "env": ENVIRONMENT, **more}
    return subprocess.run([*COMMAND, *words], check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"ptoprove {ptoprove.__version__}\n"


@pytest.mark.parametrize("command", ["", *cli.commands])
def test_help_has_examples(run: Run, command: str) -> None:
    found = run(*filter(None, [command]), "--help")
    assert found.exit_code == 0
    assert "Examples:" in found.stdout
    assert f"ptoprove {command}".rstrip() in found.stdout


def test_no_command_shows_the_help(run: Run) -> None:
    found = run()
    assert found.exit_code == 2
    assert "Commands" in found.output


def test_start_is_quick() -> None:
    def used() -> float:
        """Processor time of all processes started so far, which depends on no other work."""
        found = resource.getrusage(resource.RUSAGE_CHILDREN)
        return found.ru_utime + found.ru_stime

    times = []
    for _ in range(3):
        before = used()
        assert process("--help").returncode == 0
        times.append(used() - before)
    assert min(times) < 0.5


@pytest.mark.parametrize("words", [["--help"], ["list"], ["parse", "broken.asl"]])
def test_light_commands_import_no_heavy_modules(words: list[str]) -> None:
    code = (
        "import sys; from ptoprove.cli import cli\n"
        f"cli({words!r}, standalone_mode=False)\n"
        "heavy = {'z3', 'numpy', 'ml_dtypes', 'lark', 'pygments'} & {*sys.modules}\n"
        "assert not heavy, heavy"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert found.returncode == 0, found.stderr


def test_a_broken_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [*COMMAND, "show", "TREM"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        stderr = child.stderr.read()
    assert stderr == b""
    assert child.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("words", [["list"], ["parse", "broken.asl", "--json"]])
def test_a_full_disk_is_reported(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        found = process(*words, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert found.returncode == 2
    assert found.stderr == (
        "error[input] OUTPUT-FILE: can't write `standard output`: no space left on device\n"
    )


def test_characters_that_the_terminal_lacks() -> None:
    found = process("show", "TREM", env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"})
    assert found.returncode == 0
    assert "TREM (SFU)" in found.stdout
    assert found.stderr == ""


def test_an_unexpected_exception_is_no_traceback(
    run: Run, checker: FakeChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no such thing")

    checker.results = [result()]
    monkeypatch.setattr(sys.modules["proofs.checker"], "check", broken)
    found = run("check")
    assert found.exit_code == 3
    assert found.stderr.startswith("error[internal] INTERNAL: ValueError: no such thing\n")
    assert "Traceback" not in found.stderr
    monkeypatch.setenv("PTOPROVE_TRACEBACK", "1")
    assert "Traceback" in run("check").stderr


def test_an_interrupt_anywhere_ends_with_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ptoprove.commands.inventory.load", interrupted)
    found = run("list")
    assert found.exit_code == 130
    assert found.stderr == "interrupted\n"


def test_errors_reported_lets_results_through() -> None:
    with errors_reported():
        done = True
    assert done
