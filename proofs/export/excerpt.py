"""What a harness needs of the files of properties, as pieces of their text with some parts changed.

ASL is not printed from trees: a piece is what its author wrote, but for the edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from parser import syntax
from parser.loader import ParsedFile
from parser.source import Source, Span
from semantics.checking.dependencies import used
from semantics.ir_nodes import nodes

T = TypeVar("T")
LeftOut = Callable[[syntax.Statement], bool]
"""Whether a statement says nothing outside of ptoprove, so that it can be left out."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands in the place of a span of text."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text that was made, and the path and line that it is from, if it is."""

    text: str
    origin: tuple[str, int] | None = None


@dataclass(frozen=True)
class Piece:
    """A declaration in a file of properties."""

    source: Source
    tree: syntax.Declaration

    def lines(self, edits: Iterable[Edit] = ()) -> Iterator[Line]:
        """Its lines with those of the edits that fall into it, which do not overlap; lines that
        are left empty are gone."""
        span = self.tree.span
        own = [e for e in edits if e.span.path == span.path and _within(e.span, span)]
        text = "\n".join(self.source.lines[span.line - 1 : span.end_line])
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)

        def offset(line: int, column: int) -> int:
            return starts[line - span.line] + column - 1

        text = text[: offset(span.end_line, span.end_column)]
        for edit in sorted(own, key=lambda e: (e.span.line, e.span.column), reverse=True):
            start = offset(edit.span.line, edit.span.column)
            end = offset(edit.span.end_line, edit.span.end_column)
            gone = "\n" * text.count("\n", start, end)  # lines keep their numbers
            text = text[:start] + edit.text + gone + text[end:]
        for number, line in enumerate(text.split("\n"), span.line):
            if line.strip():
                yield Line(line.rstrip(), (self.source.path, number))

    def comment(self) -> list[str]:
        """The lines of comment right above it, records apart."""
        number = self.tree.span.line - 1
        found: list[str] = []
        while number > 0 and self.source.lines[number - 1].startswith("// "):
            number -= 1
            found.insert(0, self.source.lines[number])
        return [] if any(line.startswith("// PTO-") for line in found) else found


def pieces(files: Sequence[ParsedFile], functions: Iterable[str], left_out: LeftOut) -> list[Piece]:
    """The declarations that functions need, these among them, in the order of the files."""
    found: dict[str, list[Piece]] = {}
    for file in files:
        for tree in file.unit.declarations:
            if not isinstance(tree, syntax.Pragma):
                call = isinstance(tree, syntax.FuncDecl | syntax.AccessorDecl)
                name = f"{tree.name}()" if call else tree.name
                found.setdefault(name, []).append(Piece(file.source, tree))
            for label in labels(tree):
                found.setdefault(label, []).append(Piece(file.source, tree))
    wanted: set[str] = set()
    pending = [f"{function}()" for function in functions]
    while pending:
        name = pending.pop()
        if name in found and name not in wanted:
            wanted.add(name)
            for piece in found[name]:
                pending += used(without(piece.tree, left_out))
    chosen = {piece.tree.span for name in wanted for piece in found[name]}
    return [
        Piece(file.source, tree)
        for file in files
        for tree in file.unit.declarations
        if tree.span in chosen
    ]


def _within(part: Span, whole: Span) -> bool:
    first, last = (whole.line, whole.column), (whole.end_line, whole.end_column)
    return first <= (part.line, part.column) <= last


def labels(tree: syntax.Declaration) -> tuple[str, ...]:
    """The labels of the enumeration that a declaration is."""
    match tree:
        case syntax.TypeDecl(type=syntax.EnumerationType(labels=found)):
            return found
    return ()


def without(tree: T, left_out: LeftOut) -> T:
    """A tree without some of its statements."""
    return _without(tree, left_out)  # type: ignore[return-value]


def _without(tree: object, left_out: LeftOut) -> object:
    if isinstance(tree, tuple):
        kept = (e for e in tree if not (isinstance(e, syntax.CallStatement) and left_out(e)))
        return tuple(_without(each, left_out) for each in kept)
    if isinstance(tree, syntax.Node):
        names = [f.name for f in fields(tree) if f.name not in ("span", "name_span")]
        parts: dict[str, Any] = {n: _without(getattr(tree, n), left_out) for n in names}
        return replace(tree, **parts)
    return tree


def removals(tree: syntax.Declaration, left_out: LeftOut) -> Iterator[Edit]:
    """The edits that leave statements out; a block that loses all of them passes."""
    for node in nodes(tree, syntax):
        for block in (getattr(node, f.name) for f in fields(node)):  # type: ignore[arg-type]
            if isinstance(block, tuple):
                gone = [e for e in block if isinstance(e, syntax.CallStatement) and left_out(e)]
                for number, each in enumerate(gone):
                    passes = number == 0 and len(gone) == len(block)
                    yield Edit(each.span, "pass;" if passes else "")


def text_at(span: Span) -> str:
    """The text that a span covers, on one line."""
    lines = Source.named(span.path).lines[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())
