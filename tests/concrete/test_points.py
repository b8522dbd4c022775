"""What a run of a point gives, and that no point sees another."""

from __future__ import annotations

from pathlib import Path

import pytest

from concrete.limits import processor_time
from concrete.machine import Machine
from concrete.points import Outcome, Point, PointRunner, Status
from parser.diagnostics import Diagnostic, Phase
from parser.loader import parse_files
from semantics.specification import Specification
from semantics.values import DynamicError

UNIT = """
var _Count: integer = 1;
func Bump()
begin
    _Count = _Count + 1;
end;
func Broken()
begin
    Undeclared();
end;
"""


@pytest.fixture
def runner(tmp_path: Path) -> PointRunner:
    path = tmp_path / "unit.asl"
    path.write_text(UNIT, "utf-8")
    return PointRunner(Specification("test", parse_files([path], jobs=1)))


def point(directory: Path, text: str) -> Point:
    path = directory / "point.asl"
    path.write_text(text, "utf-8")
    return Point("POINT", "kind", "", path)


def outcome(runner: PointRunner, directory: Path, body: str) -> Outcome:
    text = f"func main() => integer\nbegin\n    {body}\n    return 0;\nend;\n"
    return runner.run(point(directory, text))


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("Bump(); assert _Count == 2;", Status.PASSED, None),
        ("assert _Count == 2;", Status.FAILED, "ASSERTION"),
        ("return 1;", Status.FAILED, "POINT-RESULT"),
        ("Broken();", Status.BROKEN, "NAME-UNDEFINED"),
        ("Other();", Status.BROKEN, "NAME-UNDEFINED"),
        ("let x = ;", Status.BROKEN, "GRAMMAR-UNEXPECTED"),
    ],
)
def test_statuses(
    runner: PointRunner, tmp_path: Path, body: str, status: Status, code: str | None
) -> None:
    for _ in range(2):
        found = outcome(runner, tmp_path, body)
        assert (found.status, [each.code for each in found.diagnostics]) == (
            status,
            [code] if code else [],
        )


def test_no_point_sees_another(runner: PointRunner, tmp_path: Path) -> None:
    for body in ("Bump(); Bump();", "Bump(); assert FALSE;", "Broken();", ""):
        outcome(runner, tmp_path, body)
        assert outcome(runner, tmp_path, "assert _Count == 1;").status is Status.PASSED


def test_a_point_without_main(runner: PointRunner, tmp_path: Path) -> None:
    found = runner.run(point(tmp_path, "func f()\nbegin\n    pass;\nend;\n"))
    assert (found.status, found.diagnostics[0].code) == (Status.BROKEN, "EXEC-NO-MAIN")


def test_a_point_whose_record_is_wrong_is_not_run(runner: PointRunner, tmp_path: Path) -> None:
    problem = Diagnostic("POINT-TWICE", Phase.INPUT, "twice")
    found = runner.run(Point("POINT", "", "", tmp_path / "none.asl", (problem,)))
    assert (found.status, found.diagnostics) == (Status.BROKEN, (problem,))


def test_operands_are_part_of_the_outcome(runner: PointRunner, tmp_path: Path) -> None:
    found = outcome(runner, tmp_path, "assert _Count == 2;")
    assert found.operands == (("_Count", "1"),)
    assert found.diagnostics[0].notes[0] == ("`_Count` is 1", None)


def test_the_limit_of_time(runner: PointRunner, tmp_path: Path) -> None:
    with processor_time(0.1):
        found = outcome(runner, tmp_path, "while TRUE do Bump(); end;")
    assert found.status is Status.STOPPED
    (problem,) = found.diagnostics
    assert problem.code == "TIME-LIMIT"
    assert problem.span is not None


def test_the_limit_of_memory(
    runner: PointRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def call(*_: object) -> None:
        raise DynamicError("MEMORY-LIMIT", "too much")

    monkeypatch.setattr(Machine, "call", call)
    assert outcome(runner, tmp_path, "").status is Status.DIED


# ------------------------------------------------------------------------ counting

BRANCHES = """
impdef func Hook(x: integer) => boolean
begin
    return if x > 0 then TRUE else FALSE;
end;
func Asked(x: integer) => boolean
begin
    if x > 5 then return Hook(x); end;
    return FALSE;
end;
"""


@pytest.fixture
def counting(tmp_path: Path) -> PointRunner:
    path = tmp_path / "unit.asl"
    path.write_text(BRANCHES, "utf-8")
    return PointRunner(Specification("test", parse_files([path], jobs=1)), counting=True)


def taken(runner: PointRunner, directory: Path, text: str) -> set[tuple[str, bool]]:
    """The ways that a point took in functions of the specification."""
    found = runner.run(point(directory, text))
    assert found.status is Status.PASSED
    return {(name, way) for name, _, way in found.taken if name in ("f_Hook", "f_Asked")}


MAIN = "func main() => integer\nbegin\n    if Asked(%d) then return 0; else return 0; end;\nend;\n"


def test_a_point_tells_the_ways_that_none_took_before(
    counting: PointRunner, tmp_path: Path
) -> None:
    assert taken(counting, tmp_path, MAIN % 9) == {("f_Asked", True), ("f_Hook", True)}
    assert taken(counting, tmp_path, MAIN % 1) == {("f_Asked", False)}
    assert taken(counting, tmp_path, MAIN % 9) == set()


def test_what_a_point_puts_in_place_of_a_function_is_not_that_function(
    counting: PointRunner, tmp_path: Path
) -> None:
    head = "implementation func Hook(x: integer) => boolean\nbegin\n    "
    hook = f"{head}if x > 7 then return TRUE; end;\n    return FALSE;\nend;\n"
    assert taken(counting, tmp_path, hook + MAIN % 9) == {("f_Asked", True)}


def test_without_counting_nothing_is_noted(runner: PointRunner, tmp_path: Path) -> None:
    assert outcome(runner, tmp_path, "if _Count == 1 then Bump(); end;").taken == frozenset()
