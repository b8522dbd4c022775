"""What MPFR, NumPy and ml_dtypes compute, where they mean the same.

MPFR has no rounding to nearest with ties away, none to odd, and no signalling NaN; it raises
underflow for exact subnormal results too, so its flag counts only with inexact. NumPy and ml_dtypes
round to nearest and give no flags; ml_dtypes computes in binary32 and rounds that, which for sums
and products of its formats of at most 8 bits is rounding once. E8M0 is left out: its zero and
negative results are ours alone.
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, isnan
from typing import Any

import gmpy2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concrete.formats import dtype_of
from semantics.floats import OPERATIONS
from semantics.formats import FORMATS, Format
from tests.semantics.floats.exhaustive import words as all_words
from tests.semantics.floats.operands import words
from tests.semantics.floats.oracle import (
    INEXACT,
    NAN,
    OVERFLOW,
    RNE,
    UNDERFLOW,
    WIDE,
    oracle,
)

ROUNDINGS = (gmpy2.RoundToNearest, gmpy2.RoundDown, gmpy2.RoundUp, gmpy2.RoundToZero)
WORD = (1 << 64) - 1


def mpfr_context(format: Format, mode: int) -> Any:
    """The context in which MPFR has just the numbers of an IEEE format."""
    layout = format.layout
    assert layout is not None
    precision, largest = layout.fraction_bits + 1, layout.bias + 1
    return gmpy2.context(
        precision=precision,
        emax=largest,
        emin=4 - largest - precision,
        subnormalize=True,
        round=ROUNDINGS[mode],
    )


def number(format: Format, word: int) -> float:
    """A word as a float."""
    value = oracle(format).value(word)
    return copysign(float(value), -1 if oracle(format).is_negative(word) else 1)


def same(a: float, b: float) -> bool:
    return (isnan(a) and isnan(b)) or (a == b and copysign(1, a) == copysign(1, b))


@pytest.mark.parametrize("mode", range(4))
@pytest.mark.parametrize("format", WIDE, ids=lambda format: format.name)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_mpfr(format: Format, mode: int, data: st.DataObject) -> None:
    quiet = words(format).filter(lambda word: not oracle(format).is_signalling(word))
    operands = data.draw(st.tuples(quiet, quiet, quiet))
    exact, context = gmpy2.context(precision=53), mpfr_context(format, mode)
    for name in ("add", "sub", "mul", "div", "fma", "sqrt"):
        given = operands[: OPERATIONS[name].words]
        found = OPERATIONS[name].function(format.code, mode, *given)
        numbers = [exact.plus(number(format, word)) for word in given]
        context.clear_flags()
        result = getattr(context, name)(*numbers)
        assert same(number(format, found & WORD), float(result)), (name, *map(hex, given))
        flags = context.divzero * 2 | context.overflow * OVERFLOW | context.inexact * INEXACT
        if context.underflow and context.inexact:
            flags |= UNDERFLOW
        # A quiet NaN is an error to MPFR, which has no other; so is 0 * inf + NaN to us.
        if not any(map(isnan, map(float, numbers))):
            flags |= int(context.invalid)
            assert found >> 64 == flags, (name, *map(hex, given))


@pytest.mark.parametrize("name", ["FP64", "FP32", "FP16"])
def test_numpy(name: str) -> None:
    format = FORMATS[name]
    dtype = dtype_of(format)
    assert dtype is not None
    random = np.random.default_rng(1)
    shape = (2, 2000)
    carrier = np.dtype(f"u{dtype.itemsize}")
    any_bits = random.integers(0, format.mask, shape, np.uint64, endpoint=True)
    moderate = random.normal(size=shape).astype(dtype).view(carrier)
    a, b = np.concatenate([any_bits.astype(carrier), moderate], axis=1).view(dtype)
    functions: dict[str, Callable[..., Any]] = {
        "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide,
        "sqrt": np.sqrt,
    }  # fmt: skip
    for operation, function in functions.items():
        given = (a, b)[: OPERATIONS[operation].words]
        with np.errstate(all="ignore"):
            result = function(*given).astype(dtype)
        ours = OPERATIONS[operation].function
        pairs = zip(*(each.view(carrier).tolist() for each in given), strict=True)
        found = [ours(format.code, RNE, *each) & WORD for each in pairs]
        numbers = np.array(found, np.uint64).astype(carrier).view(dtype)
        nan = np.isnan(result)
        assert (np.isnan(numbers) == nan).all()
        assert (numbers.view(carrier)[~nan] == result.view(carrier)[~nan]).all(), operation


@pytest.mark.parametrize("name", ["E4M3", "E5M2", "E3M2", "E2M3", "E2M1X2"])
def test_ml_dtypes(name: str) -> None:
    format = FORMATS[name]
    dtype = dtype_of(format)
    assert dtype is not None
    nan, value = oracle(format).nan, oracle(format).value
    nans = [word for word in all_words(format) if value(word) == NAN]
    raw = np.array(all_words(format), np.uint8)
    a, b = (each.ravel() for each in np.meshgrid(raw, raw))
    functions: dict[str, Callable[..., Any]] = {"add": np.add, "mul": np.multiply}
    for operation, function in functions.items():
        with np.errstate(all="ignore"):
            result = function(a.view(dtype), b.view(dtype)).view(np.uint8).tolist()
        ours = OPERATIONS[operation].function
        for x, y, wanted in zip(a.tolist(), b.tolist(), result, strict=True):
            found = ours(format.code, RNE, x, y) & WORD
            # The sign of a NaN is left open there; here it is positive.
            assert found == (nan if wanted in nans else wanted), (operation, x, y)
