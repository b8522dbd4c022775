"""Bundles beside those found: with bindings too few or too many, for more PEs, of other sources."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from proofs.properties.bundles.commands import stated_attributes
from proofs.properties.bundles.search import MODES, BundleSearch
from proofs.properties.bundles.words import ALL, Bundle, commands_of, or_bits
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Form, Kind
from proofs.properties.direct.operation import Parameter
from semantics.values import DynamicError

OTHER_TYPES: Final = ("FP32", "S32", "FP16", "S16", "U8")
OTHER_MASKS: Final = (0b0010, ALL)


@dataclass(frozen=True, slots=True)
class Change:
    """Another source in place of one that is legal, as ASL statements that make it so."""

    label: str
    statements: tuple[str, ...]


class Variants:
    """Completes templates with what the bundle of one configuration may be changed to."""

    def __init__(
        self, search: BundleSearch, number: int, configuration: Configuration, bundle: Bundle
    ) -> None:
        self.search, self.bundle = search, bundle
        self.number, self.configuration = number, configuration
        self.operation = search.operation
        self._bindings = self._changed_bindings()
        self._forbidden = self._forbidden_fields()
        self._masks = self._accepted_masks()
        self._changes = self._changed_sources()

    def traits(self) -> frozenset[str]:
        """What decides which templates apply."""
        found = {
            "binds": self._bindings,
            "forbids attributes": self._forbidden,
            "several PEs": self._masks,
            "changes": self._changes,
        }
        return frozenset(trait for trait, variants in found.items() if variants)

    def facts_of(self) -> dict[str, str]:
        """What `$NAME` stands for in the templates."""
        masks = {f"{mask:04b}": mask for mask in self._masks}
        changes = [each.label for each in self._changes]
        return {
            "varied": json.dumps([self.configuration.label]),
            "binding_changes": json.dumps(self._bindings),
            "binding_values": self._values(_places(self._bindings)),
            "changed_bindings": _lines(4, self._binding_statements()),
            "forbidden": json.dumps(list(self._forbidden)),
            "forbidden_values": self._values(
                {n: place for n, (place, _) in self._forbidden.items()}
            ),
            "forbidden_most": str(max((most for _, most in self._forbidden.values()), default=1)),
            "forbidden_fields": "\n".join(self._field_cases()),
            "forbidden_words": _lines(8, self._attributed()),
            "other_masks": json.dumps(list(masks)),
            "other_mask_values": self._values(masks),
            "other_mask_words": "\n".join(self._mask_cases()),
            "all_sources": _lines(4, self._allocated()),
            "allocated_for_all": _lines(8, self._allocation()),
            "source_changes": json.dumps(changes),
            "source_values": self._values(_places(changes)),
            "changed_sources": "\n".join(self._source_cases()),
        }

    def _values(self, labels: Mapping[str, int]) -> str:
        """The numbers that labels of the configuration and of its changes stand for."""
        return json.dumps({self.configuration.label: self.number, **labels})

    # ------------------------------------------------------------ bindings

    def _changed_bindings(self) -> list[str]:
        """What may be wrong with the bindings, in the order of its numbers: two for each B.IOT."""
        named = [text for _, text in self.bundle.words if text.startswith("B.IOT")]
        return [f"{how} {text}" for text in named for how in ("without", "twice")]

    def _binding_statements(self) -> Iterator[str]:
        """Statements that execute the words with the change of that number; `taken` says whether
        all commands were."""
        number = 0
        for word, text in self.bundle.words:
            call = f"ExecuteCommandInstruction(Zeros{{64}} + 0x{word:08X}, 32)"
            execute = f"taken = {call} == CommandExecution_Executed && taken;"
            if text.startswith("B.IOT"):
                yield f"if change != {number} then {execute} end;    // {text}"
                yield f"if change == {number + 1} then {execute} end;"
                number += 2
            else:
                yield f"{execute}    // {text}"

    # ------------------------------------------------------------ attributes

    def _forbidden_fields(self) -> dict[str, tuple[int, int]]:
        """The fields that must be zero, each with its place in B.DATR and its largest value.

        DataType is left out: a code that means none, or what BSTART says, may be legal.
        """
        stated = stated_attributes(self.operation.contract)
        if stated is None:
            return {}
        return {
            name: (place, (1 << width) - 1)
            for name, (place, _, width) in self.search.encoder.attribute_fields().items()
            if name not in stated[0] and name != "DataType"
        }

    def _field_cases(self) -> Iterator[str]:
        for name, (place, most) in self._forbidden.items():
            yield f"        when {place} => most = {most};    // {name}"

    def _attributed(self) -> list[str]:
        words = self.search.encoder.with_zeros(self.configuration, self.bundle)
        return or_bits(words, "attribute[63:0]")

    # ------------------------------------------------------------ PEs

    def _accepted_masks(self) -> dict[int, int]:
        """The masks of one other PE and of all, each with the PEMode that selects it.

        That is the one with which destinations are allocated for these PEs; else the one with which
        the bundle is accepted as it is tried, if it has sources, which are those of these PEs.
        """
        sources = any(not each.is_destination for each in self.operation.tiles)
        found: dict[int, int] = {}
        for mask in OTHER_MASKS:
            accepted = {mode: self._allocated_for(mode, mask) for mode in range(MODES)}
            exact = [mode for mode, masks in accepted.items() if masks == {mask}]
            others = [mode for mode, masks in accepted.items() if masks and sources]
            if modes := exact or others:
                found[mask] = modes[0]
        return found

    def _allocated_for(self, mode: int, mask: int) -> set[int]:
        """The masks of destinations, if the bundle is accepted with sources that those PEs have."""
        layout = replace(self.bundle.layout, mode=mode, mask=mask)
        with suppress(DynamicError):  # which is the business of other properties
            masks, accepted = self.search.run(self.configuration, layout)
            return {each for each in masks if each} if accepted else set()
        return set()

    def _mask_cases(self) -> Iterator[str]:
        for mask, mode in self._masks.items():
            layout = replace(self.bundle.layout, mode=mode)
            yield f"        when {mask} =>"
            words = self.search.encoder.words(self.configuration, layout)
            yield from (f"            {each}" for each in commands_of(words))

    def _allocated(self) -> list[str]:
        """Statements that allocate the sources for the PEs of a mask."""
        indices = self.operation.indices()
        sources = [indices[each.name] for each in self.operation.tiles if not each.is_destination]
        return [f"_TileAllocationMasks[[{index}]] = mask[3:0];" for index in sources]

    def _allocation(self) -> list[str]:
        """Assertions that destinations are allocated for the PEs of a mask, and no others."""
        return [
            f"assert _TileAllocationMasks[[{index}]] == mask[3:0];"
            for index in self.bundle.destinations
        ]

    # ------------------------------------------------------------ sources

    def _changed_sources(self) -> list[Change]:
        """The sources as they are, and others that the operation itself does not take, each in
        place of one that it does."""
        pairs = zip(self.operation.tiles, self.configuration.forms, strict=True)
        changed = [
            change
            for place, (tile, form) in enumerate(pairs)
            if not tile.is_destination
            for change in self._changes_of(place, tile, form)
        ]
        return [Change("none", ("pass;",)), *changed] if changed else []

    def _changes_of(self, place: int, tile: Parameter, form: Form) -> Iterator[Change]:
        index = self.operation.indices()[tile.name]
        for words, other in _others(form):
            forms = list(self.configuration.forms)
            forms[place] = other
            if not self.search.search.legal(replace(self.configuration, forms=tuple(forms))):
                statements = other.statements(index, tile.name, self.bundle.layout.mask)
                yield Change(f"tile {index} {words}", tuple(statements))
        if form.kind is Kind.NUMERIC:
            statement = f"_Tiles[[{index}]].layout = TileLayout_ColumnMajor;"
            yield Change(f"tile {index} column-major", (statement,))

    def _source_cases(self) -> Iterator[str]:
        for number, change in enumerate(self._changes):
            yield f"        when {number} =>    // {change.label}"
            yield from (f"            {each}" for each in change.statements)


def _places(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def _lines(indent: int, statements: Iterable[str]) -> str:
    return "\n".join(" " * indent + each for each in statements) or " " * indent + "pass;"


def _others(form: Form) -> Iterator[tuple[str, Form]]:
    """Forms that differ from one in its type, its valid rows or its valid columns."""
    if form.kind is Kind.NUMERIC:
        wanted = (name for name in OTHER_TYPES if name != form.data_type)
        other = form.of(next(wanted))
        yield f"of {other.data_type}", other
    rows, columns = form.valid_rows + 1, form.valid_columns + 1
    yield f"with {rows} valid rows", replace(form, valid_rows=rows)
    if not form.kind.is_cube:
        wide = form.columns if columns <= form.columns else 2 * form.columns
        yield (
            f"with {columns} valid columns",
            replace(form, valid_columns=columns, columns=wide),
        )
