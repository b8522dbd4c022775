"""Where hostile input comes from: valid files of each kind, and how one is made from them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from tests.fuzz.grammar import sentence
from tests.fuzz.mutation import mutated

ROOT = Path(__file__).parents[2]
FOLDERS = ("semantics", "proofs", "examples", "tests/programs", "tests/model")
LIBRARY_CALL = (
    b"%dst = pto.trem %src0, %src1 : (!pto.tile<Vec, 16x16xf32>, !pto.tile<Vec, 16x16xf32>)"
    b" -> !pto.tile<Vec, 16x16xf32>\n",
    b"pto.trem ins(%a, %b : !pto.tile<rows=16, cols=8, dtype=i32>, !pto.tile<x>)"
    b" outs(%d : !pto.tile<x>)",
)
BUNDLE = (
    b"BSTART.TEPL 0, 4, S32; B.DIM LB0=4; B.DIM LB1=2; B.DATR PadValue=Zero, RMode=1\n"
    b"B.IOR R1, R2 # scalars\nB.IOT T1, U2, mask=1111, <last>, ->T0<1KB>; BSTOP // the end\n"
)
MADE_ANEW = 0.3
"""How many of the ASL texts are made from the grammar, and not from a file."""


def seeds(suffix: str, corpus: Sequence[Path] = ()) -> list[bytes]:
    """Valid files of a kind: those of this project, and those in other folders."""
    places = [*(ROOT / each for each in FOLDERS), *corpus]
    found = [path.read_bytes() for place in places for path in sorted(place.rglob(f"*{suffix}"))]
    if suffix == ".bundle":
        found += [*LIBRARY_CALL, BUNDLE]
    return found or [_arrays()]


def hostile(reader: str, files: Sequence[bytes], random: Random) -> bytes:
    """Input for a reader: a mutated file, or a sentence of the grammar, mutated or as it is."""
    if reader in ("asl", "scan", "check") and random.random() < MADE_ANEW:
        text = sentence(random).encode()
        return text if random.random() < 0.5 else mutated(random, [text], 3)
    return mutated(random, files)


def _arrays() -> bytes:
    """A `.npz` file of two tiles."""
    stream = io.BytesIO()
    words = np.array([[1, 2], [3, 4]], np.int32)
    notes = {"T1.valid_shape": np.array([1, 2]), "T1.data_type": np.array("S32")}
    np.savez(stream, T1=words, T2=words.astype(np.float32), **notes)  # type: ignore[arg-type]
    return stream.getvalue()
