"""Which data types a contract takes, and which its targets do; JSON `ptoprove.portability.v1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from concrete.legality import Legality
from ptoprove import __version__
from semantics.specification import Contract, Specification
from semantics.targets import PORTABLE, Fact, Target, targets

SCHEMA = "ptoprove.portability.v1"


class Standing(StrEnum):
    """What is known of a data type; `different` is legal, but something is not as in the
    contract."""

    LEGAL = "legal"
    DIFFERENT = "different"
    ILLEGAL = "illegal"
    NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class Cell:
    """A standing with its source: the key of a clause of the contract, and lines of the page."""

    standing: Standing
    clause: str | None = None
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Portability:
    """One contract on its targets: cells by data type, of the contract and then by target.

    `data_types` is empty where the specification has no function that tells; `zero_divisor` is the
    key of the clause by which the contract rejects a zero divisor, where it is known.
    """

    contract: str
    page: str | None
    targets: Mapping[str, Target]
    data_types: Mapping[str, tuple[Cell, Mapping[str, Cell]]]
    zero_divisor: str | None

    @property
    def says_something(self) -> bool:
        """Whether the specification or a page states data types."""
        return bool(self.data_types or self.targets)


def portability(spec: Specification, contracts: Sequence[Contract]) -> list[Portability]:
    """The portability of contracts. Raises PtoError where the model can't be asked."""
    legality = Legality(spec)
    return [_of(contract, legality) for contract in contracts]


def _of(contract: Contract, legality: Legality) -> Portability:
    stated = targets(contract.name)
    taken = legality.data_types(contract) or {}
    rows: dict[str, tuple[Cell, Mapping[str, Cell]]] = {}
    clause = contract.reasons.get("Rejection_DataType")
    differs = any(target.zero_divisor for target in stated.values())
    for name, legal in taken.items():
        own = Cell(Standing.LEGAL if legal else Standing.ILLEGAL, clause)
        zero = legal and differs and legality.rejects_zero_divisor(contract, name)
        cells = {target: _cell(name, own, facts, zero) for target, facts in stated.items()}
        rows[name] = (own, cells)
    page = next((target.page for target in stated.values()), None)
    zero_clause = contract.reasons.get("Rejection_ZeroDivisor")
    return Portability(contract.name, page, stated, rows, zero_clause)


def _cell(data_type: str, own: Cell, target: Target, zero: bool) -> Cell:
    """A data type on a target; `zero`: the contract rejects its zero as a divisor."""
    types = target.data_types
    if types is None:
        return Cell(Standing.NOT_STATED)
    if target.name == PORTABLE and own.standing is Standing.ILLEGAL:
        return Cell(Standing.ILLEGAL, own.clause)
    if data_type not in types.value:
        return Cell(Standing.ILLEGAL, None, types.lines)
    if zero and target.zero_divisor is not None:
        return Cell(Standing.DIFFERENT, None, (*types.lines, *target.zero_divisor.lines))
    return Cell(Standing.LEGAL, None, types.lines)


def constraints(target: Target) -> dict[str, Fact[Any]]:
    """All that is stated of a target but its data types, by the name of the fact."""
    named = {field.name: getattr(target, field.name) for field in fields(target)}
    return {
        name: fact
        for name, fact in named.items()
        if isinstance(fact, Fact) and name != "data_types"
    }


# ------------------------------------------------------------------------ JSON


def document(spec: Specification, found: Sequence[Portability]) -> dict[str, Any]:
    """The portability of contracts as JSON values."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": {"name": spec.name, "digest": spec.digest},
        "contracts": [_contract(each) for each in found],
    }


def _contract(found: Portability) -> dict[str, Any]:
    return {
        "contract": found.contract,
        "page": found.page,
        "data_types": [
            {
                "data_type": name,
                "contract": _values(own),
                "targets": {target: _values(cell) for target, cell in cells.items()},
            }
            for name, (own, cells) in found.data_types.items()
        ],
        "zero_divisor": found.zero_divisor,
        "constraints": {
            name: {key: asdict(fact) for key, fact in constraints(target).items()}
            for name, target in found.targets.items()
        },
    }


def _values(cell: Cell) -> dict[str, Any]:
    return {"standing": cell.standing.value, "clause": cell.clause, "lines": list(cell.lines)}
