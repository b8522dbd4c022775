"""Loops that need not run again where nothing they depend on has changed.

A model that resets its state does so again and again, and most of the state is as the last reset
left it. A loop of a procedure without arguments that depends on globals only is a function of them:
where all of these are what they were, what it did then is what it does now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any

from parser.diagnostics import PtoError
from semantics import ir, types
from semantics.ir_nodes import nodes
from semantics.program import Effects
from semantics.values import Opened

MOST_KEPT = 4
"""States of one loop that are remembered."""

_EFFECTS = ir.ArbitraryExpr | ir.Print | ir.Throw | ir.Try | ir.Return | ir.Intrinsic


@dataclass(frozen=True, slots=True)
class Dependence:
    """The globals that a loop uses or changes, and those that it changes."""

    used: tuple[str, ...]
    changed: tuple[str, ...]


def repeated(function: ir.Function, effects: Callable[[str], Effects]) -> dict[ir.Stmt, Dependence]:
    """The loops of a function's own block that do nothing but to change globals, by globals."""
    loops = [each for each in function.body if isinstance(each, ir.For | ir.Loop)]
    if function.formals or not loops:
        return {}
    # Of the locals that a loop names, those count that come from its function.
    outer = {each.place.root.name for each in function.body if isinstance(each, ir.Assign)}
    found = dict[ir.Stmt, Dependence]()
    for loop in loops:
        inside = list(nodes(loop, types))
        if not any(isinstance(n, ir.LocalRef) and n.name in outer for n in inside):
            dependence = _dependence(inside, effects)
            if dependence is not None:
                found[loop] = dependence
    return found


def _dependence(inside: Sequence[object], effects: Callable[[str], Effects]) -> Dependence | None:
    used, changed = set[str](), set[str]()
    for node in inside:
        match node:
            case ir.GlobalRef(name=name):
                used.add(name)
            case ir.Assign(place=ir.Place(root=ir.GlobalRef(name=name))):
                changed.add(name)
            case ir.CallExpr(function=key):
                try:
                    called = effects(key)
                except PtoError:
                    return None  # it is told when the function is called
                if not called.alone:
                    return None
                used |= called.reads
                changed |= called.writes
            case node if isinstance(node, _EFFECTS):
                return None
    return Dependence(tuple(sorted(used | changed)), tuple(sorted(changed)))


class Memory:
    """What loops did: by the name and number of each, the globals before and those after."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[int, list[tuple[tuple[Any, ...], tuple[Any, ...]]]]] = {}

    def recall(self, code: str, loop: int, before: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """What the loop left when it began with these values."""
        kept = self._kept.get(code, {}).get(loop, ())
        for same in (is_, _equal):  # it is quick to see that nothing has changed at all
            for known, after in kept:
                if all(map(same, known, before)):
                    return after
        return None

    def keep(
        self, code: str, loop: int, before: tuple[Any, ...], after: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        """Remember what the loop left; the objects to go on with.

        What equals that which it left before is the same object again, so that the loops behind it
        find what they know.
        """
        kept = self._kept.setdefault(code, {}).setdefault(loop, [])
        if kept:
            after = tuple(
                old if _equal(new, old) else new for new, old in zip(after, kept[0][1], strict=True)
            )
        kept.insert(0, (before, after))
        del kept[MOST_KEPT:]
        return after

    def forget(self, code: str) -> None:
        """Forget the loops of a piece of code."""
        self._kept.pop(code, None)


def _equal(a: Any, b: Any) -> bool:
    """Whether two values are equal, as far as that can be asked."""
    try:
        return bool(a == b)
    except Opened:
        return False
