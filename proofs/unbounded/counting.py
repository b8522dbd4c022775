"""What may be asked of the events of loops with an unknown number of rounds.

Of an event in such a loop it is known that it happens some times, and not which other events are
between. In an iteration nothing is known of the events of those before it.
"""

from __future__ import annotations

from dataclasses import dataclass

from proofs.events import Event, Events
from semantics.intrinsics import ANY
from semantics.values import Unsupported


@dataclass(frozen=True, slots=True)
class _Question:
    """One about events of a kind on a variable; `ordered`, if it is what follows what."""

    kind: str
    ordered: bool
    variable: str

    def about(self, event: Event) -> bool:
        """Whether the answer depends on an event."""
        own = event.kind == self.kind and self.variable in (event.variable, ANY)
        return own or self.ordered or event.kind == "start"


class Counting:
    """The events of loops that are over, and the questions asked in those that are not."""

    def __init__(self) -> None:
        self._in_loops: set[int] = set()
        self._scattered: set[int] = set()
        """Numbers of events in loops, and of those at places that differ by iteration."""
        self._asked: list[_Question] = []

    @property
    def asked(self) -> int:
        """How many questions have been asked in loops."""
        return len(self._asked)

    def ask(self, name: str, variable: str, events: Events, inside: bool) -> None:
        """An intrinsic asks about the events so far, `inside` of a loop or not. Raises Unsupported
        where too little is known of them."""
        question = _Question(
            "read" if name.startswith("Reads") else "write", "After" in name, variable
        )
        if question.ordered and self._in_loops:
            raise Unsupported("the order of what happens in a loop")
        met = [each for each in events if each.number in self._in_loops and question.about(each)]
        if any(each.kind == "start" for each in met):
            raise Unsupported("events that are counted from within a loop on")
        if any(each.number in self._scattered for each in met):
            raise Unsupported("what happens at many places in a loop")
        if inside:
            self._asked.append(question)

    def leave(self, event: Event, scattered: bool, asked: int) -> None:
        """A loop is over in which an event happens. Raises Unsupported where one of the questions
        after the first so many, which were asked in it, is about that."""
        if any(question.about(event) for question in self._asked[asked:]):
            raise Unsupported("events that are counted in the loop in which they happen")
        self._in_loops.add(event.number)
        if scattered:
            self._scattered.add(event.number)
