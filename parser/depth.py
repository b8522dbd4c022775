"""How deeply a syntax tree is nested, found without recursion."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, cast

from parser.syntax import Node


def deeper_than(most: int, root: Node) -> Node | None:
    """A node that has `most` others between itself and the root, which counts; None without one."""
    waiting: list[tuple[object, int]] = [(root, 0)]
    while waiting:
        value, level = waiting.pop()
        if isinstance(value, tuple):
            waiting += [(each, level) for each in value]
        elif isinstance(value, Node):
            if level >= most:
                return value
            waiting += [
                (getattr(value, name), level + 1) for name in _fields(cast(Any, type(value)))
            ]
    return None


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a class of nodes."""
    return tuple(field.name for field in fields(kind))
