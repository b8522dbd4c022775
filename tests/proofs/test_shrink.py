"""Making inputs simpler by runs alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from concrete.choosers import Draw
from proofs import shrink as module
from proofs.shrink import shrink
from semantics.types import BOOLEAN, BitsType, Type

WORD = BitsType(64)
START: list[Draw] = [(WORD, 1000), (WORD, 77), (BOOLEAN, True)]


def runs(holds: Callable[..., bool]) -> Callable[[Sequence[Any]], list[Draw] | None]:
    types: list[Type] = [type for type, _ in START]

    def still(values: Sequence[Any]) -> list[Draw] | None:
        return list(zip(types, values, strict=True)) if holds(*values) else None

    return still


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        (lambda a, b, c: True, [0, 0, False]),
        (lambda a, b, c: 9 < a < 2000, [10, 0, False]),
        (lambda a, b, c: a != b and c, [0, 1, True]),
        (lambda a, b, c: (a, b) == (1000, 77), [1000, 77, False]),
    ],
)
def test_the_simplest_that_still_holds(holds: Callable[..., bool], expected: list[Any]) -> None:
    assert [value for _, value in shrink(START, runs(holds), None)] == expected


def test_no_more_runs_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUDGET", 5)
    count = 0

    def still(values: Sequence[Any]) -> None:
        nonlocal count
        count += 1

    assert shrink(START, still, None) == START
    assert count == 5
