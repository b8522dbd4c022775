"""A second opinion: agreement, its absence, and disagreement."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.backends.installed import OTHERS, Z3, Backend, installed
from proofs.backends.process import SolverProcess
from proofs.backends.protocol import Reply, unknown
from proofs.backends.query import Query, encode
from proofs.cache import VerdictCache
from proofs.cross_check import CrossCheck, Disagreement
from proofs.encode import Theory
from proofs.prove import Prover, Settings
from proofs.solver import Answer
from proofs.verdicts import Result, Verdict, unconfirmed
from semantics import terms as t
from semantics.reach import Digest
from tests.proofs.deciding import Bench, harness

CVC5, BITWUZLA = OTHERS
SUM = "let x = ARBITRARY: bits(8);\nassert UInt(x + x) MOD 2 == 0;"
needs_cvc5 = pytest.mark.skipif(CVC5 not in installed(), reason="cvc5 is not installed")
Second = Callable[..., None]


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Second:
    """`second(cvc5=Reply("unsat"))`: the solvers besides z3, and what they always say."""

    def install(**replies: Reply) -> None:
        others = tuple(each for each in OTHERS if each.name in replies)
        monkeypatch.setattr("proofs.cross_check.installed", lambda: (Z3, *others))
        monkeypatch.setattr("proofs.cross_check.ask", lambda solver, *_: replies[solver.name])
        monkeypatch.setattr("proofs.cross_check.process_of", SolverProcess)

    return install


def answer(name: str = "b", solver: str = "z3 0.0") -> Answer:
    condition = t.variable(name, t.BOOL)
    query = encode(condition, Theory.LINEAR)
    return Answer("unsat", theory=Theory.LINEAR, solver=solver, query=query)


def test_confirmed(second: Second) -> None:
    second(cvc5=Reply("unsat"))
    assert CrossCheck(1).of([answer(), answer("c")]) == "cvc5"


def test_nothing_was_asked(second: Second) -> None:
    second(cvc5=unknown("never asked"))
    assert CrossCheck(1).of([]) == "evaluation"


def test_not_confirmed(second: Second) -> None:
    second(cvc5=unknown("timeout"), bitwuzla=unknown("has no integers"))
    said = "not confirmed: cvc5: timeout; bitwuzla: has no integers"
    assert CrossCheck(1).of([answer()]) == said
    assert CrossCheck(1).of([answer(), answer("c")]) == f"{said} (2 of 2 queries)"


def test_the_next_one_is_asked(second: Second) -> None:
    second(cvc5=unknown("timeout"), bitwuzla=Reply("unsat"))
    assert CrossCheck(1).of([answer()]) == "bitwuzla"


def test_who_decided_has_no_second_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(solver: Backend, query: Query, seconds: float) -> Reply:
        asked.append(solver.name)
        return Reply("unsat")

    monkeypatch.setattr("proofs.cross_check.installed", lambda: (Z3, *OTHERS))
    monkeypatch.setattr("proofs.cross_check.ask", ask)
    check = CrossCheck(1)
    check.of([answer(solver="cvc5 1.0")])
    check.of([answer(solver="z3 5.0"), answer(solver="z3 5.0")])
    assert asked == ["z3", "cvc5"]


def test_disagreement(second: Second) -> None:
    second(cvc5=Reply("sat", {"b": True}))
    message = "the solvers disagree: z3 0.0 answers unsat and cvc5 sat, in linear integers"
    with pytest.raises(Disagreement) as caught:
        CrossCheck(1).of([answer()])
    assert str(caught.value) == message


# ---------------------------------------------------------------- of verdicts


def decided(bench: Bench, body: str, folder: Path | None = None, **record: str) -> Result:
    prover, (claim,) = bench.load(harness(body, **record))  # type: ignore[arg-type]
    prover.settings = Settings(10, folder, cross_check=True)
    return prover.decide(claim, {})


@needs_cvc5
def test_what_holds_is_confirmed(bench: Bench) -> None:
    result = decided(bench, SUM)
    assert result.verdict is Verdict.PROVED
    assert result.cross_checked.startswith("cvc5 ")


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("let x = ARBITRARY: bits(8);\nassert UInt(x) != 77;", Verdict.REFUTED),
        ("let x = ARBITRARY: bits(8);\nif UInt(x) > 300 then assert FALSE; end;", Verdict.VACUOUS),
    ],
)
def test_what_does_not_hold_is_not_asked(
    bench: Bench, second: Second, body: str, verdict: Verdict
) -> None:
    second(cvc5=unknown("never asked"))
    result = decided(bench, body)
    assert (result.verdict, result.cross_checked) == (verdict, "")


def test_disagreement_is_internal(bench: Bench, second: Second) -> None:
    second(cvc5=Reply("sat"))
    result = decided(bench, SUM)
    assert result.verdict is Verdict.INTERNAL
    assert result.reason is not None
    assert result.reason.startswith("the solvers disagree: z3 ")


def test_paths_that_were_cut_off_are_confirmed(bench: Bench, second: Second) -> None:
    """They are why the rest holds."""
    loop = """
let n = ARBITRARY: integer{0..200};
let m = ARBITRARY: integer{0..200};
if n + m > 6 then return; end;
var i: integer = 0;
while i < n looplimit 100 do i = i + 1; end;
assert i < 7;
"""
    second(cvc5=unknown("timeout"))
    result = decided(bench, loop)
    assert result.verdict is Verdict.PROVED
    assert unconfirmed(result)


def test_what_is_not_confirmed_is_asked_again(
    bench: Bench, second: Second, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "kept"))
    prover, (claim,) = bench.load(harness(SUM))
    prover.settings = Settings(10, cross_check=True)
    digest = Digest(b"meaning", b"places")
    kept = VerdictCache(lambda _: digest, cross_checked=True)
    plain = VerdictCache(lambda _: digest)
    second(cvc5=unknown("timeout"))
    kept.put(claim, prover.decide(claim, {}))
    assert kept.get(claim, {}) is None
    monkeypatch.setattr("proofs.cross_check.ask", lambda *_: Reply("unsat"))
    again = Prover.decide(bench.load(harness(SUM))[0], claim, {})
    kept.put(claim, again)
    assert kept.get(claim, {}) is not None
    assert plain.get(claim, {}) is None
