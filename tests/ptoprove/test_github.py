"""`ptoprove check --github`: annotations and the summary of a step."""

from __future__ import annotations

from pathlib import Path

import pytest

from parser.source import Span
from proofs.verdicts import Counterexample, TileView, Verdict
from ptoprove import github
from ptoprove.github import command
from tests.ptoprove.samples import COUNTEREXAMPLE, FakeChecker, Run, mixed, result


def told(run: Run, *words: str) -> list[str]:
    found = run("check", *words, "--github")
    return [line for line in found.stdout.splitlines() if line.startswith("::")]


def test_texts_are_escaped() -> None:
    written = command("error", "100%\r\nof it: a, b", file="a,b:c%d.asl", line="7")
    assert written == "::error file=a%2Cb%3Ac%25d.asl,line=7::100%25%0D%0Aof it: a, b"


def test_one_for_each_property_that_does_not_hold(run: Run, checker: FakeChecker) -> None:
    checker.results = mixed()
    found = told(run)
    titles = [(each.split(" ")[0], each.split("title=")[1].split("::")[0]) for each in found]
    assert titles == [
        ("::error", "TREM padding is REFUTED"),
        ("::error", "TREM sign is VACUOUS"),
        ("::error", "TDIV frame is INTERNAL"),
        ("::warning", "TREM aliasing is UNSUPPORTED"),
    ]
    assert found[0].endswith(
        "::A title.%0AREFUTED for data_type=U16%0AASSERTION fails at broken.asl:6:5"
        "%0Adividend: -1%0Adivisor: 3%0Aexpected: 2%0Agot: -1%0Adata type: TileDataType_S32"
        "%0Areplay: ptoprove check TREM --property padding --case data_type=U16"
    )
    assert "UNSUPPORTED for data_type=S16, and 1 more case%0Aa loop at x.asl:1:1" in found[3]


def test_no_more_than_are_shown(run: Run, checker: FakeChecker) -> None:
    checker.results = [
        result(f"p{number:02}", verdict, reason="because")
        for verdict in (Verdict.VACUOUS, Verdict.UNKNOWN)
        for number in range(12 if verdict is Verdict.VACUOUS else 11)
    ]
    for number, each in enumerate(checker.results):
        object.__setattr__(each, "property", f"{each.property}-{number}")
    found = told(run)
    kinds = [each.split(" ")[0] for each in found]
    assert kinds == ["::error"] * 10 + ["::warning"] * 10 + ["::notice"]
    assert found[-1] == "::notice title=ptoprove::2 more errors and 1 more warning"


def test_nothing_where_all_holds(run: Run, checker: FakeChecker) -> None:
    checker.results = [result()]
    assert told(run) == []


def test_files_as_seen_from_the_workspace(
    run: Run, checker: FakeChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack = (("F", Span("spec/asl/TDEMO.asl", 3, 5, 4, 2)),)
    broken = Counterexample((), "ASSERTION", stack[0][1], stack)
    checker.results = [result("p", Verdict.REFUTED, contract="TDEMO", counterexample=broken)]
    for workspace, file in (("spec", "asl/TDEMO.asl"), ("suite", "spec/asl/TDEMO.asl")):
        monkeypatch.setenv("GITHUB_WORKSPACE", str(Path(workspace).absolute()))
        (found,) = told(run, "--spec", "spec")
        assert found.startswith(f"::error file={file},line=3,endLine=4,title=TDEMO p is REFUTED::")


def test_tiles_in_one_line() -> None:
    words = ((1, 2**64 - 2, None), (None, 3, 7))
    tile = TileView("got", "got", "S32", 2, 3, 2, 2, words)
    assert github._elements(tile) == "1, -2; ·, 3"
    large = TileView("got", "got", "S32", 3, 3, 3, 3, ((1, 2, 3),) * 3)
    assert github._elements(large) == "S32 3x3"


# ------------------------------------------------------------------------ summary


@pytest.fixture
def summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    return file


def test_summary(run: Run, checker: FakeChecker, summary: Path) -> None:
    checker.results = mixed()
    run("check", "--github")
    text = summary.read_text("utf-8")
    head, *details = text.split("<details>")
    assert head.split("\n")[0] == (
        "### ptoprove: 2 PROVED, 7 BOUNDED, 2 UNSUPPORTED, 1 UNKNOWN, 1 INTERNAL, 1 VACUOUS, "
        "1 REFUTED"
    )
    assert "| TREM | 2 | 7 | 2 | 1 |  | 1 | 1 |\n| TDIV |  |  |  |  | 1 |  |  |" in head
    titles = [each.split("</summary>")[0].removeprefix("<summary>") for each in details]
    assert titles == [
        "REFUTED TREM padding", "VACUOUS TREM sign", "INTERNAL TDIV frame",
        "UNSUPPORTED TREM aliasing (2 cases)",
    ]  # fmt: skip
    assert "<pre>\nREFUTED  TREM padding" in details[0]
    assert "≠ " in details[0]


def test_summary_is_added(run: Run, checker: FakeChecker, summary: Path) -> None:
    summary.write_text("of a step before\n")
    checker.results = [result("p", Verdict.UNKNOWN, reason="a < b & <c>")]
    run("check", "--github")
    text = summary.read_text("utf-8")
    assert text.startswith("of a step before\n### ptoprove: 1 UNKNOWN\n")
    assert "a &lt; b &amp; &lt;c&gt;" in text


def test_summary_has_a_largest_size(
    run: Run, checker: FakeChecker, summary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(github, "MOST_BYTES", 3000)
    checker.results = [
        result(f"p{number}", Verdict.REFUTED, counterexample=COUNTEREXAMPLE) for number in range(9)
    ]
    run("check", "--github")
    text = summary.read_text("utf-8")
    shown = text.count("<details>")
    assert 0 < shown < 9
    assert text.endswith(f"\nThere is no room for {9 - shown} more.\n")
    assert len(text.encode()) < 3100


def test_no_summary_elsewhere(run: Run, checker: FakeChecker, tmp_path: Path) -> None:
    checker.results = mixed()
    found = run("check", "--github")
    assert found.exit_code == 1
    assert list(tmp_path.glob("*.md")) == []
