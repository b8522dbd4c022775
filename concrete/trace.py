"""The event trace of a concrete run: reads and writes of global variables, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from semantics.intrinsics import ANY

WHOLE = -1
"""The index of an event that concerns a variable as a whole, or is no array element."""


@dataclass(frozen=True, slots=True)
class Event:
    """A read or write of a global; `index` is that of the element of a global array."""

    kind: Literal["read", "write"]
    variable: str
    index: int

    def touches(self, kind: str, variable: str, index: int) -> bool:
        """Whether this is such an event; to ask for index WHOLE, or an event on it, matches all,
        and to ask for the variable `*` all variables."""
        same = self.kind == kind and variable in (self.variable, ANY)
        return same and (WHOLE in (index, self.index) or self.index == index)


class Trace:
    """Events since the last `start`."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def start(self) -> None:
        self.events.clear()

    def read(self, variable: str, index: int) -> None:
        self.events.append(Event("read", variable, index))

    def write(self, variable: str, index: int) -> None:
        self.events.append(Event("write", variable, index))

    def count(self, kind: str, variable: str, index: int) -> int:
        """Number of such events."""
        return sum(e.touches(kind, variable, index) for e in self.events)

    def after_write(
        self, kind: str, variable: str, index: int, written: str, written_index: int
    ) -> int:
        """Number of such events after the first write to `written`."""
        for position, event in enumerate(self.events):
            if event.touches("write", written, written_index):
                later = self.events[position + 1 :]
                return sum(e.touches(kind, variable, index) for e in later)
        return 0
