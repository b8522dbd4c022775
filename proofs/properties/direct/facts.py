"""What the templates of direct properties leave open, of one operation, by name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from proofs.properties.bundles.commands import Command
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Kind
from proofs.properties.direct.known import Known, what
from proofs.properties.direct.operation import Parameter
from proofs.properties.direct.search import Search
from proofs.properties.facts import facts_of
from semantics.clause_forms import data_types
from semantics.formats import FORMATS
from semantics.types import BitsType, EnumType

TYPE_PREDICATE: Final = "InstructionContractDataTypeLegal_"
COPIES_DEFINEDNESS: Final = re.compile(r"\bcop(y|ies)\b[^.]*\bdefinedness\b", re.IGNORECASE)
"""Says that a source may hold elements that are not defined."""


class Facts(Known):
    """Completes templates for one operation, from the configurations that were found legal."""

    def __init__(self, search: Search, configurations: Sequence[Configuration]) -> None:
        super().__init__(search, configurations)
        self.start: Command | None = search.start
        self.scalar = next((e for e in self.operation.others if _is_element(e)), None)

    # ------------------------------------------------------------ traits

    def traits(self) -> frozenset[str]:
        """What decides which templates apply."""
        found = {"direct"}
        name = self.operation.contract.name
        if self.destinations:
            found.add("results")
        else:
            return frozenset(found | self._type_traits(name))
        if self.narrow() and any(self.kind(e) is not Kind.PREDICATE for e in self.sources):
            found.add("elements")
        if self.scalar is not None and self.narrow():
            found.add("scalar")
        if self.aliased():
            found.add("aliases")
        if self.padded():
            found.add("pads")
        if self.integers():
            found.add("integers")
        clauses = self.operation.contract.clauses.items()
        ordering = " ".join(text for key, text in clauses if key.startswith("ordering")).lower()
        if self.sources and ("snapshot" in ordering or "before" in ordering):
            found.add("snapshots")
        if self.sources and not any(COPIES_DEFINEDNESS.search(text) for _, text in clauses):
            found.add("defined")
        if self.memory_free:
            found.add("contained")
        return frozenset(found | self._type_traits(name))

    def _type_traits(self, name: str) -> set[str]:
        found: set[str] = set()
        overloads = self.program.functions.get(TYPE_PREDICATE + name, [])
        for key, _ in overloads:
            arguments = self.program.signature(key).arguments
            if len(arguments) == 1 and isinstance(arguments[0][1], EnumType) and self.indices:
                found.add("type predicate")
        if data_types(self.operation.contract) is not None and not facts_of(
            self.operation.contract
        ):
            found.add("type list")
        return found

    @property
    def memory_free(self) -> bool:
        """Whether the record says that memory is not touched."""
        contract = self.operation.contract.record.get("contract")
        effects = contract.get("memory_effects") if isinstance(contract, Mapping) else None
        return effects in (["none"], [], None)

    # ------------------------------------------------------------ texts

    def facts(self) -> dict[str, str]:
        """What `$NAME` stands for in the templates."""
        given = [self.given(each) for each in self.operation.others]
        predicates = {e.name for e in self.operation.tiles if self.kind(e) is Kind.PREDICATE}
        listed = data_types(self.operation.contract)
        first = self.destinations[0].name if self.destinations else ""
        drawn = [each for each in self.operation.others if self.is_drawn(each)]
        return {
            "X": self.operation.contract.name,
            "last": str(len(self.configurations) - 1),
            "values": json.dumps({c.label: i for i, c in enumerate(self.configurations)}),
            "open_words": ", after BSTART" if self._opened else "",
            "begin": self._begin(),
            "configurations": self._configured(),
            "contents": self.lines(self.contents("Unknown")),
            "any_tiles": self.lines(self._of_each_tile("PropertyAnyTile({});")),
            "any_extents": self.lines(self._of_each_tile("PropertyAnyExtent({});")),
            "fitting_tiles": self.lines(self._of_each_tile("PropertyFittingTile({});")),
            "all_fit": " && ".join(self._of_each_tile("PropertyFits({})")) or "TRUE",
            "configured_fit": self.lines(
                self._of_each_tile("PropertyConfiguredFits(tiles[[{}]].data_type);")
            ),
            "show": self.lines(
                f'Explain("{_shown(e)}", _Tiles[[{self.indices[e.name]}]]);' for e in self.sources
            ),
            "numbers": self._number_functions(),
            "typed": "".join(f", {e.name}: {e.type}" for e in self.operation.others),
            "given": "".join(f", {each}" for each in given),
            "given_other": "".join(
                ", other" if e is self.scalar else f", {text}"
                for e, text in zip(self.operation.others, given, strict=True)
            ),
            "draws": self.lines(f"let {e.name} = ARBITRARY: {e.type};" for e in drawn),
            "scalar_words": ", ".join(
                [
                    "",
                    *(f"every {e.name}" for e in drawn),
                    *(f"known {e.name}" for e in self.sources if e.is_index),
                ]
            ),
            "drawn_words": "".join(f", every {e.name}" for e in drawn),
            "mask_words": "".join(
                f"; {e.name} true and false in turn" for e in self.sources if self._is_store_mask(e)
            ),
            "scalar": self.scalar.name if self.scalar else "",
            "scalar_tile": str(self._scalar_tile()),
            "legal": self._call(self.operation.legal, self.operation.legal_constants, None),
            "execute": self._call(
                self.operation.execute,
                self.operation.execute_constants,
                self.operation.execute_takes,
            ),
            "legal_integers": json.dumps(self.legal_integers()),
            "one_form": " && ".join(self._of_each_source("PropertyOneForm")) or "TRUE",
            "sources": str(len(self.sources)),
            "source_numbers": json.dumps([self.indices[each.name] for each in self.sources]),
            "primary": str(self._primary_index()),
            "same": "PropertySamePredicates" if first in predicates else "PropertySameElements",
            "same_results": self.same_results(
                "after",
                [(e, self.indices[e.name], self.indices[e.name]) for e in self.destinations],
            ),
            "keep_status": self.lines(f"let before{n} = {n};" for n in self._status_variables()),
            "only_status": self.lines(self._only_status()),
            "operand_bounds": f"the operands named{self.known_words()}",
            "direct_bounds": f"the operands named{self.known_words()}{self.memory_words()}",
            "displaced_bounds": f"the operands named{self.fixed_words()}",
            "recarry": self.lines(f"{e};" for e in self._of_each_source("PropertyRecarryElements")),
            "earlier": self.lines(self._earlier()),
            "pad_sources": self.lines(
                f"PropertyUnknownPadding({self.indices[e.name]});"
                for e in self.sources
                if self.kind(e) is Kind.NUMERIC
            ),
            "partial": self.lines(
                f"if source == {self.indices[e.name]} then {call} end;"
                for e, call in zip(self.sources, self.contents("Partial"), strict=True)
            ),
            "descriptor": self.lines(self._described()),
            "declared_writes": self._declared_writes(),
            "all": json.dumps(self.labels(self.all())),
            "typed_cases": json.dumps(self.labels(self.each_type())),
            "few": json.dumps(self.labels(self.few())),
            "narrow": json.dumps(self.labels(self.narrow())),
            "integers": json.dumps(self.labels(self.integers())),
            "integral": json.dumps(self.labels(self.integral())),
            "padded": json.dumps(self.labels(self.padded())),
            "aliased": json.dumps(self.labels(self.aliased())),
            "alias_sources": json.dumps(
                [self.indices[e.name] for e in self.alias_sources()] if self.destinations else []
            ),
            "type_names": ", ".join(listed.values) if listed else "",
            "type_labels": ", ".join(f"TileDataType_{n}" for n in listed.values) if listed else "",
        }

    @property
    def _opened(self) -> bool:
        return self.configurations[0].opened is not None

    def _begin(self) -> str:
        if not self._opened:
            return "    // The operands alone decide."
        assert self.start is not None
        lines = ["    case configuration of"]
        for number, each in enumerate(self.configurations):
            assert each.opened is not None
            word = self.start.word({"DataType": FORMATS[each.opened].code})
            call = f"ExecuteCommandInstruction(Zeros{{64}} + 0x{word:08X}, 32)"
            lines.append(f"        when {number} => - = {call};    // {each.opened}")
        return "\n".join([*lines, "    end;"])

    def _configured(self) -> str:
        lines = []
        for number, each in enumerate(self.configurations):
            lines.append(f"        when {number} =>    // {each.label}")
            for tile, form in zip(self.operation.tiles, each.forms, strict=True):
                statements = form.statements(self.indices[tile.name], tile.name)
                lines += [f"            {statement}" for statement in statements]
            if not each.forms:
                lines.append("            pass;")
        return "\n".join(lines)

    def _of_each_source(self, function: str) -> list[str]:
        """Calls of a function on each source with elements."""
        return [
            f"{function}({self.indices[each.name]})"
            for each in self.sources
            if self.kind(each) is not Kind.PREDICATE
        ]

    def _earlier(self) -> list[str]:
        return [
            f"PropertyUnknown{what(self.kind(each))}({self.indices[each.name]});"
            for each in self.destinations
        ]

    def _described(self) -> list[str]:
        lines = []
        for each in self.destinations:
            index = self.indices[each.name]
            defined = f"PropertyAll{_defined(self.kind(each))}({index})"
            lines += [
                f'Explain("got", _Tiles[[{index}]]);',
                f"assert PropertySameDescriptor(before[[{index}]], _Tiles[[{index}]]);",
                f"assert {defined};",
            ]
        return lines

    def same_results(self, expected: str, pairs: Iterable[tuple[Parameter, int, int]]) -> str:
        """Assertions that destinations hold what they do in the tiles `expected`; `pairs` give the
        tile there and here."""
        lines = []
        for each, there, here in pairs:
            same = f"PropertySame{what(self.kind(each))}"
            lines += [
                f'Explain("expected", {expected}[[{there}]]);',
                f'Explain("got", _Tiles[[{here}]]);',
                f"assert {same}({expected}[[{there}]], _Tiles[[{here}]]);",
            ]
        return "\n".join(f"        {line}" for line in lines)

    def _status_variables(self) -> list[str]:
        """The variables that hold the numeric status, and perhaps more."""
        ((key, _),) = self.program.functions["RecordNumericStatusFlags"]
        return sorted(self.program.effects(key).writes)

    def _only_status(self) -> list[str]:
        """That in these variables nothing but the status differs from what was before: they are as
        if the status of now had been recorded then."""
        names = self._status_variables()
        return [
            "let flags = NumericStatusFlags();",
            *(f"let after{name} = {name};" for name in names),
            *(f"{name} = before{name};" for name in names),
            "RecordNumericStatusFlags(flags);",
            *(f"assert SameValue(after{name}, {name});" for name in names),
        ]

    def _declared_writes(self) -> str:
        """What is taken away from the number of all writes: those to declared state."""
        tiles = [
            f'WritesOf("{name}", {self.indices[each.name]})'
            for each in self.destinations
            for name in ("_Tiles", "_TileAllocationMasks")
        ]
        status = [f'WritesOf("{name}", -1)' for name in self._status_variables()]
        declared = "\n        + ".join([*tiles, *status])
        return f" - ({declared})"

    # ------------------------------------------------------------ operands that are no tiles

    def given(self, each: Parameter) -> str:
        if each.is_integer:
            return f"{_camel(each.name)}_{self.operation.contract.name}(configuration)"
        if self._is_fixed(each):
            return f"Zeros{{64}} + {self.search.value_of(each)}"
        return each.name

    def _number_functions(self) -> str:
        integers = [each for each in self.operation.others if each.is_integer]
        texts = []
        for place, each in enumerate(integers):
            name = f"{_camel(each.name)}_{self.operation.contract.name}"
            values = [configuration.numbers[place] for configuration in self.configurations]
            lines = [
                "",
                f"pure func {name}(configuration: integer{{0..{len(values) - 1}}}) => {each.type}",
                "begin",
                "    case configuration of",
                *(f"        when {i} => return {value};" for i, value in enumerate(values)),
                "    end;",
                "end;",
            ]
            texts.append("\n".join(lines))
        return "\n".join(texts) + "\n" if texts else ""

    def _of_each_tile(self, text: str) -> list[str]:
        return [text.format(self.indices[each.name]) for each in self.operation.tiles]

    def _call(self, name: str, constants: Sequence[str], taken: Sequence[str] | None) -> str:
        arguments = list(constants)
        for each in self.operation.parameters:
            if taken is None or each.name in taken:
                index = self.indices.get(each.name)
                own = self.destinations and each is self.destinations[0]
                arguments.append(
                    each.name if index is None else "destination" if own else str(index)
                )
        return f"{name}({', '.join(arguments)})"

    def _scalar_tile(self) -> int:
        return self._primary_index()

    def _primary_index(self) -> int:
        for each in (*self.sources, *self.destinations):
            if self.kind(each) is not Kind.PREDICATE:
                return self.indices[each.name]
        return 0

    @staticmethod
    def lines(statements: Iterable[str]) -> str:
        return "\n".join(f"    {each}" for each in statements) or "    pass;"


def _is_element(each: Parameter) -> bool:
    """Whether a word is one raw element."""
    return (
        isinstance(each.type, BitsType)
        and each.field.startswith("scalar")
        and not (each.has_role("address", "stride", "tid", "multiplier", "point"))
    )


def _defined(kind: Kind) -> str:
    return "PredicatesDefined" if kind is Kind.PREDICATE else "Defined"


def _shown(each: Parameter) -> str:
    return each.name.replace("_", " ")


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
