"""Properties in files of users: `ptoprove check FILE`, `show FILE`, and from Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import ptoprove
from proofs import checker
from proofs.cache import VerdictCache
from proofs.properties.user import user_files
from ptoprove import Verdict
from ptoprove.checking import names_and_files
from ptoprove.loading import load
from semantics.reach import Digest
from tests.ptoprove.samples import Golden, Run, plain

RECORD = (
    '// PTO-PROPERTY: {"id": "mine", "contract": "%s", "function": "Property_Mine", '
    '"title": "A claim.", "scope": "all"%s}\n'
)


def written(folder: Path, body: str, contract: str = "TNEG", more: str = "", args: str = "") -> str:
    """The name of a file with one property."""
    text = f"{RECORD % (contract, more)}func Property_Mine({args})\nbegin\n    {body}\nend;\n"
    path = folder / "mine.asl"
    path.write_text(text, "utf-8")
    return str(path)


def test_words_that_are_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").write_text("")
    Path("folder").mkdir()
    words = ("TREM", "there", "not-there.asl", "folder")
    assert names_and_files(words) == (["TREM", "folder"], [Path("there"), Path("not-there.asl")])


def test_a_file_alone(run: Run) -> None:
    found = run("check", "mine.asl", "--property", "involution", "--jobs", "1", "--no-cache")
    assert found.exit_code == 0, found.stderr
    assert "1 PROVED" in found.stdout


def test_files_and_contracts() -> None:
    """Both, of the contracts named; without names, no shipped property."""
    spec = load()
    files = user_files(spec, [Path("mine.asl")])
    alone = checker.tasks(spec, files=files)
    assert {task.property.id for task in alone} == {"involution", "mine", "events", "floats"}
    both = checker.tasks(spec, ["TNEG"], files=files)
    shipped = checker.tasks(spec, ["TNEG"])
    assert [t for t in both if t not in alone] == shipped
    assert [t for t in both if t in alone] == alone
    assert checker.tasks(spec, ["TREM"], files=files) == checker.tasks(spec, ["TREM"])


def test_from_python(tmp_path: Path) -> None:
    path = Path(written(tmp_path, "assert ARBITRARY: bits(8) != '00000111';", contract="tneg"))
    (found,) = ptoprove.check(path, jobs=1, cache=False)
    assert (found.contract, found.verdict) == ("TNEG", Verdict.REFUTED)
    assert found.counterexample is not None
    assert [value for _, value in found.counterexample.draws] == [7]


def test_harnesses_may_call_shipped_ones(tmp_path: Path) -> None:
    body = "Operands_TNEG(TileDataType_S32, 1, 1); let legal = Direct_TNEG(0); assert legal;"
    (found,) = ptoprove.check(written(tmp_path, body), jobs=1, cache=False)
    assert found.verdict is Verdict.PROVED


def problems(folder: Path) -> Iterator[tuple[str, str]]:
    """Names of what can be wrong with a file, each with the file."""
    yield "unknown contract", written(folder, "pass;", contract="TNAG")
    yield "type", written(folder, "let x: bits(3) = 7; assert Undeclared(x);")
    yield "grammar", written(folder, "assert;")
    yield "case", written(folder, "pass;", more=', "cases": {"a": ["S33"]}', args="a: TileDataType")
    yield "record", written(folder, "pass;", more=', "cases": 7')
    yield "taken", written(folder, "pass;\nend;\nfunc Direct_TNEG(destination: TileIndex) => "
                           "boolean\nbegin\n    return TRUE;")  # fmt: skip
    (folder / "mine.asl").write_text("func F()\nbegin\n    pass;\nend;\n", "utf-8")
    yield "no record", str(folder / "mine.asl")
    yield "no file", str(folder / "other.asl")


def test_what_is_wrong_has_its_place(run: Run, tmp_path: Path, golden: Golden) -> None:
    shown = []
    for name, path in problems(tmp_path):
        found = run("check", path)
        assert (found.exit_code, found.stdout) == (2, ""), name
        shown.append(f"---- {name}\n{plain(found.stderr)}".replace(str(tmp_path), "…"))
    text = re.sub(r"(<properties of TNEG>):\d+:\d+", r"\1", "".join(shown))
    golden("user-properties.txt", text)


def test_verdicts_depend_on_the_texts_of_users(tmp_path: Path) -> None:
    spec = load()
    kept = VerdictCache(lambda _: Digest(b"meaning", b"places"))
    keys: set[str] = set()
    for helper in ("1", "2"):
        path = written(tmp_path, f"pass;\nend;\nfunc Helper()\nbegin\n    assert 1 < {helper};")
        (task,) = checker.tasks(spec, files=user_files(spec, [Path(path)]))
        for each in (task.property, replace(task.property, texts="")):
            keys.update(kept.keys(each, task.case)[:1])
    assert len(keys) == 3


def test_what_cannot_be_asked_is_unsupported_with_its_reason(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "unasked.asl"
    file.write_text(
        '// PTO-PROPERTY: {"id": "unasked", "contract": "TNEG", "title": "A claim.", '
        '"scope": "all", "unsupported": "nobody knows how"}\n',
        "utf-8",
    )
    found = run("check", str(file), "--jobs", "1")
    assert found.exit_code == 3, found.stderr
    assert "UNSUPPORTED  TNEG unasked: nobody knows how" in found.stdout
    shown = run("show", str(file))
    assert "// unsupported: nobody knows how" in shown.stdout
    assert run("show", str(file), "--standalone").exit_code == 0


def test_show(run: Run) -> None:
    found = run("show", "mine.asl", "--property", "involution")
    assert found.exit_code == 0
    assert found.stdout.startswith("// TNEG involution: Negating twice changes nothing.\n")
    assert found.stdout.endswith("end;\n")
    of_contract = run("show", "TNEG", "mine.asl")
    assert "Negating twice changes nothing." in of_contract.stdout
    assert run("show", "TNEG", "TREM").exit_code == 2


def test_show_standalone(run: Run, golden: Golden) -> None:
    found = run("show", "mine.asl", "--property", "mine", "--standalone")
    golden("standalone.txt", found.stdout)
