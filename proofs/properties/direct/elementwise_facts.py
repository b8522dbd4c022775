"""What the templates about the results of elementwise operations leave open, by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.facts import Facts
from proofs.properties.direct.forms import Form, Kind
from proofs.properties.direct.meanings import (
    CONVERSION,
    FUSED,
    MEANINGS,
    RELATION,
    SELECTION,
    Meaning,
    constant_after,
    operation_named,
)
from proofs.properties.direct.operation import Operation, Parameter
from proofs.properties.facts import own_values
from semantics.formats import FORMATS
from semantics.types import RecordType

CLASSES: Final = {"elementwise-tile-tile", "tile-scalar-and-immediate"}
"""Of operations whose record need not name what they do to elements."""
MOST_SHAPES: Final = 3
"""Shapes of one type, besides that of all types."""


class Elementwise:
    """Completes these templates for the operation of some facts."""

    def __init__(self, given: Facts) -> None:
        self.given = given
        self.operation = given.operation
        self.contract = given.operation.contract
        self.operands = operands(given.operation)
        self.meaning = self._meaning()

    def traits(self) -> frozenset[str]:
        """What decides which of these templates apply."""
        found: set[str] = set()
        if self.meaning is not None and own_values(self.contract) is None:
            found |= {"values"} if self._valued() else set()
            found |= {"status"} if self._floating() else set()
        if self.meaning is RELATION:
            found.add("relation")
            found |= {"swappable"} if all(map(self._is_numeric, self.operands[:2])) else set()
        return frozenset(found)

    def facts(self) -> dict[str, str]:
        """What `$NAME` stands for in them; nothing, where the operation is another."""
        given = self.given
        packed = any(self.kind(each) is Kind.PREDICATE for each in given.destinations)
        return {
            "meaning": self.meaning.says if self.meaning else "",
            "flags": self.meaning.flags if self.meaning else "",
            "result": self._result(self.meaning) if self.meaning else "",
            "store": "PropertyStorePredicate" if packed else "PropertyStoreElement",
            "plain": "\n".join(
                f"    PropertyPlainElements({given.indices[each.name]});"
                for each in given.sources
                if self.kind(each) is Kind.NUMERIC
            ),
            "compared": self._compared(),
            "given_less": self._given("TileComparison_LT"),
            "given_equal": self._given("TileComparison_EQ"),
            "given_greater": self._given("TileComparison_GT"),
            "given_mirrored": self._given("PropertyMirrored(comparison)"),
            "related": json.dumps([each.label for each in self._related()]),
            "valued": json.dumps([each.label for each in self._valued()]),
            "any_shape": json.dumps(self._any_shape()),
            "floating": json.dumps([each.label for each in self._floating()]),
        }

    def _any_shape(self) -> object:
        """How the same is asked of operands of any shape, or why it is not, for a record."""
        if self.meaning is None:
            return "not asked of operations that do not work on each element by itself"
        if any(self.kind(each) is Kind.PREDICATE for each in self.given.destinations):
            return "iterations are not independent: elements of a predicate tile share words"
        name = self.contract.name
        known = [e.name for e in self.operation.others if not self.given.is_drawn(e)]
        numeric = all(map(self._is_numeric, self.operation.tiles))
        return {
            "instead_of": f"Contents_{name}",
            "any": f"AnyTiles_{name}",
            "bounds": "operands of every shape whose descriptors fit: no more valid rows and "
            "columns than physical ones, no more elements than a payload has words",
            # Only numeric tiles are made by the function that the second is about.
            "always_fit": [f"LegalFits_{name}", f"ConfiguredFits_{name}"][: 2 if numeric else 1],
            "alike": self.given.alike(),
            "left": f"known {', '.join(known)}" if known else None,
        }

    # ------------------------------------------------------------ the operation

    def _meaning(self) -> Meaning | None:
        """What the operation gives; None where it is none that is known."""
        if len(self.given.destinations) != 1:
            return None
        name = operation_named(self.contract)
        if name is not None:
            return MEANINGS.get(name)
        if not CLASSES & set(self.contract.classification):
            return None
        if self.operands[-1:] and self.operands[-1].has_role("comparison"):
            return RELATION
        if len(self.operands) == 3 and self.operands[2].has_role("addend"):
            return FUSED
        if len(self.operands) == 3 and self.kind(self.operands[0]) is Kind.PREDICATE:
            return SELECTION
        if len(self.operands) == 1 and "format-conversion" in self.contract.classification:
            return CONVERSION
        return MEANINGS["COPY"] if self.operands == [self.given.scalar] else None

    def form(self, configuration: Configuration, tile: Parameter) -> Form:
        """What a tile operand looks like."""
        return configuration.forms[self.operation.tiles.index(tile)]

    def kind(self, operand: Parameter) -> Kind | None:
        """How the tile stores its elements; None, where the operand is no tile."""
        if not operand.is_tile:
            return None
        return self.form(self.given.configurations[0], operand).kind

    def _is_numeric(self, operand: Parameter) -> bool:
        return self.kind(operand) is Kind.NUMERIC

    # ------------------------------------------------------------ its result

    def _result(self, meaning: Meaning) -> str:
        """The result at `row` and `column`, of elements of `data_type`, as an expression."""
        words = [self.word(each) for each in self.operands]
        combined = f"{meaning.function}({', '.join(['data_type', *words])})"
        if constant_after("TilePartial_", self.contract) is None:
            return combined
        left, right = (f"_Tiles[[{self.given.indices[each.name]}]]" for each in self.operands)
        return (
            f"if !PropertyCovers({right}, row, column) then PropertyKept({words[0]})\n"
            f"                else if !PropertyCovers({left}, row, column) then "
            f"PropertyKept({words[1]})\n"
            f"                else {combined}"
        )

    def word(self, operand: Parameter) -> str:
        """What an operand gives for the element at `row` and `column`."""
        if not operand.is_tile:
            return operand.name
        row, column = "row", "column"
        axis = constant_after("TileAxis_", self.contract)
        if axis is not None and operand is self.operands[-1]:
            row, column = ("row", "0") if axis == "Row" else ("0", "column")
        read = "PropertyPredicate" if self.kind(operand) is Kind.PREDICATE else "PropertyWord"
        return f"{read}(_Tiles[[{self.given.indices[operand.name]}]], {row}, {column})"

    def _compared(self) -> str:
        """How the elements at `row` and `column` compare, as an expression."""
        if self.meaning is not RELATION:
            return ""
        words = ", ".join(self.word(each) for each in self.operands[:2])
        return f"PropertyComparison(data_type, {words})"

    def _given(self, relation: str) -> str:
        """The operands of the operation that are no tiles, with this relation to test."""
        others = self.operation.others
        return "".join(
            f", {relation if each.has_role('comparison') else each.name}" for each in others
        )

    # ------------------------------------------------------------ choices of configurations

    def _valued(self) -> list[Configuration]:
        """Those of types that the meaning is about."""
        meaning = self.meaning
        if meaning is None:
            return []
        return self.spread(lambda floats: meaning.floats if floats else meaning.integers)

    def _floating(self) -> list[Configuration]:
        """Those of floating types, where these have a meaning."""
        if self.meaning is None or not self.meaning.floats:
            return []
        return self.spread(lambda floats: floats)

    def _related(self) -> list[Configuration]:
        """Those of the widest and the narrowest integers, and of each floating type."""
        return self._valued() if self.meaning is RELATION else []

    def spread(self, accepts: Callable[[bool], bool]) -> list[Configuration]:
        """One of each type of whole bytes that is floating as wanted, and more shapes of the first
        of them."""
        typed: dict[str, list[Configuration]] = {}
        for each in self.given.configurations:
            types = {form.data_type for form in each.forms if form.kind is Kind.NUMERIC}
            name = next(iter(types))
            if len(types) == 1 and FORMATS[name].bits >= 8 and accepts(FORMATS[name].is_float):
                typed.setdefault(name, []).append(each)
        first = next(iter(typed.values()), [])
        shapes = sorted(first[1:], key=_extent, reverse=True)[:MOST_SHAPES]
        return [*(alike[0] for alike in typed.values()), *shapes]


def operands(operation: Operation) -> list[Parameter]:
    """What an element of a result is computed from, in order. Records say how it is rounded."""
    return [
        each
        for each in operation.parameters
        if not each.is_destination and not each.is_integer and not isinstance(each.type, RecordType)
    ]


def _extent(configuration: Configuration) -> tuple[int, int]:
    """Operands of different shapes, then the largest, come last."""
    sizes = [(form.valid_rows, form.valid_columns) for form in configuration.forms]
    return len(set(sizes)), sum(rows * columns for rows, columns in sizes)
