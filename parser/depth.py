"""How deeply a syntax tree is nested, found without recursion."""

from __future__ import annotations

from dataclasses import fields

from parser.syntax import Node


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
