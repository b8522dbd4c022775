"""The lines of a record's `block`: a bundle with placeholders, and what may be left out of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from semantics.specification import Contract

_START: Final = re.compile(r"BSTART\.(SFU|VEC|TEPL) (\w+), .+")
_DIMENSION: Final = re.compile(r"B\.DIM (LB[0-2])=(\w+)(?P<optional> \(optional\b.*\))?")
_ATTRIBUTES: Final = re.compile(r"B\.DATR (?P<fields>\w+(?:, \w+)*)(?: \(optional\))?")
_BINDING: Final = re.compile(
    r"B\.IOT (?P<sources>(?:\w+, )*)mask=PE_MASK(?:, <last>)?(?P<destination>, ->\w+<TSize>)?"
)
_COMMAND: Final = re.compile(r"[A-Z][A-Z.]*")
FIELDS: Final[Mapping[str, str]] = {
    name: name
    for name in ("PadValueOrByteId", "Layout", "DataType", "CMode", "RMode", "Sat", "Canonicalize")
} | {"PadValue": "PadValueOrByteId", "DstDataType": "DataType"}
"""Fields of B.DATR, by how a block writes them."""


@dataclass(frozen=True, slots=True)
class Binding:
    """How many tiles a B.IOT binds."""

    sources: int
    destinations: int


@dataclass(frozen=True, slots=True)
class Block:
    """What a block's lines say; None where a line of that command is not of a known form.

    `attributes` are those of all B.DATR lines, `dimensions` maps LB0 to LB2 to what they give and
    whether they may be left out.
    """

    engine: str | None
    operation: str | None
    commands: frozenset[str]
    attributes: tuple[str, ...] | None
    dimensions: Mapping[str, tuple[str, bool]] | None
    bindings: tuple[Binding, ...] | None


def block_of(contract: Contract) -> Block:
    """The block of a contract's record."""
    lines = contract.bundle
    start = next((m for m in map(_START.fullmatch, lines) if m), None)
    commands = frozenset(m[0] for m in map(_COMMAND.match, lines) if m)
    return Block(
        start[1] if start else None,
        start[2] if start else None,
        commands,
        _attributes(lines),
        _dimensions(lines),
        _bindings(lines),
    )


def _attributes(lines: tuple[str, ...]) -> tuple[str, ...] | None:
    fields: list[str] = []
    for line in lines:
        if line.startswith("B.DATR"):
            match = _ATTRIBUTES.fullmatch(line)
            names = [FIELDS.get(each) for each in match["fields"].split(", ")] if match else [None]
            fields += [each for each in names if each]
            if None in names:
                return None
    return tuple(fields)


def _dimensions(lines: tuple[str, ...]) -> Mapping[str, tuple[str, bool]] | None:
    found: dict[str, tuple[str, bool]] = {}
    for line in lines:
        if line.startswith("B.DIM"):
            match = _DIMENSION.fullmatch(line)
            if match is None:
                return None
            found[match[1]] = match[2], match["optional"] is not None
    return found


def _bindings(lines: tuple[str, ...]) -> tuple[Binding, ...] | None:
    found: list[Binding] = []
    for line in lines:
        if line.startswith("B.IOT"):
            match = _BINDING.fullmatch(line)
            if match is None:
                return None
            found.append(Binding(match["sources"].count(","), int(bool(match["destination"]))))
    return tuple(found)
