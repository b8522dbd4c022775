"""Contracts that do the same to other operands: a tile of elements, or one that is broadcast."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.elementwise_facts import Elementwise, operands
from proofs.properties.direct.forms import Kind
from proofs.properties.direct.meanings import constant_after, operation_named
from proofs.properties.direct.operation import Operation, Parameter, operation_of
from proofs.properties.direct.search import Search
from semantics.formats import FORMATS
from semantics.specification import Contract, Specification

TILE_TILE: Final = "elementwise-tile-tile"
TILE_SCALAR: Final = "tile-scalar-and-immediate"
BROADCAST: Final = 32
"""The tile that holds what the contract broadcasts."""


def sibling_of(spec: Specification, contract: Contract) -> Contract | None:
    """The contract of the same operation on tiles of one shape, if this one has other operands.

    Both name the operation in their catalog records, or the semantic handler of this one is called
    like that of the other, of scalars.
    """
    if TILE_TILE in contract.classification:
        return None
    named = operation_named(contract)
    for other in spec.contracts.values():
        if TILE_TILE not in other.classification or operation_named(other) != named:
            continue
        if named is not None or _handler(contract) == f"{_handler(other)}Scalar":
            return other
    return None


def _handler(contract: Contract) -> str:
    return str(contract.catalog[0].get("semantic_handler")) if contract.catalog else ""


class Siblings:
    """Completes the templates about a contract and its sibling."""

    def __init__(self, spec: Specification, own: Elementwise) -> None:
        self.own = own
        self.contract = sibling_of(spec, own.contract)
        machine = own.given.search.machine
        found = operation_of(self.contract, machine.program) if self.contract else None
        self.operation: Operation | None = None
        self.cases: list[Configuration] = []
        self.legal_cases: list[Configuration] = []
        if found is None or len(operands(found)) != len(own.operands):
            return
        self.operation = found
        self.cases = [each for each in own.spread(lambda _: True) if self._is_whole(each)]
        search = Search(machine, found, None)
        if search.found():
            self.legal_cases = [each for each in self.cases if search.legal(self._theirs(each))]

    def traits(self) -> frozenset[str]:
        """`sibling` where there is one that some configuration is legal for."""
        return frozenset({"sibling"} if self.legal_cases else ())

    def facts(self) -> dict[str, str]:
        """What `$NAME` stands for in the templates; nothing, where there is no sibling."""
        theirs = self.operation
        legal = execute = ""
        if theirs is not None:
            legal = self._call(theirs, theirs.legal, theirs.legal_constants, None)
            constants, taken = theirs.execute_constants, theirs.execute_takes
            execute = self._call(theirs, theirs.execute, constants, taken)
        return {
            "sibling": self.contract.name if self.contract else "",
            "broadcast": self.own.word(self._broadcast) if theirs else "",
            "broadcast_words": self._words(),
            "sibling_legal": legal,
            "sibling_execute": execute,
            "sibling_cases": json.dumps([each.label for each in self.cases]),
            "sibling_legal_cases": json.dumps([each.label for each in self.legal_cases]),
            "sibling_flag_cases": json.dumps([each.label for each in self._flag_cases()]),
        }

    def _flag_cases(self) -> list[Configuration]:
        """Those of floating types, and one of integers, which raise no status."""
        floats = [
            each
            for each in self.legal_cases
            if any(FORMATS[form.data_type].is_float for form in each.forms)
        ]
        return floats + [each for each in self.legal_cases if each not in floats][:1]

    @property
    def _broadcast(self) -> Parameter:
        return self.own.given.scalar or self.own.operands[-1]

    def _words(self) -> str:
        if self.own.given.scalar:
            return "the scalar in every element of its last source"
        if constant_after("TileAxis_", self.own.contract):
            return "the vector repeated in its last source"
        return "sources of one shape"

    def _pairs(self) -> list[tuple[Parameter, Parameter]]:
        """Each operand, and the sibling's in its place."""
        theirs = operands(self.operation) if self.operation else []
        return list(zip(self.own.operands, theirs, strict=True))

    def _is_whole(self, configuration: Configuration) -> bool:
        """Whether all is of one shape, where nothing is broadcast."""
        shapes = {(form.valid_rows, form.valid_columns) for form in configuration.forms}
        return len(shapes) == 1 or constant_after("TilePartial_", self.own.contract) is None

    def _theirs(self, configuration: Configuration) -> Configuration:
        """The operands of the sibling, in a configuration of this operation."""
        first = next(each for each in self.own.operands if self.own.kind(each) is Kind.NUMERIC)
        destination = self.own.form(configuration, self.own.given.destinations[0])
        sources = (
            self.own.form(configuration, first if mine is self._broadcast else mine)
            for mine, their in self._pairs()
            if their.is_tile
        )
        return Configuration((destination, *sources), configuration.numbers)

    def _call(
        self, theirs: Operation, name: str, constants: Sequence[str], taken: Sequence[str] | None
    ) -> str:
        indices = self.own.given.indices
        given = {each.name: "destination" for each in theirs.tiles if each.is_destination}
        for mine, their in self._pairs():
            index = BROADCAST if mine is self._broadcast else indices.get(mine.name, mine.name)
            given[their.name] = str(index)
        names = [each.name for each in theirs.parameters if taken is None or each.name in taken]
        return f"{name}({', '.join([*constants, *(given[each] for each in names)])})"
