"""The command line under hostile input: one clear error, an exit code, no traceback.

Texts and files of every kind are tried in `tests/parser/test_hostile.py`; here it is what commands
make of them, as processes with little memory and much time.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.diagnostics import PtoError
from parser.limits import lifted_limits
from parser.loader import parse_files
from parser.source import NOWHERE
from semantics.specification import Specification
from tests.ptoprove.samples import Golden, Run

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "ptoprove"]
SECONDS = 120
MEMORY = 2 << 30
MANY = 100_000
FILE = Path("text.asl")
MAIN = "func main() => integer\nbegin\n    return 0;\nend;\n"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(
    in_data_directory: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def process(
    *words: str | bytes, closed: tuple[int, ...] = (), **more: object
) -> subprocess.CompletedProcess[str]:
    """Run a command with its memory bounded and some standard streams closed."""

    def prepare() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for stream in closed:
            os.close(stream)

    options = {"capture_output": True, "text": True, "errors": "surrogateescape", **more}
    found = subprocess.run(  # type: ignore[call-overload]
        [*COMMAND, *words], check=False, timeout=SECONDS, preexec_fn=prepare, **options
    )
    assert isinstance(found, subprocess.CompletedProcess)
    assert "Traceback" not in (found.stderr or "")
    return found


# ------------------------------------------------------------------------ texts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"let x = {'(' * MANY}1;", "GRAMMAR-DEPTH"),
        (f"let x = {'9' * 1_000_000};", "LEX-LIMIT"),
        (f"let {'a' * 1_000_000} = 1;", "LEX-LIMIT"),
        ('let s = "' + "a" * 10_000_000, "LEX-STRING"),
    ],
    ids=["deep", "literal", "name", "line"],
)
def test_a_text_is_refused(text: str, code: str) -> None:
    FILE.write_text(text)
    for command, status in (("parse", 2), ("exec", 1)):
        found = process(command, "text.asl")
        assert found.returncode == status
        assert f" {code}: " in found.stderr
        assert "  --> text.asl:1:" in found.stderr
        assert len(found.stderr) < 2000


CIRCLES = {
    "types": "type a of array [[1]] of b;\ntype b of array [[1]] of a;\n",
    "a type in itself": "type a of record { part: a };\n",
    "a type that is itself": "type a of a;\n",
    "constants": "constant a = b;\nconstant b = a;\n",
    "a width and a function": (
        "constant w = f();\n"
        "func f() => integer\nbegin\n    let y = Zeros{w};\n    return 1;\nend;\n"
    ),
    "a size and a type": "constant n: t = 1;\ntype t of integer{0..n};\n",
}


def test_circles(run: Run, golden: Golden) -> None:
    shown = []
    for name, text in CIRCLES.items():
        FILE.write_text(text)
        found = run("exec", "--no-exec", "text.asl")
        assert (found.exit_code, found.stdout) == (1, "")
        shown.append(f"{name}:\n{found.stderr}")
    golden("hostile_circles.txt", "\n".join(shown))


def test_long_chains_are_no_circles(run: Run) -> None:
    links = [f"constant c{n} = c{n + 1} + 1;\ntype t{n} of t{n + 1};\n" for n in range(2000)]
    FILE.write_text("".join(links) + "constant c2000 = 1;\ntype t2000 of integer;\n")
    assert run("exec", "--no-exec", "text.asl").exit_code == 0


def test_long_chains_that_are_followed_unprepared_are_refused() -> None:
    links = [f"type t{n} of array [[1]] of t{n + 1};\n" for n in range(2000)]
    FILE.write_text("".join(links) + "type t2000 of integer;\n")
    program = Machine(Specification("chain", parse_files([FILE])).program()).program
    for name in ("t0", "t1"):
        with lifted_limits(), pytest.raises(PtoError) as caught:
            program.named_type(name, NOWHERE)
        assert [each.code for each in caught.value.diagnostics] == ["NAME-DEPTH"]


def test_the_check_ends_after_many_problems(run: Run) -> None:
    FILE.write_text("".join(f"type t{n} of u{n};\n" for n in range(3000)))
    found = run("exec", "--no-exec", "text.asl")
    assert found.exit_code == 1
    assert found.stderr.count("error[static] NAME-UNDEFINED") == 50
    assert found.stderr.endswith("\nand 151 more in 1 file\n")


@pytest.mark.parametrize(
    "text",
    [
        "if TRUE then pass;\n" + "elsif TRUE then pass;\n" * 990 + "end;",
        f"let x = {' + '.join(['1'] * 990)};",
        f"let x = {'-' * 990}1;",
        f"let x = {'f(' * 330}1{')' * 330};",
        "".join(f"for i{n} = 0 to 1 do\n" for n in range(110)) + "pass;" + " end;" * 110,
        f"let x = {'9' * 200_000};",
        f"let x = 0.{'3' * 100_000};",
    ],
    ids=["elsif", "operators", "prefixes", "calls", "loops", "integer", "real"],
)
def test_what_the_parser_admits_is_checked_and_written(run: Run, text: str) -> None:
    helper = "func f(x: integer) => integer\nbegin\n    return x;\nend;\n"
    FILE.write_text(f"{helper}func g()\nbegin\n{text}\nend;\n")
    for words in (("exec", "--no-exec"), ("parse", "--json")):
        found = run(*words, "text.asl")
        assert (found.exit_code, found.stderr) == (0, "")


# ------------------------------------------------------------------------ files and folders


@pytest.mark.parametrize("command", ["parse", "exec"])
def test_devices_and_pipes_are_not_waited_for(command: str) -> None:
    os.mkfifo("pipe.asl")
    for name in ("pipe.asl", "/dev/zero", "/dev/stdin"):
        found = process(command, name, stdin=subprocess.PIPE)
        assert found.returncode == 2
        assert found.stderr.startswith("error[input] INPUT-FILE: can't read the file: not a regul")


@pytest.mark.parametrize("suffix", [".json", ".npz", ".npy"])
def test_tiles_and_bundles_are_not_waited_for(run: Run, suffix: str) -> None:
    pipe = f"T1{suffix}"
    os.mkfifo(pipe)
    Path("one.bundle").write_text("BSTOP\n")
    found = run("run", "one.bundle", "--tiles", pipe)
    assert found.exit_code == 2
    assert "TILE-FILE: can't be read: not a regular file" in found.stderr
    found = run("run", pipe, "--tiles", pipe)
    assert (found.exit_code, "not a regular file" in found.stderr) == (2, True)


def test_names_with_odd_characters() -> None:
    for name in (b"with blanks.asl", b"two\nlines.asl", b"not-\xff-utf-8.asl", b"\x1b[31mred.asl"):
        Path(os.fsdecode(name)).write_text("let x = ;\n")
        found = process("parse", name)
        assert found.returncode == 2
        assert found.stderr.startswith("error[grammar] GRAMMAR-UNEXPECTED: unexpected `;`\n  --> ")
        assert found.stderr.count("\n") == 5
        assert "\x1b" not in found.stderr
    found = process("exec", "n" * 5000)
    assert (found.returncode, "file name too long" in found.stderr) == (2, True)
    assert len(found.stderr) < 2000


def test_folders_that_are_no_specification(run: Run, golden: Golden) -> None:
    Path("empty/asl").mkdir(parents=True)
    Path("loop").symlink_to("loop")
    shown = []
    for folder in ("missing", "empty", "loop", "/dev/null", "n" * 300):
        found = run("list", "--spec", folder)
        assert (found.exit_code, found.stdout) == (2, "")
        shown.append(found.stderr)
    golden("hostile_folders.txt", "".join(shown))


def test_all_problems_of_a_specification_are_counted(run: Run) -> None:
    units = Path("spec/asl")
    units.mkdir(parents=True)
    for number in range(60):
        (units / f"u{number:02}.asl").write_text("let x = ;\nlet y = ;\n")
    (units / "v.asl").write_bytes(b"\xff")
    (units / "w.asl").symlink_to("w.asl")
    found = run("list", "--spec", "spec")
    assert found.exit_code == 2
    assert found.stderr.count("\nerror[") + 1 == 50
    assert "INPUT-ENCODING" in found.stderr
    assert "too many levels of symbolic links" in found.stderr
    assert found.stderr.endswith("\nand 72 more in 36 files\n")


# ------------------------------------------------------------------------ streams and surroundings


@pytest.mark.parametrize("words", ["list", "parse text.asl", "parse --json text.asl"])
def test_a_closed_standard_output_is_reported(words: str) -> None:
    FILE.write_text(MAIN)
    found = process(*words.split(), closed=(1,))
    assert found.returncode == 2
    assert found.stderr == (
        "error[input] OUTPUT-FILE: can't write `standard output`: bad file descriptor\n"
    )


@pytest.mark.parametrize("closed", [(2,), (0, 1, 2)])
def test_a_closed_standard_error_changes_no_exit_code(closed: tuple[int, ...]) -> None:
    found = process("parse", "missing.asl", closed=closed)
    assert (found.returncode, found.stdout) == (2, "")


def test_a_full_disk_under_standard_error_changes_no_exit_code() -> None:
    with open("/dev/full", "w") as full:
        found = process("parse", "missing.asl", capture_output=False, stderr=full)
    assert found.returncode == 2


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PATH": "/usr/bin"},
        {"HOME": "/nonexistent"},
        {"HOME": ""},
        {"HOME": "relative"},
        {"PTOPROVE_CACHE_DIR": "/proc/none"},
        {"PTOPROVE_CACHE_DIR": "/dev/null"},
        {"PTOPROVE_CACHE_DIR": "text.asl"},
        {"XDG_CACHE_HOME": "/dev/full/x"},
    ],
    ids=str,
)
def test_no_home_and_no_cache(surroundings: dict[str, str]) -> None:
    FILE.write_text(MAIN)
    found = process("exec", "text.asl", env={"PYTHONPATH": str(ROOT), **surroundings})
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    assert sorted(each.name for each in Path().iterdir()) == ["text.asl"]
