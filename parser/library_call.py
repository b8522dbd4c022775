"""The tile library's spelling of one operation, as `%dst = pto.trem %src0, %src1 : (…) -> …`.

Three forms are read: the synchronous one (`%dst = trem %a, %b : TYPE`), SSA, and destination
passing (`pto.trem ins(%a, %b : TYPE, TYPE) outs(%dst : TYPE)`). Types are kept as text.
"""

from __future__ import annotations

import re
from typing import Final

from parser.bundle_syntax import LibraryCall, SsaName, TileType
from parser.diagnostics import Phase, PtoError, fail
from parser.source import Source, Span

_SKIP: Final = re.compile(r"(?:\s++|(?://|(?<!\S)#)[^\n]*+)*")
_OPERATION: Final = re.compile(r"(?:pto\.)?([A-Za-z][A-Za-z0-9_]*)")
_OPENING: Final = re.compile(r"%|pto\.|[a-z][a-z0-9_]*\s+ins\b", re.IGNORECASE)
_SSA_NAME: Final = re.compile(r"%([A-Za-z0-9_$.-]{1,80})(?<!-)")
_TYPE_NAME: Final = re.compile(r"!?[A-Za-z][A-Za-z0-9_.]*")
_SHAPE: Final = re.compile(r"([0-9]{1,5})x([0-9]{1,5})(?:x([A-Za-z][A-Za-z0-9]*))?")
_ELEMENT: Final = re.compile(
    r"(?:f|bf|i|si|ui|s|u)(?:4|8|16|32|64)|f8E[0-9]M[0-9]\w*|(?:u?int(?:8|16|32|64)_t)|half|float"
)
_BRACKET: Final = re.compile(r"->|[<>]")
_NUMBER: Final = re.compile(r"[0-9]{1,5}")


def is_library_call(source: Source) -> bool:
    """Whether a text starts as a library call, and not as a bundle."""
    start = _after_blanks(source.text, 0)
    return _OPENING.match(source.text, start) is not None


def parse_library_call(source: Source) -> LibraryCall:
    """The one call of a text; raises PtoError with one diagnostic (codes BUNDLE-…)."""
    return _Reader(source).call()


def _after_blanks(text: str, start: int) -> int:
    match = _SKIP.match(text, start)
    return match.end() if match else start


class _Reader:
    """A cursor in the text; between any two tokens may be blanks and comments."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.end = 0
        self.at = _after_blanks(self.text, 0)

    def call(self) -> LibraryCall:
        start = self.at
        if self.text.startswith("%", start):
            destinations = self._names()
            self._expect("=")
            operation = self._operation()
            sources = self._names()
            self._expect(":")
            if self._take("("):
                source_types = self._types()
                self._expect(")")
                self._expect("->")
                destination_types = self._types()
            else:
                (shared,) = self._types(limit=1)
                source_types = (shared,) * len(sources)
                destination_types = (shared,) * len(destinations)
        else:
            operation = self._operation()
            sources, source_types = self._typed("ins")
            destinations, destination_types = self._typed("outs")
        end = self.end
        if self.at < len(self.text):
            raise self._error("CALL", "more text after the call", "write one call a file")
        self._same_number(sources, source_types)
        self._same_number(destinations, destination_types)
        span = self.source.span(start, end)
        return LibraryCall(
            operation, sources, destinations, source_types, destination_types, span=span
        )

    def _typed(self, word: str) -> tuple[tuple[SsaName, ...], tuple[TileType, ...]]:
        self._expect(word)
        self._expect("(")
        names = self._names()
        self._expect(":")
        types = self._types()
        self._expect(")")
        return names, types

    def _operation(self) -> str:
        match = _OPERATION.match(self.text, self.at)
        if not match:
            raise self._error("CALL", "the operation is missing", "it is written pto.trem")
        self._move(match.end())
        return match[1].upper()

    def _names(self) -> tuple[SsaName, ...]:
        names = []
        while True:
            match = _SSA_NAME.match(self.text, self.at)
            if not match:
                raise self._error("CALL", "an operand is missing", "operands are written %src0")
            names.append(SsaName(match[1], span=self.source.span(match.start(), match.end())))
            self._move(match.end())
            if not self._take(","):
                return tuple(names)

    def _types(self, limit: int | None = None) -> tuple[TileType, ...]:
        types: list[TileType] = []
        while len(types) != limit:
            types.append(self._type())
            if not self._take(","):
                break
        return tuple(types)

    def _type(self) -> TileType:
        start = self.at
        match = _TYPE_NAME.match(self.text, start)
        if not match:
            raise self._error("TYPE", "a type is missing", "types are written !pto.tile<16x16xf32>")
        end = match.end()
        if self.text.startswith("<", end):
            end = self._balanced(end)
        self._move(end)
        return _describe(self.text[start:end], self.source.span(start, end))

    def _balanced(self, start: int) -> int:
        """The end of the text in angle brackets that opens at `start`."""
        depth = 0
        for match in _BRACKET.finditer(self.text, start):
            depth += {"<": 1, ">": -1}.get(match[0], 0)
            if not depth:
                return match.end()
        self.at = start
        raise self._error("TYPE", "this '<' is never closed")

    def _same_number(self, names: tuple[SsaName, ...], types: tuple[TileType, ...]) -> None:
        if len(names) != len(types):
            span = types[0].span.to(types[-1].span)
            message = f"{len(names)} operands have {len(types)} types"
            raise fail("BUNDLE-TYPE", Phase.GRAMMAR, message, span, "write one type an operand")

    def _expect(self, word: str) -> None:
        if not self._take(word):
            raise self._error("CALL", f"'{word}' is expected here")

    def _take(self, word: str) -> bool:
        found = self.text.startswith(word, self.at)
        if found:
            self._move(self.at + len(word))
        return found

    def _move(self, end: int) -> None:
        self.end, self.at = end, _after_blanks(self.text, end)

    def _error(self, code: str, message: str, hint: str | None = None) -> PtoError:
        at = min(self.at, len(self.text))
        span = self.source.span(at, min(at + 1, len(self.text)))
        return fail(f"BUNDLE-{code}", Phase.GRAMMAR, message, span, hint)


def _describe(text: str, span: Span) -> TileType:
    """What the parts between the commas of a type state, as `16x16xf32` or `rows=16`."""
    inner = text[text.index("<") + 1 : -1] if text.endswith(">") else ""
    element: str | None = None
    shapes: dict[str, tuple[int, int]] = {}
    extents: dict[str, int] = {}
    for part in re.split(r"[\s,]+", inner):
        key, _, value = part.rpartition("=")
        if match := _SHAPE.fullmatch(value):
            shapes["v" if key.startswith("valid") else ""] = (int(match[1]), int(match[2]))
            element = match[3] or element
        elif _ELEMENT.fullmatch(value) and key in ("", "dtype"):
            element = value
        elif _NUMBER.fullmatch(value) and key:
            extents[key] = int(value)
    shape = shapes.get("") or _extents(extents, "rows", "cols")
    valid = shapes.get("v") or _extents(extents, "v_row", "v_col")
    return TileType(text, element, shape, valid, span=span)


def _extents(extents: dict[str, int], rows: str, columns: str) -> tuple[int, int] | None:
    return (extents[rows], extents[columns]) if rows in extents and columns in extents else None
