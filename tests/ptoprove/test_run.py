"""`ptoprove run` on the example, and on what is wrong with bundles and files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from concrete.tiles import read_tiles
from tests.ptoprove.samples import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
README = Path(__file__).parents[2] / "README.md"
BUNDLE = str(EXAMPLES / "trem.bundle")
TILES = str(EXAMPLES / "trem.json")
TEXT = "BSTART.SFU TREM, S32; B.DIM LB0=2; B.IOT T1, T2, mask=1111, <last>, ->T0<1>; BSTOP"


@pytest.fixture
def tiles(tmp_path: Path) -> Path:
    file = tmp_path / "in.npz"
    np.savez(file, T1=np.array([[-7, 7]], np.int32), T2=np.array([[3, -3]], np.int32))
    return file


def test_the_example(run: Run) -> None:
    found = run("run", BUNDLE, "--tiles", TILES)
    assert found.exit_code == 0
    assert found.stderr == ""
    assert found.stdout.startswith("TREM: accepted\n")
    destination = found.stdout.partition("destination T0")[2].splitlines()
    assert destination[2].split()[:3] == ["0", "2", "-2"]


def test_the_readme_shows_what_is_printed(run: Run) -> None:
    found = run("run", BUNDLE, "--tiles", TILES)
    assert f"```text\n{found.stdout}```" in README.read_text("utf-8")


@pytest.mark.parametrize("name", ["out.npz", "out.json"])
def test_out_holds_the_destination(run: Run, tiles: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    found = run("run", TEXT, "--tiles", str(tiles), "--out", str(out))
    assert found.exit_code == 0
    assert list(read_tiles(out)) == ["T0"]
    assert read_tiles(out)["T0"].texts() == (("2", "-2"),)


def test_trace_and_hex(run: Run, tiles: Path) -> None:
    found = run("run", TEXT, "--tiles", str(tiles), "--trace", "--hex")
    assert "write _Tiles[0]" in found.stdout
    assert "-7 0xfffffff9" in found.stdout


def test_names_are_bound(run: Run, tiles: Path) -> None:
    text = TEXT.replace("LB0=2", "LB0=Columns").replace("T2", "Divisor")
    found = run("run", text, "--tiles", str(tiles), "--bind", "Columns=0x2", "--bind", "Divisor=T1")
    assert found.exit_code == 0
    assert "source T1" in found.stdout
    assert "source T2" not in found.stdout


def test_rejection_names_fault_and_clause(run: Run, tmp_path: Path) -> None:
    tiles, out = tmp_path / "in.npz", tmp_path / "out.npz"
    np.savez(tiles, T1=np.array([[1, 2]], np.int32), T2=np.array([[1, 0]], np.int32))
    found = run("run", TEXT, "--tiles", str(tiles), "--out", str(out))
    assert found.exit_code == 1
    assert "rejected with Fault_TileLegality (Rejection_ZeroDivisor)" in found.stdout
    assert "exceptions[0]: An integer zero in the valid divisor rectangle" in found.stdout
    assert "is not written" in found.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "messages"),
    [
        ((TEXT,), ["Missing option '--tiles'"]),
        ((TEXT, "--tiles", "nothing.json"), ["error[input] TILE-FILE"]),
        ((TEXT, "--tiles", "broken.asl"), ["error[input] TILE-FILE"]),
        (("nothing.bundle", "--tiles", TILES), ["error[input] INPUT-FILE", "nothing.bundle"]),
        ((".", "--tiles", TILES), ["error[input] INPUT-FILE", "is a directory"]),
        (("latin1.bundle", "--tiles", TILES), ["INPUT-ENCODING", "is not UTF-8 text"]),
        (
            (TEXT.replace("B.DIM", "B.DMI"), "--tiles", TILES),
            ["BUNDLE-COMMAND", "--> <command line>:1:23", " B.DMI ", "^^^^^"],
        ),
        ((TEXT.replace("T2", "T9"), "--tiles", TILES), ["error[input] RUN-TILE"]),
        ((TEXT, "--tiles", TILES, "--out", "no/out.npz"), ["error[input] OUTPUT-FILE"]),
        ((TEXT, "--tiles", TILES, "--bind", "x"), ["is not of the form NAME=VALUE"]),
    ],
)
def test_bad_input(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    messages: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.asl").write_text("")
    Path("latin1.bundle").write_bytes(b"BSTOP // \xe9")
    found = run("run", *words)
    assert found.exit_code == 2
    assert found.stdout == ""
    for message in messages:
        assert message in found.stderr
