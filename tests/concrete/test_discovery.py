"""Finding test points, and choosing some."""

from __future__ import annotations

from pathlib import Path

import pytest

from concrete.discovery import discover, select
from concrete.points import Point
from parser.diagnostics import PtoError

RECORD = '// PTO-TEST: {{"id": "{id}", "kind": "{kind}", "summary": "about {id}"}}\n'


def write(directory: Path, name: str, text: str) -> None:
    path = directory / "tests" / "asl" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, id, kind in (
        ("tile/TREM/b.asl", "T-TREM-002", "boundary"),
        ("tile/TREM/a.asl", "T-TREM-001", "execution"),
        ("tile/TNEG/a.asl", "T-TNEG-001", "execution"),
        ("scalar/ADD/a.asl", "S-ADD-001", "fault"),
    ):
        write(tmp_path, name, RECORD.format(id=id, kind=kind))
    return tmp_path


def ids(points: list[Point]) -> list[str]:
    return [each.id for each in points]


def test_points_in_the_order_of_their_paths(checkout: Path) -> None:
    found = discover(checkout)
    assert ids(found) == ["S-ADD-001", "T-TNEG-001", "T-TREM-001", "T-TREM-002"]
    path = checkout / "tests/asl/scalar/ADD/a.asl"
    assert found[0] == Point("S-ADD-001", "fault", "about S-ADD-001", path)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("func f() begin pass; end;", "POINT-RECORD", "the file has no PTO-TEST record"),
        (RECORD.format(id="A", kind="k") * 2, "POINT-RECORD", "a second PTO-TEST record"),
        ('// PTO-TEST: {"id": "A"}', "POINT-RECORD", "`kind` of the PTO-TEST record is missing"),
        ('// PTO-TEST: {"id": 7, "kind": "k"}', "POINT-RECORD", "`id` of the PTO-TEST record"),
        ('// PTO-TEST: {"id": "A",}', "META-JSON", "malformed JSON"),
        (RECORD.format(id="S-ADD-001", kind="k"), "POINT-TWICE", "is that of another file too: "),
    ],
)
def test_a_point_with_a_wrong_record(checkout: Path, text: str, code: str, message: str) -> None:
    write(checkout, "z.asl", text)
    *others, wrong = discover(checkout)
    assert len(others) == 4
    assert not any(each.problems for each in others)
    (problem,) = wrong.problems
    assert problem.code == code
    assert message in problem.message
    assert problem.span is not None and problem.span.path == str(wrong.path)
    assert wrong.id == ("S-ADD-001" if code == "POINT-TWICE" else "tests/asl/z")


def test_a_file_that_is_no_text(checkout: Path) -> None:
    (checkout / "tests/asl/z.asl").write_bytes(b"\xff")
    assert [each.code for each in discover(checkout)[-1].problems] == ["INPUT-ENCODING"]


def test_a_checkout_without_points(tmp_path: Path) -> None:
    with pytest.raises(PtoError, match="has no test points") as caught:
        discover(tmp_path)
    assert caught.value.diagnostics[0].code == "POINT-MISSING"


@pytest.mark.parametrize(
    ("patterns", "kinds", "expected"),
    [
        ((), (), 4),
        ((), ("execution",), ["T-TNEG-001", "T-TREM-001"]),
        ((), ("execution", "fault"), ["S-ADD-001", "T-TNEG-001", "T-TREM-001"]),
        (("trem",), (), ["T-TREM-001", "T-TREM-002"]),
        (("tests/asl/tile/T",), (), ["T-TNEG-001", "T-TREM-001", "T-TREM-002"]),
        (("*-001",), (), ["S-ADD-001", "T-TNEG-001", "T-TREM-001"]),
        (("*/TREM/[ab].asl",), (), ["T-TREM-001", "T-TREM-002"]),
        (("T-TREM-00?", "ADD"), ("execution", "fault"), ["S-ADD-001", "T-TREM-001"]),
    ],
)
def test_select(
    checkout: Path, patterns: tuple[str, ...], kinds: tuple[str, ...], expected: list[str] | int
) -> None:
    found = ids(select(discover(checkout), checkout, patterns, kinds))
    assert found == expected or len(found) == expected


def test_select_by_the_path_of_a_file(checkout: Path) -> None:
    points = discover(checkout)
    assert select(points, checkout, [str(points[0].path)], []) == points[:1]


@pytest.mark.parametrize(
    ("patterns", "kinds", "message", "hint"),
    [
        (("TRME",), (), "no test point matches `TRME`", "did you mean `TREM`"),
        (("T-TREM-003",), (), "no test point", "did you mean `T-TREM-002` or `T-TREM-001` or"),
        (("T-TREM-?",), (), "no test point", "did you mean"),
        (("T-TREM", "%"), (), "matches `%`", "a pattern is a part of an id or path"),
        (("ADD",), ("boundary",), "matches `ADD` among those of kind boundary", ""),
        ((), ("bounds",), "of kind `bounds`", "there are: boundary, execution, fault"),
    ],
)
def test_what_matches_nothing_is_an_error(
    checkout: Path, patterns: tuple[str, ...], kinds: tuple[str, ...], message: str, hint: str
) -> None:
    with pytest.raises(PtoError) as caught:
        select(discover(checkout), checkout, patterns, kinds)
    (problem,) = caught.value.diagnostics
    assert problem.code == "POINT-UNKNOWN"
    assert message in problem.message
    assert problem.hint is not None and hint in problem.hint
