"""What others have put into the cache is not believed, and not run."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parser.cache import Cache
from tests.ptoprove.samples import Run
from tests.ptoprove.test_hostile_check import FILE, ROOT, harness, well


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(
    in_data_directory: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))


class Evil:
    """A pickle that leaves a trace where it is read."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return os.system, ("touch owned",)


FOREIGN = {
    "a pickle": pickle.dumps(Evil()),
    "JSON of another kind": b'{"a": [1, 2, 3]}',
    "a number": b"7",
    "null": b"null",
    "a list": b"[[], {}, [[]]]",
    "deep JSON": b"[" * 200_000,
    "no JSON": b"\xff\x00",
    "empty": b"",
    "a lemma": b"holds",
    "a verdict of another": json.dumps(
        {
            "contract": "TDIV", "property": "p", "clauses": [], "case": {}, "scope": "s",
            "verdict": "PROVED", "seconds": 1.0, "solver": "z3", "reason": None, "lemmas": [],
            "profile": "reference", "assumptions": [], "cross_checked": "", "counterexample": None,
        }
    ).encode(),
}  # fmt: skip


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_foreign_entries_are_ignored(
    content: bytes, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even those that are sealed as ours are."""
    monkeypatch.setattr("proofs.properties.direct._kept", {})
    harness("    assert UInt(ARBITRARY: bits(8)) < 200;")
    words = ("check", "TNEG", str(FILE), "--property", "p", "--timeout", "10", "--jobs", "1")
    first = well(run(*words))
    assert first.exit_code == 1
    cache = Cache(tmp_path / "cache")
    entries = [each for each in (tmp_path / "cache").rglob("*") if each.is_file()]
    assert any(each.name.startswith("rdict-") for each in entries)
    for each in entries:
        cache.put(each.parent.name + each.name, content)
    monkeypatch.setattr("proofs.properties.direct._kept", {})
    again = well(run(*words))
    assert again.exit_code == 1
    assert "REFUTED  TNEG p" in again.stdout and "cached" not in again.stdout
    assert not Path("owned").exists()
    well(run("cex", "list"))


def test_nothing_is_unpickled(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """But what a process of ours sends, and what a Dask scheduler sends its worker."""
    monkeypatch.setattr(pickle, "load", lambda *_: pytest.fail("a pickle is read"))
    monkeypatch.setattr(pickle, "Unpickler", lambda *_: pytest.fail("a pickle is read"))
    harness("    assert UInt(ARBITRARY: bits(8)) < 200;")
    for _ in range(2):
        assert well(run("check", str(FILE), "--jobs", "1", "--timeout", "10")).exit_code == 1
    users = [
        path.relative_to(ROOT).as_posix()
        for package in ("parser", "semantics", "concrete", "proofs", "ptoprove")
        for path in sorted((ROOT / package).rglob("*.py"))
        if "import pickle" in path.read_text("utf-8")
    ]
    assert users == ["proofs/cluster_worker.py"]


def test_oversized_entries_are_ignored(run: Run, tmp_path: Path) -> None:
    """A file of holes that says it is larger than any entry may be."""
    harness("    assert UInt(ARBITRARY: bits(8)) < 200;")
    words = ("check", str(FILE), "--timeout", "10", "--jobs", "1")
    assert run(*words).exit_code == 1
    for each in (tmp_path / "cache").rglob("*"):
        if each.is_file():
            os.truncate(each, (1 << 30) + 1)
    again = well(run(*words))
    assert again.exit_code == 1 and "cached" not in again.stdout


def test_an_entry_that_is_a_link_is_only_replaced(run: Run, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    harness("    assert UInt(ARBITRARY: bits(8)) < 200;")
    words = ("check", str(FILE), "--timeout", "10", "--jobs", "1")
    assert run(*words).exit_code == 1
    for each in (tmp_path / "cache").rglob("*"):
        if each.is_file():
            each.unlink()
            each.symlink_to(victim)
    assert well(run(*words)).exit_code == 1
    assert victim.read_text() == "mine"
