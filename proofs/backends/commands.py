"""What of a foreign text of SMT-LIB a solver may be given: declarations and assertions.

Solvers open files on command, such as `(set-option :regular-output-channel "FILE")`, and do not
agree where comments end. So a text is written anew without comments, from tokens about which there
is no doubt: none of it is a string, and no symbol has a backslash or a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

ALLOWED: Final = frozenset({"declare-fun", "declare-const", "define-fun", "assert"})
LEFT_OUT: Final = frozenset({"set-logic", "set-info", "check-sat"})
MOST_NESTED: Final = 100_000
"""Parentheses that wait for their end; solvers recurse."""

_TOKEN: Final = re.compile(
    r"(?P<blank>[ \t\n]+|;[^\r\n]*\n)|(?P<open>\()|(?P<close>\))"
    r"|(?P<symbol>\|[^|\\\x00-\x1f\x7f]*\||[^ \x00-\x1f\x7f();|\"\\]+)"
)


class ForeignCommand(Exception):
    """A text that is no query: `str()` says why."""


def declarations_and_assertions(text: str) -> str:
    """The commands that ask, one a line; raises ForeignCommand where a text has others."""
    return "".join(f"{' '.join(command)}\n" for command in _commands(text))


def _commands(text: str) -> Iterator[list[str]]:
    command: list[str] = []
    depth = 0
    for kind, token in _tokens(text):
        if depth == 0 and kind != "open":
            raise ForeignCommand(f"`{token[:40]}` stands outside of commands")
        depth += {"open": 1, "close": -1}.get(kind, 0)
        if depth > MOST_NESTED:
            raise ForeignCommand(f"more than {MOST_NESTED} parentheses wait for their end")
        command.append(token)
        if depth == 0:
            name = command[1]
            if name in ALLOWED:
                yield command
            elif name not in LEFT_OUT:
                raise ForeignCommand(f"a query has no command `{name[:40]}`")
            command = []
    if depth:
        raise ForeignCommand("a command has no end")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            line = text.count("\n", 0, at) + 1
            raise ForeignCommand(f"line {line} has a character that no query has")
        at = found.end()
        assert found.lastgroup is not None
        if found.lastgroup != "blank":
            yield found.lastgroup, found.group()
