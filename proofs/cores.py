"""What of an obligation has to do with what it claims.

An input that breaks an obligation takes its path and makes its condition false. Of the path, only
what shares unknowns with the condition is asked about, once the condition is simplified by all that
the path says. The rest would only help where it contradicts itself. What is asked follows from the
whole, so where it has no solution, neither has the whole. All elements of a tile ask one question
then, for they differ in the names of unknowns alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from semantics import terms as t
from semantics.term_substitution import substituted


class Cores:
    """The cores of obligations; what paths share is looked at once."""

    def __init__(self) -> None:
        self._unknowns: dict[t.Term, frozenset[t.Term]] = {}

    def of(self, claims: Iterable[tuple[t.Bool, t.Bool]]) -> t.Bool:
        """Some input makes it true if some input takes a path on which its condition is false.
        `claims` are paths and conditions; of cores that differ in the names of unknowns alone, one
        counts."""
        found: dict[Any, t.Bool] = {}
        for path, condition in claims:
            for core in self._cores(path, condition):
                found.setdefault(_nameless(core), core)
        return t.or_(*found.values())

    def _cores(self, path: t.Bool, condition: t.Bool) -> Iterator[t.Bool]:
        """One for each part of a condition, all of which must hold."""
        known = stated(path)
        condition = substituted(condition, known)
        if path is False or not isinstance(condition, t.Term):
            yield t.and_(path, t.not_(condition))
            return
        said = [(each, self._of(each)) for each in _parts(path)]
        for part in _parts(condition):
            core: list[t.Bool] = [t.not_(part)]
            left, met = said, set(self._of(part))
            grown = True
            while grown:
                near = [pair for pair in left if not met.isdisjoint(pair[1])]
                left = [pair for pair in left if met.isdisjoint(pair[1])]
                met.update(*(unknowns for _, unknowns in near))
                core += [each for each, _ in near]
                grown = bool(near)
            yield t.and_(*core)

    def _of(self, condition: t.Term) -> frozenset[t.Term]:
        """The unknowns in a condition."""
        if condition not in self._unknowns:
            self._unknowns[condition] = frozenset(t.variables([condition]))
        return self._unknowns[condition]


def stated(path: t.Bool) -> dict[t.Term, bool]:
    """The conditions of which a path says that they hold, or don't, and what follows for their
    parts. Where it contradicts itself, no more than one of the two is known."""
    return dict(_said(path))


def _said(condition: t.Bool) -> Iterator[tuple[t.Term, bool]]:
    """What a condition says of others, itself among them, each once, with all contradictions."""
    waiting = [(condition, True)]
    seen: set[tuple[t.Term, bool]] = set()
    while waiting:
        each, holds = pair = waiting.pop()
        if isinstance(each, t.Term) and pair not in seen:
            seen.add((each, holds))
            yield each, holds
            if each.op == "not":
                waiting.append((each.args[0], not holds))
            elif each.op == ("and" if holds else "or"):
                waiting += [(part, holds) for part in reversed(each.args)]


def _parts(condition: t.Bool) -> list[t.Term]:
    """The conditions that make up this one when all of them hold: those that are not made of others
    in the same way."""
    parts = [
        each if holds else t.not_(each)
        for each, holds in _said(condition)
        if each.op not in ("not", "and" if holds else "or")
    ]
    return [part for part in parts if isinstance(part, t.Term)]


def _nameless(condition: t.Bool) -> t.Bool:
    """The same for conditions that differ in the names of their unknowns alone."""
    if not isinstance(condition, t.Term):
        return condition
    names = {
        unknown: t.variable(f"_{number}", unknown.sort, unknown.range)
        for number, unknown in enumerate(t.variables([condition]))
    }
    return substituted(condition, names)
