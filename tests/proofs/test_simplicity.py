"""Which values are simple: integers near zero, floats of few significant bits near one."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concrete.choosers import Floats
from proofs.simplicity import float_rank, simpler, simpler_pairs
from semantics import types
from semantics.formats import FORMATS, FloatLayout

WORD = types.BitsType(64)


def layout(name: str) -> FloatLayout:
    found = FORMATS[name].layout
    assert found is not None
    return found


FP16 = layout("FP16")
ONE, TWO, HALF, THREE, MINUS_ONE = 0x3C00, 0x4000, 0x3800, 0x4200, 0xBC00
SIXTEENTHS, TINY, INFINITY, NAN = 0x3C40, 0x0001, 0x7C00, 0x7E00


def test_order_of_floats() -> None:
    """Zero, few significant bits, a magnitude near one, positive; what is no number comes last."""
    ordered = [0, 0x8000, ONE, MINUS_ONE, HALF, TWO, TINY, THREE, SIXTEENTHS, INFINITY, NAN]
    by_rank = sorted(ordered, key=lambda word: float_rank(word, FP16))
    assert by_rank == ordered


def test_bits_around_an_element_are_less_simple() -> None:
    assert float_rank(ONE, FP16) < float_rank(ONE | 1 << 16, FP16) < float_rank(HALF, FP16)
    tf32 = layout("TF32")
    assert float_rank(0x3F800000, tf32) < float_rank(0x3F800001, tf32)


@pytest.mark.parametrize("name", ["FP64", "FP32", "TF32", "FP16", "BF16", "E4M3", "E5M2"])
@given(word=st.integers(0, 2**64 - 1))
def test_candidates_are_simpler_words(name: str, word: int) -> None:
    at = layout(name)
    for candidate in simpler(WORD, word, at):
        assert 0 <= candidate < 2**64
        assert float_rank(candidate, at) < float_rank(word, at)


def test_a_float_is_shortened_from_both_sides() -> None:
    found = list(simpler(WORD, 0x3E7C, FP16))  # 1.62109375
    assert found[0] == 0
    assert {0x3E80, 0x3E00, 0x4000, 0x3C00} <= set(found)  # 1.625, 1.5, 2, 1


def test_a_pair_is_scaled_by_one_power_of_two() -> None:
    draws = [(WORD, 0x5380), (WORD, 0x4E7C)]  # 60, 25.9375
    pairs = list(simpler_pairs(draws, FP16))
    assert [0x4380, 0x3E7C] in pairs  # 3.75, 1.62109375
    assert pairs[0] == [0x5000, 0x4C00]  # 32, 16: the pair of fewest significant bits


def test_integers_keep_their_order() -> None:
    assert list(dict.fromkeys(simpler(WORD, 5, None)))[:5] == [0, 1, 2**64 - 1, 2, 2**64 - 2]
    assert list(simpler(types.BOOLEAN, True, None)) == [False]
    pairs = list(simpler_pairs([(WORD, 7), (WORD, 9)], None))
    assert pairs[0] == [1, 1]


@pytest.mark.parametrize("name", ["FP64", "FP32", "HF32", "FP16", "BF16", "E4M3", "E2M3"])
def test_floats_that_are_drawn(name: str) -> None:
    """The same for a seed; most are numbers, and half of them have few significant bits."""
    format, at = FORMATS[name], layout(name)
    words = [Floats(seed, format).bits(64) for seed in range(400)]
    assert words == [Floats(seed, format).bits(64) for seed in range(400)]
    ranks = [float_rank(word, at) for word in words]
    assert sum(rank[0] == 1 for rank in ranks) > 300
    few = sum(rank[:1] == (1,) and rank[1] <= 1 + at.fraction_bits // 2 for rank in ranks)
    assert few > 100


def test_second_draws_are_often_near_a_fraction_of_the_first() -> None:
    """Where x / y is nearly an integer, rounded formulas go wrong."""
    near = 0
    for seed in range(300):
        chooser = Floats(seed, FORMATS["FP64"])
        x, y = (chooser.bits(64) for _ in range(2))
        if 0 < x & (2**63 - 1) < 0x7FF << 52 and 0 < y & (2**63 - 1) < 0x7FF << 52:
            a, b = (struct.unpack("<d", struct.pack("<Q", word))[0] for word in (x, y))
            quotient = a / b
            near += abs(quotient) < 1e9 and abs(quotient - round(quotient)) < 1e-6 * abs(quotient)
    assert near > 60
