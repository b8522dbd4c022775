"""What a contract takes, found by running the functions of a specification on numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from concrete.bundle_names import ALL_PES
from concrete.machine import Machine
from concrete.tile import make_tile
from concrete.tile_state import TileState
from parser.source import NOWHERE
from semantics.specification import Contract, Specification
from semantics.types import EnumType

DATA_TYPE = "TileDataType"


class Legality:
    """Asks the model of one specification; raises PtoError where it lacks what is asked."""

    def __init__(self, spec: Specification) -> None:
        self.machine = Machine(spec.program())
        self.state = TileState(self.machine)

    def data_types(self, contract: Contract) -> Mapping[str, bool] | None:
        """Whether a contract takes each data type of the model, by PTO name; None where the
        specification has no `InstructionContractDataTypeLegal_NAME(data_type)`."""
        found = self._on_types(type_function(contract.name), 1)
        return None if found is None else {name: legal for (name,), legal in found.items()}

    def type_pairs(self, contract: Contract) -> Mapping[tuple[str, str], bool] | None:
        """Whether a contract takes each value type with each index type; None where the
        specification has no `InstructionContractTypePairLegal_NAME(value_type, index_type)`."""
        found = self._on_types(pair_function(contract.name), 2)
        return None if found is None else {(a, b): legal for (a, b), legal in found.items()}

    def _on_types(self, function: str, count: int) -> Mapping[tuple[str, ...], bool] | None:
        """What a function returns for all data types as its arguments, so many."""
        program = self.machine.program
        if function not in program.functions:
            return None
        arguments = [type for _, type in program.signature(function).arguments]
        types = program.named_type(DATA_TYPE, NOWHERE)
        assert isinstance(types, EnumType)
        if arguments != [types] * count:
            return None
        names = [label.removeprefix(f"{DATA_TYPE}_") for label in types.labels]
        return {
            tuple(names[i] for i in chosen): bool(self.state.call(function, *chosen))
            for chosen in product(range(len(names)), repeat=count)
        }

    def rejects_zero_divisor(self, contract: Contract, data_type: str) -> bool:
        """Whether the contract takes operands of ones, but not with a divisor of integer zero."""
        form: Mapping[str, Any] = contract.catalog[0] if contract.catalog else {}
        roles = [str(each.get("role")) for each in form.get("operands", ())]
        if "divisor" not in roles or not self._is_integer(data_type):
            return False
        ones = [1] * len(roles)
        zero = [int(role != "divisor") for role in roles]
        return self._takes(contract, data_type, ones) and not self._takes(contract, data_type, zero)

    def _is_integer(self, data_type: str) -> bool:
        position = self.state.position(f"{DATA_TYPE}_{data_type}")
        return bool(self.state.call("TileDataTypeIsInteger", position))

    def _takes(self, contract: Contract, data_type: str, values: Sequence[int]) -> bool:
        """Whether the contract takes tiles of one element each, its operands in order."""
        self.state.call("ResetProfileState")
        for index, value in enumerate(values):
            self.state.load(make_tile(f"T{index}", data_type, [[value]]), ALL_PES, NOWHERE)
        function = f"InstructionContractOperandsLegal_{contract.name}"
        return bool(self.state.call(function, *range(len(values))))


def type_function(contract: str) -> str:
    """The function that says which data types a contract takes."""
    return f"InstructionContractDataTypeLegal_{contract}"


def pair_function(contract: str) -> str:
    """The function that says which types of values and indices a contract takes together."""
    return f"InstructionContractTypePairLegal_{contract}"
