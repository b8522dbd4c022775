"""Where text comes from: spans and source files."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from parser.files import read_bytes


@dataclass(frozen=True, slots=True)
class Span:
    """A range of text; lines and columns count from 1, the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

    def to(self, end: Span) -> Span:
        """The span from the start of this one to the end of `end`."""
        return Span(self.path, self.line, self.column, end.end_line, end.end_column)


NOWHERE = Span("<builtin>", 1, 1, 1, 1)


@dataclass(frozen=True)
class Source:
    """A named text. CRLF and lone CR count as one line end each, as LF does.

    A part of a file has the line and the column that it begins at.
    """

    path: str
    text: str
    first_line: int = 1
    first_column: int = 1

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read UTF-8 text (a byte-order mark is dropped); raises OSError or ValueError."""
        return cls(str(path), decoded(read_bytes(path)))

    @classmethod
    def generated(cls, path: str, text: str) -> Source:
        """A text that was made and is in no file; diagnostics can quote it from now on.

        Raises ValueError where a file has that name, whose text diagnostics would not quote.
        """
        if Path(path).is_file():
            raise ValueError(f"a made text can't be called {path}, which is a file")
        return cls.elsewhere(path, text)

    @classmethod
    def elsewhere(cls, path: str, text: str) -> Source:
        """The text of a file of another machine; it stands for whatever has that name here."""
        source = _generated[path] = cls(path, text)
        return source

    @classmethod
    def named(cls, path: str) -> Source:
        """The generated text of that name, else the file; raises as `read` does."""
        return _generated.get(path) or cls.read(Path(path))

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of the text."""
        return sha256(self.text.encode()).digest()

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def line(self, number: int) -> str:
        """Line `number`, counted from `first_line`; empty beyond the end."""
        index = number - self.first_line
        return self.lines[index] if 0 <= index < len(self.lines) else ""

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [1 - self.first_column]
        for line in self.lines:
            starts.append(max(starts[-1], 0) + len(line) + 1)
        return starts

    def span(self, start: int, end: int) -> Span:
        """The span of the characters from offset `start` up to `end`."""
        line, column = self.position(start)
        return Span(self.path, line, column, *self.position(end))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        index = bisect_right(self._line_starts, offset) - 1
        return index + self.first_line, offset - self._line_starts[index] + 1


_generated: dict[str, Source] = {}


def decoded(content: bytes) -> str:
    """UTF-8 text with LF as line ends, without a byte-order mark; raises UnicodeDecodeError."""
    text = content.decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
