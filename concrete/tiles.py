"""Tile files, read and written: `.json`, `.npz` and `.npy`, told apart by their suffix."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from concrete.tile import Tile, TileError, make_tile, start_of, tile_of_values, unreadable
from concrete.tile_arrays import (
    read_npy,
    read_npz,
    tile_of_array,
    tile_to_array,
    write_npy,
    write_npz,
)
from concrete.tile_json import read_json, to_json

__all__ = [
    "Tile",
    "TileError",
    "make_tile",
    "read_tiles",
    "tile_of_array",
    "tile_of_values",
    "tile_to_array",
    "write_tiles",
]

_READERS = {".json": read_json, ".npz": read_npz, ".npy": read_npy}


def read_tiles(path: Path) -> dict[str, Tile]:
    """The tiles of a `.json`, `.npz` or `.npy` file, or of all of these in a directory, by name.

    Raises PtoError with one diagnostic (codes TILE-…). Nothing in a file is executed.
    """
    try:
        if path.is_dir():
            return _read_directory(path, sorted(p for p in path.iterdir() if p.suffix in _READERS))
    except OSError as error:
        raise unreadable(path, error) from None
    reader = _READERS.get(path.suffix)
    if reader is None:
        hint = "tiles are read from .json, .npz and .npy files"
        raise TileError("TILE-FILE", f"'{path.name}' has no suffix of a tile file", hint).located(
            start_of(path)
        )
    return reader(path)


def _read_directory(path: Path, files: list[Path]) -> dict[str, Tile]:
    tiles: dict[str, Tile] = {}
    for file in files:
        for name, tile in read_tiles(file).items():
            if name in tiles:
                message = f"another file of the directory has {name} already"
                raise TileError("TILE-NAME", message).located(start_of(file))
            tiles[name] = tile
    if not tiles:
        message = "there are no tiles in this directory"
        hint = "tiles are read from .json, .npz and .npy files"
        raise TileError("TILE-FILE", message, hint).located(start_of(path))
    return tiles


def write_tiles(path: Path, tiles: Mapping[str, Tile]) -> None:
    """Write tiles so that `read_tiles` gives them again.

    A `.npy` file holds one tile, named by the file, and no more than its array can say.
    Raises OSError, or PtoError where the file can't hold the tiles.
    """
    match path.suffix:
        case ".json":
            path.write_text(to_json(tiles), encoding="utf-8")
        case ".npz":
            write_npz(path, tiles)
        case ".npy":
            write_npy(path, tiles)
        case _:
            message = f"'{path.name}' has no suffix of a tile file"
            hint = "tiles are written to .json, .npz and .npy files"
            raise TileError("TILE-FILE", message, hint).located(start_of(path))
