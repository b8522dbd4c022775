"""`ptoprove avs`: what it runs, prints, writes and returns."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
import xmlschema
from rich.console import Console

from concrete.points import Outcome, Status
from ptoprove import suite
from ptoprove.loading import load
from ptoprove.progress import Tally, with_plain_progress
from ptoprove.suite_report import junit
from ptoprove.suite_view import print_report
from tests.ptoprove.samples import DATA, Golden, Run, plain

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "ptoprove" / "schemas" / "avs.v1.json"
SUITE = Path("suite")
"""A checkout in the directory of the test data."""


def ran(*patterns: str, jobs: int = 2, fail_fast: bool = False) -> suite.Report:
    """A run of the test data in which each point takes half a second."""
    points = suite.chosen(SUITE, patterns, [])
    report = suite.run(load(SUITE), SUITE, points, suite.Options(0.3, jobs, fail_fast))
    return replace(report, outcomes=tuple(replace(each, seconds=0.5) for each in report.outcomes))


def printed(report: suite.Report, slowest: int = 0) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=100, markup=False, highlight=False)
    print_report(console, report, 4.5, 2, slowest)
    return plain(stream.getvalue())


@pytest.fixture(scope="module")
def report() -> Iterator[suite.Report]:
    before = Path.cwd()
    os.chdir(DATA)
    yield ran()
    os.chdir(before)


def test_the_report_on_the_terminal(report: suite.Report, golden: Golden) -> None:
    golden("avs.txt", printed(report, slowest=2))


def test_the_report_in_junit(report: suite.Report, golden: Golden) -> None:
    text = junit(report)
    xmlschema.XMLSchema(DATA / "junit.xsd").validate(ET.fromstring(text))
    golden("avs.xml", text)


def test_the_report_in_json(report: suite.Report, golden: Golden, tmp_path: Path) -> None:
    from ptoprove.suite_report import document

    values = document(report)
    jsonschema.validate(values, json.loads(SCHEMA.read_text("utf-8")))
    values["version"], values["spec"]["digest"] = "0.0.0", "0" * 64
    golden("avs.json", json.dumps(values, indent=2) + "\n")


def test_it_does_not_matter_how_many_jobs(report: suite.Report) -> None:
    assert ran(jobs=1).outcomes == ran(jobs=4).outcomes == report.outcomes


@pytest.mark.parametrize("jobs", [1, 3])
def test_fail_fast(jobs: int) -> None:
    report = ran("step", jobs=jobs, fail_fast=True)
    assert [each.point.id for each in report.outcomes] == ["DEMO-STEP-DECODE-001"]
    assert "1 point in 4.50 s (2 jobs, 0.2 a second): 1 BROKEN, 5 not run" in printed(report)


def test_characters_that_xml_can_not_hold(report: suite.Report) -> None:
    bad = replace(report.outcomes[0].point, id="a\x00b\ud800<&>")
    changed = replace(report, outcomes=(replace(report.outcomes[0], point=bad),))
    (case,) = ET.fromstring(junit(changed)).iter("testcase")
    assert case.get("name") == "a�b�<&>"


@pytest.mark.parametrize(
    ("words", "code", "summary"),
    [
        (("UP",), 0, "1 PASSED"),
        (("*-UP-*", "WRAP"), 0, "2 PASSED"),
        (("--kind", "boundary"), 1, "1 PASSED, 1 FAILED"),
        (("DECODE",), 3, "1 BROKEN"),
        (("UP", "RESULT", "DECODE"), 1, "1 PASSED, 1 FAILED, 1 BROKEN"),
        (("LOOP", "--timeout", "0.1"), 3, "1 STOPPED"),
    ],
)
def test_exit_codes(run: Run, words: tuple[str, ...], code: int, summary: str) -> None:
    found = run("avs", "--spec", "suite", *words)
    assert found.exit_code == code
    assert found.stdout.rstrip().endswith(f": {summary}")
    assert found.stderr == ""


def test_files_of_reports(run: Run, tmp_path: Path) -> None:
    json_file, xml_file = tmp_path / "avs.json", tmp_path / "avs.xml"
    words = ("avs", "UP", "--spec", "suite", "--junit", str(xml_file), "--json")
    assert run(*words, str(json_file)).exit_code == 0
    document = json.loads(json_file.read_text("utf-8"))
    (point,) = document["points"]
    assert (point["id"], point["status"]) == ("DEMO-STEP-UP-001", "passed")
    assert document["summary"]["passed"] == 1
    assert ET.parse(xml_file).getroot().get("tests") == "1"
    quiet = run(*words, "-")
    assert json.loads(quiet.stdout)["summary"]["passed"] == 1
    assert quiet.stderr == ""


def test_a_decoder_makes_a_broken_point_run(run: Run, tmp_path: Path) -> None:
    decoder = tmp_path / "decoder.asl"
    decoder.write_text("func Decoded(by: bits(8)) => boolean\nbegin\n    return TRUE;\nend;\n")
    assert run("avs", "DECODE", "--spec", "suite", "--decoders", str(decoder)).exit_code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("avs",), "avs needs --spec DIR"),
        (("avs", "--spec", "nowhere"), "error[input] SPEC-MISSING"),
        (("avs", "--spec", "spec"), "error[input] POINT-MISSING: `spec` has no test points"),
        (("avs", "--spec", "suite", "DEMO-SETP"), "error[input] POINT-UNKNOWN"),
        (("avs", "--spec", "suite", "--kind", "x"), "there are: boundary, decode-positive"),
        (("avs", "--spec", "suite", "--jobs", "0"), "--jobs"),
        (("avs", "--spec", "suite", "--junit", "nowhere/a.xml"), "error[input] OUTPUT-FILE"),
        (("avs", "--spec", "suite", "--junit", "-", "--json", "-"), "two reports can't be written"),
        (("avs", "--spec", "suite", "--decoders", "none.asl"), "error[input] INPUT-FILE"),
    ],
)
def test_bad_usage(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert message in found.stderr
    assert found.stdout == ""


def test_what_is_finished_is_reported_after_an_interrupt() -> None:
    def interrupted(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        for number, each in enumerate(outcomes):
            yield each
            if number == 1:
                raise KeyboardInterrupt

    points = suite.chosen(SUITE, ["UP", "WRAP", "RESULT", "WRONG-001"], [])
    options = suite.Options(5, 1)
    report = suite.run(load(SUITE), SUITE, points, options, interrupted)
    assert (report.interrupted, report.exit_code) == (True, 130)
    assert (len(report.outcomes), report.not_run) == (2, 2)
    assert multiprocessing.active_children() == []
    assert printed(report).rstrip().endswith("1 PASSED, 1 FAILED, 2 not run")


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the children of a process")
def test_ctrl_c(tmp_path: Path) -> None:
    file = tmp_path / "avs.json"
    words = ["avs", "--spec", "suite", "LOOP", "--json", str(file)]
    with subprocess.Popen(
        [sys.executable, "-m", "ptoprove", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as child:  # fmt: skip
        workers = Path(f"/proc/{child.pid}/task/{child.pid}/children")
        while not workers.read_text("ascii"):
            time.sleep(0.05)
        os.killpg(child.pid, signal.SIGINT)
        output, errors = child.communicate(timeout=30)
    assert child.returncode == 130
    assert output.rstrip().endswith(": 1 not run")
    assert errors == "interrupted: 1 of 1 points have no outcome\n"
    assert json.loads(file.read_text("utf-8"))["interrupted"] is True


def test_plain_progress() -> None:
    stream = io.StringIO()
    tally: Tally[Status] = Tally(str.upper, [each.upper() for each in Status], lambda _: None)
    statuses = [Status.PASSED, Status.PASSED, Status.DIED]
    console = Console(file=stream, width=100)
    assert list(with_plain_progress(statuses, 3, console, tally, every=0)) == statuses
    assert stream.getvalue() == ("1 of 3: 1 PASSED\n2 of 3: 2 PASSED\n3 of 3: 2 PASSED  1 DIED\n")
    assert list(with_plain_progress(statuses, 3, console, tally, every=60)) == statuses
    assert stream.getvalue().count("\n") == 3
