"""Which task is next: for each worker those of one contract, and first those that take long."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from statistics import fmean

from parser.cache import Cache, user_cache_directory
from proofs.tasks import NOBODY, Task, Watch

USUAL = 1.0
"""Seconds that a task is taken to need where nothing is known."""


class Costs:
    """How many seconds tasks took when they were last proved; None of it is kept without
    `enabled`."""

    _KEY = "seconds-of-tasks"

    def __init__(self, enabled: bool = True) -> None:
        self._cache = Cache(user_cache_directory() if enabled else None)
        self._seconds: dict[str, float] = {}
        with suppress(ValueError, TypeError, AttributeError, RecursionError):
            stored = json.loads(self._cache.get(self._KEY) or b"{}")
            self._seconds = {str(name): float(each) for name, each in stored.items()}
        self._usual = fmean(self._seconds.values()) if self._seconds else USUAL

    def of(self, task: Task) -> float:
        """Of one that is not known, the mean of all that are."""
        return self._seconds.get(_name(task), self._usual)

    def note(self, task: Task, seconds: float) -> None:
        """Remember what a task took this time."""
        self._seconds[_name(task)] = round(seconds, 3)

    def keep(self) -> None:
        """Keep what is known for the next run."""
        self._cache.put(self._KEY, json.dumps(self._seconds, sort_keys=True).encode())


class Agenda:
    """An order of tasks (`concrete.pool.Order`): a worker stays with the contract it has begun, for
    it keeps lowered code; then it takes one that nobody has begun, and then it helps another."""

    def __init__(self, todo: Sequence[Task], costs: Costs, watch: Watch = NOBODY) -> None:
        self._todo, self._watch = todo, watch
        self._costs = [costs.of(task) for task in todo]
        self._left: dict[tuple[str, str], list[int]] = {}
        for number in sorted(range(len(todo)), key=lambda each: -self._costs[each]):
            self._left.setdefault(self._group(number), []).append(number)
        self._seconds = {
            group: sum(self._costs[each] for each in numbers)
            for group, numbers in self._left.items()
        }
        for numbers in self._left.values():
            numbers.reverse()
        self._begun: set[tuple[str, str]] = set()

    def take(self, last: int | None) -> int | None:
        """The next task for a worker, whose `last` one it was; None where there are no more."""
        if not self._left:
            return None
        group = None if last is None else self._group(last)
        if group not in self._left:
            group = max(self._left, key=lambda g: (g not in self._begun, self._seconds[g]))
        self._begun.add(group)
        number = self._left[group].pop()
        self._seconds[group] -= self._costs[number]
        if not self._left[group]:
            del self._left[group]
        self._watch.begun(self._todo[number])
        return number

    def wanted(self, number: int) -> bool:
        """Every verdict is."""
        return True

    def _group(self, number: int) -> tuple[str, str]:
        return self._todo[number].profile, self._todo[number].property.contract


def _name(task: Task) -> str:
    p = task.property
    return json.dumps([p.contract, p.id, task.profile, dict(task.case)])
