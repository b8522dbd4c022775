"""Commands run in this process, in the directory of the test data."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

import proofs
from ptoprove.cli import cli
from tests.ptoprove.samples import DATA, FakeChecker, Run


@pytest.fixture(autouse=True)
def in_data_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in what is printed are relative to the test data."""
    monkeypatch.chdir(DATA)
    monkeypatch.delenv("COLUMNS", raising=False)
    for variable in (
        "FORCE_COLOR",
        "NO_COLOR",
        "PTOPROVE_TRACEBACK",
        "GITHUB_STEP_SUMMARY",
        "GITHUB_WORKSPACE",
    ):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture(autouse=True)
def kept_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Counterexamples of tests are not kept among those of the user."""
    monkeypatch.setattr("ptoprove.kept.user_cache_directory", lambda: tmp_path / "cache")


@pytest.fixture
def run() -> Run:
    """`run("check", "TREM")`: the command line in this process."""

    def invoke(*words: str) -> Result:
        return CliRunner().invoke(cli, words, prog_name="ptoprove")

    return invoke


@pytest.fixture
def checker(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeChecker]:
    """Lets commands check with a fake; without it they would need a solver and time."""
    fake = FakeChecker()
    module = ModuleType("proofs.checker")
    vars(module).update(tasks=fake.tasks, check=fake.check)
    monkeypatch.setitem(sys.modules, "proofs.checker", module)
    monkeypatch.setattr(proofs, "checker", module, raising=False)
    monkeypatch.delitem(sys.modules, "ptoprove.checking", raising=False)
    yield fake
    sys.modules.pop("ptoprove.checking", None)
