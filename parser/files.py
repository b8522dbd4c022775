"""Opens files that may be anything: whatever has no end, or makes a reader wait, is refused.

Limits on size are stated in docs/limits.md.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 64 << 20


def open_file(path: Path, most: int = MOST_BYTES) -> BinaryIO:
    """Open a regular file of so many bytes at most to read it.

    Raises OSError for anything else (EFBIG for a larger file), and never waits.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    found = os.fstat(handle)
    if stat.S_ISREG(found.st_mode) and found.st_size <= most:
        return open(handle, "rb")
    os.close(handle)
    if stat.S_ISREG(found.st_mode):
        raise _too_large(path, most)
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "not a regular file", str(path))


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """All of such a file; raises as `open_file` does, also should the file grow meanwhile."""
    content = bytearray()
    with open_file(path, most) as file:
        while part := file.read(1 << 20):
            content += part
            if len(content) > most:
                raise _too_large(path, most)
    return bytes(content)


def find_files(folder: Path, suffix: str) -> list[Path]:
    """The files of that suffix in a folder and all below, sorted.

    Links to folders are not followed. A folder that can't be listed stands for what it holds: to
    read it fails for the same reason.
    """
    found: list[Path] = []

    def unlisted(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError | NotADirectoryError):
            found.append(Path(error.filename))

    for parent, _, names in os.walk(folder, onerror=unlisted):
        found += [Path(parent, name) for name in names if name.endswith(suffix)]
    return sorted(found)


def _too_large(path: Path, most: int) -> OSError:
    return OSError(errno.EFBIG, f"larger than {most >> 20} MiB", str(path))
