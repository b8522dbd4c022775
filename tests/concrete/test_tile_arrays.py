"""Tiles in NumPy files: any order of bytes and memory, the types NumPy forgets, and bad files."""

import io
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concrete.tile_arrays import saved_array
from concrete.tiles import read_tiles, tile_of_array, tile_of_values
from parser.diagnostics import Diagnostic, Phase, PtoError
from semantics.formats import FORMATS


def saved(path: Path, **arrays: Any) -> Path:
    np.savez(path, **arrays)
    return path


def problem(path: Path) -> Diagnostic:
    with pytest.raises(PtoError) as caught:
        read_tiles(path)
    (only,) = caught.value.diagnostics
    assert only.phase is Phase.INPUT
    assert str(only.span) == f"{path}:1:1"
    return only


def test_arrays_of_all_orders(tmp_path: Path) -> None:
    plain = np.array([[1, -2, 3], [4, 5, -6]], np.int32)
    expected = tile_of_array("T1", plain)
    wide = np.zeros((4, 6), np.int32)
    wide[::2, ::2] = plain
    variants = [
        plain.astype(">i4"),
        np.asfortranarray(plain),
        np.asfortranarray(plain.astype(">i4")),
        wide[::2, ::2],
    ]
    for array in variants:
        assert tile_of_array("T1", array) == expected
        assert read_tiles(saved(tmp_path / "a.npz", T1=array)) == {"T1": expected}


def test_one_dimension_is_one_row(tmp_path: Path) -> None:
    np.save(tmp_path / "U7.npy", np.array([1.5, -2.5], np.float16))
    assert read_tiles(tmp_path / "U7.npy") == {"U7": tile_of_values("U7", "FP16", [[1.5, -2.5]])}


def test_types_that_numpy_forgets(tmp_path: Path) -> None:
    bf16 = np.array([[1.5, -2.0]], ml_dtypes.bfloat16)
    expected = tile_of_values("T1", "BF16", [[1.5, -2]])
    assert tile_of_array("T1", bf16) == expected
    path = saved(tmp_path / "a.npz", T1=bf16)
    found = problem(path)
    assert found.code == "TILE-TYPE"
    assert "T1.data_type" in (found.hint or "")
    path = saved(tmp_path / "a.npz", T1=bf16, **{"T1.data_type": "BF16"})
    assert read_tiles(path) == {"T1": expected}
    path = saved(tmp_path / "a.npz", T1=bf16.view(np.uint16), **{"T1.data_type": "BF16"})
    assert read_tiles(path) == {"T1": expected}
    single = np.array([[1.5]], np.float32)
    path = saved(tmp_path / "a.npz", T1=single, **{"T1.data_type": "TF32"})
    assert read_tiles(path) == {"T1": tile_of_values("T1", "TF32", [[1.5]])}


def test_e5m2_alone_is_saved_as_a_float(tmp_path: Path) -> None:
    array = np.array([[1.5, -2.0]], ml_dtypes.float8_e5m2)
    expected = {"T1": tile_of_values("T1", "E5M2", [[1.5, -2]])}
    assert read_tiles(saved(tmp_path / "a.npz", T1=array)) == expected
    np.save(tmp_path / "T1.npy", array)
    assert read_tiles(tmp_path / "T1.npy") == expected


def test_notes_of_arrays(tmp_path: Path) -> None:
    notes = {
        "T1.valid_shape": np.array([1, 2]),
        "T1.capacity_bytes": np.array(512),
        "T1.defined": np.array([[True, False], [True, True]]),
    }
    path = saved(tmp_path / "a.npz", T1=np.array([[1, 2], [3, 4]], np.uint64), **notes)
    tile = read_tiles(path)["T1"]
    assert (tile.rows, tile.valid, tile.elements[1]) == (32, ((1, None),), (3, 4))


@pytest.mark.parametrize(
    ("arrays", "code"),
    [
        ({"T1": np.zeros((2, 2, 2))}, "SHAPE"),
        ({"T1": np.float32(1)}, "SHAPE"),
        ({"T1": np.zeros((0, 3))}, "SHAPE"),
        ({"T1": np.zeros((2, 2), bool)}, "TYPE"),
        ({"T1": np.zeros((2, 2), complex)}, "TYPE"),
        ({"T1": np.array([["a"]])}, "TYPE"),
        ({"T1": np.zeros(2, "f4,f4")}, "TYPE"),
        ({"T1": np.zeros(2, np.int64), "T1.data_type": "S32"}, "TYPE"),
        ({"T1": np.zeros(2, np.uint8), "T1.data_type": "E9"}, "TYPE"),
        ({"T1": np.array([16], np.uint8), "T1.data_type": "U4X2"}, "VALUE"),
        ({"T1": np.zeros(2), "T1.data_typ": "S32"}, "FIELD"),
        ({"T1": np.zeros(2), "T1.data_type": 5}, "FIELD"),
        ({"T1": np.zeros(2), "T1.columns": 1.5}, "FIELD"),
        ({"T1": np.zeros(2), "T1.columns": 1}, "SHAPE"),
        ({"T1": np.zeros(2), "T1.valid_shape": [1, 2, 3]}, "FIELD"),
        ({"T1": np.zeros(2), "T1.valid_shape": [-1, 2]}, "SHAPE"),
        ({"T1": np.zeros(2), "T1.defined": [True]}, "SHAPE"),
        ({"T2.columns": 3}, "NAME"),
        ({"Q1": np.zeros(2)}, "NAME"),
        ({"T1": np.zeros((700, 700), np.uint8)}, "SIZE"),
        ({"T1": np.zeros(9000)}, "SIZE"),
        ({}, "FILE"),
    ],
)
def test_bad_arrays(arrays: dict[str, Any], code: str, tmp_path: Path) -> None:
    assert problem(saved(tmp_path / "a.npz", **arrays)).code == f"TILE-{code}"


class Trap:
    """Unpickling this would leave a file."""

    def __reduce__(self) -> Any:
        return (open, ("trapped", "w"))


def test_nothing_is_unpickled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    trap = np.array([[Trap()]], object)
    path = saved(tmp_path / "a.npz", T1=trap)
    assert problem(path).code == "TILE-PICKLE"
    np.save(tmp_path / "T1.npy", trap)
    assert problem(tmp_path / "T1.npy").code == "TILE-PICKLE"
    (tmp_path / "T2.npy").write_bytes(trap.dumps())
    assert problem(tmp_path / "T2.npy").code == "TILE-FILE"
    assert not (tmp_path / "trapped").exists()


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "T1.npy"
    np.save(path, np.zeros((4, 4)))
    good = path.read_bytes()
    # A header may promise more than memory holds; it is refused before any is asked for.
    huge = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        huge, {"descr": "<f8", "fortran_order": False, "shape": (1 << 40, 1 << 20)}
    )
    for data, code in (
        (good[:-1], "FILE"),
        (good[:20], "FILE"),
        (good.replace(b"(4, 4)", b"(4,'4"), "FILE"),
        (b"", "FILE"),
        (huge.getvalue(), "SIZE"),
    ):
        path.write_bytes(data)
        assert problem(path).code == f"TILE-{code}"
    archive = tmp_path / "a.npz"
    archive.write_bytes(b"PK nothing")
    assert problem(archive).code == "TILE-FILE"
    with zipfile.ZipFile(archive, "w") as stream:
        stream.writestr("T1.txt", "no array")
    assert problem(archive).code == "TILE-NAME"
    (tmp_path / "a.json").write_bytes(b'{"\xff')
    assert problem(tmp_path / "a.json").code == "TILE-FILE"


@given(st.data())
@settings(deadline=None)
def test_any_damage_is_one_diagnostic(data: st.DataObject) -> None:
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {"T1": np.array([[1, 2]], np.int32), "T1.columns": np.array(4)}
    np.savez(buffer, **arrays)
    damaged = bytearray(buffer.getvalue())
    places = st.integers(0, len(damaged) - 1)
    for place, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=4)):
        damaged[place] = byte
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.npz"
        path.write_bytes(damaged[: data.draw(st.one_of(st.none(), places))])
        try:
            tiles = read_tiles(path)
        except PtoError as error:
            problems = error.diagnostics
        else:
            assert list(tiles)
            return
    assert len(problems) == 1


def test_words_as_numpy_saves_them() -> None:
    words = [[[0x3C00, 0xC000]], [[0x7C00, 0]]]
    halves = saved_array(FORMATS["FP16"], words)
    assert (halves.dtype, halves.shape) == (np.dtype(np.float16), (2, 1, 2))
    assert halves.tolist() == [[[1.0, -2.0]], [[float("inf"), 0.0]]]
    assert saved_array(FORMATS["S8"], [0xFF, 1]).tolist() == [-1, 1]
    for name, dtype in (("BF16", np.uint16), ("HiF8", np.uint8), ("S4X2", np.uint8)):
        assert saved_array(FORMATS[name], [7]).dtype == dtype
