"""Finds the declarations of a text that is too long to be parsed for a few of them.

Nothing but comments, strings and keywords is looked at. A declaration begins at a keyword that
begins nothing else, wherever it stands; `let`, `var` and `pragma` begin statements too, but not
behind the last `end` before the next declaration.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass

from parser.asl import parse
from parser.outline import Heading, Kind
from parser.source import Source
from parser.syntax import Override, Unit

_BLANKS = r"(?:\s++|//[^\n]*+(?:\n|\Z)|/\*(?:[^*]++|\*(?!/))*\*/)*"
"""Each text matches in one way alone, so there is nothing to try again where no match follows."""
_MARKS = re.compile(
    r"/\*(?s:.*?)(?:\*/|\Z)|//[^\n]*|\"(?:[^\"\\\n]++|\\.)*\"?"
    r"|\b(?:end|let|var|pragma|func|accessor|type|constant|config"
    r"|pure|readonly|noreturn|impdef|implementation)\b",
    re.ASCII,
)
_GETTER = re.compile(rf"{_BLANKS}getter\b")
_OVERRIDES: tuple[Override, ...] = ("impdef", "implementation")
_MODIFIERS = frozenset({"pure", "readonly", "noreturn", *_OVERRIDES})
_AMBIGUOUS = frozenset({"let", "var", "pragma"})
_FUNCTION = re.compile(
    rf"(?P<modifiers>(?:(?:{'|'.join(sorted(_MODIFIERS))}){_BLANKS})*)"
    rf"(?P<kind>func|accessor){_BLANKS}(?P<name>[A-Za-z_]\w*)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Extent:
    """A declaration and the part of the text that holds it; that begins at `line` and `column`.

    `number` is its own among the declarations there: `var a, b: T` is two.
    """

    heading: Heading
    start: int
    end: int
    line: int
    column: int
    number: int = 0

    def text(self, source: Source) -> str:
        return source.text[self.start : self.end]

    def parse(self, source: Source) -> Unit:
        """All declarations of the part; raises PtoError."""
        return parse(Source(source.path, self.text(source), self.line, self.column))


def scan(source: Source) -> tuple[Extent, ...]:
    """The declarations of a text, in order.

    Errors within functions and accessors are found when these are parsed; what else is wrong is
    found here, and raises PtoError.
    """
    text = source.text
    starts = list(_starts(text))
    ends = [*starts, len(text)]
    parse(Source(source.path, text[: ends[0]]))
    extents: list[Extent] = []
    line, line_start, counted = 1, 0, 0
    for start, end in zip(starts, ends[1:], strict=True):
        line += text.count("\n", counted, start)
        line_start = max(line_start, text.rfind("\n", counted, start) + 1)
        counted = start
        place = (start, end, line, start - line_start + 1)
        heading = _heading(text, start)
        if heading is not None:
            extents.append(Extent(heading, *place))
            continue
        unit = Extent(Heading("pragma", ""), *place).parse(source)
        for number, declaration in enumerate(unit.declarations):
            extents.append(Extent(Heading.of(declaration), *place, number))
    return tuple(extents)


def pack(extents: Sequence[Extent]) -> bytes:
    """The extents as JSON."""
    rows = [
        [*astuple(each.heading), each.start, each.end, each.line, each.column, each.number]
        for each in extents
    ]
    return json.dumps(rows, separators=(",", ":")).encode()


def unpack(content: bytes) -> tuple[Extent, ...]:
    """What `pack` was given; raises ValueError or TypeError."""
    return tuple(
        Extent(Heading(kind, name, override, tuple(labels)), *place)
        for kind, name, override, labels, *place in json.loads(content)
    )


def _starts(text: str) -> Iterator[int]:
    """Where declarations start."""
    modified: int | None = None  # the first modifier of a function that is still to come
    unsure: list[int] = []  # what is a declaration, unless an `end` follows
    for mark in _MARKS.finditer(text):
        word = mark[0]
        if word in _MODIFIERS:
            if modified is None and not _GETTER.match(text, mark.end()):
                modified = mark.start()
        elif word == "end":
            unsure.clear()
        elif word in _AMBIGUOUS:
            unsure.append(mark.start())
        elif word[0].isalpha():
            yield from unsure
            unsure.clear()
            yield mark.start() if modified is None else modified
            modified = None
    yield from unsure


def _heading(text: str, start: int) -> Heading | None:
    """The heading of a function or accessor; None where its tree must tell."""
    match = _FUNCTION.match(text, start)
    if match is None:
        return None
    modifiers = match["modifiers"]
    override = next((each for each in _OVERRIDES if each in modifiers), None)
    kind: Kind = "function" if match["kind"] == "func" else "accessor"
    return Heading(kind, match["name"], override)
