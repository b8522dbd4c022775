"""Tiles in NumPy files: one array a tile, and beside it what an array can't say.

NumPy forgets the types of `ml_dtypes` when it saves them, so the key `T1.data_type` may name the
element type of `T1`. Headers are checked before any data is read, and nothing is unpickled.
"""

from __future__ import annotations

import io
import math
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import ml_dtypes
import numpy as np

from concrete.formats import dtype_of, format_of
from concrete.tile import (
    MAX_ELEMENTS,
    Cells,
    Tile,
    TileError,
    check_extents,
    default_shape,
    find_format,
    make_tile,
    start_of,
    tile_index,
    unreadable,
)
from parser.files import open_file
from semantics.formats import Format

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

_NOTES: Final = ("data_type", "columns", "capacity_bytes", "valid_shape", "defined", "layout")
_MAX_ITEM_BYTES: Final = 256
_MAX_HEADER_BYTES: Final = 1 << 16
_SAVED_E5M2: Final = b"'<f1'"


def tile_of_array(
    name: str, array: Array, data_type: str | None = None, notes: Mapping[str, Array] | None = None
) -> Tile:
    """The tile whose valid rectangle an array is; raises TileError.

    `data_type` reads unsigned or void items as raw bits of that element type. `notes` are the
    further keys of an `.npz` file.
    """
    notes = notes or {}
    stated = find_format(data_type) if data_type is not None else None
    fmt = stated or _format_of(array.dtype)
    if array.ndim == 1:
        array = array[np.newaxis, :]
    if array.ndim != 2:
        message = f"an array of {array.ndim} dimensions is no tile"
        raise TileError("TILE-SHAPE", message, "a tile is rows by columns, or one row")
    check_extents(*array.shape)
    cells: list[list[int | None]] = _raw_words(fmt, array).tolist()
    if "defined" in notes:
        mask = notes["defined"]
        if mask.dtype != np.bool_ or np.atleast_2d(mask).shape != array.shape:
            message = "defined must be an array of truth values of the tile's shape"
            raise TileError("TILE-SHAPE", message, None, ("defined",))
        for r, c in np.argwhere(~np.atleast_2d(mask)):
            cells[r][c] = None
    valid_shape = None
    if "valid_shape" in notes:
        valid_shape = (_whole(notes, "valid_shape", 0), _whole(notes, "valid_shape", 1))
    return make_tile(
        name,
        fmt.name,
        cells,
        valid_shape=valid_shape,
        columns=_whole(notes, "columns") if "columns" in notes else None,
        capacity_bytes=_whole(notes, "capacity_bytes") if "capacity_bytes" in notes else None,
        layout=_word(notes, "layout") if "layout" in notes else "RowMajor",
    )


def tile_to_array(tile: Tile) -> Array:
    """The valid rectangle as an array of its type, or of raw unsigned words where NumPy has no
    such type; raises TileError where an element is undefined."""
    if any(word is None for row in tile.valid for word in row):
        raise TileError("TILE-VALUE", f"{tile.name} has undefined elements")
    return _array(tile.format, tile.valid)


def saved_array(fmt: Format, words: Sequence[Any]) -> Array:
    """Raw words, nested as deep as they are, as NumPy saves them: an array of the type, or of
    unsigned integers where a file does not keep it."""
    array = np.array(words, _container(fmt))
    dtype = dtype_of(fmt)
    return array.view(dtype) if dtype is not None and _is_saved(fmt) else array


def _array(fmt: Format, cells: Cells) -> Array:
    words = np.array([[word or 0 for word in row] for row in cells], _container(fmt))
    dtype = dtype_of(fmt)
    return words if dtype is None else words.view(dtype)


def _container(fmt: Format) -> np.dtype[Any]:
    return np.dtype(f"u{max(fmt.bits // 8, 1)}")


def _is_saved(fmt: Format) -> bool:
    """Whether a NumPy file keeps the type."""
    dtype = dtype_of(fmt)
    return dtype is not None and dtype.isbuiltin == 1


def _format_of(dtype: np.dtype[Any]) -> Format:
    fmt = format_of(dtype)
    if fmt is None:
        hint = "the types are integers of 8 to 64 bits, floats of 16 to 64 and those of ml_dtypes"
        if dtype.kind == "V":
            hint = 'NumPy saves types of ml_dtypes without name: add the key T1.data_type="BF16"'
        raise TileError("TILE-TYPE", f"items of type {dtype} are no element type of PTO", hint)
    return fmt


def _raw_words(fmt: Format, array: Array) -> Array:
    """The raw bits of all items, as unsigned integers."""
    dtype = array.dtype
    container = _container(fmt)
    same = format_of(dtype)
    raw = (dtype.kind in "uV" and dtype.names is None and same is None) or dtype.kind == "u"
    as_single = fmt.name in ("TF32", "HF32") and same is not None and same.name == "FP32"
    if same != fmt and not (raw and dtype.itemsize == container.itemsize) and not as_single:
        message = f"items of type {dtype} are no {fmt.name}"
        hint = f"its raw bits may be items of type {container}"
        raise TileError("TILE-TYPE", message, hint, ("data_type",))
    if dtype.isbuiltin != 2 and dtype.kind != "V":
        array = array.astype(dtype.newbyteorder("="))
    return np.ascontiguousarray(array).view(container)


def _whole(notes: Mapping[str, Array], key: str, index: int | None = None) -> int:
    array = notes[key]
    expected = () if index is None else (2,)
    if array.dtype.kind not in "iu" or array.shape != expected:
        what = "a whole number" if index is None else "two whole numbers, rows and columns"
        raise TileError("TILE-FIELD", f"{key} must be {what}", None, (key,))
    return int(array[() if index is None else index])


def _word(notes: Mapping[str, Array], key: str) -> str:
    array = notes[key]
    if array.dtype.kind != "U" or array.ndim:
        raise TileError("TILE-FIELD", f"{key} must be text", None, (key,))
    return str(array[()])


# ------------------------------------------------------------------------ reading


def read_npy(path: Path) -> dict[str, Tile]:
    """The tile of a `.npy` file, named by the file; raises PtoError with one diagnostic."""
    try:
        tile_index(path.stem)
        with open_file(path) as stream:
            return {path.stem: tile_of_array(path.stem, _read_array(stream, path.stem))}
    except OSError as error:
        raise unreadable(path, error) from None
    except TileError as error:
        raise error.located(start_of(path)) from None


def read_npz(path: Path) -> dict[str, Tile]:
    """The tiles of a `.npz` file by name; raises PtoError with one diagnostic."""
    try:
        return _tiles_of_arrays(_read_archive(path))
    except OSError as error:
        raise unreadable(path, error) from None
    except TileError as error:
        raise error.located(start_of(path)) from None


def _read_archive(path: Path) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    try:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            for entry in archive.infolist():
                key = entry.filename.removesuffix(".npy")
                if key == entry.filename or key in arrays:
                    what = "is no array" if key == entry.filename else "is there twice"
                    raise TileError("TILE-NAME", f"'{key[:40]}' {what}")
                _check_key(key)
                with archive.open(entry) as stream:
                    arrays[key] = _read_array(stream, key)
    except (OSError, TileError):
        raise
    except Exception as error:  # a damaged archive can raise almost anything
        message = f"no .npz file ({type(error).__name__})"
        raise TileError("TILE-FILE", message, "it may be damaged") from None
    return arrays


def _check_key(key: str) -> None:
    name, dot, note = key.partition(".")
    tile_index(name)
    if dot and note not in _NOTES:
        close = get_close_matches(note, _NOTES, 1)
        hint = f"did you mean '{name}.{close[0]}'?" if close else "known are " + ", ".join(_NOTES)
        raise TileError("TILE-FIELD", f"'{key[:40]}' is unknown", hint)


def _tiles_of_arrays(arrays: Mapping[str, Array]) -> dict[str, Tile]:
    tiles = {}
    for key, array in arrays.items():
        name = key.partition(".")[0]
        if name != key:
            if name not in arrays:
                raise TileError("TILE-NAME", f"there is '{key}', but no tile {name}")
            continue
        notes = {n: arrays[f"{name}.{n}"] for n in _NOTES if f"{name}.{n}" in arrays}
        try:
            data_type = _word(notes, "data_type") if "data_type" in notes else None
            tiles[name] = tile_of_array(name, array, data_type, notes)
        except TileError as error:
            place = name + "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in error.at)
            message = f"{place}: {error.message}"
            raise TileError(error.code, message, error.hint, error.at) from None
    if not tiles:
        raise TileError("TILE-FILE", "there are no tiles in this file")
    return tiles


def _read_array(stream: IO[bytes], key: str) -> Array:
    """One array in NumPy's format, its header checked before its data are read."""
    try:
        shape, fortran, dtype = _read_header(stream)
    except (OSError, zipfile.BadZipFile, zlib.error):
        raise
    except Exception as error:  # a damaged header can raise almost anything
        message = f"{key}: no array of NumPy ({type(error).__name__})"
        raise TileError("TILE-FILE", message, "it may be damaged, or a pickle") from None
    if dtype.hasobject:
        message = f"{key}: holds pickled objects, which are not read"
        raise TileError("TILE-PICKLE", message, "save an array of numbers")
    count = math.prod(shape)
    if min(shape, default=1) < 0 or count > MAX_ELEMENTS or dtype.itemsize > _MAX_ITEM_BYTES:
        message = f"{key}: {' x '.join(map(str, shape))} items are more than any tile holds"
        raise TileError("TILE-SIZE", message, f"the limit is {MAX_ELEMENTS} elements")
    data = stream.read(count * dtype.itemsize)
    if len(data) < count * dtype.itemsize:
        raise TileError("TILE-FILE", f"{key}: the file ends within the data")
    if dtype.itemsize == 0:
        raise TileError("TILE-TYPE", f"{key}: items of type {dtype} are empty")
    return np.frombuffer(data, dtype).reshape(shape, order="F" if fortran else "C")


def _read_header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    version = np.lib.format.read_magic(stream)
    width, read = {
        (1, 0): (2, np.lib.format.read_array_header_1_0),
        (2, 0): (4, np.lib.format.read_array_header_2_0),
    }[version]
    size = stream.read(width)
    header = stream.read(min(int.from_bytes(size, "little"), _MAX_HEADER_BYTES))
    # Of the types of ml_dtypes, E5M2 alone is saved as a float, which NumPy then can't read.
    named = header.replace(_SAVED_E5M2, b"'<V1'")
    shape, fortran, dtype = read(io.BytesIO(size + named))
    return shape, fortran, np.dtype(ml_dtypes.float8_e5m2) if named != header else dtype


# ------------------------------------------------------------------------ writing


def write_npz(path: Path, tiles: Mapping[str, Tile]) -> None:
    """Write tiles as arrays, with notes only where the array alone would not give them again."""
    arrays: dict[str, Any] = {}
    for name, tile in tiles.items():
        physical = tile.has_padding
        cells = tile.elements if physical else tile.valid
        array = _array(tile.format, cells)
        if not _is_saved(tile.format):
            array = array.view(_container(tile.format))
            arrays[f"{name}.data_type"] = np.array(tile.data_type)
        arrays[name] = array
        if any(word is None for row in cells for word in row):
            arrays[f"{name}.defined"] = np.array([[w is not None for w in row] for row in cells])
        if physical:
            arrays[f"{name}.valid_shape"] = np.array([tile.valid_rows, tile.valid_columns])
        _, columns, capacity = default_shape(tile, physical=physical)
        if columns != tile.columns:
            arrays[f"{name}.columns"] = np.array(tile.columns)
        if columns != tile.columns or capacity != tile.capacity_bytes:
            arrays[f"{name}.capacity_bytes"] = np.array(tile.capacity_bytes)
        if tile.layout != "RowMajor":
            arrays[f"{name}.layout"] = np.array(tile.layout)
    with path.open("wb") as stream:
        np.savez(stream, allow_pickle=False, **arrays)


def write_npy(path: Path, tiles: Mapping[str, Tile]) -> None:
    """Write the one tile that has the file's name; raises PtoError where an array loses of it."""
    tile = tiles.get(path.stem)
    try:
        if tile is None or len(tiles) != 1:
            message = f"a .npy file holds one tile, which it names: {path.stem}"
            raise TileError("TILE-FILE", message, "write an .npz file")
        array = tile_to_array(tile)
        if not _is_saved(tile.format) or tile_of_array(tile.name, array) != tile:
            message = f"an array alone does not say all of {tile.name}"
            raise TileError("TILE-FILE", message, "write an .npz or .json file")
    except TileError as error:
        raise error.located(start_of(path)) from None
    with path.open("wb") as stream:
        np.save(stream, array, allow_pickle=False)
