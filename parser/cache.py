"""A directory of things worth keeping between runs, which nothing ever depends on.

An entry that is missing, damaged or not ours is as good as none; a directory that can't be written
is no error.
"""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from parser.files import read_bytes

ROOT = Path(__file__).parents[1]
KEY = re.compile(r"[0-9a-z_-]{8,128}")
MOST_BYTES = 1 << 30


def user_cache_directory() -> Path | None:
    """PTOPROVE_CACHE_DIR, else `ptoprove` in XDG_CACHE_HOME or ~/.cache; None without a home."""
    if chosen := os.environ.get("PTOPROVE_CACHE_DIR"):
        return Path(chosen)
    shared = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if shared.is_absolute():  # the XDG rules say to ignore any other
        return shared / "ptoprove"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ".cache" / "ptoprove" if home.is_absolute() else None


@dataclass(frozen=True, slots=True)
class Cache:
    """Byte strings by key under one directory; with None it keeps nothing."""

    directory: Path | None

    def get(self, key: str) -> bytes | None:
        """What was put under a key, if that is still there and whole."""
        path = self._path(key)
        if path is None:
            return None
        try:
            stored = read_bytes(path, MOST_BYTES)
        except OSError:
            return None
        digest, _, content = stored.partition(b"\n")
        return content if digest == _digest(key, content) else None

    def put(self, key: str, content: bytes) -> None:
        """Keep `content` under a key: whole or, where that can't be done, not at all."""
        path = self._path(key)
        if path is None:
            return
        temporary = ""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            with open(handle, "wb") as file:
                file.write(_digest(key, content) + b"\n" + content)
            os.replace(temporary, path)
        except OSError:
            if temporary:
                with suppress(OSError):
                    os.unlink(temporary)

    def keys(self, prefix: str) -> list[str]:
        """The keys that begin with at least two characters, what was put last first."""
        if self.directory is None:
            return []
        found: list[tuple[int, str]] = []
        with suppress(OSError):
            for path in (self.directory / prefix[:2]).glob(f"{prefix[2:]}*"):
                with suppress(OSError):
                    found.append((path.stat().st_mtime_ns, prefix[:2] + path.name))
        return [key for _, key in sorted(found, reverse=True)]

    def _path(self, key: str) -> Path | None:
        if not KEY.fullmatch(key):
            raise ValueError(f"not a cache key: {key!r}")
        return self.directory and self.directory / key[:2] / key[2:]


@cache
def code_digest(*packages: str) -> bytes:
    """A digest of the code of our own packages, so that what one version kept, no other finds.

    Shipped models and contracts are no code: what depends on them has their text in its key.
    """
    total = sha256()
    for package in packages:
        for path in sorted((ROOT / package).rglob("*")):
            data = path.parent.name in ("model", "contracts")
            if path.suffix in (".py", ".lark", ".json", ".asl") and not data:
                total.update(path.read_bytes())
    return total.digest()


def _digest(key: str, content: bytes) -> bytes:
    return sha256(key.encode() + b"\n" + content).hexdigest().encode()
