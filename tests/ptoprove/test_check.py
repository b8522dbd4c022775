"""`ptoprove check`: what it prints, writes and returns, for results that are given."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from proofs.backends.installed import installed
from proofs.effort import Asked, Effort, Phase
from proofs.verdicts import Verdict
from tests.ptoprove.samples import (
    COUNTEREXAMPLE,
    FakeChecker,
    Golden,
    Run,
    mixed,
    plain,
    result,
)

SCHEMA = Path(__file__).parents[2] / "ptoprove" / "schemas" / "check.v1.json"
TIME = re.compile(r"results? in [0-9.]+ s")


def steady(text: str) -> str:
    """Output without the time that the command took, and blanks at the ends of lines."""
    return TIME.sub("results in N s", plain(text))


def test_table_of_many_results(run: Run, checker: FakeChecker, golden: Golden) -> None:
    checker.results = [
        result(name, Verdict.BOUNDED, data_type=kind, valid_rows=rows, valid_columns=columns)
        for name in ("range", "padding", "divisor-sign")
        for kind in ("S32", "U32", "S16", "U16")
        for rows in (1, 2)
        for columns in (1, 2)
    ]
    found = run("check", "TREM")
    assert found.exit_code == 0
    golden("many.txt", steady(found.stdout))


def test_in_a_pipe_each_new_result_has_a_line(run: Run, checker: FakeChecker) -> None:
    checker.results = [
        result("range", Verdict.PROVED, data_type="S32", cached=True),
        result("range", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, data_type="U32"),
    ]
    assert run("check").stderr.splitlines() == ["REFUTED TREM range data_type=U32 in 0.50 s"]
    assert run("check", "--json", "-").stderr == ""


def test_table_of_all_verdicts(run: Run, checker: FakeChecker, golden: Golden) -> None:
    checker.results = mixed()
    found = run("check")
    assert found.exit_code == 1
    golden("verdicts.txt", steady(found.stdout))


def test_verbose_shows_every_case(run: Run, checker: FakeChecker, golden: Golden) -> None:
    checker.results = mixed()
    found = run("check", "--verbose")
    golden("verbose.txt", steady(found.stdout))
    assert len(found.stderr.splitlines()) == len(checker.results)
    assert "REFUTED TREM padding data_type=U16 in 0.50 s" in found.stderr


def test_verbose_shows_every_query(run: Run, checker: FakeChecker) -> None:
    asked = [
        Asked("can it fail", Phase.SOLVING, "bit-vectors", "z3 5", "unknown", "timeout", 1234, 60),
        Asked("can it fail", Phase.SOLVING, "bit-vectors", "cvc5 1", "unsat", "", 1234, 0.5),
    ]
    effort = Effort(((Phase.SOLVING, 60.5),), tuple(asked))
    checker.results = [result("range", Verdict.PROVED, data_type="U32", effort=effort)]
    assert run("check", "--verbose").stderr.splitlines() == [
        "PROVED TREM range data_type=U32 in 0.50 s",
        "  unknown: timeout in 60.0 s: can it fail (z3 5, bit-vectors, 1,234 terms)",
        "  unsat in 0.50 s: can it fail (cvc5 1, bit-vectors, 1,234 terms)",
    ]
    assert "can it fail" not in run("check").stderr


def test_one_counterexample_for_each_property(run: Run, checker: FakeChecker) -> None:
    checker.results = [
        result("range", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, data_type=kind)
        for kind in ("S16", "S32", "U32")
    ]
    brief, verbose = run("check"), run("check", "-v")
    assert brief.stdout.count("replay: ") == 1
    assert "2 more counterexamples (--verbose shows all): data_type=S32, data_type=U32" in (
        brief.stdout
    )
    assert verbose.stdout.count("replay: ") == 3


def test_replay_names_the_specification(run: Run, checker: FakeChecker) -> None:
    checker.results = [
        result("range", Verdict.REFUTED, contract="TDEMO", counterexample=COUNTEREXAMPLE, row="a b")
    ]
    found = run("check", "--spec", "spec")
    command = "ptoprove check TDEMO --property range --case 'row=a b' --spec spec"
    assert f"replay: {command}" in found.stdout


def test_results_come_in_the_order_of_the_obligations(run: Run, checker: FakeChecker) -> None:
    checker.results = [result("range", data_type=kind) for kind in ("U32", "S16", "S32")]
    found = run("check", "--json", "-")
    cases = [each["case"]["data_type"] for each in json.loads(found.stdout)["results"]]
    assert cases == ["S16", "S32", "U32"]


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ([Verdict.PROVED, Verdict.BOUNDED], 0),
        ([Verdict.PROVED, Verdict.VACUOUS, Verdict.UNKNOWN], 1),
        ([Verdict.PROVED, Verdict.UNKNOWN], 3),
        ([Verdict.UNSUPPORTED], 3),
        ([Verdict.BOUNDED, Verdict.INTERNAL], 3),
    ],
)
def test_exit_code(run: Run, checker: FakeChecker, verdicts: list[Verdict], code: int) -> None:
    checker.results = [
        result("p", verdict, case=number, reason="because")
        for number, verdict in enumerate(verdicts)
    ]
    assert run("check").exit_code == code


def test_selection_and_options_reach_the_checker(
    run: Run, checker: FakeChecker, tmp_path: Path
) -> None:
    checker.results = [result()]
    queries = tmp_path / "a" / "queries"
    run(
        *("check", "TREM", "TDIV", "--property", "range", "--property", "padding"),
        *("--case", "data_type=S32", "--case", "valid_rows=2", "--timeout", "2.5", "--jobs", "3"),
        *("--smt2", str(queries), "--no-cache", "--profile", "tile-library"),
    )
    case = {"data_type": "S32", "valid_rows": "2"}
    assert checker.asked == (["TREM", "TDIV"], ["range", "padding"], case, "tile-library")
    options = checker.options
    assert (options.timeout, options.jobs, options.cache) == (2.5, 3, False)
    assert not options.cross_check
    assert options.smt2 == queries
    assert queries.is_dir()


def test_nothing_to_check_is_no_success(run: Run, checker: FakeChecker) -> None:
    found = run("check", "TREM", "--case", "data_type=S32")
    assert found.exit_code == 2
    assert "error[input] CHECK-EMPTY" in found.stderr


def test_interrupt_prints_what_is_done(run: Run, checker: FakeChecker, tmp_path: Path) -> None:
    checker.results = [result("range", data_type=kind) for kind in ("S16", "S32", "U32")]
    checker.interrupt_after = 2
    report = tmp_path / "report.json"
    found = run("check", "--json", str(report))
    assert found.exit_code == 130
    assert "2 cases" in found.stdout
    assert "interrupted: 2 of 3 are done, no JSON is written" in found.stderr
    assert not report.exists()


# ------------------------------------------------------------------------ second opinions


def test_cross_check(
    run: Run, checker: FakeChecker, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs.backends.installed.find_spec", lambda name: name)
    installed.cache_clear()
    doubt = "not confirmed: cvc5: timeout"
    checker.results = [
        result("range", Verdict.BOUNDED, data_type="S16", cross_checked="cvc5 0.0"),
        result("range", Verdict.BOUNDED, data_type="S32", cross_checked=doubt),
        result("range", Verdict.BOUNDED, data_type="U32", cross_checked=doubt),
        result("encoding", cross_checked="evaluation"),
        result("frame", Verdict.UNKNOWN, reason="timeout"),
    ]
    found = run("check", "--cross-check")
    assert found.exit_code == 3
    assert checker.options.cross_check
    golden("cross-check.txt", steady(found.stdout))
    document = validated(run("check", "--cross-check", "--json", "-").stdout)
    confirmed = {each["property"]: each["cross_checked"] for each in document["results"]}
    assert confirmed == {"range": doubt, "encoding": "evaluation", "frame": None}
    installed.cache_clear()


def test_cross_check_without_a_second_solver(
    run: Run, checker: FakeChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs.backends.installed.find_spec", lambda name: None)
    installed.cache_clear()
    checker.results = [result()]
    found = run("check", "--cross-check")
    installed.cache_clear()
    assert found.exit_code == 2
    assert found.stdout == ""
    assert found.stderr == (
        "error[input] SOLVER-MISSING: there is no second solver to cross-check with\n"
        "  hint: `pip install 'ptoprove[solvers]'` installs cvc5 and Bitwuzla\n"
    )


# ------------------------------------------------------------------------ JSON


def validated(text: str) -> Any:
    document = json.loads(text)
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    validator.check_schema(validator.schema)
    validator.validate(document)
    return document


def test_json_on_standard_output_is_alone(run: Run, checker: FakeChecker, golden: Golden) -> None:
    checker.results = mixed()
    found = run("check", "--json", "-")
    assert found.exit_code == 1
    assert found.stderr == ""
    document = validated(found.stdout)
    assert document["spec"]["name"] == "shipped"
    document["spec"]["digest"] = "0" * 64
    golden("report.json", json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def test_json_has_the_keys_of_the_schema(run: Run, checker: FakeChecker) -> None:
    checker.results = mixed()
    document = validated(run("check", "--json", "-").stdout)
    assert list(document) == ["schema", "version", "spec", "results", "summary"]
    for each in document["results"]:
        assert list(each) == [
            *("contract", "property", "clauses", "case", "profile", "scope", "verdict"),
            *("seconds", "solver", "counterexample", "reason", "lemmas", "assumptions"),
            "cross_checked",
        ]
    counted = [each["verdict"].lower() for each in document["results"]]
    assert document["summary"] == {each.lower(): counted.count(each.lower()) for each in Verdict}


def test_json_in_a_file_beside_the_table(run: Run, checker: FakeChecker, tmp_path: Path) -> None:
    checker.results = [result()]
    report = tmp_path / "report.json"
    found = run("check", "--json", str(report))
    assert found.exit_code == 0
    assert "PROVED" in found.stdout
    assert validated(report.read_text("utf-8"))["summary"]["proved"] == 1


@pytest.mark.parametrize("missing", ["verdict", "case", "counterexample"])
def test_schema_rejects_an_incomplete_result(run: Run, checker: FakeChecker, missing: str) -> None:
    checker.results = [result()]
    document = json.loads(run("check", "--json", "-").stdout)
    del document["results"][0][missing]
    with pytest.raises(jsonschema.ValidationError):
        validated(json.dumps(document))


def test_schema_wants_a_counterexample_of_what_is_refuted(run: Run, checker: FakeChecker) -> None:
    checker.results = [result(verdict=Verdict.REFUTED)]
    with pytest.raises(jsonschema.ValidationError):
        validated(run("check", "--json", "-").stdout)


# ------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--case", "S32"), "is not of the form NAME=VALUE"),
        (("--case", "t=S32", "--case", "t=U32"), "t can't be both S32 and U32"),
        (("--jobs", "0"), "0 is not in the range"),
        (("--timeout", "0"), "0.0 is not in the range"),
        (("--decoders", "x.asl"), "--decoders goes with --spec"),
        (("--nonsense",), "No such option"),
        (("--json", "."), "can't write `.`: is a directory"),
        (("--json", "no/such/file.json"), "its directory does not exist"),
        (("--smt2", "broken.asl"), "can't write `broken.asl`: file exists"),
        (("--spec", "no-such-directory"), "error[input] SPEC-MISSING"),
        (("--spec", "spec", "--decoders", "none.asl"), "error[input] INPUT-FILE"),
    ],
)
def test_bad_usage(run: Run, checker: FakeChecker, words: tuple[str, ...], message: str) -> None:
    checker.results = [result()]
    found = run("check", *words)
    assert found.exit_code == 2
    assert message in re.sub(r"[\s│]+", " ", found.stderr)
    assert "Traceback" not in found.output
    assert found.stdout == ""
