"""A tile of a counterexample as a small table: each element in decimal over hexadecimal.

Padding stands in parentheses. An element that may have any value is said to be so, over the value
that it has here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich import box
from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from proofs.verdicts import TileView
from ptoprove.tile_grid import ANY, Cell, grid

DIFFERENT = "≠ "


def tiles_side_by_side(
    tiles: Sequence[TileView], free: Mapping[str, Collection[tuple[int, int]]] | None = None
) -> Columns:
    """Tiles next to each other as far as the terminal is wide, differences of `got` marked, and the
    elements that are `free`, by the tile's role."""
    expected = next((tile for tile in tiles if tile.role == "expected"), None)
    return side_by_side(
        [
            tile_table(
                tile, expected if tile.role == "got" else None, (free or {}).get(tile.role, ())
            )
            for tile in tiles
        ]
    )


def side_by_side(tables: Sequence[Table]) -> Columns:
    """Tables next to each other as far as the terminal is wide."""
    return Columns(tables, padding=(0, 3))


def tile_table(
    tile: TileView,
    expected: TileView | None = None,
    free: Collection[tuple[int, int]] = (),
) -> Table:
    """One tile; elements that differ from those of `expected` are marked."""
    shown = grid(tile, expected, free)
    table = Table(
        title=Text(shown.title, "bold"),
        caption=Text(shown.caption, "dim"),
        title_justify="left",
        caption_justify="left",
        box=box.SQUARE,
        show_lines=True,
        show_header=False,
        pad_edge=True,
    )
    table.add_column(style="dim", justify="right")
    for _ in shown.columns:
        table.add_column(justify="right", no_wrap=True)
    table.add_row("", *[Text(label, "dim") for label in shown.columns])
    for label, cells in zip(shown.rows, shown.cells, strict=True):
        table.add_row(label, *map(_text, cells))
    return table


def _text(cell: Cell) -> Text:
    if cell.free:
        return Text.assemble(f"{ANY}\n", (f"({cell.value})", "dim"))
    value = f"({cell.value})" if cell.padding else cell.value
    mark = DIFFERENT if cell.differs else ""
    style = "bold red" if cell.differs else "dim" if cell.padding else ""
    return Text("\n".join(filter(None, (mark + value, cell.digits, cell.kind))), style)
