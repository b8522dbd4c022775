"""All nodes of an IR tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from types import ModuleType

from semantics import ir


def nodes(tree: object, *modules: ModuleType) -> Iterator[object]:
    """The nodes of a tree, or of a tuple of them, each before those within it.

    They are what `ir` defines and, where named, other modules: with `types`, the widths and bounds
    of types are looked into.
    """
    yield from _nodes(tree, {ir.__name__, *(each.__name__ for each in modules)})


def _nodes(tree: object, modules: set[str]) -> Iterator[object]:
    if isinstance(tree, tuple):
        for each in tree:
            yield from _nodes(each, modules)
    elif type(tree).__module__ in modules:
        yield tree
        for field in fields(tree):  # type: ignore[arg-type]
            yield from _nodes(getattr(tree, field.name), modules)
