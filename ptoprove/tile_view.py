"""A tile of a counterexample as a small table: each element in decimal over hexadecimal.

Padding stands in parentheses. Where all of it is undefined it is left out, and rows or columns of
padding that are alike become one, labelled `2-15`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from concrete.tile_text import UNDEFINED
from concrete.values import decode
from proofs.verdicts import TileView
from semantics.formats import FORMATS, Format, Kind

DIFFERENT = "≠ "
WORD_BITS = 64
"""How wide a word of a tile is: elements stand in its low bits."""

# What a cell shows: lines of text and the style of them.
_Cell = tuple[str, str]


def tiles_side_by_side(tiles: Sequence[TileView]) -> Columns:
    """Tiles next to each other as far as the terminal is wide, differences of `got` marked."""
    expected = next((tile for tile in tiles if tile.role == "expected"), None)
    return side_by_side(
        [tile_table(tile, expected if tile.role == "got" else None) for tile in tiles]
    )


def side_by_side(tables: Sequence[Table]) -> Columns:
    """Tables next to each other as far as the terminal is wide."""
    return Columns(tables, padding=(0, 3))


def tile_table(tile: TileView, expected: TileView | None = None) -> Table:
    """One tile; elements that differ from those of `expected` are marked."""
    table = Table(
        title=Text(_title(tile), "bold"),
        caption=Text(_caption(tile), "dim"),
        title_justify="left",
        caption_justify="left",
        box=box.SQUARE,
        show_lines=True,
        show_header=False,
        pad_edge=True,
    )
    cells = _cells(tile, expected)
    if not _padding_matters(tile):
        cells = [row[: tile.valid_columns] for row in cells[: tile.valid_rows]]
    rows = _runs(cells, tile.valid_rows)
    columns = _runs(list(zip(*cells, strict=True)), tile.valid_columns)
    table.add_column(style="dim", justify="right")
    for _ in columns:
        table.add_column(justify="right", no_wrap=True)
    table.add_row("", *[Text(_label(run), "dim") for run in columns])
    for run in rows:
        table.add_row(_label(run), *[Text(*cells[run[0]][column[0]]) for column in columns])
    return table


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


def _cells(tile: TileView, expected: TileView | None) -> list[list[_Cell]]:
    comparable = expected is not None and [len(row) for row in expected.words] == [
        len(row) for row in tile.words
    ]
    cells: list[list[_Cell]] = []
    for r, row in enumerate(tile.words):
        cells.append([])
        for c, word in enumerate(row):
            differs = comparable and expected is not None and expected.words[r][c] != word
            cells[-1].append(_cell(tile, word, differs, _is_padding(tile, r, c)))
    return cells


def _cell(tile: TileView, word: int | None, differs: bool, padding: bool) -> _Cell:
    mark = DIFFERENT if differs else ""
    style = "bold red" if differs else "dim" if padding else ""
    if word is None:
        return mark + (f"({UNDEFINED})" if padding else UNDEFINED), style
    value, digits = word_texts(tile.data_type, word)
    return f"{mark}({value})\n{digits}" if padding else f"{mark}{value}\n{digits}", style


def word_texts(data_type: str, word: int) -> tuple[str, str]:
    """The value of a word, and its element in hexadecimal; the whole word, if that holds more."""
    fmt = FORMATS.get(data_type)
    if fmt is None:
        return str(word), f"{word:#x}"
    bits, raw = (fmt.bits, word & fmt.mask) if _is_normal(fmt, word) else (WORD_BITS, word)
    return decode(fmt, word).text, f"0x{raw:0{(bits + 3) // 4}x}"


def _is_normal(fmt: Format, word: int) -> bool:
    """Whether a word holds an element and nothing else: the sign or zeros above it."""
    raw = word & fmt.mask
    if fmt.kind is Kind.SIGNED and raw >> (fmt.bits - 1):
        raw |= ((1 << WORD_BITS) - 1) & ~fmt.mask
    return word == raw


def _runs(lines: Sequence[Sequence[_Cell]], valid: int) -> list[tuple[int, int]]:
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
