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

KEY = re.compile(r"[0-9a-z_-]{8,128}")


def user_cache_directory() -> Path | None:
    """PTOPROVE_CACHE_DIR, else `ptoprove` in XDG_CACHE_HOME or ~/.cache; None without a home."""
    if chosen := os.environ.get("PTOPROVE_CACHE_DIR"):
        return Path(chosen)
    shared = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if shared.is_absolute():  # the XDG rules say to ignore any other
        return shared / "ptoprove"
    try:
        return Path.home() / ".cache" / "ptoprove"
    except RuntimeError:
        return None


@cache
def code_digest(*packages: str) -> bytes:
    """Tells apart what different versions of these packages of ours have made."""
    total = sha256()
    for package in packages:
        files = (Path(__file__).parent.parent / package).rglob("*")
        for file in sorted(each for each in files if each.suffix in _CODE):
            total.update(sha256(file.read_bytes()).digest())
    return total.digest()


_CODE = frozenset({".py", ".lark", ".json"})


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
            stored = path.read_bytes()
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

    def _path(self, key: str) -> Path | None:
        if not KEY.fullmatch(key):
            raise ValueError(f"not a cache key: {key!r}")
        return self.directory and self.directory / key[:2] / key[2:]


def _digest(key: str, content: bytes) -> bytes:
    return sha256(key.encode() + b"\n" + content).hexdigest().encode()
