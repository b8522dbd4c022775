"""The public Python API."""

from __future__ import annotations

import pytest

import ptoprove
from ptoprove import PtoError, Verdict
from tests.ptoprove.samples import DATA, FakeChecker, result


def test_load() -> None:
    assert "TREM" in ptoprove.load().contracts
    assert list(ptoprove.load(str(DATA / "spec")).contracts) == ["TDEMO"]
    with pytest.raises(PtoError, match="SPEC-MISSING"):
        ptoprove.load("nowhere")
    with pytest.raises(ValueError, match="decoders go with spec_dir"):
        ptoprove.load(decoders=["decoder.asl"])


def test_check(checker: FakeChecker) -> None:
    checker.results = [result("range", data_type=kind) for kind in ("U32", "S32")]
    found = ptoprove.check("TREM", properties=["range"], case={"data_type": "S32"}, jobs=2)
    assert [each.case["data_type"] for each in found] == ["S32", "U32"]
    assert {each.verdict for each in found} == {Verdict.PROVED}
    assert checker.asked == (["TREM"], ["range"], {"data_type": "S32"}, None)
    assert checker.options.jobs == 2


def test_check_of_nothing(checker: FakeChecker) -> None:
    with pytest.raises(PtoError, match="CHECK-EMPTY"):
        ptoprove.check("TREM")


def test_all_is_there() -> None:
    assert all(hasattr(ptoprove, name) for name in ptoprove.__all__)
