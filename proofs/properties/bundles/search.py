"""Bundles that a specification accepts, as command words, found by running them.

A bundle is put together from the catalog's encodings: BSTART of the operation, then B.DATR,
B.FPATR, B.DIM, B.IOR and B.IOT as its operands ask for. Where the record leaves open what goes
where (which shape the dimensions state, which register holds which operand), the first bundle
counts that gives what the operation itself gives.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from proofs.properties.bundles.words import (
    ALL,
    ONE,
    REGISTERS,
    Bundle,
    Dimensions,
    Encoder,
    Layout,
)
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Fill
from proofs.properties.direct.operation import Parameter
from proofs.properties.direct.search import Search
from semantics.formats import FORMATS
from semantics.specification import Specification
from semantics.types import BitsType, BoolType, IntType
from semantics.values import DynamicError

STOP: Final = "ExecuteBundleTileOperation"
PES: Final = 4
MODES: Final = 8
"""Codes of PEMode."""
MOST_LAYOUTS: Final = 600
"""Bundles that are tried for one configuration, for sources of one PE and for those of all."""


class BundleSearch:
    """Searches bundles for one operation; `search` has found its operands."""

    def __init__(self, spec: Specification, search: Search) -> None:
        self.search = search
        self.operation = search.operation
        self.machine = search.machine
        self.encoder = Encoder(spec, search)
        self._registers_of_all = "WritePEGPR" in self.machine.program.functions
        self._last: Layout | None = None
        self.outcomes: Counter[str] = Counter()
        """What came of the bundles that were tried and do not count."""

    @property
    def possible(self) -> bool:
        """Whether the specification encodes the commands."""
        return self.encoder.complete and STOP in self.machine.program.functions

    def find(self, configuration: Configuration) -> Bundle | None:
        """A bundle for these operands that is accepted for one PE alone.

        The first that gives what the operation itself gives, for a few operands; else the first.
        There is none for operands with which the operation itself faults.
        """
        first: Bundle | None = None
        fill = self.search.fill
        fills = (Fill.APART,) if self.search.has_lanes else tuple(dict.fromkeys((fill, Fill.ROW)))
        try:
            self.search.fill = fills[0]
            if self._faults(configuration):
                self.outcomes["not tried, since the operation itself faults"] += 1
                return None
            for layout in self._all_layouts(configuration):
                for self.search.fill in fills:
                    found = self._try(configuration, layout)
                    if found is not None:
                        break
                if found is not None and self._agrees(configuration, found):
                    first = replace(found, agrees=True)
                    break
                first = first or found
        finally:
            self.search.fill = fill
        if first is not None:
            self._last = first.layout
        return first

    def _faults(self, configuration: Configuration) -> bool:
        """Whether the operation itself faults, though it takes the operands."""
        with suppress(DynamicError):  # which are the business of properties
            self.search.results(configuration, self.search.scalars(configuration))
            return self.search.fault() is not None
        return False

    def why_none(self) -> str:
        """Why no bundle was found, after all was tried."""
        if STOP not in self.machine.program.functions:
            return f"the specification has no {STOP}"
        if self.search.start is None:
            return "its catalog record names no command of the encodings that starts it"
        told = ", ".join(f"{count} {what}" for what, count in self.outcomes.most_common())
        return f"no bundle of the catalog's encodings is accepted with legal operands: {told}"

    def _agrees(self, configuration: Configuration, bundle: Bundle) -> bool:
        """Whether results are those of the operation, wherever it takes what is tried. Which of
        several elements stays in a place is open, so those are tried that go to places apart."""
        fills = (Fill.APART,) if self.search.has_lanes else tuple(Fill)
        compared = [
            self._same_results(configuration, bundle, scalars)
            for self.search.fill in fills
            for scalars in self.search.samples(configuration, bundle.layout.registers)
        ]
        return True in compared and False not in compared

    def _same_results(
        self, configuration: Configuration, bundle: Bundle, scalars: Sequence[Any]
    ) -> bool | None:
        """Whether they are the same; None, where the operation fails or takes no such operands."""
        forms = [
            form
            for each, form in zip(self.operation.tiles, configuration.forms, strict=True)
            if each.is_destination
        ]
        try:
            expected = self.search.results(configuration, scalars)
            if expected is None:
                return None
            memory = self.search.memory()
        except DynamicError:
            return None
        try:
            _, accepted = self.run(configuration, bundle.layout, scalars)
            pairs = zip(bundle.destinations, forms, strict=True)
            if not accepted or expected != [self.search.elements(*pair) for pair in pairs]:
                return False
            return memory == self.search.memory()
        except DynamicError:
            return False

    def attributed(self, configuration: Configuration, bundle: Bundle) -> list[tuple[int, str]]:
        """The words with B.DATR after BSTART, zero in every field; but where that is not accepted,
        with the type of the result where it is."""
        types = [form.data_type for form in configuration.forms[:1]]
        typed = [(("DataType", FORMATS[each].code),) for each in types]
        for stated in [bundle.layout.attributes or (), *typed]:
            layout = replace(bundle.layout, attributes=stated)
            with suppress(DynamicError, ValueError):
                if self.run(configuration, layout)[1]:
                    return self.encoder.words(configuration, layout)
        return self.encoder.with_zeros(configuration, bundle)

    def takes_zeros(self, configuration: Configuration, bundle: Bundle) -> bool:
        """Whether it is accepted with B.DATR, zero in every field that need not be otherwise."""
        layout = replace(bundle.layout, attributes=bundle.layout.attributes or ())
        with suppress(DynamicError, ValueError):
            return self.run(configuration, layout)[1]
        return False

    def idle(self, configuration: Configuration, bundle: Bundle) -> Bundle | None:
        """The same bundle with the PEMode in which nobody takes part."""
        for mode in range(MODES):
            layout = replace(bundle.layout, mode=mode)
            masks, accepted = self.run(configuration, layout)
            if accepted and not any(masks):
                return Bundle(layout, tuple(self.encoder.words(configuration, layout)), ())
        return None

    # ------------------------------------------------------------ running

    def _try(self, configuration: Configuration, layout: Layout) -> Bundle | None:
        """The bundle, if it can be encoded, is accepted and allocates its destinations."""
        try:
            masks, accepted = self.run(configuration, layout)
        except DynamicError:
            self.outcomes["make the specification fail"] += 1
            return None
        except ValueError:
            self.outcomes["cannot be encoded"] += 1
            return None
        allocated = tuple(i for i, mask in enumerate(masks) if mask)
        wanted = sum(each.is_destination for each in self.operation.tiles)
        if not accepted:
            fault = self.search.fault()
            self.outcomes[f"rejected with {fault}" if fault else "not taken as commands"] += 1
            return None
        if len(allocated) != wanted or any(masks[i] != ONE for i in allocated):
            self.outcomes["accepted, but not for one PE alone"] += 1
            return None
        return Bundle(layout, tuple(self.encoder.words(configuration, layout)), allocated)

    def run(
        self, configuration: Configuration, layout: Layout, scalars: Sequence[Any] | None = None
    ) -> tuple[list[int], bool]:
        """The allocation masks of the tiles that are no sources, and whether it was accepted."""
        machine = self.machine
        indices = self.operation.indices()
        self.search.reset()
        sources = set()
        for each, form in zip(self.operation.tiles, configuration.forms, strict=True):
            if not each.is_destination:
                sources.add(indices[each.name])
                self.search.place(indices[each.name], form, layout.mask)
        for register, name in enumerate(layout.registers, REGISTERS):
            value = self._register_value(configuration, name, scalars)
            if self._registers_of_all:
                for pe in range(PES):
                    machine.call("WritePEGPR", pe, register, value)
            else:
                machine.call("WriteGPR", register, value)
        for word, _ in self.encoder.words(configuration, layout):
            if machine.call("ExecuteCommandInstruction", word, 32) != 0:
                return [], False
        accepted = bool(machine.call(STOP)) and machine["_LastFault"] == 0
        masks = machine["_TileAllocationMasks"]
        return [0 if i in sources else masks.get(i) for i in range(64)], accepted

    def write_register(self, register: int, value: str) -> list[str]:
        """ASL statements that write a register, that of every PE."""
        if not self._registers_of_all:
            return [f"WriteGPR({register}, {value});"]
        return [f"WritePEGPR({pe}, {register}, {value});" for pe in range(PES)]

    def _register_value(
        self, configuration: Configuration, name: str, scalars: Sequence[Any] | None
    ) -> int:
        names = [each.name for each in self.operation.others]
        place = names.index(name)
        if scalars is None:
            value = self.search.scalar(configuration, self.operation.others[place])
        else:
            value = scalars[place]
        return int(value) & ((1 << 64) - 1)

    # ------------------------------------------------------------ what to try

    def _all_layouts(self, configuration: Configuration) -> Iterator[Layout]:
        """Layouts with sources of one PE, then of all, where tiles are the sources."""
        layouts = list(itertools.islice(self._layouts(configuration), MOST_LAYOUTS))
        yield from layouts
        if any(not each.is_destination for each in self.operation.tiles):
            for layout in layouts:
                if layout.mask == ONE:
                    yield replace(layout, mask=ALL)

    def _layouts(self, configuration: Configuration) -> Iterator[Layout]:
        types = self._start_types(configuration)
        if self._last is not None:  # what one configuration asks for, the next does too
            for start, dimensions, attributes in itertools.product(
                types, self._dimensions(configuration), self._attributes(configuration)
            ):
                yield replace(
                    self._last, start_type=start, dimensions=dimensions, attributes=attributes
                )
        modes = sorted(range(MODES), key=lambda mode: mode != 4)
        yield from itertools.starmap(
            Layout,
            itertools.product(
                types,
                self._attributes(configuration),
                self._dimensions(configuration),
                self._registers(),
                modes if self._last is None else [self._last.mode],
            ),
        )

    def _start_types(self, configuration: Configuration) -> list[str]:
        primary = self.search.primary(configuration.forms)
        return list(dict.fromkeys([primary, *(form.data_type for form in configuration.forms)]))

    def _attributes(self, configuration: Configuration) -> list[tuple[tuple[str, int], ...] | None]:
        """None, or the type of the result where it is another than that of the operands."""
        codes = [FORMATS[form.data_type].code for form in configuration.forms]
        typed = [(("DataType", code),) for code in dict.fromkeys(codes)]
        bytes = [(*each, ("PadValueOrByteId", n)) for each in typed for n in (1, 0)]
        return [None, *typed, *bytes] if self.encoder.attributes else [None]

    def _dimensions(self, configuration: Configuration) -> list[Dimensions]:
        """Valid columns, valid rows and columns of some operand, or M, N and K, or fewer."""
        stated: dict[Dimensions, None] = {}
        for form in configuration.forms:
            stated[form.valid_columns, form.valid_rows, form.columns] = None
        for form in configuration.forms:
            stated[form.valid_columns, form.valid_rows, None] = None
        if self.encoder.formats and self.search.multiplies and len(configuration.forms) >= 3:
            cubes = [form for form in configuration.forms if form.kind.is_cube]
            result, right = cubes[0], cubes[-1]
            stated = {(result.valid_rows, result.valid_columns, right.valid_rows): None}
        if len(configuration.numbers) == len(self.encoder.dimensions):
            first, second, third = configuration.numbers
            stated[first, second, third] = None
        for number in configuration.numbers:
            stated[number, None, None] = None
        stated[None, None, None] = None
        return list(stated)

    def _registers(self) -> list[tuple[str, ...]]:
        """Orders of the operands that registers hold; none where there are none."""
        held = [each.name for each in self.operation.others if _in_register(each)]
        if not held or not self.encoder.registers:
            return [()]
        held.sort(key=self._mentioned)
        orders = list(itertools.permutations(held[:3]))
        return [*orders, *itertools.permutations(held[:3], len(held[:3]) - 1), ()]

    def _mentioned(self, name: str) -> int:
        """Where the record's B.IOR mentions an operand, by its name or a word of its role."""
        composition = " ".join(self.operation.contract.bundle).lower()
        text = composition[composition.find("b.ior") :]
        (operand,) = (each for each in self.operation.others if each.name == name)
        words = [*name.split("_"), *operand.role.lower().replace("-", " ").split()]
        places = [text.find(word) for word in words if len(word) > 3 and word in text]
        return min(places, default=len(text))


def _in_register(each: Parameter) -> bool:
    return isinstance(each.type, (BitsType, BoolType, IntType))
