"""The boundaries of element types."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from concrete.values import ValueClass, decode
from proofs.vectors.boundaries import boundaries
from semantics.formats import FORMATS


def shown(data_type: str) -> Mapping[str, str]:
    fmt = FORMATS[data_type]
    return {name: decode(fmt, word).text for name, word in boundaries(fmt).items()}


def test_integers() -> None:
    assert shown("S8") == {
        "zero": "0", "one": "1", "minus one": "-1", "least": "-128", "greatest": "127",
    }  # fmt: skip
    assert shown("U16") == {
        "zero": "0", "one": "1", "greatest": "65535", "half the range": "32768",
    }  # fmt: skip


def test_floats() -> None:
    assert shown("FP16") == {
        "zero": "0.0", "one": "1.0", "minus zero": "-0.0", "minus one": "-1.0",
        "least subnormal": "6e-08", "greatest subnormal": "6.1e-05", "least normal": "6.104e-05",
        "greatest": "65500.0", "one and an ulp": "1.001", "half an ulp of one": "0.0004883",
        "minus least subnormal": "-6e-08", "minus least normal": "-6.104e-05",
        "minus greatest": "-65500.0", "signalling NaN": "snan(0x1)", "infinity": "inf",
        "minus infinity": "-inf", "NaN": "nan", "tie 0.5": "0.5", "tie 1.5": "1.5",
        "tie 2.5": "2.5",
    }  # fmt: skip


@pytest.mark.parametrize("data_type", FORMATS)
def test_every_type_has_valid_boundaries_of_each_class(data_type: str) -> None:
    fmt = FORMATS[data_type]
    words = list(boundaries(fmt).values())
    assert len(set(words)) == len(words)
    kinds = {decode(fmt, word).kind for word in words}
    assert ValueClass.INVALID not in kinds
    if fmt.bits <= 8:
        kinds_of_all = {decode(fmt, word).kind for word in range(fmt.mask + 1)}
        assert kinds == kinds_of_all - {ValueClass.INVALID}
