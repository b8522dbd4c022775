"""What unknowns are called in queries, and what is said in their files."""

from __future__ import annotations

import re
from pathlib import Path

from proofs.prove import Settings
from proofs.verdicts import Verdict
from tests.proofs.deciding import Bench, harness

BEFORE = """
func Word() => bits(8)
begin
    return ARBITRARY: bits(8);
end;
"""
BODY = """let word = ARBITRARY: bits(8);
var sum: integer = UInt(word);
for i = 0 to 1 do
    sum = sum + UInt(Word()) + UInt(ARBITRARY: bits(8));
end;
assert (2 * sum) MOD 4 != 3;"""


def test_names_of_unknowns(bench: Bench, tmp_path: Path) -> None:
    prover, (claim,) = bench.load(harness(BODY, before=BEFORE))
    folder = tmp_path / "queries"
    folder.mkdir()
    prover.settings = Settings(10, folder)
    result = prover.decide(claim, {})
    assert result.verdict is Verdict.PROVED
    first, *_ = sorted(folder.glob("*.smt2"))
    text = first.read_text("utf-8")
    declared = re.findall(r"\(declare-fun \|(.*?)\|", text)
    assert sorted(declared) == [
        *("Word@harness.asl:5", "Word_1@harness.asl:5"),
        *("sum@harness.asl:13", "sum_1@harness.asl:13"),
        "word@harness.asl:10",
    ]
    place = f"{bench.folder / 'harness.asl'}:15:1"
    assert text.startswith(
        "; contract: SMALL\n; property: harness\n; case:\n; profile: reference\n"
        f"; asks: can an obligation fail\n; obligation: ASSERTION at {place}\n"
        "; theory: linear integers\n(set-logic ALL)\n(set-info :status unsat)\n"
    )
    assert first.name == "SMALL-harness-001-linear.smt2"


def test_a_model_is_of_the_unknowns(bench: Bench) -> None:
    """Whatever they are called in the query."""
    result = bench.decide(BODY.replace("3;", "2;"), before=BEFORE)
    assert result.verdict is Verdict.REFUTED


def test_unknowns_of_one_line_are_told_apart(bench: Bench) -> None:
    """The second `w` would be called as the first `w_1` is."""
    words = "for i = 0 to 1 do let w = ARBITRARY: bits(8); words[[i]] = w; end;"
    numbered = "let w_1 = ARBITRARY: bits(8); let w_1_1 = ARBITRARY: bits(8);"
    claims = ("words[[1]] == w_1", "words[[1]] == w_1_1", "w_1 == w_1_1")
    for line in (f"{words} {numbered}", f"{numbered} {words}"):
        for claim in claims:
            body = f"var words: array [[2]] of bits(8);\n{line}\nassert {claim};"
            assert bench.decide(body).verdict is Verdict.REFUTED
