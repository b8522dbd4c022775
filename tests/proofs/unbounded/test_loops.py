"""Loops of unknown length: what holds is proved, and what does not never is."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from concrete.choosers import Random
from concrete.machine import Machine
from parser.loader import parse_files
from proofs.solver import Solver
from proofs.unbounded.question import EveryShape
from semantics.library import STDLIB
from semantics.program import Program
from semantics.values import DynamicError
from tests.proofs.unbounded.random_claims import is_proved

CLAIMS = Path(__file__).with_name("claims.asl")
NAMES = re.findall(r"^func ((?:True|Open|False)_\w+)", CLAIMS.read_text(), re.MULTILINE)


@cache
def program() -> Program:
    library, claims = parse_files([STDLIB, CLAIMS])
    return Program([claims.unit], library.unit)


def why_not(name: str) -> str | None:
    machine = Machine(program(), output=lambda _: None)
    question = EveryShape(program(), machine, Solver(10.0).alone())
    return question.why_not(name, [], None)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("True_")])
def test_is_proved(name: str) -> None:
    assert why_not(name) is None


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("True_")])
def test_is_not_proved(name: str) -> None:
    assert why_not(name) is not None


def fails(name: str, seed: int) -> bool:
    """Whether a claim fails in a run with random numbers."""
    tracing = "Writ" in name
    machine = Machine(program(), output=lambda _: None, chooser=Random(seed), tracing=tracing)
    try:
        machine.call(name)
    except DynamicError:
        return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_claims_are_what_their_names_say(name: str) -> None:
    seeds = 200 if name.startswith("False_") else 15
    runs = (fails(name, seed) for seed in range(seeds))
    assert any(runs) == name.startswith("False_")


@pytest.mark.parametrize("first", range(100, 400, 100))
def test_random_claims_that_are_proved_do_not_fail(first: int) -> None:
    assert sum(is_proved(seed) for seed in range(first, first + 100)) > 0
