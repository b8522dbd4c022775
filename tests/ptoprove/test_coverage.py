"""`ptoprove coverage`: which branches of the shipped model two test points take."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import jsonschema
import pytest
from rich.console import Console

from ptoprove import suite
from ptoprove.coverage import Coverage, coverage_of_points
from ptoprove.coverage_report import document
from ptoprove.coverage_view import print_coverage
from ptoprove.loading import load
from semantics.library import contract_files, model_files
from tests.ptoprove.samples import Golden, Run, plain

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "ptoprove" / "schemas" / "coverage.v1.json"
MINE = Path("mine")
RECORD = '// PTO-TEST: {"id": "%s", "kind": "boundary", "summary": "%s"}\n'
POINTS = {
    "DEMO-TREM-TYPES-001": """
func main() => integer
begin
    assert InstructionContractDataTypeLegal_TREM(TileDataType_S32);
    assert !InstructionContractDataTypeLegal_TREM(TileDataType_U8);
    return 0;
end;
""",
    "DEMO-TNEG-TYPES-001": """
func main() => integer
begin
    assert InstructionContractDataTypeLegal_TNEG(TileDataType_S32);
    return 0;
end;
""",
}


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout of the shipped model, `mine`, with two test points."""
    monkeypatch.chdir(tmp_path)
    for path in (*model_files(), *contract_files()):
        target = MINE / "asl" / path.parent.name / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    points = MINE / "tests" / "asl"
    points.mkdir(parents=True)
    for name, text in POINTS.items():
        (points / f"{name}.asl").write_text(RECORD % (name, name) + text, "utf-8")


def ran(*patterns: str, contracts: tuple[str, ...] = ("TREM",)) -> tuple[suite.Report, Coverage]:
    spec = load(MINE)
    points = suite.chosen(MINE, patterns, [])
    report = suite.run(spec, MINE, points, suite.Options(60, 1, counting=True))
    chosen = [spec.contract(each) for each in contracts]
    return report, coverage_of_points(spec, chosen, report.outcomes)


def printed(coverage: Coverage, most: int) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=100, markup=False, highlight=False)
    print_coverage(console, coverage, most, MINE)
    return plain(stream.getvalue())


def test_the_report_on_the_terminal(golden: Golden) -> None:
    _, coverage = ran()
    golden("coverage.txt", printed(coverage, 12))


def test_the_report_in_json(golden: Golden) -> None:
    report, coverage = ran()
    values = document(report, ["TREM"], coverage)
    jsonschema.validate(values, json.loads(SCHEMA.read_text("utf-8")))
    (contract,) = [e for e in values["files"] if e["path"] == "mine/asl/contracts/TREM.asl"]
    golden("coverage.json", json.dumps([values["summary"], contract], indent=2) + "\n")


def test_what_a_point_does_not_take_is_missing() -> None:
    _, coverage = ran("TREM")
    (function,) = [e for e in coverage.functions if e.name.endswith("DataTypeLegal_TREM")]
    never = {branch.text: values for branch, values in coverage.missing(function)}
    # S32 is the first of the list, and U8 is none of it.
    assert "TileDataType_S32" not in never
    assert never["TileDataType_FP32"] == (True,)
    figures = coverage.of([function])
    assert (figures.branches, figures.both, figures.taken) == (7, 1, 8)
    _, other = ran("TNEG")
    assert other.of([function]).taken == 0


def test_without_contracts_all_functions_count() -> None:
    _, some = ran()
    _, all = ran(contracts=())
    assert {each.span for each in some.functions} < {each.span for each in all.functions}
    assert all.figures.taken >= some.figures.taken
    assert all.problems == ()


def test_it_does_not_matter_how_many_jobs() -> None:
    spec, points = load(MINE), suite.chosen(MINE, [], [])
    reports = [
        suite.run(spec, MINE, points, suite.Options(60, jobs, counting=True)) for jobs in (1, 2)
    ]
    one, two = (coverage_of_points(spec, [], report.outcomes) for report in reports)
    assert one == two


def test_a_point_that_changes_the_specification_counts_too() -> None:
    text = "type TileDataTypes of array [[2]] of TileDataType;\n" + POINTS["DEMO-TREM-TYPES-001"]
    (MINE / "tests" / "asl" / "A.asl").write_text(RECORD % ("DEMO-A", "a") + text, "utf-8")
    report, coverage = ran("DEMO-A")
    assert report.exit_code == 0
    assert coverage.figures.taken > 0


def test_the_command(run: Run) -> None:
    found = run("coverage", "TREM", "--spec", "mine", "--suite", "TREM", "--json", "c.json")
    assert (found.exit_code, found.stderr) == (0, "")
    text = (
        "1 of 7 branches went both ways (8 of 14 ways, 57.1 %) in functions that were reached (1)"
    )
    assert text in found.stdout
    assert found.stdout.rstrip().endswith(": 1 PASSED")
    assert json.loads(Path("c.json").read_text("utf-8"))["points"]["passed"] == 1
    quiet = run("coverage", "--spec", "mine", "--json", "-")
    assert json.loads(quiet.stdout)["contracts"] == []


def test_functions_that_can_not_be_read_are_told(run: Run) -> None:
    unit = MINE / "asl" / "model" / "more.asl"
    unit.write_text("func More()\nbegin\n    Decoded();\nend;\n", "utf-8")
    found = run("coverage", "--spec", "mine", "--missing", "0")
    where = "no function is named `Decoded` (mine/asl/model/more.asl:3:5)"
    assert f"1 problem in functions that can't be read and are left out: {where}" in found.stdout
    assert found.exit_code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("coverage",), "coverage needs --spec DIR"),
        (("coverage", "--spec", "nowhere"), "error[input] SPEC-MISSING"),
        (("coverage", "TREMM", "--spec", "mine"), "error[input] CONTRACT-UNKNOWN"),
        (("coverage", "--spec", "mine", "--suite", "TADD"), "error[input] POINT-UNKNOWN"),
        (("coverage", "--spec", "mine", "--json", "no/c.json"), "error[input] OUTPUT-FILE"),
    ],
)
def test_bad_usage(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run(*words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert message in found.stderr
