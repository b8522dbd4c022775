"""The script of a checkout: what it writes is a file of the specification, and is kept."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from concrete.discovery import discover
from concrete.points import PointRunner, Status
from parser.diagnostics import PtoError
from parser.source import Source
from semantics.decoders import generate, has_script, kept
from semantics.specification import checkout

SCRIPT = """
import pathlib, sys
root = pathlib.Path(__file__).resolve().parent.parent
assert sys.argv[1:] == ["--kind", "monolithic"]
assert pathlib.Path.cwd() != root and not list(pathlib.Path.cwd().glob("*.py"))
table = (root / "spec" / "table").read_text()
print(f"pure func Decode(n: integer) => integer\\nbegin\\n    return n + {table};\\nend;")
"""


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))
    directory = tmp_path / "checkout"
    for name, text in {
        "asl/model.asl": "pure func Run() => integer\nbegin\n    return Decode(1);\nend;\n",
        "tests/asl/one.asl": '// PTO-TEST: {"id": "ONE", "kind": "made", "summary": "ours"}\n'
        "func main() => integer\nbegin\n    assert Run() == 3;\n    return 0;\nend;\n",
        "spec/table": "2",
        "scripts/generate-asl-decoders": SCRIPT,
    }.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
    return directory


def script(directory: Path, text: str) -> None:
    (directory / "scripts" / "generate-asl-decoders").write_text(text)


def test_what_the_script_writes_is_loaded(directory: Path) -> None:
    assert has_script(directory) and kept(directory) is None
    name = generate(directory)
    runner = PointRunner(checkout(directory, [name]))
    outcomes = [runner.run(point) for point in discover(directory)]
    assert [(each.status, each.diagnostics) for each in outcomes] == [(Status.PASSED, ())]
    assert "return n + 2" in Source.named(str(name)).text


def test_it_runs_once_for_the_same_text(directory: Path) -> None:
    name = generate(directory)
    (directory / "tests" / "asl" / "one.asl").write_text("")
    assert kept(directory) == name
    (directory / "spec" / "table").write_text("5")
    assert kept(directory) is None
    assert "return n + 5" in Source.named(str(generate(directory))).text


def test_it_leaves_the_checkout_alone(directory: Path) -> None:
    before = sorted(directory.rglob("*"))
    generate(directory)
    assert sorted(directory.rglob("*")) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise SystemExit(3)", "ends with code 3"),
        ("import sys; sys.exit('no catalog')", "ends with code 1: no catalog"),
        ("import sys; sys.stdout.buffer.write(b'\\xff')", "does not write UTF-8 text"),
    ],
)
def test_what_can_go_wrong(directory: Path, text: str, message: str) -> None:
    script(directory, text)
    with pytest.raises(PtoError) as caught:
        generate(directory)
    (only,) = caught.value.diagnostics
    assert only.code == "SPEC-SCRIPT" and message in only.message
    assert only.hint is not None and "--decoders" in only.hint


def test_it_is_ended_with_all_it_started(directory: Path, tmp_path: Path) -> None:
    note = tmp_path / "note"
    child = f"import time; time.sleep(2); open({str(note)!r}, 'w')"
    script(
        directory,
        f"import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', {child!r}])\n"
        "time.sleep(60)\n",
    )
    with pytest.raises(PtoError, match=r"takes longer than 0\.5 s"):
        generate(directory, time_limit=0.5)
    time.sleep(2.2)
    assert not note.exists()


def test_its_environment_is_bare(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "1")
    script(directory, "import os\nprint('//', *sorted(os.environ))\n")
    text = Source.named(str(generate(directory))).text
    assert "SECRET" not in text and "PATH" in text and os.environ["SECRET"] == "1"
