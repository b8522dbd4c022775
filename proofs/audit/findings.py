"""What an audit finds: places of a contract's record and its siblings that do not agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from parser.source import Span
from semantics.clause_forms.statements import Statement
from semantics.formats import FORMATS, Kind
from semantics.specification import Contract


class Severity(StrEnum):
    """A conflict: both places can't be right. A note: they differ, and may be meant to."""

    CONFLICT = "conflict"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is said: a clause's key, a path in the record, a function or a page.

    `span` is that of the record, region or function, where it is known; `text` quotes a sentence.
    """

    name: str
    span: Span | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """`code` is one of docs/audit.md; `advice` says what to do."""

    code: str
    severity: Severity
    contract: str
    places: tuple[Place, ...]
    message: str
    advice: str


def stated(statement: Statement) -> Place:
    """Where a statement is made."""
    return Place(statement.clause, statement.sentence.span, statement.sentence.text)


def in_record(contract: Contract, path: str) -> Place:
    """A path in a contract's record."""
    return Place(path, contract.span)


def conflict(
    code: str, contract: Contract, places: Iterable[Place], message: str, advice: str
) -> Finding:
    """A finding of places that can't both be right."""
    return Finding(code, Severity.CONFLICT, contract.name, tuple(places), message, advice)


def note(
    code: str, contract: Contract, places: Iterable[Place], message: str, advice: str
) -> Finding:
    """A finding of places that differ."""
    return Finding(code, Severity.NOTE, contract.name, tuple(places), message, advice)


def body(contract: Contract) -> Mapping[str, Any]:
    """The `contract` of a record; empty where there is none."""
    found = contract.record.get("contract")
    return found if isinstance(found, Mapping) else {}


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts of a record; what is none is left out."""
    return tuple(each for each in _list(value) if isinstance(each, str))


def objects(value: Any) -> tuple[Mapping[str, Any], ...]:
    """A list of objects of a record; what is none is left out."""
    return tuple(each for each in _list(value) if isinstance(each, Mapping))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def either(names: Iterable[str]) -> str:
    """`A, B`, or a word for none."""
    return ", ".join(names) or "none"


def types_text(values: Iterable[str], indices: Iterable[str]) -> str:
    """Element types in the order of their codes: `S32, U32`, or `S32, U32 with S16`."""
    known = [[name for name in FORMATS if name in chosen] for chosen in ({*values}, {*indices})]
    return either(known[0]) + (f" with {either(known[1])}" if known[1] else "")


def kind_text(kind: Kind) -> str:
    """`signed`, `unsigned` or `floating`"""
    return "floating" if kind is Kind.FLOAT else str(kind)
