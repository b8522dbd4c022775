"""Tiles in JSON, schema `ptoprove.tiles.v1`: numbers keep their text, errors get their place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from concrete.tile import (
    Cells,
    Tile,
    TileError,
    check_rectangle,
    default_shape,
    find_format,
    make_tile,
    start_of,
    tile_index,
    unreadable,
)
from concrete.values import FormatError, ValueClass, decode, encode
from parser.diagnostics import Phase, fail
from parser.source import Source, Span
from semantics.formats import Format

SCHEMA: Final = "ptoprove.tiles.v1"
_SIZES: Final = ("rows", "columns", "valid_rows", "valid_columns", "capacity_bytes")
_MEMBERS: Final = ("data_type", "valid", "elements", "layout", *_SIZES)
_LAYOUT: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")


class _Number(str):
    """The text of a JSON number, so that no value is rounded twice."""


class _Object(dict[str, Any]):
    """A JSON object; `repeated` is a key that it has twice."""

    repeated: str | None = None


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    result = _Object()
    for key, value in pairs:
        if key in result:
            result.repeated = key
        result[key] = value
    return result


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_Number, parse_int=_Number, parse_constant=_Number
)


def read_json(path: Path) -> dict[str, Tile]:
    """The tiles of a JSON file by name; raises PtoError with one diagnostic."""
    try:
        source = Source.read(path)
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError as error:
        message = f"not UTF-8 text: byte {error.start} is {error.object[error.start]:#04x}"
        raise TileError("TILE-FILE", message).located(start_of(path)) from None
    return tiles_of_json(source)


def tiles_of_json(source: Source) -> dict[str, Tile]:
    """The tiles of JSON text by name; raises PtoError with one diagnostic."""
    try:
        document = _DECODER.decode(source.text)
    except json.JSONDecodeError as error:
        span = source.span(error.pos, min(error.pos + 1, len(source.text)))
        raise fail("TILE-JSON", Phase.INPUT, f"no JSON: {error.msg}", span) from None
    except RecursionError:
        span = Span(source.path, 1, 1, 1, 1)
        raise fail("TILE-JSON", Phase.INPUT, "nested too deeply", span) from None
    try:
        return _document(document)
    except TileError as error:
        raise error.located(source.span(*_locate(source.text, error.at))) from None


def _document(document: object) -> dict[str, Tile]:
    example = f'{{"schema": "{SCHEMA}", "tiles": {{…}}}}'
    top = _members(document, ("schema", "tiles"), (), f"the file must be {example}")
    for required in ("schema", "tiles"):
        if required not in top:
            raise TileError("TILE-SCHEMA", f"'{required}' is missing", f"write {example}")
    if type(top["schema"]) is not str or top["schema"] != SCHEMA:
        message, hint = "this is another schema", f'the one read here is "{SCHEMA}"'
        raise TileError("TILE-SCHEMA", message, hint, ("schema",))
    tiles = top["tiles"]
    if not isinstance(tiles, _Object):
        raise TileError("TILE-SCHEMA", "tiles must be an object by tile name", None, ("tiles",))
    if tiles.repeated is not None:
        message = f"{tiles.repeated[:40]} is there twice"
        raise TileError("TILE-NAME", message, None, ("tiles", tiles.repeated, _KEY))
    return {name: _tile_at(name, value) for name, value in tiles.items()}


def _tile_at(name: str, value: object) -> Tile:
    try:
        tile_index(name)
    except TileError as error:
        raise TileError(error.code, error.message, error.hint, ("tiles", name, _KEY)) from None
    try:
        return _tile(name, value)
    except TileError as error:
        at = ("tiles", name, *error.at)
        raise TileError(error.code, f"{name}: {error.message}", error.hint, at) from None


def _tile(name: str, value: object) -> Tile:
    members = _members(value, _MEMBERS, (), "a tile must be an object")
    data_type = members.get("data_type")
    if type(data_type) is not str:
        at = tuple(each for each in ("data_type",) if each in members)
        raise TileError("TILE-TYPE", "data_type must name the element type", 'such as "S32"', at)
    fmt = find_format(data_type)
    given = [each for each in ("valid", "elements") if each in members]
    if len(given) != 1:
        message = "exactly one of valid and elements must be there"
        hint = "valid has just the valid region; elements has the physical rectangle"
        raise TileError("TILE-FIELD", message, hint)
    body = given[0]
    sizes = {each: _size(each, members[each]) for each in _SIZES if each in members}
    layout = members.get("layout", "RowMajor")
    if type(layout) is not str or not _LAYOUT.fullmatch(layout):
        raise TileError("TILE-FIELD", "layout must be a name", 'such as "RowMajor"', ("layout",))
    try:
        cells = _cells(fmt, members[body])
        height, width = len(cells), len(cells[0])
        valid_shape = (sizes.pop("valid_rows", height), sizes.pop("valid_columns", width))
        if body == "valid" and valid_shape != (height, width):
            message = f"valid has {height} rows of {width} elements, against the stated valid size"
            raise TileError("TILE-SHAPE", message, "leave out valid_rows and valid_columns")
        if body == "elements":
            sizes.setdefault("columns", width)
    except TileError as error:
        raise TileError(error.code, error.message, error.hint, (body, *error.at)) from None
    physical = valid_shape if body == "elements" else None
    try:
        return make_tile(name, fmt.name, cells, valid_shape=physical, layout=layout, **sizes)
    except TileError as error:
        place = error.at if error.at and error.at[0] in members else (body,)
        raise TileError(error.code, error.message, error.hint, place) from None


def _members(
    value: object, known: tuple[str, ...], at: tuple[str | int, ...], otherwise: str
) -> _Object:
    """The value, which must be an object of the known members."""
    if not isinstance(value, _Object):
        raise TileError("TILE-SCHEMA", otherwise, None, at)
    if value.repeated is not None:
        message = f"'{value.repeated[:40]}' is there twice"
        raise TileError("TILE-FIELD", message, None, (*at, value.repeated, _KEY))
    for key in value:
        if key not in known:
            close = get_close_matches(key, known, 1)
            hint = f"did you mean '{close[0]}'?" if close else "known are " + ", ".join(known)
            raise TileError("TILE-FIELD", f"unknown member '{key[:40]}'", hint, (*at, key, _KEY))
    return value


def _size(member: str, value: object) -> int:
    if not isinstance(value, _Number) or not re.fullmatch("[0-9]{1,9}", value):
        message = f"{member} must be a whole number that is not negative"
        raise TileError("TILE-FIELD", message, None, (member,))
    return int(value)


def _cells(fmt: Format, value: object) -> list[list[int | None]]:
    if not isinstance(value, list):
        raise TileError("TILE-SHAPE", "a tile's elements are a list of rows", "write [[1, 2]]")
    for r, line in enumerate(value):
        if not isinstance(line, list):
            message = f"row {r} is no list of values"
            raise TileError("TILE-SHAPE", message, "a single row is written [[1, 2]]", (r,))
    check_rectangle(value)
    return [[_word(fmt, each, r, c) for c, each in enumerate(line)] for r, line in enumerate(value)]


def _word(fmt: Format, value: object, row: int, column: int) -> int | None:
    if value is None:
        return None
    if not isinstance(value, str):
        message = f"the element at row {row}, column {column} is no number, string or null"
        raise TileError("TILE-VALUE", message, None, (row, column))
    try:
        return encode(fmt, value)
    except FormatError as error:
        hint = 'raw bits are written as a string, "0x…"'
        raise TileError("TILE-VALUE", str(error), hint, (row, column)) from None


# ------------------------------------------------------------------------ places

_KEY: Final = -1


def _locate(text: str, path: tuple[str | int, ...]) -> tuple[int, int]:
    """Start and end of the value that the keys and indices of `path` lead to in valid JSON.

    Of a repeated key the last counts; a final _KEY stands for the key instead of its value.
    """
    start = _blank(text, 0)
    key = (start, start)
    for step in path:
        if step == _KEY:
            return key
        start, key = _child(text, start, step)
    return start, _skip(text, start)


def _child(text: str, start: int, step: str | int) -> tuple[int, tuple[int, int]]:
    """The start of an element of the object or list at `start`, and where its key is."""
    found, key = start, (start, start + 1)
    position, index = _blank(text, start + 1), 0
    while position < len(text) and text[position] not in "]}":
        span = (position, position)
        label: object = index
        if text[start] == "{":
            label, end = _DECODER.raw_decode(text, position)
            span = (position, end)
            position = _blank(text, _blank(text, end) + 1)
        if label == step:
            found, key = position, span
        position = _blank(text, _skip(text, position))
        if text[position] == ",":
            position = _blank(text, position + 1)
        index += 1
    return found, key


def _skip(text: str, start: int) -> int:
    return int(_DECODER.raw_decode(text, start)[1])


def _blank(text: str, start: int) -> int:
    while text[start : start + 1] in (" ", "\t", "\n", "\r"):
        start += 1
    return start


# ------------------------------------------------------------------------ writing


def to_json(tiles: Mapping[str, Tile]) -> str:
    """JSON text of tiles, one row of elements a line."""
    entries = [f"    {json.dumps(name)}: {_entry(tile)}" for name, tile in tiles.items()]
    body = "{\n" + ",\n".join(entries) + "\n  }" if entries else "{}"
    return f'{{\n  "schema": "{SCHEMA}",\n  "tiles": {body}\n}}\n'


def _entry(tile: Tile) -> str:
    physical = tile.has_padding
    cells: Cells = tile.elements if physical else tile.valid
    members: dict[str, Any] = {"data_type": tile.data_type}
    if physical:
        members |= {"valid_rows": tile.valid_rows, "valid_columns": tile.valid_columns}
    _, columns, capacity = default_shape(tile, physical=physical)
    if columns != tile.columns:
        members["columns"] = tile.columns
    if physical or columns != tile.columns or capacity != tile.capacity_bytes:
        members["capacity_bytes"] = tile.capacity_bytes
    if tile.layout != "RowMajor":
        members["layout"] = tile.layout
    lines = [f'      "{name}": {json.dumps(value)}' for name, value in members.items()]
    rows = ",\n".join(f"        [{', '.join(_text(tile.format, w) for w in row)}]" for row in cells)
    lines.append(f'      "{"elements" if physical else "valid"}": [\n{rows}\n      ]')
    return "{\n" + ",\n".join(lines) + "\n    }"


def _text(fmt: Format, word: int | None) -> str:
    if word is None:
        return "null"
    value = decode(fmt, word)
    special = (ValueClass.NAN, ValueClass.INFINITY, ValueClass.INVALID)
    return json.dumps(value.text) if value.kind in special else value.text
