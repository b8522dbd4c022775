"""Makes a failing input small."""

from __future__ import annotations

from collections.abc import Callable


def minimised(data: bytes, fails: Callable[[bytes], bool], most: int = 2000) -> bytes:
    """A part of the data that still fails, after `most` attempts at leaving something out.

    Parts of half the length are tried first, then shorter ones, down to single bytes.
    """
    length = len(data)
    while length > 1 and most > 0:
        length = (length + 1) // 2
        start = 0
        while start < len(data) and most > 0:
            shorter = data[:start] + data[start + length :]
            most -= 1
            if fails(shorter):
                data = shorter
            else:
                start += length
    return data
