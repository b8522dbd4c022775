"""`ptoprove check --junit`: what each verdict becomes."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import xmlschema

from proofs.verdicts import Verdict
from tests.ptoprove.samples import COUNTEREXAMPLE, DATA, FakeChecker, Run, mixed, result


def junit(run: Run) -> ET.Element:
    root = ET.fromstring(run("check", "--junit", "-").stdout)
    xmlschema.XMLSchema(DATA / "junit.xsd").validate(root)
    return root


def test_a_suite_for_each_contract(run: Run, checker: FakeChecker) -> None:
    checker.results = mixed()
    root = junit(run)
    suites = {each.get("name"): each for each in root}
    assert list(suites) == ["TREM", "TDIV"]
    numbers = [suites["TREM"].get(key) for key in ("tests", "failures", "errors", "skipped")]
    assert numbers == ["14", "2", "0", "3"]
    numbers = [suites["TDIV"].get(key) for key in ("tests", "failures", "errors", "skipped")]
    assert numbers == ["1", "0", "1", "0"]
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("15", "2", "1")
    assert root.get("time") == "18.844"


def test_a_case_for_each_result(run: Run, checker: FakeChecker) -> None:
    checker.results = mixed()
    cases = {each.get("name"): each for each in junit(run).iter("testcase")}
    assert len(cases) == len(checker.results)
    elements = {
        name: [(problem.tag, problem.get("type"), problem.get("message")) for problem in each]
        for name, each in cases.items()
        if len(each)
    }
    assert elements == {
        "padding data_type=U16": [("failure", "REFUTED", "A title.")],
        "sign data_type=S32": [("failure", "VACUOUS", "no input meets the assumptions")],
        "padding data_type=S16": [("skipped", "UNKNOWN", "timeout after 60 s")],
        "aliasing data_type=S16": [("skipped", "UNSUPPORTED", "a loop at x.asl:1:1")],
        "aliasing data_type=S32": [("skipped", "UNSUPPORTED", "a loop at x.asl:1:1")],
        "frame": [("error", "INTERNAL", "the model does not replay")],
    }
    text = cases["padding data_type=U16"][0].text or ""
    assert "≠ " in text and "call stack:" in text and "id: " in text
    slow = cases["padding data_type=S32"]
    assert (slow.get("time"), slow.get("classname")) == ("12.340", "TREM")


def test_the_profile_tells_cases_apart(run: Run, checker: FakeChecker) -> None:
    one = result("sign", data_type="FP16")
    checker.results = [one, replace(one, profile="ieee754")]
    names = [each.get("name") for each in junit(run).iter("testcase")]
    assert names == ["sign data_type=FP16", "sign data_type=FP16 profile ieee754"]


def test_what_xml_can_not_hold(run: Run, checker: FakeChecker) -> None:
    checker.results = [
        result("p", Verdict.UNKNOWN, reason="a\x00b <&>", case="\x1b"),
        result("q", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, case="b"),
    ]
    first, second = junit(run).iter("testcase")
    assert first.get("name") == "p case=�"
    assert first[0].get("message") == "a�b <&>"
    assert second[0].tag == "failure"
