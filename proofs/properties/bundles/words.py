"""Command words of a bundle, of which nothing is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from proofs.properties.bundles.commands import commands
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import CELL, Form
from proofs.properties.direct.search import Search
from semantics.formats import FORMATS
from semantics.specification import Specification

REGISTERS: Final = 2
"""The first general-purpose register that holds an operand."""
ONE: Final = 0b0001
ALL: Final = 0b1111
"""Masks of PEs."""

Dimensions = tuple[int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Layout:
    """What is open in a bundle, settled: types, dimensions, and which register holds what."""

    start_type: str
    attributes: tuple[tuple[str, int], ...] | None
    dimensions: Dimensions
    registers: tuple[str, ...]
    mode: int
    mask: int = ONE
    """The PEs that sources are allocated for."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """An accepted bundle: its command words in order, each with what it is, and the tiles that it
    allocated for its destinations. Whether results are those of the operation itself, was tried."""

    layout: Layout
    words: tuple[tuple[int, str], ...]
    destinations: tuple[int, ...]
    agrees: bool = False


class Encoder:
    """Encodes bundles of one operation by the catalog records of block instructions."""

    def __init__(self, spec: Specification, search: Search) -> None:
        self.operation, self.start = search.operation, search.start
        self.multiplies = search.multiplies
        self.bindings = commands(spec, "B.IOT")
        self.dimensions = commands(spec, "B.DIM")
        self.attributes = commands(spec, "B.DATR")
        self.registers = commands(spec, "B.IOR")
        self.formats = commands(spec, "B.FPATR")

    @property
    def complete(self) -> bool:
        """Whether the specification encodes what each bundle needs."""
        return bool(self.bindings and self.dimensions and self.start is not None)

    def attribute_fields(self) -> dict[str, tuple[int, int, int]]:
        """The fields of B.DATR that are of one piece: place, lowest bit of the value, width."""
        fields = self.attributes[0].fields.items() if self.attributes else ()
        return {name: pieces[0] for name, pieces in fields if len(pieces) == 1}

    def words(self, configuration: Configuration, layout: Layout) -> list[tuple[int, str]]:
        """The command words in order, each with what it is; raises ValueError if there are none."""
        return list(self._words(configuration, layout))

    def with_zeros(self, configuration: Configuration, bundle: Bundle) -> list[tuple[int, str]]:
        """The words with B.DATR after BSTART, zero in every field that need not be otherwise."""
        layout = replace(bundle.layout, attributes=bundle.layout.attributes or ())
        return self.words(configuration, layout)

    def _words(self, configuration: Configuration, layout: Layout) -> Iterator[tuple[int, str]]:
        assert self.start is not None
        code = FORMATS[layout.start_type].code
        yield self.start.word({"DataType": code}), f"BSTART, {layout.start_type}"
        if layout.attributes is not None:
            shown = ", ".join(f"{name}={value}" for name, value in layout.attributes)
            yield self.attributes[0].word(dict(layout.attributes)), f"B.DATR {shown}".rstrip()
        if self.formats and self.multiplies:
            yield self.formats[0].word({}), "B.FPATR"
        for number, value in enumerate(layout.dimensions):
            if value is not None:
                command = next(c for c in self.dimensions if c.text.endswith(f"LB{number}"))
                yield command.word({"uimm17": value}), f"B.DIM {value}, ->LB{number}"
        if layout.registers:
            fields = {f"RegSrc{i}": REGISTERS + i for i in range(len(layout.registers))}
            yield self.registers[0].word(fields), f"B.IOR {', '.join(layout.registers)}"
        yield from self._bindings(configuration, layout.mode)

    def _bindings(self, configuration: Configuration, mode: int) -> Iterator[tuple[int, str]]:
        """B.IOT for two sources at a time, with the destinations on the last ones."""
        indices = self.operation.indices()
        sources = [indices[e.name] for e in self.operation.tiles if not e.is_destination]
        results = [
            form
            for e, form in zip(self.operation.tiles, configuration.forms, strict=True)
            if e.is_destination
        ]
        pairs = [sources[i : i + 2] for i in range(0, len(sources), 2)]
        while len(pairs) < len(results):
            pairs.append([])
        first = len(pairs) - len(results)
        for number, pair in enumerate(pairs):
            result = results[number - first] if number >= first else None
            values = {"L": int(number == len(pairs) - 1), "PEMode": mode}
            values |= {f"SrcTile{i}": tile for i, tile in enumerate(pair)}
            if result is not None:
                values |= {"DstTile": number - first, "SizeCode": _size_code(result)}
            shown = ", ".join(f"tile {tile}" for tile in pair)
            to = "" if result is None else " -> a destination"
            yield self._binding(values), f"B.IOT {shown}{to}".replace("  ", " ")

    def _binding(self, values: Mapping[str, int]) -> int:
        """The word of the form that has these fields and no others."""
        optional = {"SrcTile0", "SrcTile1", "DstTile"}
        for command in self.bindings:
            if optional & set(command.fields) == optional & set(values):
                return command.word(values)
        raise ValueError("no B.IOT has these operands")


def _size_code(form: Form) -> int:
    capacity = form.cube_capacity if form.kind.is_cube else form.capacity
    return (capacity // CELL).bit_length()


def commands_of(words: Sequence[tuple[int, str]]) -> list[str]:
    """ASL statements that execute command words."""
    return [
        f"- = ExecuteCommandInstruction(Zeros{{64}} + 0x{word:08X}, 32);    // {text}"
        for word, text in words
    ]


def or_bits(words: Sequence[tuple[int, str]], bits: str) -> list[str]:
    """Statements that execute the words, with more bits in that of B.DATR; whether it was, is
    `taken`."""
    statements = commands_of(words)
    for place, (word, text) in enumerate(words):
        if text.startswith("B.DATR"):
            word_bits = f"(Zeros{{64}} + 0x{word:08X}) OR {bits}"
            executed = f"ExecuteCommandInstruction({word_bits}, 32)"
            statements[place] = f"taken = {executed} == CommandExecution_Executed;"
    return statements
