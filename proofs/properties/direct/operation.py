"""What an operation takes, and the functions of the specification that say whether and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from semantics.program import Program
from semantics.specification import Contract
from semantics.types import IntType, Type

TILES: Final = ("destination", "source")
"""What the fields of tile operands begin with in a record."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """An operand: its name in the function, its field and role in the record, its type."""

    name: str
    field: str
    role: str
    type: Type

    @property
    def is_tile(self) -> bool:
        return self.field.startswith(TILES)

    @property
    def is_destination(self) -> bool:
        return self.field.startswith("destination")

    @property
    def is_integer(self) -> bool:
        """Whether it is a number that a configuration chooses."""
        return isinstance(self.type, IntType) and not self.is_tile

    @property
    def is_index(self) -> bool:
        """Whether its elements say where others are."""
        return self.is_tile and not self.is_destination and self.has_role("index", "indices")

    def has_role(self, *words: str) -> bool:
        """Whether the record's role, or else the name, has one of the words in it."""
        said = self.role.lower().replace("-", " ").split() + self.name.split("_")
        return any(word in said for word in words)


@dataclass(frozen=True, slots=True)
class Operation:
    """`legal` and `execute` are called with `constants` first, then with the parameters."""

    contract: Contract
    legal: str
    execute: str
    legal_constants: tuple[str, ...]
    execute_constants: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    execute_takes: tuple[str, ...]

    @property
    def tiles(self) -> tuple[Parameter, ...]:
        return tuple(each for each in self.parameters if each.is_tile)

    @property
    def handler(self) -> str:
        """The function that executes it, as its catalog record says."""
        return str(_record(self.contract).get("semantic_handler", ""))

    @property
    def constants(self) -> tuple[str, ...]:
        """What its catalog record fixes of the arguments of that function."""
        return tuple(_named(_record(self.contract).get("arguments"), "constant"))

    @property
    def others(self) -> tuple[Parameter, ...]:
        return tuple(each for each in self.parameters if not each.is_tile)

    def indices(self) -> Mapping[str, int]:
        """The tile each tile operand is in: destinations 0, 16, …; sources 1, 2, …"""
        found: dict[str, int] = {}
        sources = destinations = 0
        for each in self.tiles:
            if each.is_destination:
                found[each.name] = 16 * destinations
                destinations += 1
            else:
                sources += 1
                found[each.name] = sources
        return found


def operation_of(contract: Contract, program: Program) -> Operation | None:
    """The operation of a contract; None where the specification has no functions for it.

    The contract's own functions are asked, and where it has none the handlers that its catalog
    record names.
    """
    record = _record(contract)
    own_legal = f"InstructionContractOperandsLegal_{contract.name}"
    own_execute = f"InstructionContractExecute_{contract.name}"
    legal = own_legal if own_legal in program.functions else record.get("legality_handler")
    execute = own_execute if own_execute in program.functions else record.get("semantic_handler")
    if legal not in program.functions or execute not in program.functions:
        return None
    legal_types, execute_types = _arguments(program, str(legal)), _arguments(program, str(execute))
    constants = tuple(_named(record.get("arguments"), "constant"))
    before = {own_legal: (), own_execute: ()}
    legal_constants = before.get(str(legal), constants)
    execute_constants = before.get(str(execute), constants)
    taken = list(legal_types)[len(legal_constants) :]
    operands = [each for each in record.get("operands", ()) if isinstance(each, Mapping)]
    fields = [(str(each.get("field")), str(each.get("role", ""))) for each in operands]
    if len(taken) < len(fields):
        return None
    fields += [("", "")] * (len(taken) - len(fields))
    parameters = tuple(
        Parameter(name, field or name, role, legal_types[name])
        for name, (field, role) in zip(taken, fields, strict=True)
    )
    executed = tuple(list(execute_types)[len(execute_constants) :])
    if not set(executed) <= set(taken):
        executed = tuple(taken[: len(executed)])
    return Operation(
        contract, str(legal), str(execute), legal_constants, execute_constants, parameters,
        executed,
    )  # fmt: skip


def _record(contract: Contract) -> Mapping[str, Any]:
    return contract.catalog[0] if contract.catalog else {}


def _arguments(program: Program, name: str) -> dict[str, Type]:
    (key, _), *_ = program.functions[name]
    return dict(program.signature(key).arguments)


def _named(arguments: Any, key: str) -> Iterator[str]:
    if isinstance(arguments, Sequence):
        yield from (str(e[key]) for e in arguments if isinstance(e, Mapping) and key in e)
