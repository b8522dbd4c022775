"""Which contracts of two specifications are compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parser.diagnostics import Phase, fail
from proofs.equivalence.answers import Comparison
from semantics.specification import Specification


@dataclass(frozen=True, slots=True)
class Chosen:
    """Two specifications, and the names of contracts that both have. Where nobody has named any,
    also those that only A, and only B, has."""

    a: Specification
    b: Specification
    names: tuple[str, ...]
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()

    @classmethod
    def of(cls, a: Specification, b: Specification, contracts: Sequence[str]) -> Chosen:
        """The named contracts; without names, all. Raises PtoError where one of the two lacks a
        contract that is named, or there is nothing to compare: then success would mean nothing."""
        if contracts:
            for name in contracts:
                b.contract(name)
            names = dict.fromkeys(a.contract(name).name for name in contracts)
            return cls(a, b, tuple(names))
        names = {name: None for name in a.contracts if name in b.contracts}
        if not names:
            message = f"{a.name} and {b.name} have no contract in common"
            hint = "`ptoprove list --spec DIR` names the contracts of a specification"
            raise fail("CHECK-EMPTY", Phase.INPUT, message, hint=hint)
        only_a = tuple(name for name in a.contracts if name not in names)
        return cls(a, b, tuple(names), only_a, tuple(n for n in b.contracts if n not in names))

    def in_order(self, comparisons: Iterable[Comparison]) -> list[Comparison]:
        """Answers in the order of the names."""
        return sorted(comparisons, key=lambda each: self.names.index(each.contract))
