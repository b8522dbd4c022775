"""Floating properties end to end: proved over axioms, refuted by runs, replayed and small."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import pytest

from proofs.encode_floats import REMAINDER
from proofs.properties import Property, harness_files, load_properties
from proofs.prove import Prover, Settings
from proofs.provers import RECURSION
from proofs.verdicts import Result, Verdict
from semantics.overlays import with_profile
from semantics.specification import Specification, shipped

SPEC = shipped()
FORMATS = ("FP16", "BF16", "FP32")


@pytest.fixture(scope="module", autouse=True)
def deep_recursion() -> None:
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))


@pytest.fixture(scope="module")
def provers() -> Mapping[str, Prover]:
    return {name: _prover(with_profile(SPEC, name)) for name in ("ieee754", "tile-library")}


def _prover(spec: Specification) -> Prover:
    return Prover(spec, Settings(timeout=60), harness_files(spec, ["TREM", "TDIV"]))


def floating(contract: str, id: str) -> Property:
    (found,) = [p for p in load_properties(SPEC, [contract]) if p.id == id and p.profiles]
    return found


def decide(prover: Prover, contract: str, id: str, **case: str) -> Result:
    return prover.decide(floating(contract, id), case)


def words(result: Result) -> dict[str, int | None]:
    assert result.counterexample is not None
    return {tile.role: tile.words[0][0] for tile in result.counterexample.tiles}


@pytest.mark.parametrize("format", FORMATS)
def test_the_sign_of_the_divisor_is_proved(provers: Mapping[str, Prover], format: str) -> None:
    result = decide(provers["ieee754"], "TREM", "divisor-sign", data_type=format, magnitudes="any")
    assert result.verdict is Verdict.PROVED, result.reason
    assert result.assumptions == (REMAINDER,)


@pytest.mark.parametrize("format", FORMATS)
def test_the_published_formula_loses_the_sign(provers: Mapping[str, Prover], format: str) -> None:
    """Among moderate magnitudes a quotient that rounds up to an integer does it; of all, one that
    overflows."""
    for magnitudes in ("any", "moderate"):
        result = decide(
            provers["tile-library"],
            *("TREM", "divisor-sign"),
            data_type=format,
            magnitudes=magnitudes,
        )
        assert result.verdict is Verdict.REFUTED, result.reason
        found = words(result)
        assert found["got"] != found["expected"]
        assert found["dividend"] and found["divisor"]


def test_the_same_counterexample_every_time(provers: Mapping[str, Prover]) -> None:
    case = {"data_type": "FP16", "magnitudes": "moderate"}
    first = decide(provers["tile-library"], "TREM", "divisor-sign", **case)
    again = decide(_prover(with_profile(SPEC, "tile-library")), "TREM", "divisor-sign", **case)
    assert first.counterexample == again.counterexample


@pytest.mark.parametrize("format", FORMATS)
def test_a_remainder_may_round_to_the_divisor(provers: Mapping[str, Prover], format: str) -> None:
    """1 mod -4096 is -4095, which FP16 rounds to -4096."""
    refuted = decide(provers["ieee754"], "TREM", "range", data_type=format)
    assert refuted.verdict is Verdict.REFUTED
    found = words(refuted)
    assert found["got"] == found["expected"] == found["divisor"]
    closed = decide(provers["ieee754"], "TREM", "rounded-range", data_type=format)
    assert closed.verdict is Verdict.PROVED, closed.reason


@pytest.mark.parametrize("format", ["FP64", "FP32", "TF32", "HF32", "FP16", "BF16", "E4M3", "E5M2"])
def test_quotients_are_rounded_once(provers: Mapping[str, Prover], format: str) -> None:
    result = decide(provers["ieee754"], "TDIV", "quotient", data_type=format)
    assert result.verdict is Verdict.BOUNDED, result.reason


def test_quotients_of_another_rounding_are_refuted() -> None:
    files = [
        file for file in with_profile(SPEC, "ieee754").files if "ieee754" not in file.source.path
    ]
    bare = Specification("without a profile", files)  # its hook gives the left operand
    result = decide(_prover(bare), "TDIV", "quotient", data_type="FP16")
    assert result.verdict is Verdict.REFUTED
