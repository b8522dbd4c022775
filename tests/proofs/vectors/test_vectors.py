"""Test vectors of the shipped contracts, whose results are computed here in another way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parser.diagnostics import PtoError
from parser.metadata import read_metadata
from parser.source import Source
from proofs.vectors import Vector, Vectors, vectors_of
from proofs.vectors.boundaries import boundaries
from semantics.formats import FORMATS
from semantics.specification import Specification, contract_of, shipped


@pytest.fixture(scope="module")
def spec() -> Specification:
    return shipped()


@pytest.fixture(scope="module")
def tneg(spec: Specification) -> Vectors:
    return vectors_of(spec, spec.contract("TNEG"))


def signed(word: int, bits: int) -> int:
    return word - (1 << bits) if word >> (bits - 1) else word


def accepted(found: Vectors, data_type: str) -> Sequence[Vector]:
    return [
        each
        for each in found.vectors
        if each.run.legal and {form.data_type for form in each.input.forms} == {data_type}
    ]


def test_results_are_those_of_the_operation(tneg: Vectors) -> None:
    for data_type in ("S32", "S16", "S8"):
        bits = FORMATS[data_type].bits
        for each in accepted(tneg, data_type):
            assert each.run.results[0] == tuple(
                -(word or 0) % 2**bits for word in each.input.words[0]
            )
    for each in accepted(tneg, "FP16"):
        if "NaN" not in each.label:
            assert each.run.results[0] == tuple((w or 0) ^ 0x8000 for w in each.input.words[0])


def test_each_type_has_each_boundary(tneg: Vectors) -> None:
    types = {each.input.forms[0].data_type for each in tneg.vectors if each.run.legal}
    assert types == {"S32", "FP32", "FP16", "BF16", "S16", "S8"}
    for data_type in types:
        labels = {each.label for each in accepted(tneg, data_type)}
        assert labels >= {"plain", *(f"source {b}" for b in boundaries(FORMATS[data_type]))}


def test_what_is_rejected_is_among_them(tneg: Vectors) -> None:
    rejected = [each for each in tneg.vectors if not each.run.legal]
    assert {"source undefined first", "destination U32 1x2 of 4"} & {e.label for e in rejected}
    for each in rejected:
        assert (each.run.results, each.run.status, each.run.fault) == ((), None, None)
    assert tneg.failures == []


def test_remainders_and_the_zero_divisor(spec: Specification) -> None:
    found = vectors_of(spec, spec.contract("TREM"), {"data_type": "S32"})
    kept = accepted(found, "S32")
    assert len(kept) >= 10
    for each in kept:
        dividends, divisors = ([signed(w or 0, 32) for w in words] for words in each.input.words)
        expected = tuple(n % d % 2**32 for n, d in zip(dividends, divisors, strict=True))
        assert each.run.results[0] == expected  # Python's remainder has the divisor's sign too
    (zero,) = [each for each in found.vectors if each.label == "divisor zero"]
    assert not zero.run.legal


def test_two_operands_at_once_where_that_does_something_else(spec: Specification) -> None:
    found = vectors_of(spec, spec.contract("TDIV"), {"data_type": "FP32"})
    by_label = {each.label: each for each in found.vectors}
    both = by_label["numerator zero, denominator zero"]
    assert set(both.run.results[0]) == {0x7FC00000}
    assert both.run.status == 1  # invalid operation


def test_they_are_the_same_each_time(spec: Specification, tneg: Vectors) -> None:
    again = vectors_of(spec, spec.contract("TNEG"))
    assert again.vectors == tneg.vectors
    assert len({each.id for each in tneg.vectors}) == len(tneg.vectors)
    assert [each for group in tneg.groups() for each in group] != []
    for group in tneg.groups():
        assert len({(each.input.forms, each.input.opened) for each in group}) == 1


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ({"data_type": "U8"}, "no operands have the data_type `U8`"),
        ({"shape": "1x1"}, "vectors have no case `shape`"),
    ],
)
def test_unknown_cases(spec: Specification, case: dict[str, str], message: str) -> None:
    with pytest.raises(PtoError, match=message) as caught:
        vectors_of(spec, spec.contract("TNEG"), case)
    assert caught.value.diagnostics[0].code == "CASE-UNKNOWN"


def test_a_contract_without_operands(spec: Specification) -> None:
    record = '// PTO-INSTRUCTION: {"mnemonic": "NOP", "surface": "tile"}\n'
    metadata = read_metadata(Source("nop.asl", record))
    contract = contract_of(metadata.records[0].data, metadata.records[0].span, metadata)
    with pytest.raises(PtoError) as caught:
        vectors_of(spec, contract)
    assert caught.value.diagnostics[0].code == "VECTORS-OPERANDS"
