"""How deeply a syntax tree is nested, found without recursion."""

from __future__ import annotations

from dataclasses import fields

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
            waiting += [(getattr(value, each.name), level + 1) for each in fields(value)]
    return None
