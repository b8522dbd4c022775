"""Definitions that are worked out when they are first needed, each for the one before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from parser.diagnostics import Phase, fail
from parser.source import Span

MOST_RESOLVING = 500
"""Definitions that are being resolved at the same time."""


class Resolving:
    """What is being resolved."""

    def __init__(self) -> None:
        self._stack: list[str] = []
        self._too_deep: set[str] = set()

    @contextmanager
    def acyclic(self, what: str, span: Span) -> Iterator[None]:
        """Guards a resolution that must not need itself, nor too many others; raises PtoError
        (NAME-CYCLE, NAME-DEPTH)."""
        stack = self._stack
        if what in stack:
            cycle = " → ".join([*stack[stack.index(what) :], what])
            raise fail("NAME-CYCLE", Phase.STATIC, f"definition in a circle: {cycle}", span)
        if len(stack) >= MOST_RESOLVING or what in self._too_deep:
            self._too_deep.update(stack)
            message = f"more than {MOST_RESOLVING} definitions rest on each other here"
            hint = "define some of them without the others"
            raise fail("NAME-DEPTH", Phase.STATIC, message, span, hint)
        stack.append(what)
        try:
            yield
        finally:
            stack.pop()
