"""A contract against what pages of the tile library state of its targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from proofs.audit.findings import Finding, Place, either, note, stated
from proofs.verdicts import Result, Verdict
from semantics.clause_forms import data_types, statements
from semantics.clause_forms.statements import Condition, DataTypes, Demands
from semantics.specification import Contract
from semantics.targets import PORTABLE, Fact, Target, targets

Value = TypeVar("Value")
TILE_LIBRARY: Final = "tile-library"
"""The numeric profile that is the tile library's own, not the contract's."""


def sibling_findings(contract: Contract) -> Iterator[Finding]:
    """Where a target takes other data types, or does otherwise with a zero divisor."""
    legal = data_types(contract)
    demands = [each for each in statements(contract) if isinstance(each, Demands)]
    for target in targets(contract.name).values():
        if target.name == PORTABLE:
            continue
        if legal is not None and target.data_types is not None:
            yield from _types(contract, legal, target, target.data_types)
        zero = [each for each in demands if Condition.DIVISOR in each.conditions]
        if zero and target.zero_divisor is not None:
            fact = target.zero_divisor
            message = (
                f"the contract rejects an integer zero divisor; on {target.name} it is: "
                f"{fact.value}"
            )
            places = [stated(zero[0]), _line(target, fact)]
            advice = "do not rely on the fault on this target"
            yield note("target-zero-divisor", contract, places, message, advice)


def profile_findings(contract: Contract, results: Iterable[Result]) -> Iterator[Finding]:
    """Properties of the contract that the tile library's formulas break."""
    refuted: dict[str, dict[str, None]] = {}
    for each in results:
        if each.profile == TILE_LIBRARY and each.verdict is Verdict.REFUTED:
            refuted.setdefault(each.property, {})[each.case.get("data_type", "")] = None
    for name, types in refuted.items():
        message = (
            f"{name} does not hold of the tile library's formula: {either(filter(None, types))}"
        )
        places = [Place(f"the property {name}"), Place(f"the profile {TILE_LIBRARY}")]
        advice = f"ptoprove check {contract.name} --property {name} --profile {TILE_LIBRARY}"
        yield note("profile-differs", contract, places, message, advice)


def _types(
    contract: Contract, legal: DataTypes, target: Target, fact: Fact[tuple[str, ...]]
) -> Iterator[Finding]:
    lacking = [each for each in legal.values if each not in fact.value]
    surplus = [each for each in fact.value if each not in legal.values]
    parts = [f"does not take {either(lacking)}"] if lacking else []
    parts += [f"takes {either(surplus)} besides"] if surplus else []
    if parts:
        places = [stated(legal), _line(target, fact)]
        message = f"{target.name} {' and '.join(parts)}"
        advice = "use types that both take (ptoprove portability)"
        yield note("target-data-types", contract, places, message, advice)


def _line(target: Target, fact: Fact[Value]) -> Place:
    return Place(f"{target.page}, {fact.place}")
