"""`ptoprove audit`: what it prints, writes and returns."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from proofs.verdicts import Verdict
from tests.ptoprove.samples import FakeChecker, Golden, Run, plain, result

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "ptoprove" / "schemas" / "audit.v1.json"
MADE_UP = ROOT / "tests" / "proofs" / "audit" / "spec"
TIME = re.compile(r"in [0-9.]+ s:")


@pytest.fixture(autouse=True)
def in_the_folder_of_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in what is printed are relative to it."""
    monkeypatch.chdir(MADE_UP.parent)


def steady(text: str) -> str:
    """Output without the time that the command took, and blanks at the ends of lines."""
    return TIME.sub("in N s:", plain(text))


def test_a_contract_that_agrees(run: Run, golden: Golden) -> None:
    found = run("audit", "tdemo", "--no-prove", "--spec", "spec")
    assert (found.exit_code, found.stderr) == (0, "")
    golden("audit.txt", steady(found.stdout))


def test_a_contract_that_does_not_agree(run: Run, golden: Golden, tmp_path: Path) -> None:
    text = (MADE_UP / "asl" / "TDEMO.asl").read_text("utf-8")
    text = text.replace("BSTART.SFU TDEMO, S32", "BSTART.SFU TDEMO, S64")
    text = text.replace('"role":"left-source"', '"role":"minuend"')
    broken = tmp_path / "asl" / "TDEMO.asl"
    broken.parent.mkdir()
    broken.write_text(text, "utf-8")
    found = run("audit", "--no-prove", "--spec", str(tmp_path))
    assert found.exit_code == 1
    findings = steady(found.stdout)[steady(found.stdout).index("conflict") :]
    golden("audit-findings.txt", findings.replace(str(tmp_path), "broken"))


def test_verdicts_of_properties(run: Run, checker: FakeChecker) -> None:
    checker.results = [
        result("padding", Verdict.BOUNDED, contract="TDEMO", data_type="S32"),
        result("padding", Verdict.REFUTED, contract="TDEMO", data_type="U32"),
        result("no-memory-effect", Verdict.PROVED, contract="TDEMO"),
    ]
    found = run("audit", "--spec", "spec", "--jobs", "1", "--timeout", "5", "--no-cache")
    assert found.exit_code == 1
    assert re.search(r"defaults\[1\] +REFUTED +2 of 2 +padding", found.stdout)
    assert re.search(r"memory_effects\[0\] +PROVED +1 of 1 +no-memory-effect", found.stdout)
    assert (checker.options.timeout, checker.options.jobs, checker.options.cache) == (5, 1, False)
    contracts, properties, *_ = checker.asked
    assert contracts == []
    assert {"padding", "no-memory-effect", "encoding"} <= {*properties}


def test_report(run: Run, tmp_path: Path) -> None:
    printed = run("audit", "TDEMO", "--no-prove", "--spec", "spec", "--json", "-").stdout
    document = json.loads(printed)
    jsonschema.validate(document, json.loads(SCHEMA.read_text("utf-8")))
    (tdemo,) = document["contracts"]
    assert tdemo["coverage"].keys() < document["summary"].keys()
    clauses = {each["clause"]: each["sentences"] for each in tdemo["clauses"]}
    assert clauses["memory_effects[0]"] == [
        {
            "text": "none",
            "statements": ["Keeps"],
            "verdict": "UNCHECKED",
            "bases": [{"name": "no-memory-effect", "verdict": "UNCHECKED"}],
            "reason": None,
        }
    ]
    assert clauses["legality[4]"][0]["reason"] == "no form reads it"
    file = tmp_path / "audit.json"
    assert run("audit", "TREM", "--no-prove", "--json", str(file)).exit_code == 1
    document = json.loads(file.read_text("utf-8"))
    jsonschema.validate(document, json.loads(SCHEMA.read_text("utf-8")))
    assert document["summary"]["conflicts"] == 1
    found = {each["code"]: each for each in document["contracts"][0]["findings"]}
    assert {*found} == {"example-data-type", "target-data-types", "target-zero-divisor"}
    example, clause = found["example-data-type"]["places"]
    assert (example["name"], example["text"]) == ("contract.examples[0]", None)
    assert clause["text"].startswith("DataType is exactly") and clause["span"]["line"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("audit", "TDMEO", "--spec", "spec"), "error[input] CONTRACT-UNKNOWN"),
        (("audit", "--spec", "nowhere"), "error[input] SPEC-MISSING"),
        (("audit", "--json", "nowhere/audit.json"), "error[input] OUTPUT-FILE"),
        (("audit", "--timeout", "0"), "--timeout"),
    ],
)
def test_bad_input(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert message in found.stderr
