"""Tiles, results and outcomes as pieces of HTML, which notebooks show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from concrete.bundles import BundleRun
from concrete.tile import Tile
from concrete.tile_state import stored_word
from proofs.verdicts import Result, TileView
from ptoprove.html import environment
from ptoprove.terminal import result_case
from ptoprove.tile_grid import Grid, grid
from ptoprove.verdict_table import by_property, worst
from semantics.specification import Specification


def results(found: Sequence[Result], spec: Specification) -> str:
    """A table of results, a row for each property, and the tiles of each first counterexample."""
    rows = []
    for group in by_property(found):
        first = next((each for each in group if each.counterexample is not None), None)
        example = first.counterexample if first is not None else None
        rows.append(
            {
                "contract": group[0].contract,
                "property": group[0].property,
                "profile": group[0].profile,
                "verdict": worst(group),
                "counts": Counter(each.verdict for each in group),
                "cases": len(group),
                "scope": group[0].scope,
                "seconds": sum(each.seconds for each in group if not each.cached),
                "reason": next((each.reason for each in group if each.reason), None),
                "example": first and {"id": first.counterexample_id, "case": result_case(first)},
                "grids": grids(example.tiles) if example is not None else [],
            }
        )
    return environment().get_template("results.html").render(rows=rows, name=spec.name)


def outcome(ran: BundleRun) -> str:
    """What came of a bundle: its sources and its destinations."""
    tiles = [view_of(name, tile) for name, tile in {**ran.sources, **ran.destinations}.items()]
    template = environment().get_template("outcome.html")
    return template.render(ran=ran, grids=[grid(each) for each in tiles])


def grids(tiles: Sequence[TileView]) -> list[Grid]:
    """Tiles as grids, differences of `got` marked."""
    expected = next((tile for tile in tiles if tile.role == "expected"), None)
    return [grid(tile, expected if tile.role == "got" else None) for tile in tiles]


def view_of(name: str, tile: Tile) -> TileView:
    """A tile of a run as a report shows it."""
    words = tuple(
        tuple(None if raw is None else stored_word(tile.format, raw) for raw in row)
        for row in tile.elements
    )
    shape = tile.rows, tile.columns, tile.valid_rows, tile.valid_columns
    return TileView(name, name, tile.data_type, *shape, words)
