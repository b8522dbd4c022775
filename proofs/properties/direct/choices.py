"""Which of the configurations of an operation are the cases of its properties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Form, Kind
from proofs.properties.direct.operation import Operation, Parameter
from proofs.properties.direct.search import Search
from semantics.formats import FORMATS
from semantics.formats import Kind as Elements

MOST_CASES: Final = 12
"""Configurations of a property about every type."""


class Choices:
    """The operands of one operation, and choices among the configurations found legal."""

    def __init__(self, search: Search, configurations: Sequence[Configuration]) -> None:
        self.operation: Operation = search.operation
        self.program = search.machine.program
        self.search = search
        self.configurations = tuple(configurations)
        self.indices = self.operation.indices()
        self.destinations = [e for e in self.operation.tiles if e.is_destination]
        self.sources = [e for e in self.operation.tiles if not e.is_destination]

    def labels(self, chosen: Iterable[Configuration]) -> list[str]:
        return [each.label for each in chosen]

    def spread(self, accepts: Callable[[Configuration], bool], most: int) -> list[Configuration]:
        """At most so many, of as different kinds and widths of elements as there are."""
        found: dict[tuple[object, ...], Configuration] = {}
        for each in self.configurations:
            if accepts(each):
                kinds = tuple(
                    (FORMATS[form.data_type].kind, FORMATS[form.data_type].bits)
                    for form in each.forms
                )
                found.setdefault(kinds, each)
        return list(found.values())[:most]

    def few(self) -> list[Configuration]:
        """The first integer and the first floating type, and the largest other shape."""
        kinds: dict[object, Configuration] = {}
        for each in self.configurations:
            primary = self.primary_form(each)
            key = primary is None or FORMATS[primary.data_type].is_float
            kinds.setdefault(key, each)
        chosen = list(kinds.values())
        shaped = [each for each in self.configurations if types_of(each) == types_of(chosen[0])]
        chosen += [max(shaped, key=_elements)] if shaped else []
        return list(dict.fromkeys(chosen))

    def narrow(self) -> list[Configuration]:
        """Those with elements that leave bits of their words unused."""

        def narrow(each: Configuration) -> bool:
            widths = [FORMATS[form.data_type].bits for form in self.forms(each, self.sources)]
            widths = widths or [FORMATS[form.data_type].bits for form in each.forms]
            return any(bits < 64 for bits in widths) and all(bits >= 8 for bits in widths)

        return self.spread(narrow, 6)

    def integers(self) -> list[Configuration]:
        """Those whose first destination holds integers of whole bytes."""
        if not self.destinations or self.kind(self.destinations[0]) is Kind.PREDICATE:
            return []

        def integral(each: Configuration) -> bool:
            format = FORMATS[each.forms[self.place(self.destinations[0])].data_type]
            return format.kind is not Elements.FLOAT and format.bits >= 8

        return self.spread(integral, 8)

    def integral(self) -> list[Configuration]:
        """Those with integers alone."""
        return [
            each
            for each in self.integers()
            if not any(FORMATS[form.data_type].is_float for form in each.forms)
        ]

    def legal_integers(self) -> list[str]:
        """The integer types that all tiles may have at once."""
        alike = [set(types_of(each)) for each in self.configurations]
        found = {types.pop() for types in alike if len(types) == 1}
        listed = sorted((FORMATS[name] for name in found), key=lambda each: each.code)
        return [f.name for f in listed if f.kind is not Elements.FLOAT and f.bits >= 8]

    def padded(self) -> list[Configuration]:
        """Those with a numeric source that is larger than its valid rectangle."""
        return [
            each
            for each in self.few()
            if any(
                form.kind is Kind.NUMERIC and form.columns > form.valid_columns
                for form in self.forms(each, self.sources)
            )
        ]

    def aliased(self) -> list[Configuration]:
        """Those in which every source of the destination's form may be the destination."""
        if len(self.destinations) != 1 or not self.alias_sources():
            return []
        return [each for each in self.few() if self._may_alias(each)]

    def _may_alias(self, configuration: Configuration) -> bool:
        own = configuration.forms[self.place(self.destinations[0])]
        places = [self.place(source) for source in self.alias_sources()]
        return all(configuration.forms[place] == own for place in places)

    def alias_sources(self) -> list[Parameter]:
        """The sources that may be the destination in the first configuration."""
        first = self.configurations[0]
        own = first.forms[self.place(self.destinations[0])]
        return [
            source
            for source in self.sources
            if first.forms[self.place(source)] == own and self.search.legal_over(first, source.name)
        ]

    def place(self, tile: Parameter) -> int:
        return self.operation.tiles.index(tile)

    def kind(self, tile: Parameter) -> Kind:
        return self.configurations[0].forms[self.place(tile)].kind

    def same_types(self, each: Configuration) -> bool:
        """Whether its elements have the types of the first configuration."""
        return types_of(each) == types_of(self.configurations[0])

    def forms(self, each: Configuration, tiles: Sequence[Parameter]) -> list[Form]:
        return [
            form
            for tile, form in zip(self.operation.tiles, each.forms, strict=True)
            if tile in tiles and form.kind is not Kind.PREDICATE
        ]

    def primary_form(self, each: Configuration) -> Form | None:
        forms = self.forms(each, self.sources) or self.forms(each, self.destinations)
        return forms[0] if forms else None

    def all(self) -> list[Configuration]:
        """A configuration of each kind and width, and every shape and number of the first."""
        chosen = self.spread(lambda _: True, MOST_CASES)
        shaped = (each for each in self.configurations if self.same_types(each))
        return list(dict.fromkeys([*chosen, *shaped]))

    def alike(self) -> dict[str, str]:
        """For each configuration the first that differs from it in shapes alone, by labels."""
        first: dict[object, str] = {}
        return {
            each.label: first.setdefault(_without_shapes(each), each.label)
            for each in self.configurations
        }

    def each_type(self) -> list[Configuration]:
        """The first configuration of each combination of types."""
        return list({types_of(each): each for each in reversed(self.configurations)}.values())[::-1]


def types_of(each: Configuration) -> tuple[str, ...]:
    """The element types of the operands, in order."""
    return tuple(form.data_type for form in each.forms)


def _without_shapes(each: Configuration) -> object:
    kinds = tuple((form.kind, form.data_type) for form in each.forms)
    return kinds, each.numbers, each.opened


def _elements(each: Configuration) -> int:
    return sum(form.valid_rows * form.valid_columns for form in each.forms)
