"""`ptoprove report --html`: what its pages say, and what may be wrong with what it is given."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import ptoprove
from proofs.verdicts import Verdict
from ptoprove.html import pages
from ptoprove.html.site import MARKER, Site, prepare
from ptoprove.loading import load
from ptoprove.reading import Report, read_report
from ptoprove.report import document
from tests.ptoprove.samples import COUNTEREXAMPLE, DATA, Run, result

VOID = {"meta", "link", "br", "input"}


class Page(HTMLParser):
    """A page, whose tags must match."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.text = ""
        self.feed(path.read_text("utf-8"))
        assert not self.open, path

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        for name in ("href", "src"):
            if value := named.get(name):
                self.links.append(value)
        if value := named.get("id"):
            assert value not in self.ids
            self.ids.add(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def report(*verdicts: tuple[str, Verdict], name: str = "TREM", kind: str = "S32") -> dict[str, Any]:
    found = [
        result(
            property,
            verdict,
            contract=name,
            counterexample=COUNTEREXAMPLE if verdict is Verdict.REFUTED else None,
            reason="why" if verdict is Verdict.UNKNOWN else None,
            data_type=kind,
            valid_rows="1",
            valid_columns="1",
        )
        for property, verdict in verdicts
    ]
    return document(load(), found)


NOW = [
    ("range", Verdict.PROVED),
    ("divisor-sign", Verdict.REFUTED),
    ("status", Verdict.UNKNOWN),
]
BEFORE = [("range", Verdict.REFUTED), ("divisor-sign", Verdict.BOUNDED), ("gone", Verdict.BOUNDED)]


@pytest.fixture
def site(run: Run, tmp_path: Path) -> Path:
    for name, verdicts in (("now", NOW), ("before", BEFORE)):
        (tmp_path / f"{name}.json").write_text(json.dumps(report(*verdicts)), "utf-8")
    directory = tmp_path / "site"
    words = str(tmp_path / "now.json"), "--html", str(directory)
    found = run("report", *words, "--baseline", str(tmp_path / "before.json"))
    assert found.exit_code == 0, found.output
    assert found.stdout == f"{directory / 'index.html'}: 3 pages\n"
    return directory


def test_all_links_lead_somewhere(site: Path) -> None:
    found = {path: Page(path) for path in site.rglob("*.html")}
    assert len(found) == 3
    for path, page in found.items():
        for link in page.links:
            name, _, anchor = link.partition("#")
            assert "://" not in link and not name.startswith("/")
            target = (path.parent / name).resolve() if name else path
            assert target.is_file(), link
            assert not anchor or anchor in found[target].ids, link


def test_what_has_changed_comes_first(site: Path) -> None:
    text = " ".join(Page(site / "index.html").text.split())
    assert text.index("Changes") < text.index("Contracts by properties")
    assert text.index("fails now TREM divisor-sign") < text.index("holds now TREM range")
    assert "2 that only one of the two reports has" in text


def test_a_contract(site: Path) -> None:
    text = " ".join(Page(site / "contracts" / "TREM.html").text.split())
    assert "BSTART.SFU TREM, DataType" in text
    assert "00100" in text and "DataType is exactly S32" in text
    assert "UNKNOWN 1 case: why data_type=S32 valid_rows=1 valid_columns=1" in text
    order = [text.index(each) for each in ("divisor-sign ✗", "status ?", "range ✓")]
    assert order == sorted(order)


def test_a_counterexample(site: Path) -> None:
    (path,) = (site / "counterexamples").glob("*.html")
    text = " ".join(Page(path).text.split())
    assert "A result is zero or has the sign of its divisor." in text
    assert "≠" in text and "ptoprove cex" in text
    assert "--property divisor-sign --case data_type=S32 --case valid_rows=1" in text


def test_texts_are_no_markup(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    given = report(("../../x", Verdict.REFUTED), name=f"../{evil}", kind=f'"{evil}')
    prepare(tmp_path / "site")
    count = Site(Report.of(given), load()).write(tmp_path / "site")
    assert count == 3
    for path in (tmp_path / "site").rglob("*.html"):
        assert "<script>alert" not in path.read_text("utf-8")
        Page(path)
    outside = [path for path in tmp_path.rglob("*") if (tmp_path / "site") not in path.parents]
    assert outside == [tmp_path / "site"]


def test_names_of_files_differ() -> None:
    found = pages.file_names(["A/B", "a_b", "A_B", "…", "x" * 200])
    assert list(found.values())[:4] == ["A_B.html", "a_b-2.html", "A_B-3.html", "unnamed.html"]
    assert len(found["x" * 200]) == 85


def test_a_report_read_again_is_the_same() -> None:
    given = report(*NOW)
    read = Report.of(json.loads(json.dumps(given)))
    assert document(load(), read.results)["results"][0] == given["results"][0]
    assert read.ids == {1: given["results"][1]["counterexample"]["id"]}
    assert read.results[1].counterexample is not None
    assert read.results[1].counterexample.tiles == COUNTEREXAMPLE.tiles


def test_only_a_site_is_written_over(run: Run, tmp_path: Path) -> None:
    given = tmp_path / "now.json"
    given.write_text(json.dumps(report(*NOW)), "utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_text("mine")
    refused = run("report", str(given), "--html", str(tmp_path / "mine"))
    assert refused.exit_code == 2 and "REPORT-DIRECTORY" in refused.stderr
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["file"]
    for _ in range(2):
        assert run("report", str(given), "--html", str(tmp_path / "site")).exit_code == 0
    given.write_text(json.dumps(report(("range", Verdict.PROVED))), "utf-8")
    assert run("report", str(given), "--html", str(tmp_path / "site")).exit_code == 0
    assert not list((tmp_path / "site").glob("counterexamples/*"))
    assert (tmp_path / "site" / MARKER).is_file()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "REPORT-FILE"),
        ("[]", "REPORT-FILE"),
        ('{"schema": "ptoprove.avs.v1"}', "REPORT-FILE"),
        ('{"schema": "ptoprove.check.v1", "results": [{}]}', "REPORT-FILE"),
    ],
)
def test_what_is_no_report(run: Run, tmp_path: Path, text: str, code: str) -> None:
    given = tmp_path / "now.json"
    given.write_text(text, "utf-8")
    found = run("report", str(given), "--html", str(tmp_path / "site"))
    assert (found.exit_code, found.stdout) == (2, "")
    assert f"error[input] {code}" in found.stderr and "Traceback" not in found.stderr


def test_a_report_of_another_text(run: Run, tmp_path: Path) -> None:
    given = tmp_path / "now.json"
    given.write_text(json.dumps(report(*NOW)), "utf-8")
    words = "report", str(given), "--html", str(tmp_path / "site"), "--spec", str(DATA / "spec")
    found = run(*words)
    assert found.exit_code == 2 and "REPORT-SPEC" in found.stderr


def test_without_a_report_it_is_checked_first(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def check(words: list[str], **_: Any) -> None:
        asked.append(words)
        Path(words[1]).write_text(json.dumps(report(*NOW)), "utf-8")

    monkeypatch.setattr("ptoprove.commands.report.check.main", check)
    found = run("report", "--html", str(tmp_path / "site"))
    assert found.exit_code == 0, found.output
    assert asked[0][0] == "--json" and len(asked[0]) == 2


def test_changes_are_told_by_what_they_mean() -> None:
    before, after = (Report.of(report(*each)) for each in (BEFORE, NOW))
    told = [(each.kind, each.property) for each in pages.changes(before, after)]
    assert told == [
        ("fails now", "divisor-sign"),
        ("holds now", "range"),
        ("new", "status"),
        ("gone", "gone"),
    ]
    assert pages.changes(after, after) == []


def test_reports_of_older_versions_are_read(tmp_path: Path) -> None:
    given = report(*NOW) | {"version": "0.0.1"}
    path = tmp_path / "now.json"
    path.write_text(json.dumps(given), "utf-8")
    assert read_report(path).version == "0.0.1" != ptoprove.__version__
