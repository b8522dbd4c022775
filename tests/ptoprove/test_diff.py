"""`ptoprove diff`: what it prints, writes and returns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from proofs.equivalence.answers import Comparison, Relation
from tests.proofs.editing import NUMERIC, TREM, copied, edit
from tests.ptoprove.samples import Golden, Run, plain

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "ptoprove" / "schemas" / "diff.v1.json"
TSCATTER = "asl/contracts/TSCATTER.asl"
HARNESS_LINE = re.compile(r"(<operands of \w+>):\d+:\d+")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two checkouts. In B, TNEG gives the ones' complement, TREM fails where there are two columns,
    and TSCATTER is no contract."""
    found = tmp_path_factory.mktemp("versions")
    copied(found / "a")
    b = copied(found / "b")
    negation = "NormalizeTileInteger(Zeros{64} - value, data_type)"
    edit(b, NUMERIC, negation, "NormalizeTileInteger(NOT value, data_type)")
    call = "    ExecuteTileBinary("
    edit(b, TREM, call, f"    assert _Tiles[[divisor]].valid_columns == 1;\n{call}")
    text = (b / TSCATTER).read_text("utf-8")
    (b / TSCATTER).write_text(text.replace("// PTO-INSTRUCTION:", "// "), "utf-8")
    return found


@pytest.fixture(autouse=True)
def in_the_folder(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths in what is printed are relative to it."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))


def document(text: str) -> dict[str, Any]:
    """A report, which its schema takes."""
    found: dict[str, Any] = json.loads(text)
    jsonschema.validate(found, json.loads(SCHEMA.read_text("utf-8")))
    return found


def test_all_contracts(run: Run, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ptoprove.comparison_view.seconds_text", lambda _: "N s")
    found = run("diff", "a", "b", "--jobs", "1")
    assert (found.exit_code, found.stderr) == (1, "")
    golden("diff.txt", HARNESS_LINE.sub(r"\1", plain(found.stdout)))


def test_report(run: Run) -> None:
    found = run("diff", "a", "b", "tneg", "TDIV", "--jobs", "1", "--json", "-")
    assert found.exit_code == 1
    report = document(found.stdout)
    assert report["summary"] == {
        "equivalent": 1, "different": 1, "unknown": 0, "unsupported": 0, "internal": 0
    }  # fmt: skip
    assert (report["a"]["name"], report["b"]["name"]) == ("a", "b")
    tneg, tdiv = report["contracts"]
    assert (tneg["contract"], tneg["relation"]) == ("TNEG", "DIFFERENT")
    (difference,) = tneg["differences"]
    assert (difference["kind"], difference["case"]) == ("values", "S32 1x1")
    assert difference["a"]["destinations"][0]["words"][0] == ["0x0"]
    assert difference["b"]["destinations"][0]["words"][0] == ["0xffffffffffffffff"]
    assert (tdiv["relation"], tdiv["cases"], tdiv["differences"]) == ("EQUIVALENT", [], [])


def test_a_failure_in_the_report(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    found = run("diff", "a", "b", "TREM", "--json", str(file))
    assert found.exit_code == 1
    (contract,) = document(file.read_text("utf-8"))["contracts"]
    (difference,) = contract["differences"]
    assert (difference["a"]["end"], difference["a"]["failure"]) == ("executed", None)
    assert difference["b"]["failure"]["code"] == "ASSERTION"
    assert difference["b"]["failure"]["span"]["path"] == "b/asl/contracts/TREM.asl"


def test_the_shipped_specification(run: Run) -> None:
    found = run("diff", "shipped", "shipped", "--json", "-")
    assert found.exit_code == 0
    report = document(found.stdout)
    assert report["summary"]["equivalent"] == len(report["contracts"]) == 4
    assert report["a"]["name"] == "shipped"


def test_shipped_and_a_copy(run: Run) -> None:
    found = run("diff", "shipped", "a", "TSCATTER")
    assert found.exit_code == 0
    assert "the same text in both, so EQUIVALENT: 1 contract: TSCATTER\n" in found.stdout


@pytest.mark.parametrize(
    ("relation", "code"), [(Relation.UNKNOWN, 3), (Relation.UNSUPPORTED, 3), (Relation.INTERNAL, 3)]
)
def test_no_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch, relation: Relation, code: int
) -> None:
    def compare(_: object, name: str) -> Comparison:
        return Comparison(name, relation, reason="why not")

    monkeypatch.setattr("proofs.equivalence.Equivalence.compare", compare)
    found = run("diff", "a", "b", "TREM", "--jobs", "1")
    assert found.exit_code == code
    assert f"{relation}  TREM: why not\n" in found.stdout


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Iterator[Comparison]:
        yield Comparison("TREM", Relation.EQUIVALENT, "every operand")
        raise KeyboardInterrupt

    monkeypatch.setattr("proofs.equivalence.comparisons", stopped)
    found = run("diff", "a", "b", "TREM", "TNEG", "--json", "report.json")
    assert found.exit_code == 130
    assert found.stderr == "interrupted: 1 of 2 are done, no JSON is written\n"
    assert "1 contract in " in found.stdout
    assert not Path("report.json").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a", "nowhere"), "SPEC-MISSING: `nowhere` holds no specification"),
        (("a", "b", "TSCATTER"), "CONTRACT-UNKNOWN: b has no contract `TSCATTER`"),
        (("b", "a", "TSCATTER"), "CONTRACT-UNKNOWN: b has no contract `TSCATTER`"),
        (("shipped", "a", "--decoders-a", "d.asl"), "--decoders-a goes with a checkout"),
        (("a", "shipped", "--decoders-b", "d.asl"), "--decoders-b goes with a checkout"),
        (("a", "b", "--json", "nowhere/r.json"), "OUTPUT-FILE"),
        (("a",), "Missing argument"),
    ],
)
def test_bad_input(run: Run, words: tuple[str, ...], said: str) -> None:
    found = run("diff", *words)
    assert found.exit_code == 2
    assert said in found.stderr
    assert found.stdout == ""


def test_nothing_in_common(run: Run, tmp_path: Path) -> None:
    (tmp_path / "asl").mkdir()
    (tmp_path / "asl" / "empty.asl").write_text("// nothing\n", "utf-8")
    found = run("diff", "a", str(tmp_path))
    assert found.exit_code == 2
    assert "CHECK-EMPTY: a and" in found.stderr
