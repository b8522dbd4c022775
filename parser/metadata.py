"""What a specification says in comments: PTO records, NDF clauses and documentation regions.

// PTO-TEST: {"id": "…"}           a record: a JSON object, going on over `//` lines if need be
// NDF-BEGIN: PTO-TNEG-CONTRACT-001
// ndf: kind=contract level=L1     attributes of the clause
// TNEG MUST …                     its text
// NDF-END: PTO-TNEG-CONTRACT-001
// DOC-BEGIN: operation            a named region of the file, up to
// DOC-END: operation
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn

from parser.diagnostics import MOST_ERRORS, Diagnostic, Phase, in_text
from parser.source import Source, Span

RECORD_KINDS = (
    "PTO-UNIT",
    "PTO-INSTRUCTION",
    "PTO-REVIEW",
    "PTO-TEST",
    "PTO-STATE",
    "PTO-PROPERTY",
    "PTO-SUMMARY",
    "PTO-CLAUSES",
)


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON object; `kind` is one of RECORD_KINDS, `span` that of the object."""

    kind: str
    data: dict[str, object]
    span: Span


@dataclass(frozen=True, slots=True)
class NdfClause:
    """A normative clause; `span` reaches from its first to its last line."""

    id: str
    attributes: dict[str, str]
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class DocRegion:
    """The part of a file between `DOC-BEGIN` and `DOC-END`, both included."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Metadata:
    """All that a file says in comments, in the order of the text."""

    records: tuple[Record, ...] = ()
    clauses: tuple[NdfClause, ...] = ()
    regions: tuple[DocRegion, ...] = ()


def read_metadata(source: Source) -> Metadata:
    """Read the comments of a file; raises PtoError with what is malformed in them."""
    if MARKER.search(source.text) is None:  # quick, however many comments there are
        return Metadata()
    reader = _Reader(source)
    reader.read()
    if reader.errors:
        raise in_text(reader.errors)
    return Metadata(tuple(reader.records), tuple(reader.clauses), tuple(reader.regions))


# Strings and block comments are matched so that a marker inside them is none.
COMMENT = re.compile(r'"(?:[^"\\\n]++|\\.)*"?|/\*(?s:.*?)(?:\*/|\Z)|//[ \t]*(?P<text>[^\n]*)')
MARKER = re.compile(rf"({'|'.join(RECORD_KINDS)}|NDF-BEGIN|NDF-END|DOC-BEGIN|DOC-END):[ \t]*")
ATTRIBUTES = "ndf:"
JSON_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\]]')


class _Refused(ValueError):
    """JSON that Python would take but a record may not have."""


@dataclass(frozen=True, slots=True)
class _Comment:
    """A line comment: offsets of its `//` and of its text, blanks at both ends left out."""

    start: int
    offset: int
    text: str

    @property
    def end(self) -> int:
        return self.offset + len(self.text)


@dataclass(slots=True)
class _OpenClause:
    id: str
    begin: _Comment
    attributes: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


class _Reader:
    """Goes through the line comments of a file; `clause` and `region` are what is open there."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.records: list[Record] = []
        self.clauses: list[NdfClause] = []
        self.regions: list[DocRegion] = []
        self.errors: list[Diagnostic] = []
        self.clause: _OpenClause | None = None
        self.region: tuple[str, _Comment] | None = None

    def read(self) -> None:
        comments = _comments(self.source.text)
        index = 0
        while index < len(comments) and len(self.errors) <= MOST_ERRORS:
            comment = comments[index]
            index += 1
            marker = MARKER.match(comment.text)
            if marker is None:
                self._text(comment)
            elif marker[1] in RECORD_KINDS:
                first = _Comment(comment.start, comment.offset + marker.end(), _rest(marker))
                lines = [first, *_continuation(self.source.text, first, comments, index)]
                index += len(lines) - 1
                self._record(marker[1], lines)
            else:
                self._boundary(marker[1], _rest(marker), comment)
        self._leave_clause()
        self._leave_region()

    def _error(self, code: str, message: str, span: Span, hint: str) -> None:
        self.errors.append(Diagnostic(code, Phase.INPUT, message, span, hint))

    def _span(self, first: _Comment, last: _Comment) -> Span:
        return self.source.span(first.start, last.end)

    # ------------------------------------------------------------ records

    def _record(self, kind: str, lines: list[_Comment]) -> None:
        text = "\n".join(line.text for line in lines)
        span = self.source.span(lines[0].offset, lines[-1].end)
        hint = f"write `// {kind}: {{…}}`, one JSON object"
        try:
            data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
        except json.JSONDecodeError as error:
            offset = _offset(lines, error.pos)
            place = self.source.span(offset, min(offset + 1, len(self.source.text)))
            self._error("META-JSON", f"malformed JSON: {_lower(error.msg)}", place, hint)
        except RecursionError:
            self._error("META-JSON", "malformed JSON: nested too deeply", span, hint)
        except _Refused as error:
            self._error("META-JSON", f"malformed JSON: {error}", span, hint)
        except ValueError:  # how Python refuses to convert thousands of digits
            self._error("META-JSON", "malformed JSON: a number is too long", span, hint)
        else:
            if isinstance(data, dict):
                self.records.append(Record(kind, data, span))
            else:
                self._error("META-JSON", "the record is not a JSON object", span, hint)

    # ------------------------------------------------------------ clauses and regions

    def _boundary(self, marker: str, name: str, comment: _Comment) -> None:
        if not name:
            hint = f"write `// {marker}: NAME`"
            code = "META-NDF" if marker.startswith("NDF") else "META-DOC"
            self._error(code, f"{marker} lacks a name", self._span(comment, comment), hint)
        match marker:
            case "NDF-BEGIN":
                self._leave_clause()
                self.clause = _OpenClause(name, comment)
            case "NDF-END":
                self._end_clause(name, comment)
            case "DOC-BEGIN":
                self._leave_region()
                self.region = (name, comment)
            case _:
                self._end_region(name, comment)

    def _text(self, comment: _Comment) -> None:
        clause = self.clause
        if clause is None:
            return
        if not comment.text.startswith(ATTRIBUTES):
            clause.lines.append(comment.text)
            return
        for item in comment.text.removeprefix(ATTRIBUTES).split():
            key, equals, value = item.partition("=")
            if key and equals and value and key not in clause.attributes:
                clause.attributes[key] = value
            else:
                what = "is there twice" if key in clause.attributes else "is not of the form k=v"
                hint = "write `// ndf: key=value …`, each key once"
                span = self._span(comment, comment)
                self._error("META-NDF", f"the attribute `{item}` {what}", span, hint)

    def _end_clause(self, name: str, comment: _Comment) -> None:
        clause, self.clause = self.clause, None
        span = self._span(comment, comment)
        if clause is None:
            hint = f"start the clause with `// NDF-BEGIN: {name}`"
            self._error("META-NDF", f"no clause is open that `{name}` could end", span, hint)
        elif clause.id != name:
            hint = f"write `// NDF-END: {clause.id}`"
            self._error("META-NDF", f"the clause `{clause.id}` is ended as `{name}`", span, hint)
        else:
            text = "\n".join(clause.lines)
            span = self._span(clause.begin, comment)
            self.clauses.append(NdfClause(name, clause.attributes, text, span))

    def _leave_clause(self) -> None:
        clause, self.clause = self.clause, None
        if clause is not None:
            hint = f"end it with `// NDF-END: {clause.id}`"
            span = self._span(clause.begin, clause.begin)
            self._error("META-NDF", f"the clause `{clause.id}` has no end", span, hint)

    def _end_region(self, name: str, comment: _Comment) -> None:
        region, self.region = self.region, None
        span = self._span(comment, comment)
        if region is None:
            hint = f"start the region with `// DOC-BEGIN: {name}`"
            self._error("META-DOC", f"no region is open that `{name}` could end", span, hint)
        elif region[0] != name:
            hint = f"write `// DOC-END: {region[0]}`"
            self._error("META-DOC", f"the region `{region[0]}` is ended as `{name}`", span, hint)
        else:
            self.regions.append(DocRegion(name, self._span(region[1], comment)))

    def _leave_region(self) -> None:
        region, self.region = self.region, None
        if region is not None:
            hint = f"end it with `// DOC-END: {region[0]}`"
            span = self._span(region[1], region[1])
            self._error("META-DOC", f"the region `{region[0]}` has no end", span, hint)


def _comments(text: str) -> list[_Comment]:
    return [
        _Comment(match.start(), match.start("text"), match["text"].rstrip())
        for match in COMMENT.finditer(text)
        if match["text"] is not None
    ]


def _rest(marker: re.Match[str]) -> str:
    """What follows a marker in its comment."""
    return marker.string[marker.end() :]


def _continuation(
    text: str, first: _Comment, comments: Sequence[_Comment], index: int
) -> list[_Comment]:
    """The comments, on the lines that follow, that an unfinished JSON text goes on over."""
    lines: list[_Comment] = []
    with suppress(ValueError, RecursionError):
        json.loads(first.text)
        return lines  # almost every record is whole, and this is quicker than to count brackets
    last = first
    depth = _nesting(first.text)
    while depth > 0 and index < len(comments):
        comment = comments[index]
        between = text[last.end : comment.start]
        if between.count("\n") != 1 or between.strip() or MARKER.match(comment.text):
            break
        lines.append(comment)
        depth += _nesting(comment.text)
        last = comment
        index += 1
    return lines


def _nesting(text: str) -> int:
    """By how many brackets more are opened than closed."""
    found = [each[0] for each in JSON_NESTING.findall(text)]
    return sum(each in "{[" for each in found) - sum(each in "}]" for each in found)


def _offset(lines: Sequence[_Comment], position: int) -> int:
    """Where in the file a position in the joined lines is."""
    for line in lines:
        if position <= len(line.text):
            return line.offset + position
        position -= len(line.text) + 1
    return lines[-1].end


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise _Refused(f"the key `{twice}` is there twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise _Refused(f"`{name}` is no JSON value")


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
