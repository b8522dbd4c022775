"""What Python limits for its own sake, and programs of ASL may exceed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

RECURSION_LIMIT = 20_000
"""Nested calls of Python. Passes over what the parser admits (docs/limits.md) stay below."""


@contextmanager
def lifted_limits() -> Iterator[None]:
    """Lets calls nest up to RECURSION_LIMIT, and integers of any length be read and written."""
    depth, digits = sys.getrecursionlimit(), sys.get_int_max_str_digits()
    sys.setrecursionlimit(max(depth, RECURSION_LIMIT))
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.setrecursionlimit(depth)
        sys.set_int_max_str_digits(digits)
