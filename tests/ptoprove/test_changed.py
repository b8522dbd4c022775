"""`ptoprove check --changed-since`: which contracts are checked, and what is told of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from proofs.changes import Change
from ptoprove.changed import lines
from tests.proofs.editing import TREM, copied, edit
from tests.ptoprove.samples import Run


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A specification below the top of a repository, of which TREM has changed."""
    folder = tmp_path_factory.mktemp("repository")
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    spec = copied(folder / "deep")

    def git(*words: str) -> None:
        subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)

    git("init", "-q")
    for number in (1, 2):
        if number == 2:
            edit(spec, TREM, "    ExecuteTileBinary(", "    pass;\n    ExecuteTileBinary(")
        git("add", "-A")
        git("commit", "-q", "-m", f"version {number}")
    return spec


@pytest.fixture(autouse=True)
def cache_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))


def test_nothing_has_changed(run: Run, repository: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = ("check", "--spec", str(repository), "--changed-since", "HEAD", "--json", str(report))
    found = run(*words)
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == "no contract has changed since HEAD, of 4\n"
    assert json.loads(report.read_text("utf-8"))["results"] == []


def test_reports_of_nothing(
    run: Run, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "r.md"))
    files = ("--sarif", str(tmp_path / "r.sarif"), "--junit", str(tmp_path / "r.xml"), "--github")
    found = run("check", "--spec", str(repository), "--changed-since", "HEAD", *files)
    assert found.exit_code == 0
    assert found.stdout == "no contract has changed since HEAD, of 4\n"
    (sarif,) = json.loads((tmp_path / "r.sarif").read_text("utf-8"))["runs"]
    assert (sarif["results"], sarif["tool"]["driver"]["rules"]) == ([], [])
    root = ET.parse(tmp_path / "r.xml").getroot()
    assert (root.get("tests"), len(root)) == ("0", 0)
    assert (tmp_path / "r.md").read_text("utf-8") == "### ptoprove: nothing to check\n\n"


def test_only_what_has_changed_is_checked(run: Run, repository: Path) -> None:
    words = ("check", "--spec", str(repository), "--property", "type-domain", "--jobs", "1")
    found = run(*words, "--changed-since", "HEAD~1")
    assert found.exit_code == 0
    told = found.stdout.splitlines()
    assert told[:2] == [
        "1 contract of 4 changed since HEAD~1:",
        "  TREM: InstructionContractExecute_TREM()",
    ]
    assert told[-1].startswith("1 result in ")
    assert told[-1].endswith("1 PROVED")


def test_a_range(run: Run, repository: Path) -> None:
    words = ("check", "TREM", "TNEG", "--spec", str(repository), "--property", "type-domain")
    found = run(*words, "--changed-since", "HEAD~1..HEAD~1")
    assert (found.exit_code, found.stdout) == (
        0,
        "no contract has changed in HEAD~1..HEAD~1, of 2\n",
    )
    found = run(*words, "--changed-since", "HEAD~1..", "--json", "-")
    assert found.exit_code == 0
    assert [each["contract"] for each in json.loads(found.stdout)["results"]] == ["TREM"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--changed-since", "HEAD"), "--changed-since goes with --spec"),
        (("--executor", "dask://h:1", "--jobs", "2"), "--executor goes with neither --jobs nor"),
        (("--executor", "dask://h:1", "--smt2", "queries"), "--executor goes with neither --jobs"),
        (("--executor", "h:1"), "EXECUTOR-ADDRESS: `h:1` names no executor"),
        (("--executor", "dask://"), "EXECUTOR-ADDRESS: `dask://` names no executor"),
    ],
)
def test_bad_usage(run: Run, words: tuple[str, ...], said: str) -> None:
    found = run("check", "TREM", *words)
    assert found.exit_code == 2
    assert said in found.stderr
    assert found.stdout == ""


def test_no_such_revision(run: Run, repository: Path) -> None:
    found = run("check", "TREM", "--spec", str(repository), "--changed-since", "nosuch")
    assert found.exit_code == 2
    assert found.stderr.startswith("error[input] REVISION-UNKNOWN: the repository of ")


def test_lines() -> None:
    many = tuple(f"F{number}()" for number in range(8))
    found = [Change("A", True, many), Change("B", False, ("_G",)), Change("C", False, ())]
    assert list(lines(found, "v1..v2", 9)) == [
        "3 contracts of 9 changed in v1..v2:",
        "  A: its record, F0(), F1(), F2(), F3(), F4(), 3 more",
        "  B: _G",
        "  C: its properties",
    ]
