"""Who notices a mutant, and what becomes of one that nobody does."""

from __future__ import annotations

import pytest

from proofs.checker import check, tasks
from proofs.mutation.killing import Death, Fate, Jury, functions_of, holding
from proofs.mutation.killing import asked as asked_of
from proofs.mutation.mutants import Mutant, mutants
from proofs.tasks import Options, Task
from proofs.verdicts import Result, Verdict
from semantics.specification import SHIPPED, Specification, shipped, without_profile

OPTIONS = Options(timeout=20.0, jobs=1)
CASE = {"data_type": "S32", "valid_rows": "1", "valid_columns": "1"}


@pytest.fixture(scope="module")
def spec() -> Specification:
    return without_profile()


@pytest.fixture(scope="module")
def asked() -> list[tuple[Task, Result]]:
    """Negation of TNEG in one case, and its encoding."""
    spec = shipped()
    todo = [
        task
        for task in tasks(spec, ["TNEG"], ["negation", "encoding"])
        if not task.case or dict(task.case) == CASE
    ]
    found = {result.property: result for result in check(spec, todo, OPTIONS)}
    return [(task, found[task.property.id]) for task in todo]


def judged(spec: Specification, proofs: tuple[Task, ...], *chosen: Mutant) -> list[Death]:
    return list(Jury(spec, SHIPPED, ("TNEG", "TDIV"), proofs, (), OPTIONS).judge(chosen))


def one(spec: Specification, function: str, kind: str, before: str = "") -> Mutant:
    found = mutants(spec, {function})
    return next(each for each in found if each.kind == kind and each.before.startswith(before))


def test_a_property_that_is_refuted_kills(
    spec: Specification, asked: list[tuple[Task, Result]]
) -> None:
    mutant = one(spec, "TileUnaryElement", "- is +")
    (death,) = judged(spec, holding(asked), mutant)
    assert death.fate is Fate.KILLED and death.by.startswith("TNEG negation data_type=S32")


def test_what_nobody_looks_at_survives(
    spec: Specification, asked: list[tuple[Task, Result]]
) -> None:
    # Of integers alone: the floating branch means nothing to them.
    mutant = one(spec, "TileFloatingSign", "constant")
    (death,) = judged(spec, holding(asked), mutant)
    assert death.fate is Fate.SURVIVED and death.by == "" and death.tried >= 1


def test_what_is_no_asl_is_stillborn(spec: Specification, asked: list[tuple[Task, Result]]) -> None:
    found = mutants(spec, {"ExecuteTileUnary"})
    mutant = Mutant("ExecuteTileUnary", "wrong", found[0].span, found[0].before, "nonsense =;")
    (death,) = judged(spec, holding(asked), mutant)
    assert death.fate is Fate.STILLBORN


def test_what_no_property_reaches_survives(
    spec: Specification, asked: list[tuple[Task, Result]]
) -> None:
    encoding = tuple(task for task, _ in asked if task.property.id == "encoding")
    mutant = one(spec, "TileUnaryElement", "condition negated")
    assert judged(spec, encoding, mutant) == [Death(mutant, Fate.SURVIVED)]


def test_only_what_holds_is_asked_and_of_each_property_one_case_first(
    asked: list[tuple[Task, Result]],
) -> None:
    from dataclasses import replace

    (first, result), *_ = asked
    other = replace(first, property=replace(first.property, id="other"))
    results = [
        (first, replace(result, seconds=0.1, verdict=Verdict.BOUNDED)),
        (first, replace(result, seconds=0.2, verdict=Verdict.PROVED)),
        (other, replace(result, seconds=0.9, verdict=Verdict.BOUNDED)),
        (other, replace(result, seconds=0.0, verdict=Verdict.REFUTED)),
    ]
    names = [task.property.id for task in holding(results)]
    assert names == [first.property.id, "other", first.property.id]
    assert all(task.property.any_shape is None for task in holding(results))


def test_the_functions_of_a_contract_are_not_those_of_others(spec: Specification) -> None:
    found = functions_of(spec, ["TNEG"], tasks(shipped(), ["TNEG"], ["encoding"]))
    assert {"InstructionContractExecute_TNEG", "ExecuteTileUnary", "TileUnaryElement"} <= found
    assert not any(name.endswith("_TREM") for name in found)


def test_nobody_notices_what_is_no_change(spec: Specification) -> None:
    # Under no numeric profile this property of quotients does not hold.
    quotients = tasks(shipped(), ["TDIV"], ["representable"], {"data_type": "E5M2"})
    mutant = one(spec, "TileBinaryElement", "condition negated")
    same = Mutant(mutant.function, "nothing", mutant.span, mutant.before, mutant.before)
    (death,) = judged(spec, tuple(quotients), same)
    assert death.fate is Fate.SURVIVED and death.tried > len(quotients)


def test_of_each_property_the_first_case_of_a_kind_is_proved() -> None:
    found = tasks(shipped(), ["TNEG"], ["negation"])
    proved = asked_of(found)
    assert [dict(each.case)["data_type"] for each in proved] == ["S32", "S16", "S8"]
    assert {dict(each.case)["valid_rows"] for each in proved} == {"1"}
