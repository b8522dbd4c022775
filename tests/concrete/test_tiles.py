"""Tiles in files: what is written is read again, and what is wrong is said once, with its place."""

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concrete.formats import dtype_of
from concrete.tile_json import tiles_of_json, to_json
from concrete.tiles import (
    Tile,
    TileError,
    make_tile,
    read_tiles,
    tile_of_array,
    tile_of_values,
    tile_to_array,
    write_tiles,
)
from parser.diagnostics import Diagnostic, Phase, PtoError
from parser.source import Source
from semantics.formats import FORMATS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tiles.md").read_text("utf-8")
SCHEMA = json.loads((ROOT / "concrete" / "schemas" / "tiles.v1.json").read_text("utf-8"))


def parse(text: str) -> dict[str, Tile]:
    return tiles_of_json(Source("in.json", text))


def one(members: str) -> Tile:
    return parse(f'{{"schema":"ptoprove.tiles.v1","tiles":{{"T1":{{{members}}}}}}}')["T1"]


def problem(action: Any, *arguments: Any) -> Diagnostic:
    with pytest.raises(PtoError) as caught:
        action(*arguments)
    (only,) = caught.value.diagnostics
    assert only.phase is Phase.INPUT
    assert only.span is not None
    return only


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    fmt = FORMATS[draw(st.sampled_from(sorted(FORMATS)))]
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    physical = draw(st.booleans())
    word = st.integers(0, fmt.mask)
    cell = st.one_of(word, st.none()) if draw(st.booleans()) else word
    cells = draw(st.lists(st.lists(cell, min_size=width, max_size=width),
                          min_size=height, max_size=height))  # fmt: skip
    shape = (draw(st.integers(1, height)), draw(st.integers(1, width))) if physical else None
    capacity = draw(st.sampled_from([None, 512, 1024]))
    columns = None if physical else draw(st.sampled_from([None, 7, 8]))
    layout = draw(st.sampled_from(["RowMajor", "ColumnMajor"]))
    name = draw(st.sampled_from(["T0", "U15", "M3", "N9"]))
    return make_tile(name, fmt.name, cells, valid_shape=shape, capacity_bytes=capacity,
                     columns=columns, layout=layout)  # fmt: skip


sets = st.lists(tiles(), min_size=1, max_size=3, unique_by=lambda tile: tile.name).map(
    lambda each: {tile.name: tile for tile in each}
)


@settings(deadline=None)
@given(sets)
def test_json_gives_the_same_tiles(written: dict[str, Tile]) -> None:
    text = to_json(written)
    assert parse(text) == written
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))


@given(sets)
@settings(deadline=None)
def test_npz_gives_the_same_tiles(written: dict[str, Tile]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out.npz"
        write_tiles(path, written)
        assert read_tiles(path) == written


@pytest.mark.parametrize("name", FORMATS)
def test_every_type_in_every_file(name: str, tmp_path: Path) -> None:
    fmt = FORMATS[name]
    raws = [0, 1, fmt.mask, fmt.mask >> 1, (fmt.mask >> 1) + 1, fmt.mask >> 3]
    tile = make_tile("T4", name, [raws[:3], raws[3:]])
    for path in (tmp_path / "a.npz", tmp_path / "a.json"):
        write_tiles(path, {"T4": tile})
        assert read_tiles(path) == {"T4": tile}
    array = tile_to_array(tile)
    stated = name if dtype_of(fmt) is None else None
    assert tile_of_array("T4", array, stated) == tile
    if array.dtype.isbuiltin == 1 and stated is None:
        write_tiles(tmp_path / "T4.npy", {"T4": tile})
        assert read_tiles(tmp_path / "T4.npy") == {"T4": tile}


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["$defs"]["data_type"]["enum"]) == set(FORMATS)


def test_shape_is_derived() -> None:
    tile = one('"data_type":"s32","valid":[[1,2,3],[4,5,-6]]')
    assert (tile.rows, tile.columns, tile.capacity_bytes, tile.size_code) == (10, 3, 128, 1)
    assert (tile.valid_rows, tile.valid_columns) == (2, 3)
    assert tile.valid == ((1, 2, 3), (4, 5, 0xFFFF_FFFA))
    assert tile.elements[0] == (1, 2, 3)
    assert tile.elements[2:] == ((None,) * 3,) * 8
    assert tile.texts() == (("1", "2", "3"), ("4", "5", "-6"))


def test_shape_may_be_stated() -> None:
    tile = one('"data_type":"U8","valid":[[1]],"columns":16,"capacity_bytes":256')
    assert (tile.rows, tile.columns, tile.capacity_bytes) == (16, 16, 256)
    tile = one('"data_type":"U8","elements":[[1,null],[null,9]],"rows":128,"valid_rows":1')
    assert (tile.rows, tile.columns, tile.capacity_bytes) == (128, 2, 256)
    assert tile.valid == ((1, None),)
    assert tile.elements[1] == (None, 9)
    assert tile.has_padding
    tile = one('"data_type":"S32","valid":[[1,2,3]],"columns":5,"rows":12')
    assert (tile.rows, tile.columns, tile.capacity_bytes) == (12, 5, 256)
    assert tile.elements[0] == (1, 2, 3, None, None)


def test_largest_tile(tmp_path: Path) -> None:
    array = np.arange(65536, dtype=np.uint8).reshape(256, 256)
    tile = tile_of_array("N15", array)
    assert (tile.capacity_bytes, tile.rows, tile.index) == (65536, 256, 63)
    for name in ("a.json", "a.npz"):
        write_tiles(tmp_path / name, {"N15": tile})
        assert read_tiles(tmp_path / name) == {"N15": tile}


def test_numbers_are_rounded_once() -> None:
    # One unit beyond the middle between two FP32 values, and lost in a double.
    tile = one('"data_type":"FP32","valid":[[16777217.0000000000000001, NaN, -Infinity, -0.0]]')
    assert tile.valid == ((0x4B80_0001, 0x7FC0_0000, 0xFF80_0000, 0x8000_0000),)


@pytest.mark.parametrize(
    ("members", "code", "marked"),
    [
        ('"valid":[[1]]', "TYPE", None),
        ('"data_type":5,"valid":[[1]]', "TYPE", "5"),
        ('"data_type":"S33","valid":[[1]]', "TYPE", '"S33"'),
        ('"data_type":"S8"', "FIELD", None),
        ('"data_type":"S8","valid":[[1]],"elements":[[1]]', "FIELD", None),
        ('"data_type":"S8","valid":[[1]],"vald":1', "FIELD", '"vald"'),
        ('"data_type":"S8","valid":[[1]],"valid":[[1]]', "FIELD", '"valid"'),
        ('"data_type":"S8","valid":[[1]],"rows":"1"', "FIELD", '"1"'),
        ('"data_type":"S8","valid":[[1]],"rows":-1', "FIELD", "-1"),
        ('"data_type":"S8","valid":[[1]],"layout":1', "FIELD", "1"),
        ('"data_type":"S8","valid":1', "SHAPE", "1"),
        ('"data_type":"S8","valid":[]', "SHAPE", "[]"),
        ('"data_type":"S8","valid":[[]]', "SHAPE", "[]"),
        ('"data_type":"S8","valid":[[1],7]', "SHAPE", "7"),
        ('"data_type":"S8","valid":[[1],[1,2]]', "SHAPE", "[1,2]"),
        ('"data_type":"S8","valid":[[1]],"valid_rows":2', "SHAPE", "[[1]]"),
        ('"data_type":"S8","valid":[[1]],"columns":0', "SHAPE", "0"),
        ('"data_type":"S8","valid":[[1]],"columns":65536', "SHAPE", "65536"),
        ('"data_type":"S8","valid":[[1,2]],"columns":1', "SHAPE", "1"),
        ('"data_type":"S8","valid":[[1]],"capacity_bytes":129', "SHAPE", "129"),
        ('"data_type":"S8","valid":[[1]],"rows":3', "SHAPE", "3"),
        ('"data_type":"S8","valid":[[1]],"rows":64,"capacity_bytes":128', "SHAPE", "64"),
        ('"data_type":"S8","elements":[[1,2,3]],"rows":43', "SHAPE", "43"),
        ('"data_type":"S8","elements":[[1,2]],"columns":4', "SHAPE", "4"),
        ('"data_type":"S8","elements":[[1,2]],"valid_columns":3', "SHAPE", "3"),
        ('"data_type":"S8","valid":[[1,128]]', "VALUE", "128"),
        ('"data_type":"S8","valid":[[1,1.0]]', "VALUE", "1.0"),
        ('"data_type":"S8","valid":[[1],[true]]', "VALUE", "true"),
        ('"data_type":"S8","valid":[[1,[2]]]', "VALUE", "[2]"),
        ('"data_type":"S8","valid":[[1, "two" ]]', "VALUE", '"two"'),
        ('"data_type":"S8","valid":[[1,"0x100"]]', "VALUE", '"0x100"'),
        ('"data_type":"E4M3","valid":[[500]]', "VALUE", "500"),
    ],
)
def test_bad_tiles(members: str, code: str, marked: str | None) -> None:
    other = '"T2":{"data_type":"S8","valid":[[1]]}'
    text = f'{{"schema":"ptoprove.tiles.v1","tiles":{{{other},"T1":{{{members}}}}}}}'
    found = problem(parse, text)
    assert found.code == f"TILE-{code}"
    assert found.message.startswith("T1: ")
    assert found.span is not None
    place = text[found.span.column - 1 : found.span.end_column - 1]
    assert place == (f"{{{members}}}" if marked is None else marked)


def test_too_many_elements() -> None:
    rows = ",".join(["[1]"] * 65537)
    assert problem(one, f'"data_type":"S8","valid":[{rows}]').code == "TILE-SIZE"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "JSON", "1:1"),
        ('{"schema":\n 1 2}', "JSON", "2:4"),
        ("[" * 100_000, "JSON", "1:1"),
        ("[]", "SCHEMA", "1:1"),
        ('{"schema": "ptoprove.tiles.v1"}', "SCHEMA", "1:1"),
        ('{"schema": "ptoprove.tiles.v2", "tiles": {}}', "SCHEMA", "1:12"),
        ('{"schema": 1, "tiles": {}}', "SCHEMA", "1:12"),
        ('{"schema": "ptoprove.tiles.v1", "tiles": []}', "SCHEMA", "1:42"),
        ('{"schema": "ptoprove.tiles.v1",\n "tile": {}}', "FIELD", "2:2"),
        ('{"schema": "ptoprove.tiles.v1",\n "tiles": {"T16": {}}}', "NAME", "2:12"),
        ('{"schema": "ptoprove.tiles.v1",\n "tiles": {"T1": {}, "T1": {}}}', "NAME", "2:22"),
        ('{"schema": "ptoprove.tiles.v1",\n "tiles": {"T1": [1]}}', "SCHEMA", "2:18"),
    ],
)
def test_bad_documents(text: str, code: str, place: str) -> None:
    found = problem(parse, text)
    assert (found.code, str(found.span)) == (f"TILE-{code}", f"in.json:{place}")


@given(st.one_of(st.text(), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["schema", "tiles", "T1", "data_type", "valid", "rows", "S8"]), inner),
    max_leaves=20,
).map(lambda tree: json.dumps(
    {"schema": "ptoprove.tiles.v1", "tiles": {"T1": tree}}))))  # fmt: skip
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse(text)
    except PtoError as error:
        problems = error.diagnostics
    else:
        return
    assert len(problems) == 1
    assert problems[0].code.startswith("TILE-")


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for name in ("a.json", "a.npz", "T1.npy", "a.txt"):
        assert problem(read_tiles, tmp_path / name).code == "TILE-FILE"
    assert problem(read_tiles, tmp_path).code == "TILE-FILE"
    assert problem(read_tiles, tmp_path / "T16.npy").code == "TILE-NAME"


def test_directories(tmp_path: Path) -> None:
    first, second = tile_of_values("T1", "S8", [[1]]), tile_of_values("T2", "S8", [[2]])
    write_tiles(tmp_path / "T1.npy", {"T1": first})
    write_tiles(tmp_path / "more.json", {"T2": second})
    assert read_tiles(tmp_path) == {"T1": first, "T2": second}
    write_tiles(tmp_path / "other.npz", {"T1": first})
    assert problem(read_tiles, tmp_path).code == "TILE-NAME"


def test_what_an_array_alone_does_not_say(tmp_path: Path) -> None:
    whole = tile_of_values("T1", "S8", [[1, None]])
    for name, tile in (
        ("T1.npy", whole),
        ("T2.npy", whole),
        ("T1.npy", tile_of_values("T1", "BF16", [[1]])),
        ("T1.npy", make_tile("T1", "S8", [[1]], capacity_bytes=512)),
        ("T1.txt", whole),
    ):
        found = problem(write_tiles, tmp_path / name, {"T1": tile})
        assert found.code in ("TILE-FILE", "TILE-VALUE")
        assert not (tmp_path / name).exists()


def test_values_are_checked() -> None:
    with pytest.raises(TileError, match="outside the range of S8"):
        tile_of_values("T1", "S8", [[1], [200]])
    with pytest.raises(TileError, match="raw word 0x100"):
        make_tile("T1", "S8", [[0x100]])


def test_examples_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 2
    for text in examples:
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))
        assert parse(text)
    assert parse(examples[1])["M3"].capacity_bytes == 256
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names = []
    for program in programs:
        exec(program, {})
        names.append(sorted(read_tiles(tmp_path / "in.npz")))
    assert names == [["T1", "T2"], ["T1", "T2"]]
    assert list(read_tiles(tmp_path / "T3.npy")) == ["T3"]


def test_codes_are_documented() -> None:
    sources = [*(ROOT / "concrete").glob("tile*.py")]
    used = {code for each in sources for code in re.findall(r'"(TILE-[A-Z]+)"', each.read_text())}
    assert used == set(re.findall(r"\| \[`(TILE-[A-Z]+)`", PAGE))
