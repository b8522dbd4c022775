"""Syntax trees as JSON, for the cache: quick to read, and safe whoever wrote it.

A node is `[class, line, column, end line, end column, field, …]`, a tuple is `[-1, item, …]`. A
unit is a list: the headings of its declarations, on the first line, and the declarations, on a line
each, so that one can be read without the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import astuple, fields
from fractions import Fraction
from typing import Any

from parser import syntax
from parser.outline import Heading
from parser.source import Span
from parser.syntax import (
    AccessorDecl,
    Declaration,
    FuncDecl,
    GlobalDecl,
    Node,
    Pragma,
    TypeDecl,
    Unit,
)

TUPLE = -1


class TreeError(Exception):
    """The text is no tree this version has written."""


def encode(unit: Unit) -> bytes:
    """The JSON of a unit; raises TreeError for what JSON can't hold (nesting, huge numbers)."""
    headings = [astuple(Heading.of(each)) for each in unit.declarations]
    try:
        lines = [_text(each) for each in (headings, *map(_encode, unit.declarations))]
    except (ValueError, RecursionError) as error:
        raise TreeError from error
    return b"[" + SEPARATOR.join(lines) + b"]"


def decode(content: bytes, path: str) -> Unit:
    """The unit that `encode` was given, now with spans in the file `path`; raises TreeError."""
    _, lines = decode_headings(content)
    return Unit(path, tuple(decode_line(line, path) for line in lines))


def decode_headings(content: bytes) -> tuple[tuple[Heading, ...], list[bytes]]:
    """The headings of the declarations of a unit and, for each, its line; raises TreeError."""
    first, *lines = content[1:-1].split(SEPARATOR)
    try:
        headings = tuple(
            Heading(kind, name, override, tuple(labels))
            for kind, name, override, labels in json.loads(first)
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise TreeError from error
    if len(headings) != len(lines):
        raise TreeError
    return headings, lines


def decode_line(line: bytes, path: str) -> Declaration:
    """The declaration on a line; raises TreeError."""
    try:
        found: object = _decoder(path)(json.loads(line))
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise TreeError from error
    if not isinstance(found, FuncDecl | AccessorDecl | GlobalDecl | TypeDecl | Pragma):
        raise TreeError
    return found


SEPARATOR = b",\n"
"""Between lines; JSON text holds no line end."""


def _text(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


_NODES: tuple[type[Node], ...] = tuple(
    each
    for each in vars(syntax).values()
    if isinstance(each, type) and issubclass(each, Node) and each is not Node
)
CLASSES: tuple[Callable[..., Node], ...] = _NODES
NUMBER = {each: number for number, each in enumerate(_NODES)}
FIELDS = {
    each: tuple(field.name for field in fields(each) if field.name != "span") for each in _NODES
}
# Their fields hold nothing that needs decoding.
LEAVES = {NUMBER[each] for each in (syntax.Var, syntax.IntLiteral, syntax.NamedType)}


def _encode(value: Any) -> Any:
    kind = value.__class__
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is tuple:
        return [TUPLE, *map(_encode, value)]
    if kind is Fraction:
        return [TUPLE, value.numerator, value.denominator]
    if kind is Span:
        return [TUPLE, value.line, value.column, value.end_line, value.end_column]
    span = value.span
    parts = [NUMBER[kind], span.line, span.column, span.end_line, span.end_column]
    parts += [_encode(getattr(value, name)) for name in FIELDS[kind]]
    return parts


def _decoder(path: str) -> Callable[[list[Any]], Any]:
    """What turns JSON lists into nodes of the file `path`, and into tuples."""

    def value(data: list[Any]) -> Any:
        kind = data[0]
        if kind == TUPLE:
            return tuple([value(each) if each.__class__ is list else each for each in data[1:]])
        node = CLASSES[kind]
        span = Span(path, data[1], data[2], data[3], data[4])
        if kind in LEAVES:
            return node(*data[5:], span=span)
        values = [value(each) if each.__class__ is list else each for each in data[5:]]
        if node is syntax.RealLiteral:
            return node(Fraction(*values[0]), span=span)
        if node is syntax.FuncDecl or node is syntax.AccessorDecl:
            name_span = Span(path, *values.pop())
            return node(*values, span=span, name_span=name_span)
        return node(*values, span=span)

    return value
