"""How the tiles of a counterexample look."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from proofs.verdicts import TileView
from ptoprove.tile_grid import word_texts
from ptoprove.tile_view import tiles_side_by_side
from tests.ptoprove.samples import Golden, plain, tile


def shown(*tiles: TileView, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False)
    console.print(tiles_side_by_side(tiles))
    assert isinstance(console.file, io.StringIO)
    return plain(console.file.getvalue())


def test_side_by_side(golden: Golden) -> None:
    tiles = (
        tile("dividend", [7, -7], [-(2**31), 2**31 - 1], valid=(2, 2)),
        tile("divisor", [-2, 2], [3, None], valid=(2, 2)),
        tile("expected", [-1, 1], [1, 0], valid=(2, 2)),
        tile("got", [-1, -1], [1, None], valid=(2, 2)),
    )
    golden("tiles.txt", shown(*tiles))


def test_padding(golden: Golden) -> None:
    rows = [[1, 2, 0, 0], *[[0, 0, 0, 0]] * 5, [0, 9, 0, 0], [0, 0, 0, 0]]
    padded = tile("got", *rows, valid=(1, 2))
    expected = replace(padded, role="expected", words=((1, 2, 0, 0), *((0, 0, 0, 0),) * 7))
    undefined = tile("dividend", [1, 2, None, None], [None] * 4, valid=(1, 2))
    golden("padding.txt", shown(undefined, expected, padded))


def test_narrow_terminals_wrap() -> None:
    tiles = [tile(role, [1]) for role in ("dividend", "divisor", "expected", "got")]
    wide, narrow = shown(*tiles), shown(*tiles, width=40)
    assert len(wide.splitlines()) < len(narrow.splitlines())
    assert all(len(line) <= 40 for line in narrow.splitlines())


@pytest.mark.parametrize(
    ("data_type", "word", "texts"),
    [
        ("S32", 2**64 - 1, ("-1", "0xffffffff")),
        ("S32", 2**32 - 1, ("-1", "0x00000000ffffffff")),
        ("S32", 5, ("5", "0x00000005")),
        ("U16", 0xFFFF, ("65535", "0xffff")),
        ("U16", 0x1FFFF, ("65535", "0x000000000001ffff")),
        ("FP16", 0x3C00, ("1.0", "0x3c00")),
        ("no type", 10, ("10", "0xa")),
    ],
)
def test_words(data_type: str, word: int, texts: tuple[str, str]) -> None:
    assert word_texts(data_type, word) == texts
