"""A specification as it was at a revision of its git repository. No work tree is made of that."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from parser.diagnostics import Phase, PtoError, fail
from parser.loader import parse_files
from parser.source import Source, decoded
from semantics.specification import UNITS, Specification

TIME_LIMIT = 120.0
"""Seconds that git may take for one answer."""
_FILE_MODES = (b"100644", b"100755")
_ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_PREFIX")
"""Variables that tell who is run by a hook of another repository than the one asked for."""


def at_revision(directory: Path, revision: str, decoders: Sequence[Path] = ()) -> Specification:
    """The units that a checkout held at a revision, and generated decoders, which none holds.

    The folder may be below the top of the repository. Units are named `REVISION:PATH`. Raises
    PtoError: SPEC-HISTORY, REVISION-UNKNOWN, or what is wrong with the texts.
    """
    units = [Path(name) for name in _units(directory, revision)]
    if not units:
        message = f"`{directory}` has no `.asl` files under `{UNITS}/` at `{revision}`"
        raise fail("SPEC-HISTORY", Phase.INPUT, message, hint="name a later revision")
    return Specification(f"{directory} at {revision}", parse_files([*units, *decoders]))


def _units(directory: Path, revision: str) -> Iterator[str]:
    """The names by which the units can be read from now on."""
    listed = _git(directory, "ls-tree", "-r", "-z", _commit(directory, revision), f"{UNITS}/")
    files: list[tuple[bytes, bytes]] = []
    for entry in listed.split(b"\0"):
        about, _, path = entry.partition(b"\t")
        if path.endswith(b".asl") and about.split()[0] in _FILE_MODES:
            files.append((path, about.split()[2]))
    asked = b"\n".join(object for _, object in files)
    contents = _contents(_git(directory, "cat-file", "--batch", given=asked))
    for (path, _), content in zip(files, contents, strict=True):
        name = f"{revision}:{os.fsdecode(path)}"
        try:
            Source.generated(name, decoded(content))
        except UnicodeDecodeError:
            raise fail("SPEC-HISTORY", Phase.INPUT, f"`{name}` is not UTF-8 text") from None
        yield name


def _contents(answer: bytes) -> Iterator[bytes]:
    """What `cat-file --batch` tells of each object: a line that ends with its size, and itself."""
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        size = int(answer[at:end].split()[-1])
        yield answer[end + 1 : end + 1 + size]
        at = end + size + 2


def _commit(directory: Path, revision: str) -> str:
    """The commit that a revision is; raises PtoError."""
    _git(directory, "rev-parse", "--git-dir")
    if not revision.startswith("-"):
        try:
            return (
                _git(directory, "rev-parse", "--verify", f"{revision}^{{commit}}").decode().strip()
            )
        except PtoError:
            pass
    message = f"the repository of `{directory}` has no revision `{revision}`"
    hint = "name a commit, a branch or a tag; a shallow clone lacks the older ones"
    raise fail("REVISION-UNKNOWN", Phase.INPUT, message, hint=hint)


def _git(directory: Path, *words: str, given: bytes = b"") -> bytes:
    """What git writes; raises PtoError (SPEC-HISTORY) where it fails."""
    env = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    try:
        done = subprocess.run(
            ["git", *words],
            cwd=directory,
            env={**env, "LC_ALL": "C"},
            input=given,
            capture_output=True,
            timeout=TIME_LIMIT,
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise _no_history(directory, f"git can't be run there: {reason.lower()}") from None
    except subprocess.TimeoutExpired:
        raise _no_history(directory, f"git takes longer than {TIME_LIMIT:g} s") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()[:1]
        raise _no_history(directory, "".join(said) or f"git ends with code {done.returncode}")
    return done.stdout


def _no_history(directory: Path, why: str) -> PtoError:
    message = f"the history of `{directory}` can't be read: {why.removeprefix('fatal: ')}"
    hint = "--changed-since needs git, and a folder in one of its repositories"
    return fail("SPEC-HISTORY", Phase.INPUT, message, hint=hint)
