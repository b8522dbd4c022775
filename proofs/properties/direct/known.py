"""What an operation is given in all cases alike, and what is unknown."""

from __future__ import annotations

from typing import Final

from proofs.properties.direct.choices import Choices
from proofs.properties.direct.forms import Kind
from proofs.properties.direct.operation import Parameter

FIRST_ELEMENT: Final = {"Unknown": "TRUE", "Partial": "FALSE", "Perhaps": "ARBITRARY: boolean"}
"""Whether element [0, 0] is defined in contents of which the others are."""


class Known(Choices):
    """The contents of sources, and the operands that have one value."""

    def is_drawn(self, each: Parameter) -> bool:
        return not each.is_integer and not self._is_fixed(each)

    def _is_fixed(self, each: Parameter) -> bool:
        """Whether the search's value is kept: addresses and strides, as in a regular program."""
        return each.has_role("address", "stride", "tid")

    def contents(self, how: str, every_index: bool = False) -> list[str]:
        """Calls that fill the sources. What an index selects must be known, or takes too long; with
        `every_index`, only where that is in memory."""
        calls = []
        for each in self.sources:
            index, in_memory = self.indices[each.name], _truth(self._addresses)
            first = FIRST_ELEMENT[how]
            if each.is_index and (self._addresses or not every_index):
                calls.append(f"PropertyKnownIndices({index}, {in_memory}, {first});")
            elif self._is_store_mask(each):
                calls.append(f"PropertyKnownPredicates({index}, {first});")
            else:
                calls.append(f"Property{how}{what(self.kind(each))}({index});")
        return calls

    def known_in_memory(self) -> list[str]:
        """The sources whose contents are known, since they decide what is accessed in memory."""
        indices = {e.name for e in self.sources if e.is_index and self._addresses}
        return [e.name for e in self.sources if e.name in indices or self._is_store_mask(e)]

    def fixed_words(self) -> str:
        """Which operands that are no tiles have one value, as part of bounds."""
        fixed = [each for each in self.operation.others if self._is_fixed(each)]
        return "".join(f"; {e.name} {self.search.value_of(e)}" for e in fixed)

    def known_words(self) -> str:
        """What is known in all cases alike, as part of bounds."""
        found = ""
        for each in self.sources:
            if each.is_index and self._addresses:
                found += f"; {each.name} 8 bytes apart"
            elif each.is_index:
                found += f"; in {each.name} the number of the row"
        return found + self.mask_words() + self.fixed_words()

    def mask_words(self) -> str:
        """What masks of stores hold, as part of bounds."""
        masks = filter(self._is_store_mask, self.sources)
        return "".join(f"; {each.name} true and false in turn" for each in masks)

    def memory_words(self) -> str:
        """What memory holds where a property does not say, as part of bounds."""
        return "; memory zero" if self._addresses else ""

    def _is_store_mask(self, source: Parameter) -> bool:
        memory_alone = self._addresses and not self.destinations
        return memory_alone and self.kind(source) is Kind.PREDICATE

    @property
    def _addresses(self) -> bool:
        return any(each.has_role("address") for each in self.operation.others)


def what(kind: Kind) -> str:
    """How functions of such tiles are named."""
    return "Predicates" if kind is Kind.PREDICATE else "Elements"


def _truth(value: bool) -> str:
    return "TRUE" if value else "FALSE"
