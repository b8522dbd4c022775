"""A target as an overlay: ASL that takes the place of the model's hook `TileTargetRejection`."""

from __future__ import annotations

from collections.abc import Iterable

from parser.diagnostics import Phase, fail
from parser.loader import ParsedFile
from parser.source import Source
from semantics.overlays import overlaid
from semantics.specification import Specification
from semantics.targets import check_target, targets

HOOK = "TileTargetRejection"
REASON = "Rejection_Target"


def overlay(target: str, contracts: Iterable[str]) -> str:
    """ASL that rejects, of these contracts, the data types that a target does not take.

    A contract of which no page states the target's data types keeps them all. Raises PtoError
    (TARGET-UNKNOWN).
    """
    check_target(target)
    return "\n".join(
        [
            f"// Target {target}: the data types that pages of the tile library allow there.",
            "",
            f"readonly implementation func {HOOK}(",
            "    operation: TileOperation, data_type: TileDataType) => Rejection",
            "begin",
            *(line for name in sorted(contracts) for line in _rejection(name, target)),
            "    return Rejection_None;",
            "end;",
            "",
        ]
    )


def on_target(spec: Specification, target: str) -> Specification:
    """A specification with the overlay of a target.

    Raises PtoError: TARGET-UNKNOWN, or TARGET-MODEL where its model has no such hook.
    """
    file = ParsedFile(Source.generated(f"<target {target}>", overlay(target, spec.contracts)))
    if not any(HOOK in each.source.text for each in spec.files):
        message = (
            f"{spec.name} has no `impdef` function `{HOOK}`, which a target takes the place of"
        )
        raise fail("TARGET-MODEL", Phase.INPUT, message, hint="the shipped model has it")
    return overlaid(spec, file, [f"on target {target}"])


def type_clause(contract: str, target: str) -> tuple[str, str] | None:
    """Where a page states the data types that a target takes, and what it states."""
    found = targets(contract).get(target)
    if found is None or found.data_types is None:
        return None
    types = found.data_types
    return (
        f"{found.page}, {types.place}",
        f"the data types of {target} are {', '.join(types.value)}",
    )


def _rejection(contract: str, target: str) -> list[str]:
    found = targets(contract).get(target)
    if found is None or found.data_types is None:
        return []
    types = found.data_types
    labels = [f"TileDataType_{name}" for name in types.value]
    rows = [f"        {', '.join(labels[i : i + 3])}" for i in range(0, len(labels), 3)]
    taken = " && !(data_type IN {\n" + ",\n".join(rows) + "\n    })" if rows else ""
    return [
        f"    // {contract}: {types.place} of {found.page}.",
        f"    if operation == TileOperation_{contract}{taken} then",
        f"        return {REASON};",
        "    end;",
    ]
