"""Making inputs simpler for as long as they still do what is of interest, by concrete runs alone.

Simpler values are tried for one input after another, in a fixed order and within a fixed number
of runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from concrete.choosers import Draw
from proofs.simplicity import simpler, simpler_pairs
from semantics.formats import FloatLayout

BUDGET = 3000
"""Concrete runs a minimisation may take."""


def shrink(
    draws: Sequence[Draw],
    still: Callable[[Sequence[Any]], list[Draw] | None],
    layout: FloatLayout | None,
) -> list[Draw]:
    """The smallest inputs found from these on. `still` runs with other values: it gives what was
    drawn if that is still of interest. With a layout, words hold floating elements."""
    best, budget = list(draws), BUDGET

    def accept(candidate: list[Any]) -> bool:
        """Make the candidate the best, if it is of interest."""
        nonlocal best, budget
        budget -= 1
        drawn = still(candidate)
        if drawn is None:
            return False
        best = drawn
        return True

    improved = True
    while improved and budget > 0:
        improved = False
        i = 0
        while i < len(best):
            values = [value for _, value in best]
            for other in simpler(*best[i], layout):
                if budget > 0 and accept([*values[:i], other, *values[i + 1 :]]):
                    improved = True
                    break
            i += 1
        pairs = simpler_pairs(best, layout)
        improved |= any(budget > 0 and accept(candidate) for candidate in pairs)
    return best
