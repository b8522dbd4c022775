"""`ptoprove spec`: the inventory of a checkout."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from tests.ptoprove.samples import Golden, Run, plain

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "ptoprove" / "schemas" / "spec.v1.json"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the checkout of the test data without what is wrong there, as `suite`."""
    shutil.copytree("suite", tmp_path / "suite")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "suite/tests/asl/counter/limits/DEMO-LIMITS-RECORD-001.asl").unlink()
    return Path("suite")


def test_inventory(run: Run, checkout: Path, golden: Golden) -> None:
    found = run("spec", "suite")
    assert (found.exit_code, found.stderr) == (0, "")
    golden("spec.txt", plain(found.stdout))


def test_decoders(run: Run, checkout: Path) -> None:
    decoder = Path("decoder.asl")
    decoder.write_text("func Decoded(by: bits(8)) => boolean\nbegin\n    return TRUE;\nend;\n")
    found = run("spec", "suite", "--decoders", str(decoder))
    assert found.exit_code == 0
    assert "decoder.asl 1 declaration" in found.stdout
    assert "declared nowhere" not in found.stdout


def test_what_can_not_be_loaded_stops_nothing(run: Run, golden: Golden, checkout: Path) -> None:
    (checkout / "asl/bad.asl").write_text("func f()\nbegin\n    let x = ;\nend;\n")
    (checkout / "asl/twice.asl").write_text("type Mode of integer;\n")
    (checkout / "asl/latin.asl").write_bytes(b"// \xe9\n")
    bad = checkout / "tests/asl/bad.asl"
    bad.write_text('// PTO-TEST: {"id": "DEMO-STEP-UP-001", "kind": "fault"}\n')
    found = run("spec", "suite")
    assert found.exit_code == 2
    rows = [line.split() for line in found.stdout.splitlines()]
    assert ["units", "5", "(none)", "3,", "counter", "2"] in rows
    golden("spec-problems.txt", found.stderr)


def test_report(run: Run, checkout: Path) -> None:
    (checkout / "asl/bad.asl").write_text("func f()\n")
    found = run("spec", "suite", "--json", "-")
    assert found.exit_code == 2
    document = json.loads(found.stdout)
    jsonschema.validate(document, json.loads(SCHEMA.read_text("utf-8")))
    assert document["contracts"] == {"demo counter": 1}
    assert document["clauses"] == {"defaults": 1, "legality": 2}
    assert [each["name"] for each in document["missing"]] == ["Decoded"]
    assert document["missing"][0]["span"]["path"] == "suite/asl/counter/STEP.asl"
    assert document["problems"][0]["code"].startswith("GRAMMAR-")
    file = Path("spec.json")
    assert run("spec", "suite", "--json", str(file)).exit_code == 2
    assert json.loads(file.read_text("utf-8")) == document


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("spec",), "Missing argument 'DIR'"),
        (("spec", "nowhere"), "error[input] SPEC-MISSING"),
        (("spec", "suite", "--decoders", "none.asl"), "error[input] INPUT-FILE"),
        (("spec", "suite", "--json", "nowhere/x.json"), "error[input] OUTPUT-FILE"),
    ],
)
def test_bad_usage(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert message in found.stderr


def test_a_checkout_without_points(run: Run) -> None:
    found = run("spec", "spec")
    assert found.exit_code == 0
    assert ["test", "points", "0"] in [line.split() for line in found.stdout.splitlines()]
