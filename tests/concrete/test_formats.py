"""Element types: both directions agree with each other, with NumPy and with ml_dtypes."""

import math
import struct
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concrete.formats import LIBRARY_NAMES, dtype_of, format_of
from concrete.values import FormatError, Value, ValueClass, decode, encode, is_valid
from semantics.formats import BY_CODE, FORMATS, Format, Kind

NARROW = [fmt for fmt in FORMATS.values() if fmt.bits <= 8]
FLOATS = [fmt for fmt in FORMATS.values() if fmt.is_float]
words = st.integers(0, 2**64 - 1)


def value(name: str, raw: int) -> Value:
    return decode(FORMATS[name], raw)


def numpy_values(fmt: Format, raws: list[int]) -> Any:
    dtype = dtype_of(fmt)
    assert dtype is not None
    with np.errstate(invalid="ignore"):  # signaling NaNs
        return np.array(raws, f"u{dtype.itemsize}").view(dtype).astype(np.float64)


def largest(fmt: Format) -> float:
    assert fmt.layout is not None
    return float(decode(fmt, fmt.layout.largest).text)


def test_encoding_codes() -> None:
    assert {fmt.name: fmt.code for fmt in FORMATS.values()} == {
        "FP64": 0, "FP32": 1, "TF32": 2, "HF32": 3, "FP16": 4, "BF16": 5, "HiF8": 6, "E4M3": 7,
        "E5M2": 8, "E3M2": 9, "E2M3": 10, "E2M1X2": 11, "E1M2X2": 12, "E8M0": 13, "HiF4X2": 14,
        "S64": 16, "S32": 17, "S16": 18, "S8": 19, "S4X2": 20,
        "U64": 24, "U32": 25, "U16": 26, "U8": 27, "U4X2": 28,
    }  # fmt: skip
    assert len(BY_CODE) == len(FORMATS) == 25


def test_library_names_name_types() -> None:
    assert set(LIBRARY_NAMES.values()) <= set(FORMATS)
    assert [LIBRARY_NAMES[each] for each in ("f32", "i16", "u8", "half")] == [
        "FP32", "S16", "U8", "FP16",
    ]  # fmt: skip


@pytest.mark.parametrize("fmt", NARROW, ids=lambda fmt: fmt.name)
def test_every_narrow_word_survives(fmt: Format) -> None:
    for raw in range(1 << fmt.bits):
        assert encode(fmt, decode(fmt, raw).text) == raw


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=lambda fmt: fmt.name)
@given(word=words)
def test_words_survive(fmt: Format, word: int) -> None:
    found = decode(fmt, word)
    assert found.raw == word & fmt.mask
    assert encode(fmt, found.text) == found.raw
    if found.exact is not None and found.exact:
        assert encode(fmt, int(found.exact) if not fmt.is_float else found.exact) == found.raw


@pytest.mark.parametrize(
    "fmt", [fmt for fmt in FLOATS if dtype_of(fmt) is not None], ids=lambda fmt: fmt.name
)
@given(word=words)
def test_floats_are_those_of_numpy(fmt: Format, word: int) -> None:
    found = decode(fmt, word)
    if found.kind is ValueClass.INVALID:
        return
    theirs = float(numpy_values(fmt, [found.raw])[0])
    if found.kind is ValueClass.NAN:
        assert math.isnan(theirs)
    elif found.kind is ValueClass.INFINITY:
        assert theirs == (-math.inf if found.negative else math.inf)
    else:
        assert found.exact == Fraction(theirs)
        assert found.negative == (math.copysign(1, theirs) < 0)


@pytest.mark.parametrize("name", ["FP32", "FP16", "BF16", "E4M3", "E5M2", "E3M2", "E2M3", "E2M1X2"])
@given(number=st.floats(allow_nan=False, allow_infinity=False, width=64))
def test_rounding_is_that_of_numpy(name: str, number: float) -> None:
    """One rounding, to nearest even; beyond the range NumPy gives infinity, NaN or saturates.

    The library rounds twice where it converts through float32, so it is asked only about those.
    """
    fmt, dtype = FORMATS[name], dtype_of(FORMATS[name])
    with np.errstate(all="ignore"):
        number = number if name in ("FP32", "FP16") else float(np.float32(number))
        theirs = np.array([number]).astype(dtype)
    try:
        raw = encode(fmt, number)
    except FormatError:
        reached = abs(float(theirs[0]))
        assert not math.isfinite(reached) or reached == largest(fmt)
    else:
        assert theirs.view(f"u{theirs.itemsize}")[0] == raw


@given(st.integers(-(2**65), 2**65), st.sampled_from(["S64", "S32", "S8", "U64", "U16", "U4X2"]))
def test_integers(number: int, name: str) -> None:
    fmt = FORMATS[name]
    low = -(1 << (fmt.bits - 1)) if fmt.kind is Kind.SIGNED else 0
    if low <= number < low + (1 << fmt.bits):
        assert decode(fmt, encode(fmt, number)).text == str(number)
        assert encode(fmt, str(number)) == encode(fmt, number)
    else:
        with pytest.raises(FormatError, match="range"):
            encode(fmt, number)


def test_carriers_may_be_extended_either_way() -> None:
    assert value("S32", 0xFFFF_FFFF_FFFF_FFFF) == value("S32", 0xFFFF_FFFF)
    assert value("S32", -1).text == "-1"
    assert value("U8", 0xFFF0).text == "240"


@pytest.mark.parametrize(
    ("name", "raw", "text", "kind"),
    [
        ("FP32", 0x8000_0000, "-0.0", ValueClass.ZERO),
        ("FP32", 0x3DCC_CCCD, "0.1", ValueClass.NORMAL),
        ("FP32", 0x0000_0001, "1e-45", ValueClass.SUBNORMAL),
        ("FP32", 0x7F7F_FFFF, "3.4028235e+38", ValueClass.NORMAL),
        ("FP32", 0xFF80_0000, "-inf", ValueClass.INFINITY),
        ("FP32", 0x7FC0_0000, "nan", ValueClass.NAN),
        ("FP32", 0xFFC0_0001, "-nan(0x400001)", ValueClass.NAN),
        ("FP32", 0x7F80_0001, "snan(0x1)", ValueClass.NAN),
        ("FP64", 0x3FB9_9999_9999_999A, "0.1", ValueClass.NORMAL),
        ("FP16", 0x3555, "0.3333", ValueClass.NORMAL),
        ("BF16", 0x3DCD, "0.1", ValueClass.NORMAL),
        ("TF32", 0x3F80_2000, "1.001", ValueClass.NORMAL),
        ("TF32", 0x3F80_1000, "0x3f801000", ValueClass.INVALID),
        ("HF32", 0x3F80_1000, "1.0005", ValueClass.NORMAL),
        ("E4M3", 0x7E, "448.0", ValueClass.NORMAL),
        ("E4M3", 0xFF, "-nan", ValueClass.NAN),
        ("E3M2", 0x1F, "28.0", ValueClass.NORMAL),
        ("E3M2", 0x40, "0x40", ValueClass.INVALID),
        ("E2M1X2", 0xF, "-6.0", ValueClass.NORMAL),
        ("E2M1X2", 0x1, "0.5", ValueClass.NORMAL),
        ("E1M2X2", 0x7, "1.75", ValueClass.NORMAL),
        ("E8M0", 0x7F, "1.0", ValueClass.NORMAL),
        ("E8M0", 0xFF, "nan", ValueClass.NAN),
        ("HiF8", 0x00, "0.0", ValueClass.ZERO),
        ("HiF8", 0x08, "1.0", ValueClass.NORMAL),
        ("HiF8", 0x18, "0.5", ValueClass.NORMAL),
        ("HiF8", 0x6E, "32768.0", ValueClass.NORMAL),
        ("HiF8", 0xEF, "-inf", ValueClass.INFINITY),
        ("HiF8", 0x80, "nan", ValueClass.NAN),
        ("HiF8", 0x01, "2.384185791015625e-07", ValueClass.SUBNORMAL),
    ],
)
def test_known_words(name: str, raw: int, text: str, kind: ValueClass) -> None:
    found = value(name, raw)
    assert (found.text, found.kind) == (text, kind)
    assert is_valid(FORMATS[name], raw) == (kind is not ValueClass.INVALID)


def test_hif8_magnitudes_are_all_different() -> None:
    finite = [v.exact for v in (value("HiF8", raw) for raw in range(128)) if v.exact is not None]
    assert len(set(finite)) == len(finite) == 127


def test_payload() -> None:
    assert value("FP16", 0x7E01).payload == 0x201
    assert value("E8M0", 0xFF).payload is None


@pytest.mark.parametrize(
    ("name", "text", "raw"),
    [
        ("FP32", "1e-60", 0),
        ("FP32", "-1e-99999999", 0x8000_0000),
        ("FP32", "+.5", 0x3F00_0000),
        ("FP32", "INF", 0x7F80_0000),
        ("FP32", "-Infinity", 0xFF80_0000),
        ("FP32", "NaN", 0x7FC0_0000),
        ("FP32", "0x7fc00001", 0x7FC0_0001),
        ("FP32", "16777217", 0x4B80_0000),
        ("FP32", "16777217.0000000000000000000001", 0x4B80_0001),
        ("S8", "0xFF", 0xFF),
        ("E4M3", "464", 0x7E),
        ("HiF8", "-1e-30", 0),
        ("HiF8", "40000", 0x6E),
        ("E8M0", "3.0", 0x80),
    ],
)
def test_texts(name: str, text: str, raw: int) -> None:
    assert encode(FORMATS[name], text) == raw


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("FP32", "1e39"), ("FP32", "1e999999999"), ("FP32", ""), ("FP32", "."), ("FP32", "one"),
        ("FP32", "--inf"), ("FP32", "nan(0x1)"), ("FP32", "nan(0x800000)"), ("FP32", "1e"),
        ("FP32", "9" * 5000), ("FP32", "0x1ffffffff"), ("FP32", True), ("E4M3", "465"),
        ("E4M3", "inf"), ("E4M3", "nan(0x7)"), ("E2M1X2", "nan"), ("E8M0", "0"), ("E8M0", "-1"),
        ("E8M0", "-nan"), ("HiF8", "40961"), ("S8", "128"), ("S8", "1.0"), ("S8", 1.0),
        ("S8", "1" * 5000), ("U8", -1), ("U8", 1 << 9000), ("FP16", Fraction(65520)),
    ],
)  # fmt: skip
def test_refused_values(name: str, given: Any) -> None:
    with pytest.raises(FormatError) as caught:
        encode(FORMATS[name], given)
    assert len(str(caught.value)) < 200


@given(st.floats())
def test_python_floats_are_kept(number: float) -> None:
    fmt = FORMATS["FP64"]
    if math.isnan(number):
        assert decode(fmt, encode(fmt, number)).kind is ValueClass.NAN
    else:
        assert encode(fmt, number) == struct.unpack("<Q", struct.pack("<d", number))[0]


def test_numpy_types() -> None:
    without = {fmt.name for fmt in FORMATS.values() if dtype_of(fmt) is None}
    assert without == {"TF32", "HF32", "HiF8", "E1M2X2", "HiF4X2"}
    for fmt in FORMATS.values():
        dtype = dtype_of(fmt)
        assert dtype is None or format_of(dtype) == fmt
    assert format_of(np.dtype(">i4")) == FORMATS["S32"]
    assert format_of(np.dtype(bool)) is None
    assert format_of(np.dtype("V2")) is None
