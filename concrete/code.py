"""Emitted code: its text, where its lines are from, and how it is kept between runs.

A cache may have been written by anyone. So what comes from it is JSON, and the text in it, as all
emitted text, is compiled but not run unless it keeps to the names that emitted code uses: functions
and globals of the program, what the machine offers, and a few attributes. Python's own builtins are
out of its reach but for BUILTINS. Forged code can compute nonsense or for ever, as a forged syntax
tree could; it can touch neither files nor processes nor this interpreter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import CodeType, MappingProxyType
from typing import Any

from concrete.choosers import Chooser
from parser.source import Span

FILE = "<asl>"
"""The file name of all emitted code."""
BUILTINS = MappingProxyType({"min": min, "range": range})
ATTRIBUTES = frozenset({"get", "set", "of", "name", "value", "bit_count", "bit_length"}) | {
    each for each in vars(Chooser) if not each.startswith("_")
}
"""What emitted code uses of the objects it meets."""


class ForeignCode(Exception):
    """Text that the emitter has not written."""


@dataclass(frozen=True, slots=True)
class Places:
    """Spans, each made when it is asked for; `numbers` has five for each, the path's first."""

    paths: Sequence[str]
    numbers: Sequence[int]

    @classmethod
    def of(cls, spans: Sequence[Span]) -> Places:
        number = {path: index for index, path in enumerate({span.path: None for span in spans})}
        rows = ((number[s.path], s.line, s.column, s.end_line, s.end_column) for s in spans)
        return cls(tuple(number), tuple(chain.from_iterable(rows)))

    def __len__(self) -> int:
        return len(self.numbers) // 5

    def __getitem__(self, index: int) -> Span:
        if not 0 <= index < len(self):
            raise IndexError
        path, *place = self.numbers[5 * index : 5 * index + 5]
        return Span(self.paths[path], *place)

    @property
    def is_whole(self) -> bool:
        """Whether all spans can be made."""
        whole = len(self.numbers) % 5 == 0
        return whole and all(0 <= path < len(self.paths) for path in self.numbers[::5])


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of Python text and what it stands for.

    `title` is the name of the ASL function; `lines` are where the lines are from, `failures` the
    places that `fail_at` numbers. `objects` are constants that the text can't express.
    """

    title: str
    text: str
    lines: Places
    failures: Places
    recurse_limit: int | None = None
    objects: Mapping[str, Any] = field(default_factory=dict)


def pack(code: Code) -> bytes | None:
    """The code as JSON; None where it has objects."""
    if code.objects:
        return None
    lines, failures = code.lines, code.failures
    parts = (code.title, code.text, code.recurse_limit, lines.paths, lines.numbers)
    return json.dumps((*parts, failures.paths, failures.numbers), separators=(",", ":")).encode()


def unpack(content: bytes) -> Code:
    """What `pack` was given; raises ForeignCode."""
    try:
        title, text, limit, paths, lines, more_paths, failures = json.loads(content)
        texts = (title, text, *paths, *more_paths)
        numbers = (limit or 0, *lines, *failures)
    except (ValueError, TypeError, RecursionError) as error:
        raise ForeignCode from error
    if not all(isinstance(t, str) for t in texts) or not all(isinstance(n, int) for n in numbers):
        raise ForeignCode
    code = Code(title, text, Places(paths, lines), Places(more_paths, failures), limit)
    if not (code.lines and code.lines.is_whole and code.failures.is_whole):
        raise ForeignCode
    return code


def compiled(text: str, offered: Container[str]) -> tuple[CodeType, set[str]]:
    """The code object, and the Python names of the program's functions and globals in it.

    `offered` are the names that the machine offers. Raises ForeignCode where it names others, and
    SyntaxError where Python does not take it (loops nest 20 deep, parentheses 200).
    """
    code = compile(text, FILE, "exec")
    names = set(_names(code))
    program = {name for name in names if _PROGRAM.fullmatch(name)}
    if any(n not in offered and n not in ATTRIBUTES and n not in BUILTINS for n in names - program):
        raise ForeignCode
    return code, program


_PROGRAM = re.compile(r"g_\w+|(?:k\d+_)?[fse]\d*_\w*")
"""A global, a function, an expression, or a constant of one."""


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
