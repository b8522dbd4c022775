"""`ptoprove cex`: counterexamples of earlier checks."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from concrete.points import Point, PointRunner, Status
from proofs.verdicts import Verdict
from ptoprove.kept import find, keep, kept
from ptoprove.loading import load
from ptoprove.selection import Selection
from tests.ptoprove.samples import COUNTEREXAMPLE, DATA, Golden, Run, plain, result

SCHEMAS = Path(__file__).parents[2] / "ptoprove" / "schemas"
SEMANTICS = Path(__file__).parents[2] / "semantics"


class Checked(Protocol):
    """`checked("mine")`: checks a property of a user's file, which is refuted; its id."""

    def __call__(self, property: str, file: str = "mine.asl") -> str: ...


@pytest.fixture
def checked(run: Run) -> Checked:
    def check(property: str, file: str = "mine.asl") -> str:
        found = run("check", file, "--property", property, "--jobs", "1", "--json", "-")
        assert found.exit_code == 1, found.output
        (only,) = json.loads(found.stdout)["results"]
        return str(only["counterexample"]["id"])

    return check


def test_ids_tell_what_was_asked_and_found() -> None:
    one = result("range", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, data_type="S16")
    same = result("range", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, data_type="S16",
                  seconds=9.0)  # fmt: skip
    other = result("range", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, data_type="S32")
    assert one.counterexample_id == same.counterexample_id == "38a69a91f4"
    assert other.counterexample_id != one.counterexample_id
    assert result("range").counterexample_id is None


def test_show_and_replay(run: Run, checked: Checked, golden: Golden) -> None:
    id = checked("mine")
    shown, brief, again = run("cex", "show", id), run("cex", id[:4]), run("cex", "replay", id)
    assert (shown.exit_code, brief.exit_code, again.exit_code) == (0, 0, 1)
    assert shown.stdout == brief.stdout
    assert again.stdout == f"{shown.stdout}{id} fails as before\n"
    assert shown.stderr == ""
    golden("cex.txt", plain(shown.stdout))


@pytest.mark.parametrize("name", ["found.json", "found.npz", "test_found.py"])
def test_forms(run: Run, tmp_path: Path, checked: Checked, name: str) -> None:
    id, path = checked("mine"), tmp_path / name
    form = {".py": "pytest"}.get(path.suffix, path.suffix[1:])
    saved = run("cex", id, "--as", form, "--output", str(path))
    assert (saved.exit_code, saved.stdout) == (0, "")
    again = run("cex", "replay", str(path))
    assert again.exit_code == 1
    assert again.stdout == run("cex", "replay", id).stdout
    assert run("cex", id, "--as", form).stdout_bytes == path.read_bytes() or form == "npz"


def test_the_document(run: Run, checked: Checked) -> None:
    document = json.loads(run("cex", checked("mine"), "--as", "json").stdout)
    schema = json.loads((SCHEMAS / "cex.v1.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    assert document["kept"]["result"]["counterexample"]["failure"] == "ASSERTION"


def test_arrays(run: Run, tmp_path: Path, checked: Checked) -> None:
    path = tmp_path / "found.npz"
    run("cex", checked("tiles", "tiles.asl"), "--as", "npz", "--output", str(path))
    with np.load(path, allow_pickle=False) as arrays:
        names = {name.partition(".")[0] for name in arrays.files} - {"counterexample"}
        assert names == {"source"}
        assert str(arrays["source.data_type"]) == "S8"
        assert arrays["source"].dtype == np.int8 and arrays["source"].tolist() == [[0, 5]]
        assert arrays["source.defined"].tolist() == [[True, True]]


def test_a_test_for_implementers(run: Run, tmp_path: Path, checked: Checked) -> None:
    path = tmp_path / "test_found.py"
    run("cex", checked("tiles", "tiles.asl"), "--as", "pytest", "--output", str(path))
    names: dict[str, Any] = {}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), names)
    assert names["CONTRACT"] == "TNEG" and names["DOCUMENT"]["contract"] == "TNEG"
    assert names["GIVEN"] == {"source": ("S8", [[0, 5]])}


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.json", b"{", "holds no counterexample"),
        ("x.json", b"[1]", "holds no counterexample"),
        ("x.json", b'{"schema": "ptoprove.cex.v1"}', "holds no counterexample"),
        ("x.json", b'{"schema": "other"}', "no document of the schema ptoprove.cex.v1"),
        ("x.json", b"\xff", "holds no counterexample"),
        ("x.py", b"print()", "it has no DOCUMENT"),
        ("x.npz", b"PK", "holds no counterexample"),
    ],
)
def test_files_of_others(run: Run, tmp_path: Path, name: str, data: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    found = run("cex", "replay", str(path))
    assert (found.exit_code, found.stdout) == (2, "")
    assert "error[input] CEX-FILE" in found.stderr and message in found.stderr


def test_pickles_are_not_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    np.savez(path, counterexample=np.array([print], dtype=object))
    found = run("cex", "replay", str(path))
    assert found.exit_code == 2 and "CEX-FILE" in found.stderr


def test_replay_of_a_test_point(run: Run, tmp_path: Path, checked: Checked) -> None:
    path = tmp_path / "point.asl"
    run("cex", checked("mine"), "--as", "avs", "--output", str(path))
    failing = run("cex", "replay", str(path))
    assert failing.exit_code == 1 and failing.stdout == f"{path} fails\n"
    path.write_text(path.read_text("utf-8").replace("!= 207", "!= 7"), "utf-8")
    passing = run("cex", "replay", str(path))
    assert (passing.exit_code, passing.stdout) == (0, f"{path} does not fail any more\n")
    path.write_text("nonsense", "utf-8")
    assert run("cex", "replay", str(path)).exit_code == 2
    assert run("cex", "replay", "0123456789", "--spec", "spec").exit_code == 2


def test_why_it_fails(run: Run, checked: Checked, golden: Golden) -> None:
    golden("cex-tiles.txt", plain(run("cex", checked("tiles", "tiles.asl")).stdout))


def test_an_input_with_one_value_is_not_free(run: Run, checked: Checked) -> None:
    shown = run("cex", checked("only", "tiles.asl")).stdout
    assert "integer{5..5} = 5" in shown or "integer{5} = 5" in shown
    assert "integer{1..9} = any (1)" in shown and "boolean = TRUE" in shown


def test_a_failure_in_another_place_is_told(run: Run, tmp_path: Path, checked: Checked) -> None:
    path = tmp_path / "changing.asl"
    text = (DATA / "tiles.asl").read_text("utf-8")
    path.write_text(text, "utf-8")
    id = checked("only", str(path))
    assert run("cex", "replay", id).stdout.endswith(f"{id} fails as before\n")
    moved = text.replace("    if second then\n", "    if second then\n        Fails();\n")
    path.write_text(f"{moved}\nfunc Fails()\nbegin\n    assert FALSE;\nend;\n", "utf-8")
    again = run("cex", "replay", id)
    assert again.exit_code == 1
    assert again.stdout.endswith(f"{id} fails otherwise than before\n")


def test_list(run: Run, checked: Checked) -> None:
    assert run("cex", "list").stdout == "0 counterexamples\n"
    mine, events = checked("mine"), checked("events")
    found = plain(run("cex", "list", "tneg").stdout)
    listed = [line.split()[:3] for line in found.splitlines() if line[1:11] in (mine, events)]
    assert listed == [[events, "TNEG", "events"], [mine, "TNEG", "mine"]]
    assert found.endswith("2 counterexamples\n")
    assert run("cex", "list", "TREM").stdout == "0 counterexamples\n"


def test_no_cache_keeps_none(run: Run) -> None:
    found = run("check", "mine.asl", "--property", "events", "--jobs", "1", "--no-cache")
    assert found.exit_code == 1
    assert kept() == []


def test_changed_texts(run: Run, tmp_path: Path, checked: Checked) -> None:
    path = tmp_path / "changing.asl"
    text = (DATA / "mine.asl").read_text("utf-8")
    path.write_text(text, "utf-8")
    id = checked("mine", str(path))
    path.write_text(text.replace("!= 207", "!= 7"), "utf-8")
    assert "has changed since this was found" in run("cex", id).stderr
    again = run("cex", "replay", id)
    assert again.stdout == f"{id} does not fail any more\n"
    assert (again.exit_code, "has changed" in again.stderr) == (0, True)
    refused = run("cex", id, "--as", "avs")
    assert refused.exit_code == 2
    assert "CEX-EXPORT" in refused.stderr
    assert "it does not fail any more" in refused.stderr
    path.write_text(text.replace('"times": [1]', '"times": [2]'), "utf-8")
    assert "CASE-UNKNOWN" in run("cex", "replay", id).stderr


def test_test_point(run: Run, tmp_path: Path, checked: Checked, golden: Golden) -> None:
    id = checked("mine")
    printed = run("cex", id, "--as", "avs")
    assert printed.exit_code == 0
    golden("cex-point.asl", printed.stdout)
    path = tmp_path / "point.asl"
    saved = run("cex", "show", id, "--as", "avs", "--output", str(path))
    assert path.read_text("utf-8") == printed.stdout
    assert plain(saved.stdout).replace(str(path), "point.asl") == (
        f"point.asl: PTO-AVS-TILE-TNEG-MINE-{id.upper()}, whose place in a checkout is "
        f"tests/asl/contracts/TNEG/tile-bound-tneg-mine-{id}-001.asl\n"
    )
    outcome = PointRunner(load()).run(Point("POINT", "boundary", "", path))
    assert outcome.status is Status.FAILED
    fixed = printed.stdout.replace("!= 207", "!= 7")
    path.write_text(fixed, "utf-8")
    outcome = PointRunner(load()).run(Point("POINT", "boundary", "", path))
    assert outcome.status is Status.PASSED


@pytest.mark.parametrize(
    ("property", "reason"),
    [
        ("events", "asks for the order of events (`TraceStart`), which ASL can't say"),
        ("floats", "calls `FloatAdd`, which only ptoprove has"),
    ],
)
def test_no_test_point(run: Run, checked: Checked, property: str, reason: str) -> None:
    found = run("cex", checked(property), "--as", "avs")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "error[input] CEX-EXPORT" in found.stderr
    assert reason in found.stderr


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("nothing", "`nothing` is no id of a counterexample: these have 10 hexadecimal digits"),
        ("12a", "`12a` is no id"),
        ("0123456789", "no counterexample `0123456789` is kept"),
    ],
)
def test_unknown_ids(run: Run, id: str, message: str) -> None:
    for words in (("cex", id), ("cex", "replay", id), ("cex", id, "--as", "avs")):
        found = run(*words)
        assert found.exit_code == 2
        assert f"error[input] CEX-UNKNOWN: {message}" in found.stderr


def test_output_needs_a_form(run: Run) -> None:
    assert run("cex", "0123456789", "--output", "x.asl").exit_code == 2


def test_what_is_not_ours_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuted = result(
        "range", Verdict.REFUTED, contract="TDEMO", counterexample=COUNTEREXAMPLE, kind="S16"
    )
    spec = load(DATA / "spec")
    keep([refuted, result("other")], spec, Selection(DATA / "spec", (), "a5"))
    (found,) = kept()
    assert found == find(found.id)
    assert found.result.counterexample == COUNTEREXAMPLE
    assert found.selection == Selection(DATA / "spec", (), "a5")
    assert found.selection.words == ("--spec", str(DATA / "spec"), "--target", "a5")
    (entry,) = (tmp_path / "cache").rglob(f"*{found.id}")
    entry.write_bytes(b"something else")
    assert kept() == []
    monkeypatch.setattr("ptoprove.kept.user_cache_directory", lambda: None)
    keep([refuted], spec, Selection())
    assert kept() == []


def test_ids_in_reports(run: Run, checked: Checked) -> None:
    id = checked("mine")
    again = run("check", "mine.asl", "--property", "mine", "--jobs", "1")
    assert re.search(rf"^  id: {id}$", again.stdout, re.MULTILINE)


def test_decoders_that_a_script_made(run: Run, tmp_path: Path) -> None:
    """They are no file, neither for the command that finds a counterexample again nor later."""
    checkout = tmp_path / "checkout"
    for folder in ("model", "contracts"):
        shutil.copytree(SEMANTICS / folder, checkout / "asl" / folder)
    (checkout / "scripts").mkdir()
    script = "print('func MadeByTheScript() => integer begin return 1; end;')\n"
    (checkout / "scripts" / "generate-asl-decoders").write_text(script)
    words = ("check", "mine.asl", "--property", "mine", "--spec", str(checkout), "--jobs", "1")
    found = run(*words, "--allow-spec-scripts")
    assert found.exit_code == 1, found.output
    (id,) = re.findall(r"^  id: (\w+)$", found.stdout, re.M)
    assert f"--spec {checkout} --allow-spec-scripts" in plain(found.stdout)
    again = run("cex", "replay", id)
    assert (again.exit_code, again.stderr) == (1, "")
    assert f"--spec {checkout} --allow-spec-scripts" in plain(again.stdout)
