"""`ptoprove mutate`: usage, the printed report and the document; who notices is tested below."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from rich.console import Console

from parser.source import Span
from proofs.mutation.killing import Death, Fate, Jury
from proofs.mutation.mutants import Mutant
from proofs.tasks import Options
from ptoprove.cli import cli
from ptoprove.mutation import Mutation
from ptoprove.mutation_view import document, print_deaths
from semantics.specification import SHIPPED, without_profile

SCHEMA = Path(__file__).parents[2] / "ptoprove" / "schemas" / "mutate.v1.json"


def mutant(kind: str, before: str, after: str, line: int) -> Mutant:
    return Mutant("Half", kind, Span("half.asl", line, 5, line, 5 + len(before)), before, after)


DEATHS = [
    Death(mutant("constant", "2", "3", 3), Fate.KILLED, "TNEG negation data_type=S32", 1),
    Death(mutant("< is <=", " < ", " <= ", 4), Fate.SURVIVED, "", 12),
    Death(
        mutant("check dropped", "if n == 0 then\n    return 1;\nend;", "pass;", 5), Fate.SURVIVED
    ),
    Death(mutant("constant", "0", "1", 9), Fate.UNDECIDED, "", 12),
    Death(mutant("constant", "8", "9", 10), Fate.STILLBORN),
]


@pytest.fixture
def mutation() -> Mutation:
    jury = Jury(without_profile(), SHIPPED, ("TNEG",), (), (), Options())
    return Mutation(("TNEG",), 2, tuple(death.mutant for death in DEATHS), jury)


def test_what_is_printed(mutation: Mutation, golden: Callable[[str, str], None]) -> None:
    stream = StringIO()
    print_deaths(Console(file=stream, width=100, color_system=None), mutation, DEATHS, 12.3)
    lines = (line.rstrip() for line in stream.getvalue().split("\n"))
    golden("mutate.txt", "\n".join(lines))


def test_the_document(mutation: Mutation) -> None:
    found = json.loads(json.dumps(document(mutation, DEATHS)))
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(found)
    assert found["summary"] == {"killed": 1, "survived": 2, "undecided": 1, "stillborn": 1}
    assert found["mutants"][0]["by"] == "TNEG negation data_type=S32"


@pytest.mark.parametrize(
    ("fates", "code"),
    [
        ([Fate.KILLED, Fate.STILLBORN], 0),
        ([Fate.KILLED, Fate.SURVIVED, Fate.UNDECIDED], 1),
        ([Fate.KILLED, Fate.UNDECIDED], 3),
        ([], 0),
    ],
)
def test_exit_codes(mutation: Mutation, fates: list[Fate], code: int) -> None:
    assert mutation.exit_code([Death(DEATHS[0].mutant, fate) for fate in fates]) == code


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["TNEG", "--with", "avs"], "--with avs goes with --spec"),
        (["NOTHING"], "CONTRACT-UNKNOWN"),
        (["TNEG", "--profile", "none"], "PROFILE-UNKNOWN"),
        (["TNEG", "--limit", "0"], "--limit"),
    ],
)
def test_bad_usage(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(cli, ["mutate", *arguments])
    assert result.exit_code == 2 and told in result.output
