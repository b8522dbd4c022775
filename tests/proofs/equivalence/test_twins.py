"""A broken twin of the shipped model is no version that is equivalent to it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from proofs.equivalence.answers import Kind, Relation
from proofs.equivalence.harness import Harness
from proofs.equivalence.operands import operands_of
from proofs.equivalence.question import Pair
from proofs.equivalence.trial import Trial
from proofs.equivalence.version import Version
from semantics.specification import shipped
from tests.proofs.test_twins import TWINS, mutated

EXPECTED = {
    "truncating-remainder": (Kind.VALUES, "S32 1x1"),
    "floating-divisor-without-sign": (Kind.VALUES, "FP16"),
    "integer-modulo-inexact": (Kind.STATUS, "S16"),
    "result-not-extended": (Kind.CARRIER, "S32 1x1"),
    "floor-quotient": (Kind.VALUES, "S8"),
    "floating-zero-rejected": (Kind.LEGALITY, "FP32"),
    "division-flags-dropped": (Kind.STATUS, "BF16"),
    "ones-complement": (Kind.VALUES, "S8"),
    "negation-by-subtraction": (Kind.VALUES, "FP16"),
    "gathered-instead-of-scattered": (Kind.VALUES, "S32 2x1"),
    "undefined-indices-taken": (Kind.FAILURE, "S32 1x2 of 4; [0, 0] of source 2"),
}
"""Some twins of each contract: the first kind of difference that each shows, and how the names of
the cases begin in which it is looked for."""


@cache
def original() -> Version:
    return Version(shipped(), cache=False)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_twin_is_different(name: str) -> None:
    (twin,) = (each for each in TWINS if each["name"] == name)
    a, b = original(), Version(mutated(twin), cache=False)
    searches = []
    for version in (a, b):
        operation = version.operation(twin["contract"])
        assert operation is not None
        searches.append(version.search(operation))
    found = operands_of(*searches)
    kind, wanted = EXPECTED[name]
    cases = tuple(each for each in found.cases if each.label.startswith(wanted))
    operands = replace(found, cases=cases)
    pair = Pair(Harness(a, operands.a), Harness(b, operands.b), 20.0)
    with pair.ready():
        trial = Trial(pair, operands)
        trial.run()
    assert trial.relation is Relation.DIFFERENT
    assert trial.differences[0].kind is kind
    assert trial.reason is None
