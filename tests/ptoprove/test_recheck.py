"""`check --smt2` writes a manifest, and `recheck` trusts nothing in it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import ptoprove
from proofs.backends.dump import PARTS, Record
from proofs.backends.installed import OTHERS, installed
from ptoprove.manifest import NAME, document, read
from semantics.specification import shipped
from tests.proofs.test_recheck import NONE, SEVEN, record
from tests.ptoprove.samples import Golden, Run, plain

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "ptoprove" / "schemas" / "smt2.v1.json"


def written(folder: Path, *records: Record) -> dict[str, Any]:
    """A manifest that is written, as it is."""
    data = document(shipped(), records)
    (folder / NAME).write_text(json.dumps(data))
    return data


def steady(text: str) -> str:
    return plain(re.sub(r"z3 \d[\d.]*", "z3 0.0", re.sub(r"in [\d.]+ s", "in 0.0 s", text)))


# ------------------------------------------------------------------------ what check writes


@pytest.mark.parametrize("jobs", [1, 2])
def test_check_writes_a_manifest(jobs: int, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "queries"
    folder.mkdir()
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (folder / NAME).symlink_to(victim)
    (folder / "records-1.part").write_text("of a run that was ended")
    found = ptoprove.check(
        "TREM", properties=["range", "divisor-sign"], case={"data_type": "S16"}, smt2=folder,
        jobs=jobs, timeout=20,
    )  # fmt: skip
    assert len(found) == 8
    data = json.loads((folder / NAME).read_text("utf-8"))
    jsonschema.validate(data, json.loads(SCHEMA.read_text("utf-8")))
    assert data["spec"] == {"name": "shipped", "digest": shipped().digest}
    assert data["version"] == ptoprove.__version__
    names = sorted(each.name for each in folder.glob("*.smt2"))
    assert [each["file"] for each in data["queries"]] == names
    assert list(folder.glob(PARTS)) == []
    assert {each["expected"] for each in data["queries"]} >= {"unsat"}
    owners = {(each["contract"], each["property"], each["profile"]) for each in data["queries"]}
    assert ("TREM", "range", "reference") in owners
    assert victim.read_text() == "mine"
    again = run("recheck", str(folder), "--jobs", "2")
    assert (again.exit_code, again.stderr) == (0, "")
    assert f"{len(names)} queries, asked of z3 " in again.stdout
    assert again.stdout.endswith(f" s: {len(names)} confirmed\n")


def test_what_is_interrupted_has_a_manifest_of_what_there_is(tmp_path: Path) -> None:
    from ptoprove.checking import Checking, options

    checking = Checking.of(shipped(), ["TREM"], ["encoding"])
    results = checking.results(options(20, 1, tmp_path / "new"))
    next(results)
    results.close()
    found = read(tmp_path / "new")
    assert found.queries
    assert (found.spec, found.digest) == ("shipped", shipped().digest)


# ------------------------------------------------------------------------ what recheck prints


def test_the_table(tmp_path: Path, run: Run, golden: Golden) -> None:
    about = {"contract": "TREM", "property": "range", "profile": "reference"}
    good = [record(tmp_path, f"good{n}.smt2", SEVEN, "sat") for n in range(2)]
    wrong = record(tmp_path, "wrong.smt2", SEVEN, "unsat")
    new = record(tmp_path, "new.smt2", NONE, "unknown")
    gone = record(tmp_path, "gone.smt2", NONE, "unsat")
    changed = record(tmp_path, "changed.smt2", NONE, "unsat")
    data = written(tmp_path, *good, wrong, new, gone, changed)
    for each in data["queries"][:4]:
        each.update(about)
    data["queries"][4].update(contract="\x1b[31mRED")
    data["queries"][5].update(function="UDiv", lemma="restoring division")
    (tmp_path / NAME).write_text(json.dumps(data))
    (tmp_path / "gone.smt2").unlink()
    (tmp_path / "changed.smt2").write_text(SEVEN)
    found = run("recheck", str(tmp_path), "--timeout", "20", "--jobs", "1")
    assert found.exit_code == 1
    golden("recheck.txt", steady(found.stdout))


@pytest.mark.parametrize(
    ("expected", "text", "code"),
    [
        ("sat", SEVEN, 0),
        ("unknown", SEVEN, 0),
        ("unsat", SEVEN, 1),
        ("unsat", "(assert (nonsense))", 3),
    ],
)
def test_exit_codes(expected: Any, text: str, code: int, tmp_path: Path, run: Run) -> None:
    written(tmp_path, record(tmp_path, "a.smt2", text, expected))
    assert run("recheck", str(tmp_path)).exit_code == code


@pytest.mark.skipif(OTHERS[1] not in installed(), reason="bitwuzla is not installed")
def test_what_is_not_supported_is_not_confirmed(tmp_path: Path, run: Run) -> None:
    written(tmp_path, record(tmp_path, "a.smt2", SEVEN, "sat"))
    found = run("recheck", str(tmp_path), "--solver", "bitwuzla")
    assert found.exit_code == 3
    assert "1 not supported" in found.stdout


def test_a_solver_that_is_missing(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs.backends.installed.find_spec", lambda name: None)
    installed.cache_clear()
    written(tmp_path)
    found = run("recheck", str(tmp_path), "--solver", "cvc5")
    installed.cache_clear()
    assert found.exit_code == 2
    assert "error[input] SOLVER-MISSING: cvc5 is not installed\n" in found.stderr


# ------------------------------------------------------------------------ hostile folders

ESCAPES = [
    "../outside.smt2", "/etc/passwd", "/tmp/outside.smt2", "a/../../outside.smt2", "..", "",
    ".smt2", "a\0.smt2", "C:\\outside.smt2", "..\\outside.smt2", ".hidden.smt2", "a.txt",
    "a.smt2\n", "é.smt2", "x" * 300 + ".smt2",
]  # fmt: skip


@pytest.mark.parametrize("file", ESCAPES)
def test_names_that_lead_elsewhere_are_refused(file: str, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "queries"
    folder.mkdir()
    outside = record(tmp_path, "outside.smt2", SEVEN, "sat")
    data = written(folder, outside)
    data["queries"][0]["file"] = file
    (folder / NAME).write_text(json.dumps(data))
    found = run("recheck", str(folder))
    assert (found.exit_code, found.stdout) == (2, "")
    assert "MANIFEST-FILE" in found.stderr and "in queries[0]" in found.stderr
    assert found.stderr.count("\n") == 1 and len(found.stderr) < 2000


CHANGES: dict[str, tuple[str, Any]] = {
    "a digest": ("sha256", "0"),
    "a digest that is a number": ("sha256", 7),
    "an answer": ("expected", "maybe"),
    "a case": ("case", []),
    "a case of numbers": ("case", {"a": 1}),
    "places": ("places", "text"),
    "a theory": ("theory", None),
    "a contract": ("contract", {}),
    "a solver": ("solver", ["z3"]),
    "a file": ("file", None),
}


@pytest.mark.parametrize(("name", "value"), CHANGES.values(), ids=CHANGES)
def test_members_of_another_kind_are_refused(
    name: str, value: Any, tmp_path: Path, run: Run
) -> None:
    data = written(tmp_path, record(tmp_path, "a.smt2", SEVEN, "sat"))
    others: list[Any] = [{}, [], None, "text"]
    for broken in ({**data["queries"][0], name: value}, *others):
        (tmp_path / NAME).write_text(json.dumps({**data, "queries": [broken]}))
        found = run("recheck", str(tmp_path))
        assert (found.exit_code, found.stdout) == (2, "")
        assert found.stderr.startswith("error[input] MANIFEST-FILE: ")


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\xff", b"{", b"[]", b"7", b"null", b'{"schema": "ptoprove.check.v1"}',
        b'{"schema": "ptoprove.smt2.v1"}', b"[" * 100_000, b"1" * 10_000,
        b"\x80\x04cos\nsystem\n(S'touch owned'\ntR.",
    ],
)  # fmt: skip
def test_what_is_no_manifest_is_refused(
    content: bytes, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / NAME).write_bytes(content)
    found = run("recheck", str(tmp_path))
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("error[input] MANIFEST-FILE: ")
    assert [each.name for each in tmp_path.iterdir()] == [NAME]


def test_folders_without_a_manifest(tmp_path: Path, run: Run) -> None:
    os.mkfifo(tmp_path / NAME)
    for folder, why in ((tmp_path, "not a regular file"), (tmp_path / "no", "no such file")):
        found = run("recheck", str(folder))
        assert found.exit_code == 2
        assert "MANIFEST-FILE" in found.stderr and why in found.stderr


def test_the_number_of_queries_is_bounded(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ptoprove.manifest.MOST_QUERIES", 1)
    written(tmp_path, *(record(tmp_path, f"{n}.smt2", SEVEN, "sat") for n in range(2)))
    found = run("recheck", str(tmp_path))
    assert found.exit_code == 2
    assert "names more than 1 queries" in found.stderr


def test_a_query_that_commands_a_solver_is_refused(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = '(set-option :regular-output-channel "owned")(assert true)'
    written(tmp_path, record(tmp_path, "a.smt2", text, "sat"))
    found = run("recheck", ".")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == (
        "error[input] MANIFEST-QUERY: `a.smt2` is no query: "
        "line 1 has a character that no query has\n"
    )
    assert not (tmp_path / "owned").exists()
