"""A tile of a counterexample as texts in rows and columns, whoever shows it.

Where all padding is undefined it is left out, and rows or columns of padding that are alike become
one, labelled `2-15`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from concrete.tile_text import UNDEFINED
from concrete.values import ValueClass, decode
from proofs.verdicts import TileView
from semantics.formats import FORMATS, Format, Kind

WORD_BITS: Final = 64
"""How wide a word of a tile is: elements stand in its low bits."""
ANY: Final = "any"
CLASSES: Final = {ValueClass.SUBNORMAL: "subnormal", ValueClass.INVALID: "reserved bits"}
"""Classes of values that their texts do not show."""


@dataclass(frozen=True, slots=True)
class Cell:
    """An element: its value and its bits in hexadecimal, if it is defined, and the class of a float
    that the value does not show. It `differs` from what was expected, or is `free`: the property
    fails with other values too."""

    value: str
    digits: str = ""
    kind: str = ""
    differs: bool = False
    padding: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells that are shown, with the labels of their rows and columns."""

    title: str
    caption: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]


def grid(
    tile: TileView,
    expected: TileView | None = None,
    free: Collection[tuple[int, int]] = (),
) -> Grid:
    """One tile; elements that differ from those of `expected` are marked, and so are those in
    `free`, given by row and column."""
    cells = _cells(tile, expected, free)
    if not _padding_matters(tile):
        cells = [row[: tile.valid_columns] for row in cells[: tile.valid_rows]]
    rows = _runs(cells, tile.valid_rows)
    columns = _runs(list(zip(*cells, strict=True)), tile.valid_columns)
    return Grid(
        _title(tile),
        _caption(tile),
        tuple(map(_label, rows)),
        tuple(map(_label, columns)),
        tuple(tuple(cells[row[0]][column[0]] for column in columns) for row in rows),
    )


def word_texts(data_type: str, word: int) -> tuple[str, str]:
    """The value of a word, and its element in hexadecimal; the whole word, if that holds more."""
    fmt = FORMATS.get(data_type)
    if fmt is None:
        return str(word), f"{word:#x}"
    bits, raw = (fmt.bits, word & fmt.mask) if _is_normal(fmt, word) else (WORD_BITS, word)
    return decode(fmt, word).text, f"0x{raw:0{(bits + 3) // 4}x}"


def _title(tile: TileView) -> str:
    return tile.role if tile.name in ("", tile.role) else f"{tile.role} {tile.name}"


def _caption(tile: TileView) -> str:
    valid = f"{tile.data_type} {tile.valid_rows}x{tile.valid_columns}"
    if (tile.rows, tile.columns) == (tile.valid_rows, tile.valid_columns):
        return valid
    padding = "" if _padding_matters(tile) else ", padding undefined"
    return f"{valid} of {tile.rows}x{tile.columns}{padding}"


def _padding_matters(tile: TileView) -> bool:
    return any(
        word is not None and _is_padding(tile, r, c)
        for r, row in enumerate(tile.words)
        for c, word in enumerate(row)
    )


def _is_padding(tile: TileView, row: int, column: int) -> bool:
    return row >= tile.valid_rows or column >= tile.valid_columns


def _cells(
    tile: TileView, expected: TileView | None, free: Collection[tuple[int, int]]
) -> list[list[Cell]]:
    comparable = expected is not None and [len(row) for row in expected.words] == [
        len(row) for row in tile.words
    ]
    cells: list[list[Cell]] = []
    for r, row in enumerate(tile.words):
        cells.append([])
        for c, word in enumerate(row):
            differs = comparable and expected is not None and expected.words[r][c] != word
            padding, any_value = _is_padding(tile, r, c), (r, c) in free
            value, digits, kind = _texts(tile.data_type, word)
            cells[-1].append(Cell(value, digits, kind, differs, padding, any_value))
    return cells


def _texts(data_type: str, word: int | None) -> tuple[str, str, str]:
    if word is None:
        return UNDEFINED, "", ""
    fmt = FORMATS.get(data_type)
    kind = None if fmt is None or not fmt.is_float else decode(fmt, word).kind
    return (*word_texts(data_type, word), "" if kind is None else CLASSES.get(kind, ""))


def _is_normal(fmt: Format, word: int) -> bool:
    """Whether a word holds an element and nothing else: the sign or zeros above it."""
    raw = word & fmt.mask
    if fmt.kind is Kind.SIGNED and raw >> (fmt.bits - 1):
        raw |= ((1 << WORD_BITS) - 1) & ~fmt.mask
    return word == raw


def _runs(lines: Sequence[Sequence[Cell]], valid: int) -> list[tuple[int, int]]:
    """First and last index of lines to show as one: equal neighbours beyond the valid ones."""
    runs: list[tuple[int, int]] = []
    for index, line in enumerate(lines):
        if index > valid and list(line) == list(lines[index - 1]):
            runs[-1] = (runs[-1][0], index)
        else:
            runs.append((index, index))
    return runs


def _label(run: tuple[int, int]) -> str:
    return str(run[0]) if run[0] == run[1] else f"{run[0]}-{run[1]}"
