"""Test vectors as test points, which pass because the vectors are right."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from parser.diagnostics import PtoError
from proofs.export.vector_point import export_vectors
from proofs.vectors import Vectors, vectors_of
from semantics.specification import Specification, shipped


@pytest.fixture(scope="module")
def spec() -> Specification:
    return shipped()


@pytest.fixture
def tneg(spec: Specification) -> Vectors:
    return vectors_of(spec, spec.contract("TNEG"), {"data_type": "S8"})


def test_each_is_a_point_of_its_own(spec: Specification, tneg: Vectors) -> None:
    points = list(export_vectors(spec, tneg))
    assert len(points) == len(tneg.vectors)
    assert len({each.id for each in points}) == len({each.path for each in points}) == len(points)
    first = points[0]
    assert first.id == "PTO-AVS-TILE-TNEG-VECTOR-0000"
    assert str(first.path) == "tests/asl/contracts/TNEG/tile-bound-tneg-vector-0000-001.asl"
    record = json.loads(first.text.split("\n")[0].removeprefix("// PTO-TEST: "))
    assert record["summary"] == "TNEG test vector: plain"
    assert "    assert InstructionContractOperandsLegal_TNEG(0, 1);" in first.text.split("\n")
    texts = "".join(each.text for each in points)
    assert "assert !InstructionContractOperandsLegal_TNEG(0, 1);" in texts


def test_a_wrong_vector_is_no_point(spec: Specification, tneg: Vectors) -> None:
    first = tneg.vectors[0]
    wrong = replace(first, run=replace(first.run, results=((0, 0),)))
    tneg.vectors[0] = wrong
    with pytest.raises(PtoError, match="as a point TNEG-0000 is failed") as caught:
        list(export_vectors(spec, tneg))
    assert caught.value.diagnostics[0].code == "VECTORS-EXPORT"


def test_what_is_left_open_is_left_out(spec: Specification, tneg: Vectors) -> None:
    first, *rest = tneg.vectors
    tneg.vectors[0] = replace(first, run=replace(first.run, drawn=True))
    assert len(list(export_vectors(spec, tneg))) == len(rest)
