"""`ptoprove check --sarif`: valid, and what each verdict becomes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from parser.source import Source, Span
from proofs.verdicts import Counterexample, Verdict
from ptoprove.sarif_texts import Artifacts, formatted, message
from tests.ptoprove.samples import COUNTEREXAMPLE, DATA, FakeChecker, Run, mixed, result

OURS = json.loads((DATA / "sarif.json").read_text("utf-8"))
OFFICIAL = os.environ.get("SARIF_SCHEMA")
"""The schema of OASIS, which is not ours to copy: a file outside of this project."""


def validated(text: str) -> Any:
    """The only run of a report."""
    document = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(OURS)
    jsonschema.Draft202012Validator(OURS).validate(document)
    if OFFICIAL:
        schema = json.loads(Path(OFFICIAL).read_text("utf-8"))
        jsonschema.validators.validator_for(schema)(schema).validate(document)
    (run,) = document["runs"]
    return run


def sarif(run: Run, *words: str) -> Any:
    return validated(run("check", *words, "--sarif", "-").stdout)


@pytest.mark.skipif(not OFFICIAL, reason="SARIF_SCHEMA names no schema of SARIF 2.1.0")
def test_the_official_schema_is_one() -> None:
    schema = json.loads(Path(str(OFFICIAL)).read_text("utf-8"))
    assert "SARIF) Version 2.1.0" in schema["title"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validators.validator_for(schema)(schema).validate({"version": "2.1.0"})


def test_what_holds_is_only_counted(run: Run, checker: FakeChecker) -> None:
    checker.results = mixed()
    found = sarif(run)
    kinds = {
        each["properties"]["verdict"]: (each["kind"], each["level"]) for each in found["results"]
    }
    assert kinds == {
        "REFUTED": ("fail", "error"),
        "VACUOUS": ("fail", "warning"),
        "UNKNOWN": ("open", "none"),
        "UNSUPPORTED": ("open", "none"),
        "INTERNAL": ("open", "none"),
    }
    assert len(found["results"]) == 6
    counts = found["properties"]["verdicts"]
    assert (counts["proved"], counts["bounded"], counts["unsupported"]) == (2, 7, 2)
    assert found["properties"]["undecided"] == 0


def test_a_rule_for_each_property(run: Run, checker: FakeChecker) -> None:
    checker.results = mixed()
    found = sarif(run)
    rules = found["tool"]["driver"]["rules"]
    assert [each["id"] for each in rules] == sorted(
        ["TREM/range", "TREM/encoding", "TREM/padding", "TREM/aliasing", "TREM/sign", "TDIV/frame"],
        key=[each["id"] for each in rules].index,
    )
    assert len(rules) == 6
    for each in found["results"]:
        assert rules[each["ruleIndex"]]["id"] == each["ruleId"]
    (padding,) = (each for each in rules if each["id"] == "TREM/padding")
    assert padding["shortDescription"]["text"] == "A title."
    assert "state_effects[0]: " in padding["help"]["text"]
    assert padding["properties"] == {"tags": ["TREM"], "clauses": ["state_effects[0]"]}


def test_a_refutation(run: Run, checker: FakeChecker) -> None:
    """It stands at its clause, for the harness is in no file of the specification."""
    refuted = result(
        "padding", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, clauses=("state_effects[1]",)
    )
    checker.results = [refuted]
    found = sarif(run)
    (each,) = found["results"]
    assert each["partialFingerprints"] == {"counterexample/v1": refuted.counterexample_id}
    assert each["message"]["text"].startswith("REFUTED TREM padding: A title.\n\n")
    assert "≠ " in each["message"]["text"]
    assert f"id: {refuted.counterexample_id}" in each["message"]["markdown"]
    place = each["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {
        "uri": "contracts/TREM.asl", "uriBaseId": "SPECROOT", "index": 0
    }  # fmt: skip
    region = place["region"]
    base = Path(found["originalUriBaseIds"]["SPECROOT"]["uri"].removeprefix("file://"))
    line = (base / "contracts/TREM.asl").read_text("utf-8").split("\n")[region["startLine"] - 1]
    text = json.loads(line[region["startColumn"] - 1 : region["endColumn"] - 1])
    assert f"state_effects[1]: {text[:30]}" in each["message"]["text"]
    (related,) = each["relatedLocations"]
    assert related["message"]["text"] == "ASSERTION fails here"
    (flow,) = each["codeFlows"][0]["threadFlows"]
    calls = [call["location"] for call in flow["locations"]]
    assert [call["message"]["text"] for call in calls] == ["(top)", "ASSERTION in Property_Demo"]
    lines = [call["physicalLocation"]["region"]["startLine"] for call in calls]
    assert lines == [2, 6]
    assert [call["nestingLevel"] for call in flow["locations"]] == [0, 1]


def test_a_failure_in_the_specification_stands_there(run: Run, checker: FakeChecker) -> None:
    Source.generated("<made>", "made")
    inside = "spec/asl/TDEMO.asl"
    stack = (("Inner", Span("<made>", 1, 1, 1, 2)), ("Outer", Span(inside, 3, 1, 3, 4)))
    broken = Counterexample((), "INDEX-RANGE", stack[0][1], stack)
    checker.results = [result("p", Verdict.REFUTED, contract="TDEMO", counterexample=broken)]
    found = sarif(run, "--spec", "spec")
    place = found["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "asl/TDEMO.asl"
    assert place["region"]["startLine"] == 3
    made = [each for each in found["artifacts"] if "contents" in each]
    assert [(each["location"], each["contents"]) for each in made] == [
        ({"uri": "made.asl"}, {"text": "made"})
    ]


def test_what_is_internal_is_a_failure_of_the_tool(run: Run, checker: FakeChecker) -> None:
    checker.results = [result("frame", Verdict.INTERNAL, reason="the model does not replay")]
    (invocation,) = sarif(run)["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 3)
    (note,) = invocation["toolExecutionNotifications"]
    assert note["message"]["text"].endswith("A title. the model does not replay")


def test_all_holds(run: Run, checker: FakeChecker) -> None:
    checker.results = [result()]
    found = sarif(run)
    assert (found["results"], found["artifacts"]) == ([], [])
    assert found["invocations"][0]["executionSuccessful"]


def test_braces_and_links_stand_for_themselves() -> None:
    assert message("Zeros{64} [a](b) x[[1]]")["text"] == r"Zeros{{64}} \[a](b) x[[1]]"
    found = formatted("a_b", "```` {1}")
    assert found["text"] == "a_b\n\n```` {{1}}"
    assert found["markdown"] == "a\\_b\n\n`````text\n```` {{1}}\n`````"


def test_names_of_files(tmp_path: Path) -> None:
    artifacts = Artifacts(tmp_path / "a b")
    inside = artifacts.location(Span(str(tmp_path / "a b" / "asl" / "ü x.asl"), 1, 2, 3, 4))
    outside = artifacts.location(Span(str(tmp_path / "mine.asl"), 1, 1, 1, 2), "said")
    assert inside["physicalLocation"] == {
        "artifactLocation": {"uri": "asl/%C3%BC%20x.asl", "uriBaseId": "SPECROOT", "index": 0},
        "region": {"startLine": 1, "startColumn": 2, "endLine": 3, "endColumn": 4},
    }
    uri = outside["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == (tmp_path / "mine.asl").resolve().as_uri()
    assert outside["message"] == {"text": "said"}
    assert artifacts.location(Span("<builtin>", 1, 1, 1, 1), "nowhere") == {
        "message": {"text": "nowhere"}
    }
    assert artifacts.base["SPECROOT"]["uri"].endswith("/a%20b/")
    assert len(artifacts.values) == 2


@pytest.mark.parametrize("change", ["level", "brace", "location"])
def test_our_schema_rejects(run: Run, checker: FakeChecker, change: str) -> None:
    checker.results = [result("p", Verdict.UNKNOWN, reason="timeout")]
    document = json.loads(run("check", "--sarif", "-").stdout)
    (each,) = document["runs"][0]["results"]
    if change == "level":
        each["level"] = "error"
    elif change == "brace":
        each["message"]["text"] = "a {0}"
    else:
        del each["locations"]
    with pytest.raises(jsonschema.ValidationError):
        validated(json.dumps(document))
