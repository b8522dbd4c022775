"""Specifications at revisions of small git repositories."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from parser.diagnostics import Diagnostic, PtoError
from semantics import revisions
from semantics.revisions import at_revision

ONE = "func One() => integer\nbegin\n    return 1;\nend;\n"


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode().strip()


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / "asl" / f"{name}.asl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def commit(folder: Path, **texts: str) -> str:
    write(folder, **texts)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "more", "--allow-empty")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    return tmp_path


def texts(folder: Path, revision: str) -> dict[str, str]:
    return {file.source.path: file.source.text for file in at_revision(folder, revision).files}


def told(folder: Path, revision: str) -> Diagnostic:
    with pytest.raises(PtoError) as caught:
        at_revision(folder, revision)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


def test_what_was_committed(repository: Path) -> None:
    first = commit(repository, one=ONE)
    (repository / "asl" / "notes.txt").write_text("no unit", "utf-8")
    (repository / "asl" / "link.asl").symlink_to("one.asl")
    commit(repository, one=ONE.replace("1", "2"), two="")
    git(repository, "tag", "second")
    write(repository, one="not read")
    assert texts(repository, first[:9]) == {f"{first[:9]}:asl/one.asl": ONE}
    assert texts(repository, "HEAD~1") == {"HEAD~1:asl/one.asl": ONE}
    assert texts(repository, "second") == {
        "second:asl/one.asl": ONE.replace("1", "2"),
        "second:asl/two.asl": "",
    }
    assert at_revision(repository, "HEAD").name == f"{repository} at HEAD"


def test_a_folder_below_the_top(repository: Path) -> None:
    write(repository, outside="not read")
    commit(repository / "deep" / "spec", **{"ä ö/one": ONE})
    assert texts(repository / "deep" / "spec", "main") == {"main:asl/ä ö/one.asl": ONE}


def test_line_ends_and_decoders(repository: Path, tmp_path: Path) -> None:
    commit(repository, one="\ufeff" + ONE.replace("\n", "\r\n"))
    decoder = tmp_path / "decoder.asl"
    decoder.write_text(ONE.replace("One", "Decode"), "utf-8")
    found = at_revision(repository, "HEAD", [decoder])
    assert [file.source.path for file in found.files] == ["HEAD:asl/one.asl", str(decoder)]
    assert found.files[0].source.text == ONE


def test_within_a_hook(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git tells a hook of its own repository, which may be another."""
    commit(repository, one=ONE)
    other = repository / "other"
    other.mkdir()
    git(other, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert texts(repository, "HEAD") == {"HEAD:asl/one.asl": ONE}


@pytest.mark.parametrize(
    "revision", ["nosuch", "", "-h", "--all", "HEAD:asl", "HEAD\nHEAD", "HE AD"]
)
def test_no_such_revision(repository: Path, revision: str) -> None:
    commit(repository, one=ONE)
    found = told(repository, revision)
    assert found.code == "REVISION-UNKNOWN"
    assert found.message == f"the repository of `{repository}` has no revision `{revision}`"


def test_no_repository(tmp_path: Path) -> None:
    write(tmp_path, one=ONE)
    found = told(tmp_path, "HEAD")
    assert found.code == "SPEC-HISTORY"
    assert found.message.startswith(f"the history of `{tmp_path}` can't be read: not a git repo")


def test_no_folder(tmp_path: Path) -> None:
    found = told(tmp_path / "nowhere", "HEAD")
    assert (found.code, "no such file" in found.message) == ("SPEC-HISTORY", True)


def test_no_specification_yet(repository: Path) -> None:
    (repository / "README").write_text("soon", "utf-8")
    commit(repository)
    found = told(repository, "HEAD")
    assert found.code == "SPEC-HISTORY"
    assert found.message == f"`{repository}` has no `.asl` files under `asl/` at `HEAD`"


def test_texts_that_are_wrong(repository: Path) -> None:
    commit(repository, one="func")
    found = told(repository, "HEAD")
    assert found.code == "GRAMMAR-UNEXPECTED"
    assert found.span is not None
    assert found.span.path == "HEAD:asl/one.asl"
    (repository / "asl" / "one.asl").write_bytes(b"// \xff\n")
    commit(repository)
    assert told(repository, "HEAD").message == "`HEAD:asl/one.asl` is not UTF-8 text"


def test_without_git(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.fspath(repository / "nothing"))
    found = told(repository, "HEAD")
    assert found.code == "SPEC-HISTORY"
    assert "git can't be run there: no such file or directory" in found.message


def test_git_that_does_not_answer(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = repository / "bin" / "git"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\nexec sleep 60\n", "utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(revisions, "TIME_LIMIT", 0.2)
    assert "git takes longer than 0.2 s" in told(repository, "HEAD").message
