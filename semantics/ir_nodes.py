"""All nodes of an IR tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from types import ModuleType
from typing import Any, cast

from semantics import ir


def nodes(tree: object, *modules: ModuleType) -> Iterator[object]:
    """The nodes of a tree, or of a tuple of them, each before those within it.

    They are what `ir` defines and, where named, other modules: with `types`, the widths and bounds
    of types are looked into.
    """
    looked_into = {ir.__name__, *(each.__name__ for each in modules)}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += reversed(node)
        elif type(node).__module__ in looked_into:
            yield node
            waiting += [getattr(node, name) for name in _fields(cast(Any, type(node)))]


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a class, last first."""
    return tuple(field.name for field in reversed(fields(kind)))
