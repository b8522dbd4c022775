"""`ptoprove portability`, and `--target` of the other commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import ptoprove
from parser.loader import ParsedFile
from parser.source import Source
from proofs.verdicts import Verdict
from ptoprove.portability import Standing, portability
from semantics.specification import Specification, shipped
from semantics.targets import targets
from tests.ptoprove.samples import COUNTEREXAMPLE, FakeChecker, Golden, Run, plain, result

SCHEMA = Path(__file__).parents[2] / "ptoprove" / "schemas" / "portability.v1.json"


@pytest.mark.parametrize("width", [80, 120])
def test_matrix(run: Run, golden: Golden, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    found = run("portability", "TREM")
    assert found.exit_code == 0
    assert found.stderr == ""
    assert max(map(len, found.stdout.split("\n"))) <= width
    golden(f"portability-{width}.txt", plain(found.stdout))


def test_the_page_shows_the_matrix(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    printed = plain(run("portability", "TREM").stdout).split("\n")
    page = (Path(__file__).parents[2] / "docs" / "targets.md").read_text("utf-8")
    assert "\n".join(printed[2:12]) in page


def test_a_contract_without_facts(
    run: Run, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ptoprove.portability.targets", lambda contract: {})
    found = run("portability", "TREM")
    assert found.exit_code == 0
    golden("portability-no-page.txt", plain(found.stdout))


def test_a_contract_of_which_nothing_is_known(run: Run) -> None:
    found = run("portability", "TDEMO", "--spec", "spec")
    assert found.exit_code == 0
    assert found.stdout.split("\n") == [
        "TDEMO",
        "the specification has no InstructionContractDataTypeLegal_TDEMO(data_type)",
        "no page states targets for TDEMO",
        "",
        "",
    ]
    every = run("portability", "--spec", "spec")
    assert every.stdout == (
        "1 more contract: neither the specification nor a page states data types\n"
    )


def test_all_contracts(run: Run) -> None:
    found = run("portability")
    assert found.exit_code == 0
    assert "TREM\n" in found.stdout
    assert "lines of the tile library's page of TREM" in found.stdout


def changed(name: str, text: str, replacement: str) -> Specification:
    """The shipped specification with one text of one file changed."""
    spec = shipped()
    (old,) = (file for file in spec.files if Path(file.source.path).name == name)
    assert text in old.source.text
    new = ParsedFile(Source(old.source.path, old.source.text.replace(text, replacement)))
    files = [new if file is old else file for file in spec.files]
    return Specification("changed", files)


def test_the_contract_is_asked_and_not_read() -> None:
    spec = changed("TREM.asl", "TileDataType_FP16, TileDataType_BF16\n", "TileDataType_FP16\n")
    (found,) = portability(spec, [spec.contract("TREM")])
    own, cells = found.data_types["BF16"]
    assert (own.standing, own.clause) == (Standing.ILLEGAL, "legality[2]")
    assert cells["portable"].clause == "legality[2]"
    assert cells["a5"].lines == (52,)


def test_a_zero_divisor_that_the_contract_takes_makes_no_difference() -> None:
    spec = changed("legality.asl", "&& TileHasIntegerZero(right) then", "&& FALSE then")
    (found,) = portability(spec, [spec.contract("TREM")])
    standings = {cell.standing for _, cells in found.data_types.values() for cell in cells.values()}
    assert standings == {Standing.LEGAL, Standing.ILLEGAL, Standing.NOT_STATED}


def test_portable_is_what_all_allow() -> None:
    spec = shipped()
    (found,) = portability(spec, [spec.contract("TREM")])
    taken = (Standing.LEGAL, Standing.DIFFERENT)
    for own, cells in found.data_types.values():
        others = [cell for name, cell in cells.items() if name != "portable"]
        stated = [c.standing in taken for c in (own, *others) if c.standing != "not stated"]
        assert (cells["portable"].standing in taken) == all(stated)


# ------------------------------------------------------------------------ JSON


def validated(text: str) -> Any:
    document = json.loads(text)
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    validator.check_schema(validator.schema)
    validator.validate(document)
    return document


def test_json(run: Run, tmp_path: Path) -> None:
    alone = run("portability", "--json", "-")
    assert (alone.exit_code, alone.stderr) == (0, "")
    document = validated(alone.stdout)
    contract = next(each for each in document["contracts"] if each["contract"] == "TREM")
    assert len(contract["data_types"]) == 25
    row = next(each for each in contract["data_types"] if each["data_type"] == "S16")
    assert row["contract"] == {"standing": "legal", "clause": "legality[2]", "lines": []}
    assert row["targets"]["a5"] == {"standing": "different", "clause": None, "lines": [52, 60]}
    assert contract["zero_divisor"] == "exceptions[0]"
    assert set(contract["constraints"]) == set(targets("TREM"))
    scratch = contract["constraints"]["a2a3"]["scratch"]
    assert scratch == {"value": {"used": True, "rows": 2, "columns": "ValidCol"}, "lines": [50]}
    file = tmp_path / "report.json"
    beside = run("portability", "--json", str(file))
    assert "TREM" in beside.stdout
    assert validated(file.read_text("utf-8")) == document


def test_json_of_a_checkout(run: Run) -> None:
    document = validated(run("portability", "--spec", "spec", "--json", "-").stdout)
    (contract,) = document["contracts"]
    assert (contract["page"], contract["data_types"], contract["constraints"]) == (None, [], {})


# ------------------------------------------------------------------------ --target

BUNDLE = "BSTART.SFU TREM, U16; B.DIM LB0=2; B.IOT T1, T2, mask=1111, <last>, ->T0<1>; BSTOP"


@pytest.fixture
def tiles(tmp_path: Path) -> str:
    file = tmp_path / "in.npz"
    np.savez(file, T1=np.array([[5, 7]], np.uint16), T2=np.array([[3, 2]], np.uint16))
    return str(file)


@pytest.mark.parametrize(
    ("target", "code", "first"),
    [
        ("a5", 0, "TREM: accepted"),
        ("cpu", 0, "TREM: accepted"),
        ("a2a3", 1, "TREM: rejected with Fault_TileLegality (Rejection_Target)"),
        ("portable", 1, "TREM: rejected with Fault_TileLegality (Rejection_Target)"),
    ],
)
def test_run(run: Run, tiles: str, target: str, code: int, first: str) -> None:
    found = run("run", BUNDLE, "--tiles", tiles, "--target", target)
    assert (found.exit_code, found.stderr) == (code, "")
    assert found.stdout.split("\n")[0] == first


def test_run_names_the_line(run: Run, tiles: str) -> None:
    found = run("run", BUNDLE, "--tiles", tiles, "--target", "a2a3")
    expected = "  the tile library's page of TREM, line 46: the data types of a2a3 are FP32, S32"
    assert found.stdout.split("\n")[1] == expected


def test_the_contract_comes_before_the_target(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.npz"
    np.savez(file, T1=np.array([[5, 7]], np.int64), T2=np.array([[3, 2]], np.int64))
    words = ("--tiles", str(file), "--target", "a5")
    found = run("run", BUNDLE.replace("U16", "S64"), *words)
    assert "(Rejection_DataType)\n  legality[2]: " in found.stdout


def test_show(run: Run, golden: Golden) -> None:
    found = run("show", "TREM", "--target", "a5")
    assert found.exit_code == 0
    _, title, section = plain(found.stdout).partition("Target a5")
    golden("show-target.txt", title + section)
    assert "data types        not stated" in run("show", "TREM", "--target", "cpu").stdout


def test_show_a_property_names_the_target(run: Run) -> None:
    found = run("show", "TREM", "--property", "type-domain", "--target", "a5")
    assert "\n// scope: every data type, on target a5\n" in found.stdout


def test_check_on_a_target() -> None:
    spec = ptoprove.load(target="a2a3")
    names = ["type-domain", "type-domain-bundle"]
    found = ptoprove.check("TREM", spec=spec, properties=names, jobs=1, cache=False)
    assert all("on target a2a3" in each.scope for each in found)
    refuted = {each.case["encoding"] for each in found if each.verdict is Verdict.REFUTED}
    assert refuted == {"4", "5", "18", "25", "26"}  # FP16, BF16, S16, U32, U16
    assert {each.verdict for each in found} == {Verdict.PROVED, Verdict.BOUNDED, Verdict.REFUTED}


def test_replay_names_the_target(run: Run, checker: FakeChecker) -> None:
    checker.results = [result("range", Verdict.REFUTED, counterexample=COUNTEREXAMPLE)]
    found = run("check", "--target", "a5")
    assert "replay: ptoprove check TREM --property range --target a5" in found.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("portability", "TRME"), "error[input] CONTRACT-UNKNOWN"),
        (("portability", "TREM", "--json", "."), "error[input] OUTPUT-FILE"),
        (("portability", "--decoders", "x"), "--decoders goes with --spec"),
        (("check", "TREM", "--target", "a7"), "error[input] TARGET-UNKNOWN"),
        (("show", "TREM", "--target", ""), "error[input] TARGET-UNKNOWN"),
        (("run", BUNDLE, "--tiles", "x", "--target", "a2"), "hint: did you mean `a2a3`?"),
        (("show", "TDEMO", "--spec", "spec", "--target", "a5"), "error[input] TARGET-MODEL"),
    ],
)
def test_bad_usage(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert message in found.stderr
    assert found.stderr.count("error[") <= 1
    assert found.stdout == ""
