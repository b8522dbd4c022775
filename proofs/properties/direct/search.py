"""Which forms of its operands an operation takes, asked of the specification itself.

The legality function of the contract is run on small forms in a fixed order: first for any that is
legal at all, then for more shapes, types and numbers around it. What is found are cases for
properties; that nothing else is legal, nobody concludes from it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from proofs.properties.direct.asking import Asker, Configuration, Forms
from proofs.properties.direct.forms import Fill, Form, Kind, resized
from proofs.properties.direct.operation import Parameter
from proofs.properties.direct.telling import levelled, telling_forms, telling_shapes
from semantics.base_values import base_value
from semantics.formats import FORMATS
from semantics.types import BitsType, IntType

MOST_SHAPES: Final = 5
"""Shapes that are kept, besides that of the types."""
FIRST_TYPES: Final = ("S32", "FP32", "U8", "FP16", "S8", "U32", "U16", "E4M3", "S16", "BF16")
WIDE_TYPES: Final = ("S32", "U32", "FP32")
SHAPES: Final = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 4))
NUMBERS: Final = (0, 2, 1, 32)
WORDS: Final = (1, 0, 0x3F80_0000)
PLACES: Final = (64, 0)
"""Addresses, and distances between rows."""
MOST_LANES: Final = 2
"""Elements of which each may be the next; an execution follows all orders."""
LARGE: Final = (1, 256)
"""The shape of a table with an entry for every byte."""


class Search(Asker):
    """Searches forms for one operation."""

    def found(self, most_shapes: int = MOST_SHAPES) -> list[Configuration]:
        """Legal configurations: the first of each type, then more shapes, then more numbers."""
        first = next((each for each in self._attempts() if self._legal_somehow(each)), None)
        if first is None:
            return []
        numbers = self._numbers
        base = Configuration(first.forms, numbers, first.opened)
        told = list(self._telling(base))
        base = replace(base, numbers=told[0].numbers) if told else base
        shapes = [*told, *map(self._narrowest, told[1:]), *self._shapes(base, most_shapes)]
        # The scales of a matrix have a shape of their own.
        several = (each for each in shapes if _elements(each) >= 2 and not self.multiplies)
        typed = list(self._types(next(iter(told), next(several, base))))
        varied = [shape for shape in shapes if shape not in typed]
        kept = varied[: max(most_shapes, len(told))]
        others = (each for each in self._other_numbers(base) if each not in shapes)
        return [*typed, *kept, *others]

    def _legal_somehow(self, configuration: Configuration) -> bool:
        """Whether the operation takes it with some contents and some other operands."""
        menus = [_menu(each) for each in self.operation.others]
        for scalars in itertools.product(*menus):
            for self.fill in (Fill.PLACE, Fill.ROW):
                self._scalars = scalars
                if self._attempt(configuration, scalars):
                    return True
        return False

    @property
    def _numbers(self) -> tuple[int, ...]:
        pairs = zip(self.operation.others, self._scalars, strict=True)
        return tuple(value for each, value in pairs if each.is_integer)

    # ------------------------------------------------------------ what to ask

    def _attempts(self) -> Iterator[Configuration]:
        """Forms to begin with, the likely ones first."""
        tiles = self.operation.tiles
        choices = [self._kinds(each) for each in tiles]
        opened = self.start is not None and (self.multiplies or not tiles)
        for kinds in itertools.product(*choices):
            for shapes in self._first_shapes(len(tiles)):
                for types in self._first_types(tiles):
                    forms = tuple(map(Form.dense, kinds, types, shapes))
                    forms = self._alike(tiles, forms)
                    primary = self.primary(forms)
                    yield Configuration(forms, (), primary if opened else None)
                    if self._exhausted:
                        return

    def _kinds(self, tile: Parameter) -> list[Kind]:
        if tile.has_role("predicate", "mask"):
            wanted = [Kind.PREDICATE, Kind.NUMERIC]
        elif tile.has_role("map"):
            wanted = [Kind.FEATURE_MAP]
        elif tile.has_role("matrix") and tile.is_destination:
            wanted = [Kind.MATRIX]
        elif tile.has_role("scale", "bias") or not self.multiplies:
            wanted = [Kind.NUMERIC]
        else:
            wanted = [Kind.CUBE_N8 if tile.has_role("right") else Kind.CUBE_M16]
        return [kind for kind in wanted if self._configurator.knows(kind)]

    @property
    def multiplies(self) -> bool:
        """Whether matrices are multiplied, whose operands are cubes of cells."""
        return any("matrix" in each for each in self.operation.contract.classification)

    def _first_shapes(self, count: int) -> Iterator[tuple[tuple[int, int], ...]]:
        yield ((1, 1),) * count
        yield from telling_shapes(self.operation)
        if 1 <= count <= 3:
            yield (LARGE, *((1, 1),) * (count - 1))
            yield from itertools.product(SHAPES, repeat=count)

    def _first_types(self, tiles: Sequence[Parameter]) -> Iterator[tuple[str, ...]]:
        """All alike; then one apart; of matrices, results and what is added are wide."""
        count = len(tiles)
        if self.multiplies:
            for type in FIRST_TYPES:
                for wide in WIDE_TYPES:
                    yield tuple(_matrix_type(each, type, wide) for each in tiles)
            return
        for type in FIRST_TYPES:
            yield (type,) * count
        if count == 3:
            yield from itertools.permutations(("U32", "U16", "U8"))
        for type, other in itertools.permutations(FIRST_TYPES[:7], 2):
            for place in range(count):
                yield tuple(other if i == place else type for i in range(count))

    def _alike(self, tiles: Sequence[Parameter], forms: Forms) -> Forms:
        """Predicate tiles get the physical shape of the numeric ones."""
        numeric = next((form for form in forms if form.kind is Kind.NUMERIC), None)
        if numeric is None:
            return forms
        return tuple(numeric.predicate() if form.kind is Kind.PREDICATE else form for form in forms)

    def primary(self, forms: Forms) -> str:
        """The type that BSTART names: that of the first source with elements that is multiplied,
        else of the destination."""
        pairs = list(zip(self.operation.tiles, forms, strict=True))
        elements = [(tile, form) for tile, form in pairs if form.kind is not Kind.PREDICATE]
        sources = [form for tile, form in elements if not tile.is_destination]
        factors = [
            form
            for tile, form in elements
            if not tile.is_destination and not tile.has_role("accumulator")
        ]
        chosen = factors or sources or [form for _, form in elements]
        return chosen[0].data_type if chosen else FIRST_TYPES[0]

    # ------------------------------------------------------------ around the first

    def _shapes(self, base: Configuration, most: int) -> list[Configuration]:
        """Configurations of the same types in other shapes, the first two-dimensional first."""
        count = len(base.forms)
        wide = [resized(base.forms, [s] * count, True) for s in SHAPES]
        narrow = [resized(base.forms, [s] * count, False) for s in SHAPES]
        mixed: Iterable[Forms] = ()
        if count <= 3:
            mixed = (
                resized(base.forms, shapes, wide)
                for shapes in itertools.product(SHAPES[:4], repeat=count)
                for wide in (True, False)
            )
        found: dict[Forms, None] = {}
        for forms in itertools.chain(wide[1:4], narrow[1:4], mixed):
            if len(found) >= most:
                break
            alike = self._alike(self.operation.tiles, forms)
            if self.has_lanes and max(form.size for form in alike) > MOST_LANES:
                continue
            if alike not in found and self.legal(self._with(base, alike)):
                found[alike] = None
        return [self._with(base, forms) for forms in found]

    def _telling(self, base: Configuration) -> Iterator[Configuration]:
        """Configurations of the same types in which the operation shows what it does."""
        for forms, numbers in telling_forms(self.operation, base.forms, base.numbers):
            for each in (forms, levelled(forms)):
                alike = self._alike(self.operation.tiles, each)
                configuration = Configuration(alike, numbers, base.opened)
                if self.legal(configuration):
                    yield configuration
                    break

    def _narrowest(self, base: Configuration) -> Configuration:
        """The same with the narrowest elements that are legal."""
        return min(self._types(base), key=lambda each: FORMATS[self.primary(each.forms)].bits)

    def _types(self, base: Configuration) -> Iterator[Configuration]:
        """The same with elements of each type, where that is legal, base first."""
        yield base
        own = self.primary(base.forms)
        for type in FORMATS:
            candidates = (
                self._with(base, self._alike(self.operation.tiles, each))
                for forms in self._retyped(base.forms, own, type)
                for each in (forms, levelled(forms))
            )
            legal = (each for each in candidates if each != base and self.legal(each))
            yield from itertools.islice(legal, 1) if type != own else ()

    def _retyped(self, forms: Forms, own: str, type: str) -> Iterator[Forms]:
        """Another type in place of `own`: everywhere, or not in the last source or in the first
        destination, which may hold indices; types that were different may then be others."""
        tiles = self.operation.tiles
        if self.multiplies:
            for wide in WIDE_TYPES:
                kinds = (_matrix_type(tile, type, wide) for tile in tiles)
                yield tuple(form.of(kind) for form, kind in zip(forms, kinds, strict=True))
            return
        places = (len(forms), len(forms) - 1, 0)
        for wide, kept in itertools.product(("", *WIDE_TYPES), places):
            yield tuple(
                form
                if form.kind is Kind.PREDICATE or place == kept
                else form.of(type if form.data_type == own else wide or form.data_type)
                for place, form in enumerate(forms)
            )

    def _other_numbers(self, base: Configuration) -> Iterator[Configuration]:
        """The same with other numbers, one changed at a time."""
        integers = [each for each in self.operation.others if each.is_integer]
        for place, parameter in enumerate(integers):
            for number in _menu(parameter):
                numbers = tuple(
                    number if i == place else kept for i, kept in enumerate(base.numbers)
                )
                changed = Configuration(base.forms, numbers, base.opened)
                if numbers != base.numbers and self.legal(changed):
                    yield changed

    def _with(self, base: Configuration, forms: Forms) -> Configuration:
        opened = self.primary(forms) if base.opened is not None else None
        return Configuration(forms, base.numbers, opened)


def _menu(parameter: Parameter) -> tuple[Any, ...]:
    type = parameter.type
    if isinstance(type, IntType):
        low, high = type.interval()
        fits = [n for n in NUMBERS if (low is None or low <= n) and (high is None or n <= high)]
        return tuple(fits)
    if isinstance(type, BitsType):
        return PLACES if parameter.has_role("address", "stride") else WORDS
    return (base_value(type),)


def _matrix_type(tile: Parameter, type: str, wide: str) -> str:
    if tile.has_role("scale"):
        return "E8M0"
    return wide if tile.is_destination or tile.has_role("bias", "accumulator") else type


def _elements(configuration: Configuration) -> int:
    return min((form.size for form in configuration.forms), default=0)
