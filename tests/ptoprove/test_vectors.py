"""`ptoprove vectors`: the files it writes, which are read here as a user would."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from semantics.library import contract_files, model_files
from tests.ptoprove.samples import Golden, Run, plain

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "ptoprove" / "schemas" / "vectors.v1.json"


def loaded(path: Path) -> dict[str, Any]:
    """The arrays of a file."""
    with np.load(path, allow_pickle=False) as arrays:
        return dict(arrays)


@pytest.fixture
def tneg(run: Run, tmp_path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and the index of TNEG."""
    found = run("vectors", "TNEG", "--out", str(tmp_path / "tneg.npz"))
    assert (found.exit_code, found.stderr) == (0, "")
    index = json.loads((tmp_path / "tneg.json").read_text("utf-8"))
    return loaded(tmp_path / "tneg.npz"), index


def test_the_index_says_what_the_arrays_are(tneg: tuple[dict[str, Any], dict[str, Any]]) -> None:
    arrays, index = tneg
    jsonschema.validate(index, json.loads(SCHEMA.read_text("utf-8")))
    named = set()
    for group in index["groups"]:
        for operand in group["operands"]:
            name = f"{group['name']}.{operand['name']}"
            array, defined = arrays[name], arrays[f"{name}.defined"]
            assert (list(array.shape), array.dtype.name) == (operand["shape"], operand["dtype"])
            assert (defined.shape, defined.dtype) == (array.shape, np.bool_)
            named |= {name, f"{name}.defined"}
        legal = arrays[f"{group['name']}.legal"]
        assert legal.tolist() == [each["legal"] for each in group["vectors"]]
        named |= {f"{group['name']}.legal", f"{group['name']}.status"}
    assert set(arrays) <= named
    ids = [each["id"] for group in index["groups"] for each in group["vectors"]]
    assert len(ids) == len(set(ids))
    figures = index["coverage"]["summary"]
    assert 0 < figures["both"] < figures["branches"] <= figures["taken"] + figures["branches"]


@pytest.mark.parametrize("data_type", ["S32", "S8", "FP32", "FP16"])
def test_an_implementation_can_be_tested(
    tneg: tuple[dict[str, Any], dict[str, Any]], data_type: str
) -> None:
    arrays, index = tneg
    count = 0
    for group in index["groups"]:
        if {each["data_type"] for each in group["operands"]} == {data_type}:
            destination, source = (
                arrays[f"{group['name']}.{n}"] for n in ("destination", "source")
            )
            legal = arrays[f"{group['name']}.legal"]
            expected = np.negative(source[legal])
            np.testing.assert_array_equal(destination[legal], expected)
            assert arrays[f"{group['name']}.destination.defined"][legal].all()
            assert not arrays[f"{group['name']}.destination.defined"][~legal].any()
            count += int(legal.sum())
    assert count >= 5


def test_files_are_the_same_each_time(run: Run, tmp_path: Path) -> None:
    contents = []
    for _ in range(2):
        words = ("vectors", "TREM", "--case", "data_type=U16", "--out", str(tmp_path / "t.npz"))
        assert run(*words).exit_code == 0
        contents.append([(tmp_path / name).read_bytes() for name in ("t.npz", "t.json")])
    assert contents[0] == contents[1]


def test_types_that_numpy_does_not_keep_are_raw_words(run: Run, tmp_path: Path) -> None:
    words = ("vectors", "TREM", "--case", "data_type=BF16", "--out", str(tmp_path / "t.npz"))
    assert run(*words).exit_code == 0
    arrays = loaded(tmp_path / "t.npz")
    assert arrays["g0.dividend"].dtype == np.uint16
    assert 0x3F80 in arrays["g0.dividend"]


def test_the_report_on_the_terminal(run: Run, golden: Golden) -> None:
    found = run("vectors", "TREM", "--case", "data_type=S16", "--missing", "4")
    text = plain(found.stdout)
    golden("vectors.txt", text[: text.rindex(", in ")].replace(f"{ROOT}/", "") + "\n")


def test_points_that_the_checkout_passes(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    for path in (*model_files(), *contract_files()):
        target = mine / "asl" / path.parent.name / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    given = ("vectors", "TREM", "--case", "data_type=S16", "--spec", str(mine))
    found = run(*given, "--as", "avs", "--out", str(mine))
    assert (found.exit_code, found.stderr) == (0, "")
    number = len(list((mine / "tests" / "asl" / "contracts" / "TREM").glob("*.asl")))
    assert number >= 10
    again = run("avs", "--spec", str(mine), "--jobs", "1")
    assert again.stdout.rstrip().endswith(f": {number} PASSED")
    covered = run("coverage", "TREM", "--spec", str(mine), "--json", "-", "--jobs", "1")
    assert json.loads(covered.stdout)["summary"]["both"] >= 25


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("TREMM",), "error[input] CONTRACT-UNKNOWN"),
        (("TREM", "--out", "trem.npy"), "--out needs a name that ends in .npz"),
        (("TREM", "--as", "avs"), "--as needs --out DIR"),
        (("TREM", "--as", "avs", "--out", "d", "--profile", "ieee754"), "goes without --profile"),
        (("TREM", "--as", "avs", "--out", "broken.asl"), "error[input] OUTPUT-FILE"),
        (("TREM", "--out", "nowhere/trem.npz"), "error[input] OUTPUT-FILE"),
        (("TREM", "--case", "data_type=U8"), "error[input] CASE-UNKNOWN"),
        (("STEP", "--spec", "suite"), "error[input] VECTORS-OPERANDS"),
    ],
)
def test_bad_usage(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run("vectors", *words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert message in found.stderr
