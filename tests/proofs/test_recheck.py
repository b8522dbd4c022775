"""Queries asked again: what is confirmed, what is not, and what nobody may ask."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from parser.diagnostics import PtoError
from proofs.backends.dump import Record, Status
from proofs.backends.installed import OTHERS, Z3, Backend, installed
from proofs.backends.protocol import TIMEOUT
from proofs.recheck import Answer, Outcome, Recheck
from tests.proofs.backends.test_process import CUBES, ends

HEAD = "(set-logic ALL)\n(set-info :status unknown)\n"
SEVEN = f"{HEAD}(declare-fun x () Int)\n(assert (= (* 3 x) 21))\n(check-sat)\n"
NONE = f"{HEAD}(declare-fun x () Int)\n(assert (= (* 3 x) 22))\n(check-sat)\n"


def record(folder: Path, file: str, text: str, expected: Status) -> Record:
    """The record of a query that is written."""
    (folder / file).write_text(text)
    digest = sha256(text.encode()).hexdigest()
    return Record(file, digest, expected, "linear integers", "z3 0", "is it")


def asked(
    folder: Path, records: Sequence[Record], backend: Backend = Z3, seconds: float = 20
) -> dict[str, Answer]:
    found = Recheck(folder, backend, seconds, jobs=2).answers(records)
    return {each.record.file: each for each in found}


@pytest.mark.parametrize("backend", [Z3, OTHERS[0]], ids=lambda each: str(each.name))
def test_outcomes(backend: Backend, tmp_path: Path) -> None:
    if backend not in installed():
        pytest.skip(f"{backend.name} is not installed")
    records = [
        record(tmp_path, "right.smt2", SEVEN, "sat"),
        record(tmp_path, "right-too.smt2", NONE, "unsat"),
        record(tmp_path, "wrong.smt2", SEVEN, "unsat"),
        record(tmp_path, "wrong-too.smt2", NONE, "sat"),
        record(tmp_path, "new.smt2", NONE, "unknown"),
        replace(record(tmp_path, "changed.smt2", NONE, "unsat"), sha256="0" * 64),
        replace(record(tmp_path, "other.smt2", NONE, "unsat"), file="missing.smt2"),
    ]
    found = asked(tmp_path, records, backend)
    assert {name: each.outcome for name, each in found.items()} == {
        "right.smt2": Outcome.CONFIRMED,
        "right-too.smt2": Outcome.CONFIRMED,
        "wrong.smt2": Outcome.DISAGREED,
        "wrong-too.smt2": Outcome.DISAGREED,
        "new.smt2": Outcome.ANSWERED,
        "changed.smt2": Outcome.CHANGED,
        "missing.smt2": Outcome.MISSING,
    }
    assert found["wrong.smt2"].reason == "unsat before, sat now"


def test_what_takes_too_long_is_unknown(tmp_path: Path) -> None:
    records = [record(tmp_path, f"{n}.smt2", f"; {n}\n{CUBES}", "unsat") for n in range(3)]
    found = asked(tmp_path, records, seconds=0.2)
    assert {(each.outcome, each.reason) for each in found.values()} == {(Outcome.UNKNOWN, TIMEOUT)}


@pytest.mark.skipif(OTHERS[1] not in installed(), reason="bitwuzla is not installed")
def test_what_a_solver_does_not_read_is_not_supported(tmp_path: Path) -> None:
    (answer,) = asked(tmp_path, [record(tmp_path, "a.smt2", SEVEN, "sat")], OTHERS[1]).values()
    assert answer.outcome is Outcome.UNSUPPORTED
    assert answer.reason


def test_links_and_pipes_are_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "queries"
    folder.mkdir()
    outside = record(tmp_path, "outside.smt2", SEVEN, "sat")
    (folder / "outside.smt2").symlink_to(tmp_path / "outside.smt2")
    os.mkfifo(folder / "pipe.smt2")
    (folder / "folder.smt2").mkdir()
    files = ("outside.smt2", "pipe.smt2", "folder.smt2")
    found = asked(folder, [replace(outside, file=each) for each in files])
    assert {name: (each.outcome, each.reason) for name, each in found.items()} == {
        "outside.smt2": (Outcome.MISSING, "a symbolic link"),
        "pipe.smt2": (Outcome.MISSING, "not a regular file"),
        "folder.smt2": (Outcome.MISSING, "is a directory"),
    }


def test_large_files_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.recheck.MOST_BYTES", 10)
    (answer,) = asked(tmp_path, [record(tmp_path, "a.smt2", SEVEN, "sat")]).values()
    assert (answer.outcome, answer.reason) == (Outcome.MISSING, "larger than 0 mib")


@pytest.mark.parametrize(
    "content", [b'(set-option :regular-output-channel "owned")', b"(assert \xff)", b"sat"]
)
def test_a_text_with_other_commands_is_an_error(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.smt2").write_bytes(content)
    bad = Record("a.smt2", sha256(content).hexdigest(), "sat", "bit-vectors", "", "")
    with pytest.raises(PtoError) as caught:
        asked(tmp_path, [bad])
    assert [each.code for each in caught.value.diagnostics] == ["MANIFEST-QUERY"]
    assert [each.name for each in tmp_path.iterdir()] == ["a.smt2"]


def test_whoever_stops_early_leaves_no_process(tmp_path: Path) -> None:
    records = [record(tmp_path, f"{n}.smt2", f"; {n}\n{CUBES}", "unsat") for n in range(4)]
    records.insert(0, record(tmp_path, "easy.smt2", SEVEN, "sat"))
    recheck = Recheck(tmp_path, Z3, seconds=100, jobs=2)
    answers = recheck.answers(records)
    assert next(answers).outcome is Outcome.CONFIRMED
    pids = [each.pid for each in recheck._processes]
    answers.close()
    assert all(pid is None or ends(pid) for pid in pids)
    assert recheck.version.startswith("z3 ")
