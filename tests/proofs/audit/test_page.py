"""docs/audit.md: every form with a phrase that it reads, every finding, every verdict."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from proofs.audit.standing import Standing
from semantics.clause_forms import FORMS
from semantics.clause_forms.statements import Sentence

FOLDER = Path(__file__).parent
PAGE = (FOLDER.parents[2] / "docs" / "audit.md").read_text("utf-8")
NOT_OF_ONE_CONTRACT = {"target-data-types", "target-zero-divisor", "profile-differs"}
"""Findings that take more than the made-up contract."""


def section(title: str) -> str:
    """The text under a heading, up to the next."""
    return PAGE.split(f"# {title}\n", 1)[1].split("\n#", 1)[0]


def test_each_form_reads_its_phrase() -> None:
    rows = re.findall(r"^\| ([^|]+) \| `([^`]+)` \| (.+) \|$", section("Forms"), re.M)
    assert [name for name, _, _ in rows] == list(dict.fromkeys(form.name for form in FORMS))
    for name, phrase, statements in rows:
        sentence = Sentence("memory_effects[0]", phrase, None)
        said = [(form.name, form.read(phrase, sentence)) for form in FORMS]
        read = {form: found for form, found in said if found is not None}
        assert list(read) == [name]
        kinds = dict.fromkeys(type(each).__name__ for each in read[name])
        assert statements == ", ".join(kinds)


def test_each_finding_is_described() -> None:
    described = re.findall(r"^\| `([a-z-]+)` \|", section("Findings"), re.M)
    broken = tomllib.loads((FOLDER / "broken.toml").read_text("utf-8"))["broken"]
    found = {code for each in broken for code in each["codes"]}
    assert len(described) == len({*described})
    assert {*described} == found | NOT_OF_ONE_CONTRACT


def test_each_verdict_is_described_from_the_worst_on() -> None:
    rows = re.findall(r"^\| ([A-Z, ]+) \|", section("Verdicts of clauses"), re.M)
    assert [word for row in rows for word in row.split(", ")] == [each.value for each in Standing]
