"""What z3 is told of a floating operation is what the operation means.

Small formats are compared on all words, through the circuits that z3 makes of the formulas (and all
of at most 8 bits, in all modes, by `python -m tests.benchmarks.floats_in_z3`); every format is near
the edges of its range, through z3's simplifier.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.encode import Encoder, NoTheory, Theory
from proofs.encode_floats import FloatEncoder
from proofs.float_formats import float_format
from semantics import terms as t
from semantics.floats import OPERATIONS
from semantics.floats.environment import RNE, RTM, RTO
from semantics.formats import BY_CODE, FORMATS
from semantics.term_floats import FloatOperation
from tests.proofs.deciding import Bench, proved, refuted
from tests.proofs.float_agreement import (
    FLOATS,
    disagreements,
    operations,
    remainder,
    words,
)
from tests.proofs.float_claims import TRUE, Claim, modulo_is_below_divisor, refutation

PAIRS = [name for name, each in OPERATIONS.items() if each.words == 2]


@pytest.mark.parametrize("name", [*PAIRS, "sqrt", "round_to_integral"])
@pytest.mark.parametrize("format", ["E3M2", "E2M3", "E2M1X2", "E1M2X2"])
def test_small_formats_on_all_words_in_all_modes(format: str, name: str) -> None:
    samples = list(product(words(format), repeat=OPERATIONS[name].words))
    assert not disagreements(list(operations(format, name)), samples)


@pytest.mark.parametrize("name", ["add", "mul", "div", "floor_modulo", "minimum", "maximum_number"])
@pytest.mark.parametrize("format", ["E4M3", "E5M2"])
def test_eight_bits_on_all_words(format: str, name: str) -> None:
    samples = list(product(words(format), repeat=2))
    assert not disagreements(list(operations(format, name, [RNE])), samples)


# ---------------------------------------------------------------- near the edges


@st.composite
def edge_words(draw: st.DrawFn, format: str) -> int:
    """Words with extreme exponents and fractions, and any others."""
    fmt, facts = FORMATS[format], float_format(FORMATS[format].code)
    anything = draw(st.integers(0, fmt.mask))
    if facts.values or draw(st.integers(0, 3)) == 0:
        return anything
    assert fmt.layout is not None
    fraction_bits, bias = fmt.layout.fraction_bits, fmt.layout.bias
    top, ones = fmt.layout.top_exponent, (1 << fraction_bits) - 1
    exponents = [0, 1, 2, bias - 1, bias, bias + 1, bias + fraction_bits, top - 2, top - 1, top]
    half = 1 << (fraction_bits - 1)
    fractions = [0, 1, 2, half - 1, half, half + 1, ones - 1, ones, anything & ones]
    code = draw(st.sampled_from(exponents)) << fraction_bits | draw(st.sampled_from(fractions))
    sign = draw(st.integers(0, 1)) << fmt.layout.sign_bit
    return sign | code << fmt.layout.low_zeros | anything & ((1 << fmt.layout.low_zeros) - 1)


@st.composite
def operands(draw: st.DrawFn, operation: FloatOperation) -> tuple[int, ...]:
    """Words for an operation; the last one often is close to the first, or to its negation."""
    mask = (1 << operation.operand_width) - 1
    if operation.name == "from_int":
        value = draw(st.integers(0, mask)) >> draw(st.integers(0, operation.width))
        return ((-value if draw(st.booleans()) else value) & mask,)
    format = BY_CODE[operation.format].name
    drawn = [draw(edge_words(format)) for _ in range(OPERATIONS[operation.name].words)]
    if len(drawn) > 1 and draw(st.booleans()):
        sign = draw(st.sampled_from([0, 1 << (operation.operand_width - 1)]))
        drawn[-1] = (drawn[0] + draw(st.integers(-2, 2))) & mask ^ sign
    return tuple(drawn)


def check(operation: FloatOperation, data: st.DataObject) -> None:
    """Value, flags and, of a floor modulo, the axioms, on some operands."""
    words = [
        z3.BitVec(name, operation.operand_width)
        for name in "xyz"[: OPERATIONS[operation.name].words]
    ]
    axioms: list[Any] = []
    encoder = FloatEncoder(axioms)
    parts = [replace(operation, part=part) for part in ("value", "flags")]
    terms = [encoder.encode(part, words) for part in parts]
    for sample in data.draw(st.lists(operands(operation), min_size=4, max_size=12)):
        known = [
            (word, z3.BitVecVal(value, word.size()))
            for word, value in zip(words, sample, strict=True)
        ]
        if axioms:
            unknown = encoder.remainder(float_format(operation.format), *words)
            rest = remainder(operation.format, *sample)
            known.append((unknown, z3.BitVecVal(rest, unknown.size())))
        assert z3.is_true(z3.simplify(z3.substitute(z3.And(*axioms), *known))), sample
        for part, term in zip(parts, terms, strict=True):
            result = z3.simplify(z3.substitute(term, *known))
            assert result.as_long() == part.apply(*sample), (part, sample)


SOME = settings(max_examples=12, deadline=None)


@pytest.mark.parametrize("name", OPERATIONS)
@SOME
@given(st.data())
def test_edges(name: str, data: st.DataObject) -> None:
    format = data.draw(st.sampled_from(FLOATS))
    check(data.draw(st.sampled_from(list(operations(format, name)))), data)


# ---------------------------------------------------------------- proofs


@pytest.mark.parametrize("claim", TRUE)
@pytest.mark.parametrize(
    ("format", "mode"),
    [("FP16", RNE), ("FP16", RTO), ("BF16", RNE), ("BF16", RTM), ("FP32", RNE), ("FP32", RTM)],
)
def test_claims(claim: Claim, format: str, mode: int) -> None:
    assert refutation(claim, format, mode) == z3.unsat


def test_modulo_may_round_to_its_divisor() -> None:
    assert refutation(modulo_is_below_divisor, "FP16", RNE) == z3.sat


def test_remainders_of_value_and_flags_are_one() -> None:
    definitions: list[Any] = []
    encoder = FloatEncoder(definitions)
    words = [z3.BitVec(name, 16) for name in "xy"]
    for part in ("value", "flags"):
        for mode in (RNE, RTM):
            encoder.encode(FloatOperation("floor_modulo", 4, mode=mode, part=part), words)
    assert len(definitions) == 1
    encoder.encode(FloatOperation("floor_modulo", 4), words[::-1])
    assert len(definitions) == 2


# ---------------------------------------------------------------- theories


def test_theories() -> None:
    x, y = (t.variable(name, t.bv_sort(16)) for name in "xy")
    sum = t.node("float", (x, y), t.bv_sort(16), FloatOperation("add", FORMATS["FP16"].code))
    claim = t.eq(t.bv_sort(16), sum, 0)
    with pytest.raises(NoTheory):
        Encoder(Theory.EXACT).bool(claim)
    linear = Encoder(Theory.LINEAR)
    goal = linear.bool(t.and_(claim, t.eq(t.bv_sort(16), x, 0x3C00), t.eq(t.bv_sort(16), y, 0)))
    solver = z3.Solver()
    solver.add(*linear.definitions, goal)
    assert solver.check() == z3.sat


def test_harnesses(bench: Bench) -> None:
    """From text to verdicts. What z3 refutes is replayed, so here the two meanings meet."""
    square = "let a = ARBITRARY: bits(64); let r = FloatMul(7, 0, a, a)[7:0];"
    proved(bench.decide(f"{square} assert r[7] == '0';"))
    refuted(bench.decide(f"{square} assert r != 0x48[7:0];"), 0x40)
