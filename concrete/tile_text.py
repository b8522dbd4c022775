"""Tiles, traces and runs as plain text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from concrete.bundles import BundleRun
from concrete.tile import Tile
from concrete.trace import WHOLE, Event
from concrete.values import decode

UNDEFINED: Final = "·"
_CUT: Final = "…"


def tile_text(tile: Tile, *, hex: bool = False, limit: int = 16) -> str:
    """A tile as a grid under a line that describes it; undefined elements are `·`.

    A bar and a line set the padding apart. With `hex`, raw bits follow each value. At most `limit`
    rows and columns are shown, and of equal padding rows that follow each other, the first.
    """
    return "\n".join([describe(tile), *_Grid(tile, hex, limit).lines()])


def describe(tile: Tile) -> str:
    """One line: name, element type, valid and physical shape, capacity and layout."""
    return (
        f"{tile.name}  {tile.data_type}  {tile.valid_rows}x{tile.valid_columns} valid of "
        f"{tile.rows}x{tile.columns}  {tile.capacity_bytes} bytes  {tile.layout}"
    )


def cell_text(tile: Tile, row: int, column: int, *, hex: bool = False) -> str:
    """One element as text, with `hex` its raw bits behind it."""
    raw = tile.elements[row][column]
    if raw is None:
        return UNDEFINED
    value = decode(tile.format, raw).text
    return f"{value} 0x{raw:0{(tile.format.bits + 3) // 4}x}" if hex else value


class _Grid:
    """The lines of a tile's grid."""

    def __init__(self, tile: Tile, hex: bool, limit: int) -> None:
        self.tile = tile
        self.columns = range(min(tile.columns, limit))
        self.valid = range(min(tile.valid_rows, limit))
        self.padding = range(tile.valid_rows, min(tile.valid_rows + limit, tile.rows))
        shown = (*self.valid, *self.padding)
        self.cells = {r: [cell_text(tile, r, c, hex=hex) for c in self.columns] for r in shown}
        self.widths = [
            max(len(str(c)), *(len(row[c]) for row in self.cells.values())) for c in self.columns
        ]
        self.margin = len(str(max(shown)))
        self.barred = tile.valid_columns < tile.columns and tile.valid_columns <= len(self.columns)

    def lines(self) -> Iterator[str]:
        heading = self._line("", list(map(str, self.columns)))
        only_right = self.barred and not self.padding
        yield heading + ("  (right of the bar: padding)" if only_right else "")
        yield from (self._line(str(r), self.cells[r]) for r in self.valid)
        left = self.tile.valid_rows - len(self.valid)
        if left:
            yield f"  {_CUT} {left} more valid row{'' if left == 1 else 's'}"
        if self.padding:
            rule = "".join("+" if mark == "|" else "-" for mark in heading[2:])
            yield f"  {rule}  padding"
            yield from self._padding()

    def _line(self, head: str, texts: Sequence[str]) -> str:
        shown = [text.rjust(width) for text, width in zip(texts, self.widths, strict=True)]
        if self.barred:
            shown.insert(self.tile.valid_columns, "|")
        if self.tile.columns > len(self.columns):
            shown.append(_CUT)
        return f"  {head.rjust(self.margin)}  " + "  ".join(shown)

    def _padding(self) -> Iterator[str]:
        """The padding rows, of equal ones that follow each other the first."""
        row, elements = self.padding[0], self.tile.elements
        while row in self.padding:
            yield self._line(str(row), self.cells[row])
            end = row + 1
            while end < self.tile.rows and elements[end] == elements[row]:
                end += 1
            if end == row + 2 and row + 1 in self.padding:
                end = row + 1
            elif end > row + 1:
                last = f"s {row + 1} to {end - 1} are" if end > row + 2 else f" {row + 1} is"
                yield f"  {_CUT} row{last} the same"
            row = end
        left = self.tile.rows - row
        if left:
            yield f"  {_CUT} {left} more row{'' if left == 1 else 's'}"


# ------------------------------------------------------------------------ traces and runs


def events_text(events: Sequence[Event]) -> list[str]:
    """A line for each event, such as `write _Tiles[0]`; equal ones that follow count as one."""
    lines = []
    for event, group in groupby(events):
        index = "" if event.index == WHOLE else f"[{event.index}]"
        count = len(list(group))
        times = f"  (x{count})" if count > 1 else ""
        lines.append(f"{event.kind} {event.variable}{index}{times}")
    return lines


def trace_text(run: BundleRun) -> str:
    """The commands of a run as calls of the model's functions, each with its events."""
    lines = []
    for step in run.steps:
        lines.append(step.call + ("" if step.result is None else f" => {step.result}"))
        lines += [f"  {line}" for line in events_text(step.events)]
    return "\n".join(lines)


def outcome_text(run: BundleRun) -> str:
    """Whether the bundle was accepted, or the fault with the clause it comes from."""
    name = run.contract.name if run.contract else "the bundle"
    if run.no_op:
        return f"{name}: no effect, because the PE mask selects no processing element"
    if run.accepted:
        status = f", numeric status {' '.join(run.status)}" if run.status else ""
        return f"{name}: accepted{status}"
    lines = [f"{name}: rejected with {run.fault or 'no fault'}"]
    if run.reason:
        lines[0] += f" ({run.reason})"
    if run.clause:
        lines.append("  {}: {}".format(*run.clause))
    return "\n".join(lines)


def run_text(run: BundleRun, *, hex: bool = False, trace: bool = False, limit: int = 16) -> str:
    """A whole run: outcome, sources, destinations and, if asked for, the trace."""
    parts = [outcome_text(run)]
    for title, tiles in (("source", run.sources), ("destination", run.destinations)):
        for tile in tiles.values():
            parts.append(f"{title} {tile_text(tile, hex=hex, limit=limit)}")
    if trace:
        parts.append("trace\n" + trace_text(run))
    return "\n\n".join(parts)
