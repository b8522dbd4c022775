"""Asking a specification whether operands are legal, and what execution gives, by running it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from concrete.machine import Machine
from proofs.properties.bundles.commands import Command
from proofs.properties.direct.forms import Configurator, Fill, Form, Kind
from proofs.properties.direct.operation import Operation, Parameter
from semantics.base_values import base_value
from semantics.formats import FORMATS
from semantics.types import BoolType, EnumType
from semantics.values import DynamicError

MOST_RUNS: Final = 12_000
"""Runs of a legality function, for one operation."""

WORDS: Final = (2, 1, 0x3F80_0000, 0)
PLACES: Final = (64, 8, 96, 32)
"""What operands are in trials that tell them apart: words, addresses and distances between rows."""
WIDEST: Final = 8
"""Bytes of the widest element."""
MEMORY: Final = range(192)
"""The bytes that operands reach; each holds its address, so that it tells where it was."""

EVENTS: Final = frozenset({"StartMemoryEventCapture", "_MemoryEvents", "_MemoryEventCount"})
"""What records accesses of memory."""

Forms = tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Configuration:
    """Legal operands: a form for each tile, a number for each integer, in order.

    `opened` is the data type of the BSTART that comes before, where there must be one.
    """

    forms: Forms
    numbers: tuple[int, ...] = ()
    opened: str | None = None

    @property
    def label(self) -> str:
        """Its name as a case: the forms, destination first, that of equal ones once."""
        shown = [str(each) for each in self.forms]
        alike = shown[:1] if len(set(shown)) == 1 else shown
        return ", ".join([*alike, *map(str, self.numbers)])


class Asker:
    """Asks about one operation.

    What is no tile and no number of a configuration, and what sources hold, is what was found to be
    legal first.
    """

    def __init__(self, machine: Machine, operation: Operation, start: Command | None) -> None:
        self.machine, self.operation, self.start = machine, operation, start
        self._configurator = Configurator(machine)
        machine.restore({})
        machine.call("ResetProfileState")
        addressed = any(each.has_role("address") for each in operation.others)
        declared = machine.program.functions.keys() | machine.program.globals.keys()
        self.has_memory = addressed and declared >= {"ReadMemoryByte", "WriteMemoryByte"}
        if self.has_memory:
            for place in MEMORY:
                machine.call("WriteMemoryByte", place, place)
        self.has_events = addressed and not operation.tiles and declared >= EVENTS
        if self.has_events:
            machine.call("StartMemoryEventCapture", 0)
        self._state = machine.globals()
        self._runs = 0
        self._known: dict[Configuration, bool] = {}
        self._scalars: tuple[Any, ...] = ()
        self.fill = Fill.PLACE

    def adopt(self, other: Asker) -> None:
        """Ask from now on with what another search has found to be legal in all else."""
        self._scalars, self.fill = other._scalars, other.fill
        self._known.clear()
        self._runs = 0

    def legal(self, configuration: Configuration) -> bool:
        """Whether the operation takes it, with what was found to be legal in all else."""
        if configuration not in self._known:
            self._known[configuration] = self._attempt(configuration)
        return self._known[configuration]

    def legal_over(self, configuration: Configuration, source: str) -> bool:
        """Whether that source may be the destination too."""
        return self._ask(configuration, over=source)

    def reset(self) -> None:
        """Return to the initial state."""
        self.machine.restore(self._state)

    def place(self, index: int, form: Form, mask: int = 1) -> None:
        """Make a tile that is legal as a source, for the PEs of a mask; raises DynamicError."""
        if self._configurator.configure(index, form, mask):
            self._fill(index, form)

    def _fill(self, index: int, form: Form) -> None:
        names = {index: name for name, index in self.operation.indices().items()}
        is_index = any(each.is_index and each.name == names[index] for each in self.operation.tiles)
        # Displacements are so far from each other that no element lies over another.
        apart = self.fill is Fill.APART and is_index and self.has_memory
        self._configurator.fill(index, form, self.fill, WIDEST if apart else 1)

    @property
    def has_lanes(self) -> bool:
        """Whether memory is accessed in an order that is left open."""
        addressed = any(each.has_role("address") for each in self.operation.others)
        return addressed and any(each.is_index for each in self.operation.tiles)

    def scalar(self, configuration: Configuration, parameter: Parameter) -> Any:
        """What an operand that is no tile is in a configuration."""
        if parameter.is_integer:
            integers = [each for each in self.operation.others if each.is_integer]
            return configuration.numbers[integers.index(parameter)]
        return self.value_of(parameter)

    def scalars(self, configuration: Configuration) -> list[Any]:
        """What the operands that are no tiles are in a configuration."""
        return [self.scalar(configuration, each) for each in self.operation.others]

    def results(
        self, configuration: Configuration, scalars: Sequence[Any]
    ) -> list[list[int]] | None:
        """The elements of each destination after execution, if these operands are legal and
        execution does not fault.

        Raises DynamicError where execution fails.
        """
        if not self._ask(configuration, scalars):
            return None
        operation = self.operation
        arguments: dict[str, Any] = dict(operation.indices())
        for other, value in zip(operation.others, scalars, strict=True):
            arguments[other.name] = value
        constants = [self._label(each) for each in operation.execute_constants]
        taken = (each for each in operation.parameters if each.name in operation.execute_takes)
        self.machine.call(operation.execute, *constants, *(arguments[e.name] for e in taken))
        if self.fault():
            return None
        return [
            self.elements(operation.indices()[each.name], form)
            for each, form in zip(operation.tiles, configuration.forms, strict=True)
            if each.is_destination
        ]

    def _destinations(self) -> list[Parameter]:
        return [each for each in self.operation.tiles if each.is_destination]

    def elements(self, index: int, form: Form) -> list[int]:
        """What a tile holds where a form is valid; raises DynamicError where it is no such tile."""
        read = "ReadTilePredicateBit" if form.kind is Kind.PREDICATE else "ReadTileElement"
        return [
            int(self.machine.call(read, index, row, column))
            for row in range(form.valid_rows)
            for column in range(form.valid_columns)
        ]

    def fault(self) -> str | None:
        """The label of the fault that was raised."""
        program = self.machine.program
        if "_LastFault" not in program.globals or self.machine["_LastFault"] == 0:
            return None
        type = program.global_type("_LastFault", self.operation.contract.span)
        assert isinstance(type, EnumType)
        label: str = type.labels[self.machine["_LastFault"]]
        return label

    def memory(self) -> list[Any]:
        """The bytes at and around the addresses that are tried, and of an operation without tiles
        the accesses that were recorded; nothing, where there are no addresses."""
        found: list[Any] = []
        if self.has_memory:
            found = [int(self.machine.call("ReadMemoryByte", place)) for place in MEMORY]
        if self.has_events:
            events = self.machine["_MemoryEvents"]
            found += [events.get(place) for place in range(self.machine["_MemoryEventCount"])]
        return found

    def samples(self, configuration: Configuration, held: Collection[str]) -> list[list[Any]]:
        """Values of operands that are no tiles: of those held in registers several, which tell one
        from the other; of the others what they are when nothing says what they are."""
        found = [[self._sample(configuration, each, held, None) for each in self.operation.others]]
        if held:
            for turn in range(len(WORDS)):
                found.append(
                    [
                        self._sample(configuration, each, held, place + turn)
                        for place, each in enumerate(self.operation.others)
                    ]
                )
        return found

    def _sample(
        self, configuration: Configuration, each: Parameter, held: Collection[str], turn: int | None
    ) -> Any:
        if each.is_integer or each.has_role("tid"):
            return self.scalar(configuration, each)
        located = each.has_role("address", "stride")
        if each.name not in held:
            return self.value_of(each) if located else base_value(each.type)
        if turn is None:
            return self.value_of(each)
        if isinstance(each.type, BoolType):
            return turn % 2 == 1
        return (PLACES if located else WORDS)[turn % len(WORDS)]

    def value_of(self, parameter: Parameter) -> Any:
        """The value with which an operand that is no tile was legal."""
        return self._scalars[self.operation.others.index(parameter)]

    @property
    def runs(self) -> int:
        """How often the legality function was run in search of operands."""
        return min(self._runs, MOST_RUNS)

    @property
    def _exhausted(self) -> bool:
        return self._runs > MOST_RUNS

    def _attempt(self, configuration: Configuration, scalars: Sequence[Any] | None = None) -> bool:
        """The same as `_ask`, as long as there were not too many."""
        self._runs += 1
        return not self._exhausted and self._ask(configuration, scalars)

    def _ask(
        self,
        configuration: Configuration,
        scalars: Sequence[Any] | None = None,
        over: str | None = None,
    ) -> bool:
        if scalars is None:
            scalars = self.scalars(configuration)
        self.reset()
        indices = self.operation.indices()
        arguments: dict[str, Any] = dict(indices)
        if over is not None:
            arguments[self._destinations()[0].name] = indices[over]
        for other, value in zip(self.operation.others, scalars, strict=True):
            arguments[other.name] = value
        try:
            if configuration.opened is not None:
                assert self.start is not None
                code = FORMATS[configuration.opened].code
                self.machine.call(
                    "ExecuteCommandInstruction", self.start.word({"DataType": code}), 32
                )
            for each, form in zip(self.operation.tiles, configuration.forms, strict=True):
                index = indices[each.name]
                if not self._configurator.configure(index, form):
                    return False
                if not each.is_destination:
                    self._fill(index, form)
            ordered = [arguments[each.name] for each in self.operation.parameters]
            constants = [self._label(each) for each in self.operation.legal_constants]
            return bool(self.machine.call(self.operation.legal, *constants, *ordered))
        except DynamicError:
            return False

    def _label(self, label: str) -> int:
        type = self.machine.program.enumeration(label, self.operation.contract.span)
        return type[1]
