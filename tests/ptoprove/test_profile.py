"""`ptoprove profile`: where the time of proofs goes."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from parser.source import NOWHERE, Span
from proofs.effort import Asked, Effort, Lines, Phase
from proofs.verdicts import Verdict
from ptoprove.profile_view import print_profile
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.specification import shipped
from tests.ptoprove.samples import Golden, Run, plain, result


def asked(about: str, seconds: float, phase: Phase = Phase.SOLVING) -> Asked:
    return Asked(about, phase, "bit-vectors", "z3 5.4.1", "unsat", "", 1234, seconds)


def effort(*queries: Asked, **seconds: float) -> Effort:
    phases = ((Phase[name.upper()], each) for name, each in seconds.items())
    return Effort(tuple(phases), queries)


def test_what_is_printed(golden: Golden) -> None:
    fails, smaller = asked("can it fail", 0.25), asked("smaller", 0.2, Phase.MINIMISATION)
    results = [
        result(
            "range", data_type="S32", seconds=1.0,
            effort=effort(fails, evaluation=0.7, solving=0.3),
        ),
        result("range", data_type="U32", seconds=0.5, effort=effort(evaluation=0.5)),
        result(
            "padding", Verdict.REFUTED, data_type="U32", seconds=2.5,
            effort=effort(asked("can it fail", 0.5), smaller, minimisation=2.0, solving=0.5),
        ),
    ]  # fmt: skip
    file = next(f for f in shipped().files if f.source.path.endswith("numeric_profile.asl"))
    spans = [Span(file.source.path, line, 1, line, 9) for line in (47, 48)]
    lines = Lines()
    x, y = (t.variable(f"profile {name}", t.INT, (0, 2**16 - 1)) for name in "xy")
    lines.at(spans[0])
    product = ta.mul(x, y)
    lines.at(spans[1])
    condition = ta.le(product, 7)
    lines.at(NOWHERE)
    assert isinstance(condition, t.Term)
    lines.charge(condition, 0.95)
    stream = io.StringIO()
    print_profile(Console(file=stream, width=100, color_system=None), results, lines, 2)
    text = plain(stream.getvalue()).replace(str(file.source.path), "numeric_profile.asl")
    golden("profile.txt", text)


def test_a_contract() -> None:
    words = ["profile", "TREM", "--property", "divisor-sign", "--case", "data_type=S32"]
    # In a process of its own no term has been made before.
    found = subprocess.run(
        [sys.executable, "-m", "ptoprove", *words, "--top", "1"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    text = plain(found.stdout)
    for phase in ("evaluation", "simplification", "solving"):
        assert f"\n {phase} " in text
    assert "\n TREM divisor-sign       4         8 " in text
    assert "unsat in " in text and ": can an obligation fail (z3 " in text
    assert "\n… and 7 more\n" in text
    assert "let remainder: integer = if d > 0" in text
    assert text.rstrip().endswith("4 BOUNDED")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Missing argument"),
        (("TREM", "--top", "0"), "0 is not in the range"),
        (("TREM", "--jobs", "2"), "No such option"),
        (("TDOG",), "CONTRACT-UNKNOWN"),
        (("TREM", "--property", "dog"), "PROPERTY-UNKNOWN"),
        (("TREM", "--profile", "dog"), "PROFILE-UNKNOWN"),
        (("missing.asl",), "missing.asl"),
    ],
)
def test_bad_input(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run("profile", *words)
    assert found.exit_code == 2
    assert message in found.stderr
