"""What is said to be the result of an operation on elements, against arithmetic in Python."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.loader import parse_files
from proofs.properties.direct.meanings import FUSED, MEANINGS, RELATION, SELECTION
from proofs.properties.templates import SUPPORT
from semantics.library import contract_files, model_files
from semantics.specification import Specification, shipped

SAMPLES = (0, 1, 2, 3, 7, 8, 9, 0x55, 0x7E, 0x7F, 0x80, 0x81, 0xAA, 0xFE, 0xFF)
ABOVE = 0xABCD << 8
"""Bits above the element, which must not count."""


@cache
def machine() -> Machine:
    (relations,) = parse_files([Path(__file__).parent / "elementwise.asl"])
    spec = Specification("meanings", [*parse_files([*model_files(), *contract_files()]), relations])
    return Machine(spec.program(parse_files(SUPPORT)), output=lambda _: None)


@cache
def data_type(name: str) -> int:
    span = shipped().contract("TREM").span
    return machine().program.enumeration(f"TileDataType_{name}", span)[1]


def signed(value: int) -> int:
    return value - 256 if value & 0x80 else value


def truncated(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


BINARY: dict[str, Callable[[int, int], int]] = {
    "ADD": lambda x, y: x + y,
    "SUB": lambda x, y: x - y,
    "MUL": lambda x, y: x * y,
    "DIV": lambda x, y: truncated(x, y) if y else 0,
    "REM": lambda x, y: x % y if y else 0,
    "SHL": lambda x, y: x << (y & 7),
    "SHR": lambda x, y: x >> (y & 7),
    "AND": lambda x, y: x & y,
    "OR": lambda x, y: x | y,
    "XOR": lambda x, y: x ^ y,
    "MAX": max,
    "MIN": min,
}
UNARY: dict[str, Callable[[int], int]] = {
    "NOT": lambda x: ~x,
    "NEG": lambda x: -x,
    "ABS": abs,
    "RELU": lambda x: max(x, 0),
    "COPY": lambda x: x,
}


def result(function: str, name: str, *operands: object) -> int:
    """The low eight bits of what a meaning gives; no flag may be raised."""
    found = machine().call(function, data_type(name), *operands)
    assert isinstance(found, int) and found >> 64 == 0
    return found & 0xFF


def number(name: str, value: int) -> int:
    return signed(value) if name == "S8" else value


@pytest.mark.parametrize("name", ["S8", "U8"])
@pytest.mark.parametrize("operation", sorted(BINARY))
def test_of_two_elements(operation: str, name: str) -> None:
    function = MEANINGS[operation].function
    for x, y in itertools.product(SAMPLES, repeat=2):
        expected = BINARY[operation](number(name, x), number(name, y)) & 0xFF
        assert result(function, name, x | ABOVE, y | ABOVE) == expected, (x, y)


@pytest.mark.parametrize("name", ["S8", "U8"])
@pytest.mark.parametrize("operation", sorted(UNARY))
def test_of_one_element(operation: str, name: str) -> None:
    for x in SAMPLES:
        expected = UNARY[operation](number(name, x)) & 0xFF
        assert result(MEANINGS[operation].function, name, x | ABOVE) == expected, x


def test_there_is_no_other_operation() -> None:
    assert set(MEANINGS) == set(BINARY) | set(UNARY)


@pytest.mark.parametrize("name", ["S8", "U8"])
def test_product_and_sum(name: str) -> None:
    for x, y, z in itertools.product(SAMPLES[::3], repeat=3):
        assert result(FUSED.function, name, x, y, z) == x * y + z & 0xFF


@pytest.mark.parametrize("name", ["S8", "U8"])
def test_relations(name: str) -> None:
    holds = (int.__eq__, int.__ne__, int.__lt__, int.__le__, int.__gt__, int.__ge__)
    for x, y in itertools.product(SAMPLES, repeat=2):
        for relation, expected in enumerate(holds):
            found = result(RELATION.function, name, x | ABOVE, y, relation)
            assert found == expected(number(name, x), number(name, y))


def test_relations_to_a_nan() -> None:
    """Of FP16: only inequality holds, and invalid is raised if the NaN is a signalling one."""
    for nan, flags in ((0x7E00, 0), (0x7C01, 1)):
        found = [
            machine().call(RELATION.function, data_type("FP16"), nan, 0, relation)
            for relation in range(6)
        ]
        assert found == [flags << 64 | holds for holds in (0, 1, 0, 0, 0, 0)]


def test_floating_extremes() -> None:
    """Of FP16: -0 is less than +0, and a number is taken before a NaN."""
    for name, expected in (("MAX", 0x0000), ("MIN", 0x8000)):
        function = MEANINGS[name].function
        assert machine().call(function, data_type("FP16"), 0x8000, 0x0000) == expected
        assert machine().call(function, data_type("FP16"), 0x7E00, 0x3C00) == 0x3C00


def test_selection() -> None:
    assert result(SELECTION.function, "S8", True, 1, 2) == 1
    assert result(SELECTION.function, "S8", False, 1, 2) == 2
