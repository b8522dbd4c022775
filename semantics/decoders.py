"""The generated part of a specification checkout: its decoders, and functions that validate them.

The checkout's own script makes them. That is a program of the checkout, so it runs only if the
user allows it; what it made is kept for as long as nothing changes that it may read.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from parser.cache import Cache, user_cache_directory
from parser.diagnostics import Phase, PtoError, fail
from parser.source import Source

SCRIPT = Path("scripts", "generate-asl-decoders")
TIME_LIMIT = 120.0
"""Seconds that the script may take; it takes two."""
MOST_BYTES = 1 << 28
_ARGUMENTS = ("--kind", "monolithic")
"""All in one text: the decoders, and what validates them."""
_READ = ("asl", "scripts", "spec")
"""Folders that the script may read, besides the files at the top."""


def has_script(directory: Path) -> bool:
    """Whether a checkout has what makes its decoders."""
    return (directory / SCRIPT).is_file()


def kept(directory: Path) -> Path | None:
    """The name of the text that the script has made of just this checkout, if it is still there."""
    content = _cache().get(_key(directory))
    return None if content is None else _named(directory, content)


def is_made(decoder: Path) -> bool:
    """Whether this is the name of what a script has made, and no file of the user's."""
    return str(decoder).startswith("<")


def generate(directory: Path, time_limit: float = TIME_LIMIT) -> Path:
    """Run the script; the name of what it writes, by which `parse_files` reads it.

    Raises PtoError (SPEC-SCRIPT) where it fails, or takes too long.
    """
    key = _key(directory)  # of what is there before
    with tempfile.TemporaryDirectory(prefix="ptoprove-") as place:
        content = _run(directory.resolve() / SCRIPT, Path(place), time_limit)
    _cache().put(key, content)
    return _named(directory, content)


def _run(script: Path, place: Path, time_limit: float) -> bytes:
    """What the script writes to standard output. It starts in `place`."""
    command = [sys.executable, "-I", "-B", str(script), *_ARGUMENTS]
    output, errors = place / "output", place / "errors"
    with output.open("wb") as out, errors.open("wb") as err:
        process = subprocess.Popen(
            command,
            cwd=place,
            env={"PATH": os.environ.get("PATH", os.defpath), "HOME": str(place)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            code = process.wait(time_limit)
        except subprocess.TimeoutExpired:
            raise _failed(script, f"takes longer than {time_limit:g} s") from None
        finally:
            with suppress(OSError):  # it and all that it started
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if code != 0:
        said = errors.read_text("utf-8", "replace").strip().splitlines()[-1:]
        raise _failed(script, ": ".join([f"ends with code {code}", *said]))
    if output.stat().st_size > MOST_BYTES:
        raise _failed(script, f"writes more than {MOST_BYTES >> 20} MiB")
    return output.read_bytes()


def _named(directory: Path, content: bytes) -> Path:
    name = f"<{directory / SCRIPT}>"
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise _failed(directory / SCRIPT, "does not write UTF-8 text") from None
    Source.generated(name, text.replace("\r\n", "\n"))
    return Path(name)


def _failed(script: Path, what: str) -> PtoError:
    hint = "run it by hand, and give what it writes with --decoders"
    return fail("SPEC-SCRIPT", Phase.INPUT, f"`{script}` {what}", hint=hint)


def _cache() -> Cache:
    return Cache(user_cache_directory())


def _key(directory: Path) -> str:
    """A digest of all that the script may read."""
    total = sha256(repr(_ARGUMENTS).encode())
    for path in sorted(_files(directory)):
        name = path.relative_to(directory).as_posix()
        total.update(sha256(name.encode()).digest() + sha256(path.read_bytes()).digest())
    return f"decoders-{total.hexdigest()}"


def _files(directory: Path) -> Iterator[Path]:
    found = [*directory.glob("*")]
    for folder in _READ:
        found += (directory / folder).rglob("*")
    for path in found:
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
