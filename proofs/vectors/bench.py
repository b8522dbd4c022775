"""One operation on one input: the legality function of the contract, then its execution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from concrete.branches import Taken
from concrete.choosers import Replay
from concrete.machine import Machine
from concrete.tile_state import stored_word
from concrete.values import decode
from parser.cache import Cache, user_cache_directory
from parser.diagnostics import Phase, PtoError, fail
from proofs.properties.bundles.commands import start_command
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Configurator, Form, Kind
from proofs.properties.direct.operation import Operation, Parameter, operation_of
from proofs.properties.direct.search import Search
from semantics.formats import FORMATS, Format
from semantics.specification import Contract, Specification
from semantics.types import BitsType
from semantics.values import DynamicError

Words: TypeAlias = tuple[int | None, ...]
"""Raw elements of a valid rectangle, row by row; None is one that was not written."""


@dataclass(frozen=True, slots=True)
class Input:
    """What an operation is given: a form for each tile (the first destination first, as operands
    are ordered), the elements of each source, and the operands that are no tiles.

    `opened` is the data type of the BSTART that comes before, where there must be one.
    """

    forms: tuple[Form, ...]
    words: tuple[Words, ...]
    scalars: tuple[Any, ...]
    opened: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """What came of an input.

    `results` are the elements of each destination after an execution without a fault. `drawn` says
    whether the specification leaves open what comes (it drew an ARBITRARY). `path` are the ways
    that branches went.
    """

    legal: bool
    fault: str | None
    results: tuple[Words, ...]
    memory: tuple[int, ...]
    status: int | None
    drawn: bool
    path: frozenset[Taken]


class Bench:
    """Runs inputs of one contract on a machine that counts.

    Raises PtoError (VECTORS-OPERANDS) where nothing legal is found.
    """

    def __init__(self, spec: Specification, contract: Contract) -> None:
        cache = Cache(user_cache_directory())
        self.machine = Machine(spec.program(), counting=True, output=lambda _: None, cache=cache)
        operation = operation_of(contract, self.machine.program)
        if operation is None:
            raise _nothing(contract, "the specification has no functions for it")
        self.operation: Operation = operation
        self.search = Search(self.machine, operation, start_command(spec, contract))
        self.configurations: Sequence[Configuration] = self.search.found()
        if not self.configurations or not operation.tiles:
            runs = f"in {self.search.runs} runs of {operation.legal}"
            raise _nothing(contract, f"no operands in tiles are found that are legal, {runs}")
        self._configurator = Configurator(self.machine)

    @property
    def sources(self) -> list[Parameter]:
        return [each for each in self.operation.tiles if not each.is_destination]

    @property
    def destinations(self) -> list[Parameter]:
        return [each for each in self.operation.tiles if each.is_destination]

    def forms(self, input: Input, tiles: Sequence[Parameter]) -> list[Form]:
        """The forms of some of the tiles."""
        pairs = zip(self.operation.tiles, input.forms, strict=True)
        return [form for tile, form in pairs if tile in tiles]

    def plain(self, configuration: Configuration) -> Input:
        """A configuration with what its sources held when it was found to be legal."""
        self.search.reset()
        indices = self.operation.indices()
        words = []
        for tile, form in zip(self.operation.tiles, configuration.forms, strict=True):
            if not tile.is_destination:
                self.search.place(indices[tile.name], form)
                words.append(self._read(indices[tile.name], form))
        scalars = tuple(self.search.scalars(configuration))
        return Input(configuration.forms, tuple(words), scalars, configuration.opened)

    def run(self, input: Input) -> Run | None:
        """Run an input from the initial state; None where there are no such tiles.

        Raises DynamicError where legality or execution fail.
        """
        machine, operation = self.machine, self.operation
        chooser = Replay(())
        machine.choose_with(chooser)
        if not self._prepared(input):
            return None
        indices = operation.indices()
        arguments: dict[str, Any] = dict(indices)
        names = (each.name for each in operation.others)
        arguments.update(zip(names, input.scalars, strict=True))
        machine.taken.clear()
        taken = [arguments[each.name] for each in operation.parameters]
        legal = bool(machine.call(operation.legal, *self._constants(True), *taken))
        if legal:
            executed = [e.name for e in operation.parameters if e.name in operation.execute_takes]
            given = (arguments[name] for name in executed)
            machine.call(operation.execute, *self._constants(False), *given)
        path, drawn = frozenset(machine.taken), bool(chooser.drawn)
        fault = self.search.fault() if legal else None
        done = legal and fault is None
        targets = zip(self.destinations, self.forms(input, self.destinations), strict=True)
        results = tuple(self._read(indices[e.name], form) for e, form in targets if done)
        memory = tuple(self.search.memory()) if done and self.search.has_memory else ()
        return Run(legal, fault, results, memory, self._status() if done else None, drawn, path)

    def behaviour(self, input: Input, run: Run) -> object:
        """What tells one run from another: the types of the operands, the path, the status, and
        which classes of values are among the operands and the results."""
        types = tuple((form.kind, form.data_type) for form in input.forms)
        primary = FORMATS[self.search.primary(input.forms)]
        scalars = tuple(
            _class(primary, value) if isinstance(each.type, BitsType) else value
            for each, value in zip(self.operation.others, input.scalars, strict=True)
        )
        held = _classes(self.forms(input, self.sources), input.words)
        results = _classes(self.forms(input, self.destinations), run.results)
        return types, run.legal, run.fault, run.path, run.status, scalars, held, results

    def _prepared(self, input: Input) -> bool:
        """Whether the tiles could be made, from the initial state."""
        self.search.reset()
        indices, held = self.operation.indices(), iter(input.words)
        try:
            if input.opened is not None and self.search.start is not None:
                word = self.search.start.word({"DataType": FORMATS[input.opened].code})
                self.machine.call("ExecuteCommandInstruction", word, 32)
            for tile, form in zip(self.operation.tiles, input.forms, strict=True):
                if not self._configurator.configure(indices[tile.name], form):
                    return False
                if not tile.is_destination:
                    self._write(indices[tile.name], form, next(held))
        except DynamicError:
            return False
        return True

    def _constants(self, legal: bool) -> list[int]:
        """The arguments that the catalog record fixes."""
        named = self.operation.legal_constants if legal else self.operation.execute_constants
        span = self.operation.contract.span
        return [self.machine.program.enumeration(each, span)[1] for each in named]

    def _status(self) -> int | None:
        """The numeric status; None where the specification has none."""
        if "NumericStatusFlags" not in self.machine.program.functions:
            return None
        return int(self.machine.call("NumericStatusFlags"))

    def _write(self, index: int, form: Form, words: Words) -> None:
        for place, word in enumerate(words):
            at = divmod(place, form.valid_columns)
            if word is None:
                continue
            if form.kind is Kind.PREDICATE:
                self.machine.call("WriteTilePredicateBit", index, *at, bool(word))
            else:
                stored = stored_word(FORMATS[form.data_type], word)
                self.machine.call("WriteTileElement", index, *at, stored)

    def _read(self, index: int, form: Form) -> Words:
        call = self.machine.call
        places = [(r, c) for r in range(form.valid_rows) for c in range(form.valid_columns)]
        if form.kind is Kind.PREDICATE:
            return tuple(int(call("ReadTilePredicateBit", index, *at)) for at in places)
        mask = FORMATS[form.data_type].mask
        return tuple(
            call("ReadTileElement", index, *at) & mask
            if call("TileElementDefined", index, *at)
            else None
            for at in places
        )


def _classes(forms: Sequence[Form], words: Sequence[Words]) -> tuple[frozenset[object], ...]:
    """The classes of the elements of each tile; nothing, where there are no elements."""
    return tuple(
        frozenset(
            word if form.kind is Kind.PREDICATE else _class(FORMATS[form.data_type], word)
            for word in elements
        )
        for form, elements in zip(forms, words, strict=False)
    )


def _class(fmt: Format, word: int | None) -> object:
    """The class and the sign of an element, if it is defined."""
    if word is None:
        return None
    value = decode(fmt, word)
    return value.kind, value.negative


def _nothing(contract: Contract, why: str) -> PtoError:
    message = f"there are no test vectors of {contract.name}: {why}"
    return fail("VECTORS-OPERANDS", Phase.INPUT, message, contract.span)
