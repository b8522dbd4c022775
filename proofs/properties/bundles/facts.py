"""What the templates of bundle properties leave open, of one operation, by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from proofs.properties.bundles.commands import stated_attributes
from proofs.properties.bundles.frame import Frame
from proofs.properties.bundles.search import BundleSearch
from proofs.properties.bundles.variants import Variants
from proofs.properties.bundles.words import ALL, REGISTERS, Bundle, commands_of, or_bits
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.facts import Facts
from proofs.properties.direct.forms import Form, Kind
from proofs.properties.direct.operation import Parameter
from semantics.formats import FORMATS
from semantics.specification import Specification
from semantics.types import BoolType, EnumType, RecordType

MOST_BUNDLES: Final = 6
MOST_FRUITLESS: Final = 8
"""Configurations that are tried where no bundle is accepted."""
PADDED_TYPES: Final = frozenset(
    {"FP64", "FP32", "TF32", "HF32", "FP16", "BF16", "E4M3", "E5M2"}
    | {f"{sign}{bits}" for sign in "SU" for bits in (64, 32, 16, 8)}
)  # fmt: skip
"""Types whose largest and least numbers support.asl knows."""
MEMORY_SCOPE: Final = ", any bytes of memory from 32 to 159, zero in all others"
NONE_AGREES: Final = "; with some operands no bundle that was tried agrees"


class BundleFacts:
    """Completes templates for the bundles of one operation."""

    def __init__(self, spec: Specification, facts: Facts, search: BundleSearch) -> None:
        self.spec, self.facts, self.search = spec, facts, search
        self.operation = facts.operation
        self._encoder = search.encoder
        found: dict[Configuration, Bundle] = {}
        candidates = facts.spread(lambda _: True, len(facts.configurations)) + [
            each for each in facts.configurations if facts.same_types(each)
        ]
        for number, each in enumerate(candidates):
            if number == MOST_FRUITLESS and not found:
                break
            if each not in found and len(found) < MOST_BUNDLES:
                bundle = search.find(each)
                if bundle is not None and self._alike(found, bundle):
                    found[each] = bundle
        self.bundles: Mapping[Configuration, Bundle] = found
        idle = {each: search.idle(each, bundle) for each, bundle in found.items()}
        self.idle = {each: bundle for each, bundle in idle.items() if bundle is not None}

    @staticmethod
    def _alike(found: Mapping[Configuration, Bundle], bundle: Bundle) -> bool:
        """Whether it has the registers and destinations of those found before."""
        first = next(iter(found.values()), bundle)
        same_registers = bundle.layout.registers == first.layout.registers
        return same_registers and bundle.destinations == first.destinations

    def traits(self) -> frozenset[str]:
        """What decides which templates apply."""
        found = {"bundled"}
        if self.operation.tiles:
            found.add("idle" if len(self.idle) == len(self.bundles) else "no idle")
        if self.facts.destinations:
            found.add("publishes")
        if self.facts.memory_free:
            found.add("framed")
        if self.facts.sources:
            found.add("reads tiles")
        if self._attributed():
            found.add("optional attributes")
        if self._omitting():
            found.add("omits")
        if self._padded():
            found.add("pad value")
        return frozenset(found)

    def facts_of(self) -> dict[str, str]:
        """What `$NAME` stands for in the templates."""
        bundle = next(iter(self.bundles.values()))
        held = [each for each in self._held() if self._drawn(each)]
        tiles = ", ".join(map(str, bundle.destinations))
        frame = Frame(self.spec, self.facts.program)
        return {
            "to_words": f", its destination tile {tiles}" if tiles else "",
            "to": tiles or "64",
            "bundle_sources": self._cases(self._source_statements),
            "words": self._cases(lambda c, b: commands_of(b.words)),
            "idle_words": self._cases(
                lambda c, b: commands_of(self.idle[c].words) if c in self.idle else ["pass;"]
            ),
            "attributed_words": self._cases(
                lambda c, b: commands_of(self._encoder.with_zeros(c, b))
            ),
            "omitted_words": self._cases(lambda c, b: commands_of(self._omitted(c, b))),
            "perhaps": self.facts.lines(self.facts.contents("Perhaps")),
            "registers": self.facts.lines(self._register_statements(bundle)),
            "held_typed": "".join(f", {each.name}: {each.type}" for each in held),
            "held": "".join(f", {each.name}" for each in held),
            "held_words": " with its operands in registers" if held else "",
            "held_scope": "".join(f", every {each.name}" for each in held),
            "held_draws": self.facts.lines(
                f"let {each.name} = ARBITRARY: {each.type};" for each in held
            ),
            "fixed": self.facts.lines(self._fixed(held)),
            "bundle_contents": self.facts.lines(
                f"_Tiles[[{i}]] = tiles[[{i}]];" for i in self._source_tiles()
            ),
            "made_destinations": self.facts.lines(
                f"_Tiles[[{alone}]] = made[[{tile}]];" for _, alone, tile in self._pairs(bundle)
            ),
            "no_idle": f"no PEMode is known in which nobody takes part: with "
            f"{len(self.bundles) - len(self.idle)} of {len(self.bundles)} bundles none is accepted "
            "that allocates no tile",
            "bundle_bounds": self._bounds(),
            "memory_scope": "".join(self._memory(MEMORY_SCOPE)),
            "memory_bounds": self.facts.memory_words(),
            "frame_words": frame.words(),
            "frame_bounds": frame.bounds(),
            "agreed_words": ", ".join(self._agreed()),
            "agreed_bounds": "" if self._all_agree() else NONE_AGREES,
            "unknown_memory": self.facts.lines(self._memory("PropertyUnknownMemory();")),
            "keep_memory": self.facts.lines(self._memory("let memory = _Memory;")),
            "keep_results": self.facts.lines(self._kept()),
            "restore_memory": self.facts.lines(self._memory("_Memory = memory;", *self._capture())),
            "capture": self.facts.lines(self._capture()),
            "agreed_results": self._results(self._pairs(bundle), True),
            "same_bundle": self._results([(e, i, i) for e, _, i in self._pairs(bundle)]),
            "published": self.facts.lines(self._published(bundle)),
            "unwritten": self.facts.lines(frame.assertions()),
            "bundled": json.dumps([each.label for each in self.bundles]),
            "few_bundled": json.dumps([each.label for each in self._few()]),
            "pad_words": self._cases(
                lambda c, b: or_bits(self.search.attributed(c, b), self._pad_bits())
            ),
            "padded_bundles": json.dumps([each.label for each in self._padded()]),
            "omitting": json.dumps([each.label for each in self._omitting()]),
        }

    def variants(self) -> Variants:
        """What one of these bundles may be changed to: one that is accepted with B.DATR too, if
        there is any, for else nothing can be said of its fields."""
        candidates = [*reversed(self._few()), *self.bundles]
        zeros = (c for c in candidates if self.search.takes_zeros(c, self.bundles[c]))
        chosen = next(zeros, candidates[0])
        number = self.facts.configurations.index(chosen)
        return Variants(self.search, number, chosen, self.bundles[chosen])

    # ------------------------------------------------------------ choices

    def _few(self) -> list[Configuration]:
        """The first of integers and of floats."""
        kinds: dict[bool, Configuration] = {}
        for each in self.bundles:
            kinds.setdefault(any(FORMATS[form.data_type].is_float for form in each.forms), each)
        return list(kinds.values())

    def _omitting(self) -> list[Configuration]:
        """Those whose bundle states dimensions that may be left out."""
        composition = " ".join(self.operation.contract.bundle)
        if "LB1=ValidRow (optional" not in composition:
            return []
        return [each for each in self.bundles if self._leaves_out(each.forms, self.bundles[each])]

    @staticmethod
    def _leaves_out(forms: Sequence[Form], bundle: Bundle) -> bool:
        columns, rows, physical = bundle.layout.dimensions
        return columns is not None and (rows == 1 or physical == columns)

    def _attributed(self) -> bool:
        """Whether the record says that B.DATR may be left out, and the bundles found do."""
        said = any(
            "B.DATR" in each and "optional" in each for each in self.operation.contract.bundle
        )
        return said and all(each.layout.attributes is None for each in self.bundles.values())

    def _padded(self) -> list[Configuration]:
        """Those with a numeric destination and padding, where PadValue may be given."""
        allowed, meaning = stated_attributes(self.operation.contract) or (set(), "")
        fields = self._encoder.attribute_fields()
        if meaning != "pad-value" or "PadValueOrByteId" not in allowed & set(fields):
            return []
        if len(self.facts.destinations) != 1:
            return []
        place = self.operation.tiles.index(self.facts.destinations[0])
        return [
            each
            for each in self._few()
            if each.forms[place].kind is Kind.NUMERIC
            and FORMATS[each.forms[place].data_type].name in PADDED_TYPES
        ]

    # ------------------------------------------------------------ words

    def _pad_bits(self) -> str:
        place, _, width = self._encoder.attribute_fields().get("PadValueOrByteId", (0, 0, 2))
        return f"LSL(ZeroExtend{{64}}(pad[{width - 1}:0]), {place})"

    def _omitted(self, configuration: Configuration, bundle: Bundle) -> list[tuple[int, str]]:
        """The words without the dimensions that say what is so without them."""
        columns, rows, physical = bundle.layout.dimensions
        fewer = (columns, None if rows == 1 else rows, None if physical == columns else physical)
        return self._encoder.words(configuration, replace(bundle.layout, dimensions=fewer))

    def _cases(self, statements: Callable[[Configuration, Bundle], Iterable[str]]) -> str:
        lines = []
        for each, bundle in self.bundles.items():
            number = self.facts.configurations.index(each)
            lines.append(f"        when {number} =>    // {each.label}")
            body = list(statements(each, bundle)) or ["pass;"]
            lines += [f"            {statement}" for statement in body]
        return "\n".join(lines)

    def _source_statements(self, configuration: Configuration, bundle: Bundle) -> list[str]:
        indices = self.operation.indices()
        return [
            statement
            for tile, form in zip(self.operation.tiles, configuration.forms, strict=True)
            if not tile.is_destination
            for statement in form.statements(indices[tile.name], tile.name, bundle.layout.mask)
        ]

    # ------------------------------------------------------------ operands

    def _held(self) -> list[Parameter]:
        """The operands in registers, in the order of the operation's parameters."""
        bundle = next(iter(self.bundles.values()))
        return [each for each in self.operation.others if each.name in bundle.layout.registers]

    def _drawn(self, each: Parameter) -> bool:
        return self.facts.is_drawn(each)

    def _register_statements(self, bundle: Bundle) -> list[str]:
        statements = []
        named = {each.name: each for each in self.operation.others}
        for register, name in enumerate(bundle.layout.registers, REGISTERS):
            each = named[name]
            if each.is_integer:
                value = f"({self.facts.given(each)})[63:0]"
            elif isinstance(each.type, BoolType):
                value = f"if {each.name} then Zeros{{64}} + 1 else Zeros{{64}}"
            else:
                value = self.facts.given(each)
            statements += self.search.write_register(register, value)
        return statements

    def _fixed(self, held: Sequence[Parameter]) -> list[str]:
        """What operands are that no register holds, without B.DATR: zero, as the codes are."""
        statements = []
        for each in self.operation.others:
            if each in held or not self.facts.is_drawn(each):
                continue
            if isinstance(each.type, RecordType):
                statements.append(f"var {each.name}: {each.type};")
                continue
            if isinstance(each.type, EnumType):
                value = each.type.labels[0]
            else:
                value = "FALSE" if isinstance(each.type, BoolType) else "Zeros{64}"
            statements.append(f"let {each.name} = {value};")
        return statements

    def _source_tiles(self) -> list[int]:
        return [self.operation.indices()[each.name] for each in self.facts.sources]

    # ------------------------------------------------------------ results

    def _pairs(self, bundle: Bundle) -> Iterable[tuple[Parameter, int, int]]:
        """Destinations: the tile of the operation alone, and that of the bundle."""
        indices = self.operation.indices()
        for each, tile in zip(self.facts.destinations, bundle.destinations, strict=True):
            yield each, indices[each.name], tile

    def _results(self, pairs: Iterable[tuple[Parameter, int, int]], compared: bool = False) -> str:
        """Assertions that destinations are the same, and, if so, memory."""
        same = self.facts.same_results("direct", pairs)
        lines = self._memory("assert SameValue(direct_memory, _Memory);") if compared else []
        if compared and self.facts.search.has_events:
            lines.append(
                "assert _MemoryEventCount == event_count && SameValue(events, _MemoryEvents);"
            )
        texts = [same] if same else []
        return "\n".join([*texts, *(f"        {line}" for line in lines)]) or "        pass;"

    def _published(self, bundle: Bundle) -> list[str]:
        lines = []
        for each, _, tile in self._pairs(bundle):
            predicate = self.facts.kind(each) is Kind.PREDICATE
            defined = "PropertyAllPredicatesDefined" if predicate else "PropertyAllDefined"
            lines += [
                f'Explain("got", _Tiles[[{tile}]]);',
                f"assert _Tiles[[{tile}]].allocated && _TileAllocationMasks[[{tile}]] == '0001';",
                f"assert {defined}({tile});",
            ]
        return lines

    # ------------------------------------------------------------ memory

    def _memory(self, *statements: str) -> list[str]:
        return list(statements) if self._has_memory else []

    @property
    def _has_memory(self) -> bool:
        return self.facts.search.has_memory and "_Memory" in self.facts.program.globals

    def _capture(self) -> list[str]:
        """What records accesses from now on, where no tile shows them."""
        return ["StartMemoryEventCapture(0);"] if self.facts.search.has_events else []

    def _kept(self) -> list[str]:
        kept = self._memory("let direct_memory = _Memory;")
        if self.facts.search.has_events:
            kept.append("let (events, event_count) = (_MemoryEvents, _MemoryEventCount);")
        return kept

    def _agreed(self) -> list[str]:
        """What is compared of a bundle and of the operation itself."""
        found = ["every valid element of its destinations"] if self.facts.destinations else []
        found += self._memory("memory")
        found += ["the accesses recorded"] if self.facts.search.has_events else []
        return [*found, "the numeric status"]

    def _all_agree(self) -> bool:
        return all(each.agrees for each in self.bundles.values())

    def _bounds(self) -> str:
        everywhere = any(each.layout.mask == ALL for each in self.bundles.values())
        taking = "; one PE takes part"
        taking += ", and sources are those of all PEs" if everywhere else ""
        return f"the bundles named{taking}{self.facts.known_words()}"
