"""The public Python API: its examples run, and it shows itself as HTML."""

from __future__ import annotations

import doctest
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import ptoprove
from ptoprove import PtoError, Verdict, api
from tests.ptoprove.samples import COUNTEREXAMPLE, DATA, FakeChecker, result

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
S32 = np.array([[7, -7]], np.int32)


class Text(HTMLParser):
    """The text of well-formed HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def spec() -> api.Spec:
    return ptoprove.load()


def test_load() -> None:
    assert "TREM" in ptoprove.load().contracts
    assert ptoprove.load(str(DATA / "spec")).contracts == ("TDEMO",)
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
    assert len(found[:1]) == 1 and found.exit_code == 0


def test_check_of_nothing(checker: FakeChecker) -> None:
    with pytest.raises(PtoError, match="CHECK-EMPTY"):
        ptoprove.check("TREM")


def test_all_is_there() -> None:
    assert all(hasattr(ptoprove, name) for name in ptoprove.__all__)


def test_examples_of_docstrings() -> None:
    failed, tried = doctest.testmod(api)
    assert failed == 0 and tried > 8


def test_examples_of_the_page() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert failed == 0 and tried > 15


def test_names(spec: api.Spec) -> None:
    assert "trem" in spec and "TNONE" not in spec
    assert repr(spec) == "<shipped: 4 instructions>"
    with pytest.raises(PtoError, match="CONTRACT-UNKNOWN"):
        spec["TNONE"]


def test_wrong_tiles(spec: api.Spec) -> None:
    with pytest.raises(PtoError, match="T1: items of type complex128"):
        spec["TNEG"].run(np.array([[1j]]))
    with pytest.raises(PtoError, match="needs the sources as arrays"):
        spec["TNEG"].run()
    with pytest.raises(PtoError, match="input error"):
        spec["TNEG"].run(np.array([[True]]))
    with pytest.raises(PtoError):
        spec.run("nonsense")


def test_a_destination_of_another_shape(spec: api.Spec) -> None:
    # Only the valid rectangle of the source is asked for, so this is rejected.
    outcome = spec["TNEG"].run(S32, shape=(2, 2))
    assert not outcome.accepted and outcome.result is None


def test_padding_is_no_part_of_a_result(spec: api.Spec) -> None:
    outcome = spec["TNEG"].run(S32, padding="Max")
    assert outcome.result is not None and outcome.result.tolist() == [[-7, 7]]
    assert "padding" in str(outcome)


def test_an_outcome_in_a_notebook(spec: api.Spec) -> None:
    texts = Text(spec["TNEG"].run(S32)._repr_html_()).texts
    assert {"TNEG", "T1", "T0", "-7", "0xfffffff9"} <= {each.strip() for each in texts}
    rejected = spec["TREM"].run(S32, np.zeros_like(S32))
    text = " ".join(Text(rejected._repr_html_()).texts)
    assert "rejected with Fault_TileLegality" in text and "exceptions[0]" in text


def test_results_in_a_notebook(spec: api.Spec) -> None:
    refuted = result(
        "divisor-sign", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, data_type="<b>S32</b>"
    )
    found = api.Results([result("range", data_type="S32"), refuted], spec)
    assert repr(found) == "2 results: 1 PROVED, 1 REFUTED"
    assert list(found.refuted) == [refuted] and found.exit_code == 1
    html = found._repr_html_()
    assert "<b>S32</b>" not in html and "&lt;b&gt;S32&lt;/b&gt;" in html
    texts = [each.strip() for each in Text(html).texts]
    assert "PROVED" in texts and "≠" in texts
