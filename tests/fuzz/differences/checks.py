"""The comparisons: each takes a seed, counts what it has compared, and fails by an exception."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.fuzz.differences import rules, samples, solvers, verdicts
from tests.proofs.random_programs import Writer
from tests.proofs.test_agreement import compare
from tests.proofs.unbounded.random_claims import is_proved


def _interpretations(seed: int) -> Counter[str]:
    """Programs on numbers against the same on formulas."""
    return Counter(compare(Writer(seed, 1 + seed % 5).program(), seed))


def _loops(seed: int) -> Counter[str]:
    """Claims about loops of unknown length: those that are proved do not fail."""
    return Counter({"proved" if is_proved(seed) else "not proved": 1})


CHECKS: dict[str, Callable[[int], Counter[str]]] = {
    "interpretations": _interpretations,
    "solvers": solvers.check,
    "rules": rules.check,
    "loops": _loops,
    "samples": samples.check,
    "verdicts": verdicts.check,
}
