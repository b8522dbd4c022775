"""How deeply a syntax tree is nested, found without recursion; and room to recurse over it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields

from parser.syntax import Node

MOST_CALLS = 20_000
"""Python calls that may be nested where trees are walked and programs run."""


@contextmanager
def deep_calls() -> Iterator[None]:
    """Lets calls nest so deep inside; RecursionError comes later than it usually does."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, MOST_CALLS))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def deepest(root: Node) -> tuple[int, Node]:
    """The number of nodes from the root to the farthest leaf, both included, and that leaf."""
    most, farthest = 0, root
    waiting: list[tuple[object, int]] = [(root, 1)]
    while waiting:
        value, level = waiting.pop()
        if isinstance(value, tuple):
            waiting += [(each, level) for each in value]
        elif isinstance(value, Node):
            if level > most:
                most, farthest = level, value
            waiting += [(getattr(value, each.name), level + 1) for each in fields(value)]
    return most, farthest
