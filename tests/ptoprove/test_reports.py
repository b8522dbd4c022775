"""The reports of `ptoprove check` together: where they go, and when they are written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from proofs.verdicts import Verdict
from tests.ptoprove.samples import FakeChecker, Golden, Run, mixed, result


def three() -> list[str]:
    """Names for the three files of reports."""
    return ["r.json", "r.sarif", "r.xml"]


def words(folder: Path) -> tuple[str, ...]:
    return tuple(
        word
        for option, name in zip(("--json", "--sarif", "--junit"), three(), strict=True)
        for word in (option, str(folder / name))
    )


def test_all_together(
    run: Run, checker: FakeChecker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    checker.results = mixed()
    found = run("check", *words(tmp_path), "--github")
    assert found.exit_code == 1
    assert found.stdout.count("\n::error ") == 3
    document = json.loads((tmp_path / "r.json").read_text("utf-8"))
    (sarif,) = json.loads((tmp_path / "r.sarif").read_text("utf-8"))["runs"]
    root = ET.parse(tmp_path / "r.xml").getroot()
    assert sarif["properties"]["verdicts"] == document["summary"]
    assert root.get("tests") == str(len(document["results"]))
    assert summary.read_text("utf-8").startswith("before\n### ptoprove: ")


@pytest.mark.parametrize("option", ["--sarif", "--junit"])
def test_a_report_on_standard_output_is_alone(run: Run, checker: FakeChecker, option: str) -> None:
    checker.results = mixed()
    found = run("check", option, "-", "--github")
    assert found.exit_code == 1
    if option == "--sarif":
        assert json.loads(found.stdout)["version"] == "2.1.0"
    else:
        assert ET.fromstring(found.stdout).tag == "testsuites"
    assert all(line.startswith("::") for line in found.stderr.splitlines())
    assert found.stderr.count("::error ") == 3


def test_what_is_finished_is_written_after_an_interrupt(
    run: Run, checker: FakeChecker, tmp_path: Path
) -> None:
    checker.results = [
        result("range", Verdict.BOUNDED, data_type="S16"),
        result("range", Verdict.UNKNOWN, data_type="S32", reason="timeout"),
        result("range", data_type="U32"),
    ]
    checker.interrupt_after = 2
    found = run("check", *words(tmp_path), "--github")
    assert found.exit_code == 130
    assert "interrupted: 2 of 3 are done, no JSON is written" in found.stderr
    assert not (tmp_path / "r.json").exists()
    (sarif,) = json.loads((tmp_path / "r.sarif").read_text("utf-8"))["runs"]
    assert [each["properties"]["case"] for each in sarif["results"]] == [{"data_type": "S32"}]
    assert sarif["properties"]["undecided"] == 1
    (invocation,) = sarif["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 130)
    (note,) = invocation["toolExecutionNotifications"]
    assert note["message"]["text"] == "interrupted: 2 of 3 are done"
    cases = list(ET.parse(tmp_path / "r.xml").getroot().iter("testcase"))
    assert [each.get("name") for each in cases] == [
        "range data_type=S16", "range data_type=S32", "range data_type=U32"
    ]  # fmt: skip
    kinds = [[problem.get("type") for problem in each] for each in cases]
    assert kinds == [[], ["UNKNOWN"], ["INTERRUPTED"]]
    assert "::notice title=ptoprove::interrupted: 2 of 3 are done\n" in found.stdout


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--sarif", "."), "can't write `.`: is a directory"),
        (("--sarif", "no/such/file"), "can't write `no/such/file`: its directory does not exist"),
        (("--junit", "no/such/file"), "can't write `no/such/file`: its directory does not exist"),
        (("--github",), "can't write `no/summary`: its directory does not exist"),
        (("--json", "-", "--sarif", "-"), "two reports can't be written to one file"),
        (("--junit", "x", "--sarif", "x"), "two reports can't be written to one file"),
    ],
)
def test_bad_usage_is_told_before_any_work(
    run: Run, checker: FakeChecker, monkeypatch: pytest.MonkeyPatch,
    given: tuple[str, ...], message: str,
) -> None:  # fmt: skip
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "no/summary")
    checker.results = [result()]
    found = run("check", *given)
    assert found.exit_code == 2
    assert message in re.sub(r"[\s│]+", " ", found.stderr)
    assert (found.stdout, checker.options) == ("", None)
    assert not Path("x").exists()


# ------------------------------------------------------------------------ a real run


def steady(text: str, line: int) -> str:
    """A report without times, versions, digests, paths of this machine and the line of a harness,
    which moves with those above it."""
    text = re.sub(rf"\b{line}\b", "LINE", text)
    text = re.sub(r'time="[0-9.]+"', 'time="N"', text)
    text = re.sub(r'("digest": )"\w+"', r'\1"…"', text)
    text = re.sub(r'("version": )"0[^"]*"', r'\1"…"', text)
    return re.sub(r'"file:///[^"]*/semantics/"', '"file:///…/semantics/"', text)


def test_reports_of_a_shipped_contract(
    run: Run, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tile library's formula for floating TREM, of one type, under all formats."""
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "r.md"))
    monkeypatch.setenv("GITHUB_WORKSPACE", str(Path(__file__).parents[2]))
    chosen = ("--case", "data_type=FP16", "--case", "magnitudes=moderate")
    words_ = ("check", "TREM", "--property", "divisor-sign", *chosen, "--jobs", "1")
    found = run(*words_, *words(tmp_path), "--github")
    assert found.exit_code == 1, found.stderr
    report = json.loads((tmp_path / "r.json").read_text("utf-8"))
    held, broken = sorted(report["results"], key=lambda each: str(each["verdict"]))
    assert (held["profile"], broken["profile"]) == ("ieee754", "tile-library")
    assert (held["verdict"], broken["verdict"]) == ("PROVED", "REFUTED")
    line = broken["counterexample"]["span"]["line"]
    document = json.loads((tmp_path / "r.sarif").read_text("utf-8"))
    (run_,) = document["runs"]
    (made,) = [each for each in run_["artifacts"] if "contents" in each]
    text = made["contents"]["text"]
    assert "Property_TREM_FloatingDivisorSign" in text
    assert text.split("\n")[line - 1].lstrip().startswith("assert ")
    made["contents"]["text"] = "…"
    written = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    golden("check.sarif", steady(written, line))
    golden("check.xml", steady((tmp_path / "r.xml").read_text("utf-8"), line))
    golden("check.md", steady((tmp_path / "r.md").read_text("utf-8"), line))
    told = [each for each in found.stdout.splitlines() if each.startswith("::")]
    golden("check-github.txt", steady("\n".join(told) + "\n", line))
