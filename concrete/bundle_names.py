"""What names in a bundle stand for, and which bundle a call of the tile library stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, NoReturn, TypeAlias

from concrete.formats import LIBRARY_NAMES
from concrete.tile import TILE_NAME, TSIZES, Tile, tile_index
from parser.bundle_syntax import (
    BDim,
    BIot,
    BStart,
    BStop,
    Bundle,
    Command,
    Destination,
    Field,
    LibraryCall,
    Name,
    Number,
    Operand,
    SsaName,
    TileRef,
    TileType,
    Value,
)
from parser.diagnostics import Diagnostic, Phase, PtoError
from parser.diagnostics import fail as failure
from parser.source import Span
from semantics.formats import FORMATS
from semantics.specification import Contract

Bindings: TypeAlias = Mapping[str, str | int]
"""What symbolic names stand for: tile registers, element types or numbers."""

REGISTERS: Final = tuple(f"{hand}{number}" for hand in "TUMN" for number in range(16))
ALL_PES: Final = 0b1111


def reject(code: str, message: str, span: Span | None, hint: str | None = None) -> NoReturn:
    """Raise the PtoError of one problem with a bundle or its tiles."""
    raise failure(f"RUN-{code}", Phase.INPUT, message, span, hint)


class Names:
    """Gives every operand of the B.IOT commands a register, and every symbolic value a number.

    A name that `bindings` has no register for is, as a source, the next of the given tiles that
    nothing else names; as a destination, the first free register. Raises PtoError with one
    diagnostic for each source that is no given tile, nor an earlier destination.
    """

    def __init__(
        self, commands: Iterable[Command], tiles: Mapping[str, Tile], bindings: Bindings
    ) -> None:
        self.tiles, self.bindings = tiles, bindings
        self._registers: dict[str, str] = {}
        iots = [each for each in commands if isinstance(each, BIot)]
        operands = [each for iot in iots for each in _operands(iot)]
        self._taken = {each.text for each in operands if isinstance(each, TileRef)}
        problems: list[Diagnostic] = []
        for operand in operands:
            bound = bindings.get(operand.text)
            if isinstance(operand, Name) and bound is not None:
                if not TILE_NAME.fullmatch(str(bound)):
                    message = f"`{operand.text}` is bound to {bound}, which is no tile"
                    hint = "bind it to a register such as T1"
                    problems += _problem("NAME", message, operand.span, hint)
                self._assign(operand, str(bound))
        written: set[str] = set()
        for iot in iots:
            for source in iot.sources:
                problems += self._source(source, written)
            if iot.destination is not None:
                tile = iot.destination.tile
                if isinstance(tile, Name) and tile.text not in self._registers:
                    free = (each for each in REGISTERS if each not in self._taken | {*tiles})
                    register = next(free, None)
                    if register is None:
                        message = f"no register is free for `{tile.text}`"
                        problems += _problem("TILE", message, tile.span, "bind it to one")
                    self._assign(tile, register or REGISTERS[0])
                written.add(self.register(tile))
        if problems:
            raise PtoError(*problems)

    def _source(self, operand: Operand, written: set[str]) -> list[Diagnostic]:
        given = f"the tiles given are {', '.join(self.tiles)}" if self.tiles else "none are given"
        if isinstance(operand, Name) and operand.text not in self._registers:
            free = next((each for each in self.tiles if each not in self._taken), None)
            if free is None:
                self._assign(operand, operand.text)
                return _problem(
                    "TILE", f"no tile is left for `{operand.text}`", operand.span, given
                )
            self._assign(operand, free)
        register = self.register(operand)
        if register in self.tiles or register in written or not TILE_NAME.fullmatch(register):
            return []
        what = f"`{operand.text}`" + (f" is {register}, which" if register != operand.text else "")
        return _problem("TILE", f"{what} is not among the tiles", operand.span, given)

    def _assign(self, operand: Operand, register: str) -> None:
        self._registers[operand.text] = register
        self._taken.add(register)

    def register(self, operand: Operand) -> str:
        """The register an operand names."""
        return operand.text if isinstance(operand, TileRef) else self._registers[operand.text]

    def index(self, operand: Operand) -> int:
        """Its number, 0 to 63."""
        return tile_index(self.register(operand))

    def number(self, value: Value, limit: int, what: str) -> int:
        """A number up to `limit`; raises PtoError."""
        if isinstance(value, Name):
            bound = self.bindings.get(value.text)
            if not isinstance(bound, int):
                message = f"`{value.text}` has no value that is a number"
                reject("NAME", message, value.span, f"write {what}, or bind the name")
            found = bound
        else:
            found = value.value
        if not 0 <= found <= limit:
            reject("VALUE", f"{found} does not fit the field", value.span, f"write {what}")
        return found

    def data_type(self, value: Value) -> int:
        """The 5-bit code of an element type; raises PtoError."""
        if isinstance(value, Name):
            text = str(self.bindings.get(value.text, value.text))
            for name, fmt in FORMATS.items():
                if name.lower() == text.lower():
                    return fmt.code
            if not isinstance(self.bindings.get(value.text), int):
                hint = "the types are " + ", ".join(FORMATS)
                reject("TYPE", f"`{text}` is no element type", value.span, hint)
        return self.number(value, 31, "an element type such as S32, or its code")


def _problem(code: str, message: str, span: Span, hint: str) -> list[Diagnostic]:
    return [Diagnostic(f"RUN-{code}", Phase.INPUT, message, span, hint)]


def _operands(iot: BIot) -> tuple[Operand, ...]:
    return (*iot.sources, *([iot.destination.tile] if iot.destination else []))


# ------------------------------------------------------------------------ library calls


def bundle_of_call(
    call: LibraryCall, contract: Contract, tiles: Mapping[str, Tile], bindings: Bindings
) -> Bundle:
    """The bundle that does what a call says, on all processing elements and without padding.

    Element type, dimensions and TSize are those of the first source, but for an operation that is
    not elementwise the dimensions are those that the destination's type states, if it does. Raises
    PtoError where the types that the call states are not those of the tiles.
    """
    if not 1 <= len(call.sources) <= 2 or len(call.destinations) != 1:
        message = f"{len(call.sources)} sources and {len(call.destinations)} destinations"
        reject("OPERANDS", message, call.span, "a bundle binds one or two sources, one destination")
    sources = tuple(_operand(each) for each in call.sources)
    (name,) = call.destinations
    mask = Number(ALL_PES, span=call.span)
    target = Destination(_operand(name), Number(0, span=name.span), span=name.span)
    iot = BIot(sources, mask, True, target, span=call.span)
    names = Names([iot], tiles, bindings)
    found = [tiles.get(names.register(each)) for each in sources]
    first = found[0]
    if first is None:
        reject("TILE", f"`{sources[0].text}` is not among the tiles", sources[0].span)
    problems: list[Diagnostic] = []
    for tile, type in zip(found, call.source_types, strict=True):
        problems += _contradictions(type, tile or first)
    (target_type,) = call.destination_types
    stated = target_type.valid_shape or target_type.shape
    size_code, columns = first.size_code, first.columns
    rows, valid_columns = first.valid_rows, first.valid_columns
    if stated is not None and "elementwise-tile-tile" not in contract.classification:
        problems += _contradictions(replace(target_type, shape=None, valid_shape=None), first)
        rows, valid_columns = stated
        columns = max(valid_columns, (target_type.shape or stated)[1])
        size_code = _smallest_size(rows * columns * FORMATS[first.data_type].bits)
    else:
        problems += _contradictions(target_type, first)
    if problems:
        raise PtoError(*problems)
    dimensions = (valid_columns, rows, columns)
    fields = tuple(
        Field(f"LB{i}", Number(value, span=call.span), span=call.span)
        for i, value in enumerate(dimensions)
    )
    operation, data_type = (
        Name(text, span=call.span) for text in (call.operation, first.data_type)
    )
    size = Number(size_code, span=name.span)
    target = Destination(target.tile, size, span=name.span)
    return Bundle(
        (
            BStart(contract.engine, operation, None, None, data_type, span=call.span),
            BDim(fields, span=call.span),
            BIot(sources, mask, True, target, span=call.span),
            BStop(span=call.span),
        ),
        span=call.span,
    )


def _operand(name: SsaName) -> Operand:
    register = name.text.upper()
    if TILE_NAME.fullmatch(register):
        return TileRef(register, tile_index(register), span=name.span)
    return Name(name.text, span=name.span)


def _contradictions(type: TileType, tile: Tile) -> list[Diagnostic]:
    """What a type says that is not so of a tile."""
    element = type.element
    # A signless integer may be either.
    names = {LIBRARY_NAMES.get(element or "", tile.data_type)}
    if element is not None and re.fullmatch("i[0-9]+", element):
        names.add("U" + element[1:])
    found = []
    if tile.data_type not in names:
        found.append(f"an element type of {element}, but {tile.name} holds {tile.data_type}")
    have = (tile.valid_rows, tile.valid_columns)
    stated, physical = type.valid_shape, type.shape
    if stated is not None and stated != have:
        found.append(f"{_by(stated)} valid elements, but {tile.name} has {_by(have)}")
    elif physical is not None and (physical[0] < have[0] or physical[1] < have[1]):
        found.append(f"{_by(physical)} elements, but {tile.name} has {_by(have)} valid ones")
    hint = "the types of a call must be those of its tiles"
    texts = [f"{type.text[:60]} states {text}" for text in found]
    return [each for text in texts for each in _problem("TYPE", text, type.span, hint)]


def _smallest_size(bits: int) -> int:
    """The code of the smallest tile that holds so many bits; the largest, where none does."""
    return next((code for code, size in enumerate(TSIZES, 1) if bits <= 8 * size), len(TSIZES))


def _by(shape: tuple[int, int]) -> str:
    return f"{shape[0]}x{shape[1]}"
