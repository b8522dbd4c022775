"""A short run of each comparison, and whether it would notice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from proofs.backends.installed import OTHERS, installed
from proofs.backends.protocol import Reply, unknown
from proofs.cores import Cores
from proofs.encode import Theory
from proofs.prove import Prover
from proofs.provers import internal
from proofs.solver import ask as really_ask
from proofs.summaries import Summaries
from proofs.tasks import Task
from proofs.verdicts import Verdict
from tests.fuzz.differences import rules, samples, solvers, verdicts
from tests.fuzz.differences.checks import CHECKS

SEEDS = range(12)
CHUNKS = 8
"""Parts of all properties, so that processes share them."""


def several(check: Callable[[int], Counter[str]]) -> Counter[str]:
    return sum((check(seed) for seed in SEEDS), Counter[str]())


@pytest.mark.parametrize("name", ["interpretations", "loops"])
def test_others_are_part_of_the_long_run(name: str) -> None:
    """With seeds of their own; `test_agreement.py` and `test_loops.py` have many."""
    assert CHECKS[name](7).total() > 0


def test_solvers_agree() -> None:
    found = several(solvers.check)
    for each in installed():
        assert found[f"{each.name} answers"] > 0


def test_rules_change_nothing() -> None:
    found = several(rules.check)
    assert found["summaries: ok"] > 0
    assert found["intrinsics: ok"] > 0


def first_cases(part: int) -> list[Task]:
    """One case of each property and profile, every CHUNKS-th of them, chosen at random."""
    groups: dict[tuple[str, str, str, int], list[Task]] = {}
    for task in samples.obligations():
        p = task.property
        groups.setdefault((p.contract, p.id, task.profile, p.span.line), []).append(task)
    return [random.Random(0).choice(group) for group in list(groups.values())[part::CHUNKS]]


@pytest.mark.parametrize("part", range(CHUNKS))
def test_what_is_proved_of_shipped_contracts_does_not_fail(part: int) -> None:
    found = sum((samples.sampled(each, 0, runs=3) for each in first_cases(part)), Counter[str]())
    assert found["holds"] > 10
    assert found["unsupported"] == 0


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_verdicts_are_what_all_inputs_show(first: int) -> None:
    found = sum((verdicts.check(seed) for seed in range(first, first + 20)), Counter[str]())
    assert all(found[each] > 0 for each in (Verdict.PROVED, Verdict.REFUTED, Verdict.VACUOUS))


# ---------------------------------------------------------------- would it be noticed?


def failing() -> Task:
    """A case that is refuted, by nearly every input."""
    (found,) = (
        task
        for task in samples.obligations()
        if task.property.id == "divisor-sign"
        and task.profile == "tile-library"
        and dict(task.case) == {"data_type": "FP16", "magnitudes": "any"}
    )
    return found


def test_what_fails_is_refuted() -> None:
    assert samples.sampled(failing(), 0, runs=400) == Counter({"refuted": 1})


def test_a_proof_of_what_fails_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    task = failing()
    proved = replace(internal(task, ""), verdict=Verdict.PROVED)
    monkeypatch.setattr(Prover, "decide", lambda *_: proved)
    with pytest.raises(AssertionError, match=r"TREM divisor-sign .* is PROVED, and fails: ASSERT"):
        samples.sampled(task, 0, runs=400)


@pytest.mark.skipif(OTHERS[0] not in installed(), reason="cvc5 is not installed")
def test_solvers_that_contradict_each_other_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"z3": Reply("unsat"), "cvc5": Reply("sat")}
    monkeypatch.setattr(solvers, "ask", lambda each, *_: said.get(each.name, unknown("")))
    with pytest.raises(AssertionError, match="z3: unsat, cvc5: sat"):
        several(solvers.check)


def test_theories_that_contradict_each_other_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model in bit-vectors of what linear integers exclude."""

    def ask(solver: Any, query: Any, seconds: float) -> Reply:
        linear = query.theory is Theory.LINEAR
        return Reply("unsat") if linear else really_ask(solver, query, seconds)

    monkeypatch.setattr(solvers, "ask", ask)
    with pytest.raises(AssertionError, match=r"linear integers'.* and \["):
        several(solvers.check)


def test_a_wrong_summary_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Summaries.of

    def wrong(self: Summaries, function: str) -> str | None:
        return right(self, "MultiplyWord" if function == "DivideWordUnsigned" else function)

    monkeypatch.setattr(Summaries, "of", wrong)
    with pytest.raises(AssertionError):
        several(rules.check)


def test_a_claim_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cores, "of", lambda *_: False)
    with pytest.raises(AssertionError, match=r"(PROVED|VACUOUS) is REFUTED"):
        several(verdicts.check)
