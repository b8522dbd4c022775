"""Tiles as values.

A tile is a physical rectangle of raw words, some of them undefined, with a valid rectangle in its
top left corner. Its capacity is one of ten sizes, and its rows follow from capacity and columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from concrete.values import FormatError, decode, encode
from parser.diagnostics import Phase, PtoError, fail
from parser.source import Span
from semantics.formats import FORMATS, Format

Cells: TypeAlias = tuple[tuple[int | None, ...], ...]

# TSize code c, from 1 to 10, stands for TSIZES[c - 1] bytes.
TSIZES: Final = tuple(128 << step for step in range(10))
MAX_ELEMENTS: Final = TSIZES[-1] * 2
MAX_EXTENT: Final = 65535
TILE_NAME: Final = re.compile(r"[TUMN](?:1[0-5]|[0-9])")


class TileError(Exception):
    """What is wrong with a tile: a stable code, and the steps from the tile to the culprit."""

    def __init__(
        self, code: str, message: str, hint: str | None = None, at: tuple[str | int, ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.at = at

    def located(self, span: Span) -> PtoError:
        """This problem as a diagnostic."""
        return fail(self.code, Phase.INPUT, self.message, span, self.hint)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile register's contents. `elements` has `rows` rows of `columns` raw words, each the low
    bits of its type, zero-extended; None is an undefined element. Built by `make_tile`."""

    name: str
    data_type: str
    rows: int
    columns: int
    valid_rows: int
    valid_columns: int
    capacity_bytes: int
    elements: Cells
    layout: str = "RowMajor"

    @property
    def format(self) -> Format:
        return FORMATS[self.data_type]

    @property
    def size_code(self) -> int:
        """The TSize code of the capacity."""
        return TSIZES.index(self.capacity_bytes) + 1

    @property
    def index(self) -> int:
        """The register number, 0 to 63: T0 to T15, then U, M and N."""
        return tile_index(self.name)

    @property
    def valid(self) -> Cells:
        """The raw words of the valid rectangle."""
        return tuple(row[: self.valid_columns] for row in self.elements[: self.valid_rows])

    @property
    def has_padding(self) -> bool:
        """Whether an element outside the valid rectangle is defined."""
        right = (row[self.valid_columns :] for row in self.elements[: self.valid_rows])
        below = self.elements[self.valid_rows :]
        return any(word is not None for rows in (right, below) for row in rows for word in row)

    def texts(self) -> tuple[tuple[str | None, ...], ...]:
        """The valid rectangle as printable values; None where undefined."""
        return tuple(
            tuple(None if word is None else decode(self.format, word).text for word in row)
            for row in self.valid
        )


def tile_index(name: str) -> int:
    """The register number of a tile name such as `U3`; raises TileError."""
    if not TILE_NAME.fullmatch(name):
        raise TileError(
            "TILE-NAME",
            f"'{name}' names no tile",
            "the names are T0 to T15, U0 to U15, M0 to M15 and N0 to N15",
        )
    return "TUMN".index(name[0]) * 16 + int(name[1:])


def find_format(data_type: str, at: tuple[str | int, ...] = ("data_type",)) -> Format:
    """The element type of a PTO name in any case; raises TileError."""
    found = FORMATS.get(data_type) or next(
        (each for name, each in FORMATS.items() if name.lower() == data_type.lower()), None
    )
    if found is None:
        hint = "the types are " + ", ".join(FORMATS)
        raise TileError("TILE-TYPE", f"'{data_type[:40]}' is no element type", hint, at)
    return found


def make_tile(
    name: str,
    data_type: str,
    cells: Sequence[Sequence[int | None]],
    *,
    valid_shape: tuple[int, int] | None = None,
    rows: int | None = None,
    columns: int | None = None,
    capacity_bytes: int | None = None,
    layout: str = "RowMajor",
) -> Tile:
    """A tile of raw words; raises TileError.

    `cells` is the valid rectangle, or with `valid_shape` the physical one, of which rows at the
    end may be left out. Columns default to the width of `cells`; the capacity to the one that
    makes `rows` rows, if given, or else to the smallest that holds `cells`.
    """
    tile_index(name)
    fmt = find_format(data_type)
    height, width = check_rectangle(cells)
    shape = _resolve_shape(fmt, height, width, rows, columns, capacity_bytes)
    rows, columns, capacity_bytes = shape
    valid_rows, valid_columns = valid_shape or (height, width)
    for extent, limit, member in (
        (valid_rows, rows, "valid_rows"),
        (valid_columns, columns, "valid_columns"),
    ):
        if not 1 <= extent <= limit:
            message = f"{member} is {extent}, but must be 1 to {limit}"
            raise TileError("TILE-SHAPE", message, None, (member,))
    if valid_shape and width != columns:
        message = f"rows of {width} elements are given for {columns} physical columns"
        raise TileError("TILE-SHAPE", message, "write null for an undefined element", ("columns",))
    for r, line in enumerate(cells):
        for c, word in enumerate(line):
            if word is not None and not 0 <= word <= fmt.mask:
                message = f"raw word {word:#x} has more than the {fmt.bits} bits of {fmt.name}"
                raise TileError("TILE-VALUE", message, None, (r, c))
    padded = [tuple(line) + (None,) * (columns - width) for line in cells]
    padded += [(None,) * columns] * (rows - height)
    return Tile(
        name, fmt.name, rows, columns, valid_rows, valid_columns, capacity_bytes, tuple(padded),
        layout,
    )  # fmt: skip


def tile_of_values(
    name: str, data_type: str, values: Sequence[Sequence[int | float | str | None]]
) -> Tile:
    """A tile whose valid rectangle has these values, its padding undefined; raises TileError."""
    fmt = find_format(data_type)
    cells: list[list[int | None]] = []
    for r, line in enumerate(values):
        cells.append([])
        for c, value in enumerate(line):
            try:
                cells[-1].append(None if value is None else encode(fmt, value))
            except FormatError as error:
                raise TileError("TILE-VALUE", str(error), None, (r, c)) from None
    return make_tile(name, fmt.name, cells)


def check_rectangle(lines: Sequence[Sequence[object]]) -> tuple[int, int]:
    """Height and width of a rectangle of elements; raises TileError."""
    height, width = len(lines), len(lines[0]) if lines else 0
    if not height or not width:
        raise TileError("TILE-SHAPE", "there are no elements", None, () if not height else (0,))
    for r, line in enumerate(lines):
        if len(line) != width:
            message = f"row {r} has {len(line)} elements, row 0 has {width}"
            raise TileError("TILE-SHAPE", message, "all rows must be as long", (r,))
    check_extents(height, width)
    return height, width


def check_extents(height: int, width: int) -> None:
    """Reject what no tile can hold; raises TileError."""
    if height * width > MAX_ELEMENTS or max(height, width) > MAX_EXTENT:
        message = f"{height} x {width} elements are more than any tile holds"
        hint = f"a tile has at most {TSIZES[-1]} bytes and {MAX_EXTENT} rows"
        raise TileError("TILE-SIZE", message, hint)


def _resolve_shape(
    fmt: Format,
    height: int,
    width: int,
    rows: int | None,
    columns: int | None,
    capacity: int | None,
) -> tuple[int, int, int]:
    """Rows, columns and capacity, where a bundle would derive the rows from the others."""
    columns = width if columns is None else columns
    if not 1 <= columns <= MAX_EXTENT:
        message = f"{columns} physical columns: there must be 1 to {MAX_EXTENT}"
        raise TileError("TILE-SHAPE", message, "columns may exceed valid_columns", ("columns",))
    if columns < width:
        message = f"{columns} physical columns do not hold rows of {width} elements"
        raise TileError("TILE-SHAPE", message, None, ("columns",))
    row_bits = columns * fmt.bits
    blame = "rows" if capacity is None and rows is not None else "capacity_bytes"
    if capacity is None and rows is not None:
        capacity = next((size for size in TSIZES if size * 8 // row_bits == rows), None)
        if capacity is None:
            message = f"no capacity makes {rows} rows of {columns} columns"
            raise TileError("TILE-SHAPE", message, "leave out rows", ("rows",))
    elif capacity is None:
        capacity = next((size for size in TSIZES if size * 8 >= height * row_bits), None)
        if capacity is None:
            message = f"{height} x {columns} elements of {fmt.bits} bits fit no capacity"
            raise TileError("TILE-SIZE", message, f"the largest is {TSIZES[-1]} bytes")
    if capacity not in TSIZES:
        message = f"a capacity of {capacity} bytes is none of the ten of TSize"
        raise TileError("TILE-SHAPE", message, "they are 128 bytes times 1, 2, 4, … 512", (blame,))
    derived = capacity * 8 // row_bits
    if not height <= derived <= MAX_EXTENT:
        message = f"{capacity} bytes make {derived} rows of {columns} columns, not {height}"
        raise TileError("TILE-SHAPE", message, None, (blame,))
    if rows not in (None, derived):
        message = f"rows is {rows}, but {capacity} bytes make {derived} rows of {columns} columns"
        raise TileError("TILE-SHAPE", message, "leave out rows or capacity_bytes", ("rows",))
    return derived, columns, capacity


def default_shape(tile: Tile, *, physical: bool) -> tuple[int, int, int]:
    """What rows, columns and capacity would be, were only the cells written to a file."""
    height = tile.rows if physical else tile.valid_rows
    width = tile.columns if physical else tile.valid_columns
    return _resolve_shape(tile.format, height, width, None, None, None)


def start_of(path: Path) -> Span:
    """The span that stands for a whole file."""
    return Span(str(path), 1, 1, 1, 1)


def unreadable(path: Path, error: OSError) -> PtoError:
    """The error for a file, or a folder of files, that the system does not give."""
    message = f"can't be read: {error.strerror or error}"
    return TileError("TILE-FILE", message).located(start_of(path))
