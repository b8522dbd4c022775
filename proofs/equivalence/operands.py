"""The operands with which two versions of an operation are compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.facts import Facts
from proofs.properties.direct.forms import resized
from proofs.properties.direct.operation import Operation
from proofs.properties.direct.search import Search
from semantics.values import Unsupported

MOST_SHAPES = 16
"""Shapes of one type that each version is searched for."""


@dataclass(frozen=True, slots=True)
class Case:
    """A configuration and its number. Valid elements of sources hold any words; so do destinations
    and the numeric status before, unless they are `fresh`. With a `source`, which is not 0, the
    first element of that tile is undefined."""

    number: int
    configuration: Configuration
    source: int = 0
    fresh: bool = False

    @property
    def arguments(self) -> tuple[int, int, bool]:
        """What the harness is called with."""
        return self.number, self.source, self.fresh

    @property
    def label(self) -> str:
        """Its name in reports."""
        undefined = f"; [0, 0] of source {self.source} undefined" if self.source else ""
        return self.configuration.label + undefined + ("; fresh destinations" if self.fresh else "")


@dataclass(frozen=True, slots=True)
class Operands:
    """The cases that are asked, those with few elements first. `smaller` has for some of them one
    of the same types with one element in each tile. `types` are the data types that A alone, and B
    alone, takes."""

    a: Facts
    b: Facts
    cases: tuple[Case, ...]
    smaller: Mapping[Case, Case]
    types: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the cases."""
        return tuple(each.label for each in self.cases)


def operands_of(a: Search, b: Search) -> Operands:
    """What either version takes. Raises Unsupported where there is nothing to compare."""
    if _taken(a.operation) != _taken(b.operation):
        told = " ".join(f"{v} takes ({_names(s.operation)})." for v, s in (("A", a), ("B", b)))
        raise Unsupported(f"the operands are others: {told}")
    found_a, found_b = a.found(MOST_SHAPES), b.found(MOST_SHAPES)
    if not found_a and not found_b:
        raise Unsupported("no legal operands were found, in neither version")
    # In what is no tile both are asked with the same.
    b.adopt(a) if found_a else a.adopt(b)
    found = sorted(dict.fromkeys([*found_a, *found_b]), key=_elements)
    if len({tuple(form.kind for form in each.forms) for each in found}) > 1:
        raise Unsupported("the versions want tiles of different kinds")
    if len({each.opened is None for each in found}) > 1:
        raise Unsupported("only one version wants a BSTART before the operation")
    if found[0].opened is not None and a.start != b.start:
        raise Unsupported("the encodings of its BSTART are others")
    shrunk = {each: _smallest(each) for each in found}
    legal = {each for each in shrunk.values() if a.legal(each) or b.legal(each)}
    every = [*found, *sorted(legal.difference(found), key=lambda each: each.label)]
    facts = Facts(a, every)
    wide = next((each for each in found if _least(each) >= 2), found[0])
    sources = [facts.indices[each.name] for each in facts.sources]
    cases = [Case(number, each) for number, each in enumerate(found)]
    at_wide = found.index(wide)
    cases += [Case(at_wide, wide, source) for source in sources]
    cases += [Case(at_wide, wide, fresh=True)] if facts.destinations else []
    smaller = {
        case: replace(case, number=every.index(least), configuration=least)
        for case in cases
        if (least := shrunk[case.configuration]) in legal and least != case.configuration
    }
    types = _only(a, b, found), _only(b, a, found)
    return Operands(facts, Facts(b, every), tuple(cases), smaller, types)


def _taken(operation: Operation) -> list[tuple[bool, bool, bool]]:
    """What decides how operands are made."""
    return [(each.is_tile, each.is_destination, each.is_integer) for each in operation.parameters]


def _names(operation: Operation) -> str:
    return ", ".join(each.name for each in operation.parameters)


def _elements(configuration: Configuration) -> int:
    return sum(form.valid_rows * form.valid_columns for form in configuration.forms)


def _least(configuration: Configuration) -> int:
    return min((form.valid_rows * form.valid_columns for form in configuration.forms), default=0)


def _smallest(configuration: Configuration) -> Configuration:
    """The same with one element in each tile."""
    forms = resized(configuration.forms, [(1, 1)] * len(configuration.forms), False)
    return Configuration(forms, configuration.numbers, configuration.opened)


def _only(one: Search, other: Search, found: Sequence[Configuration]) -> tuple[str, ...]:
    """The types of the operands that one version takes, and the other does not, whatever its
    shapes; those of equal tiles once."""
    taken = _types(other, found)
    return tuple(each for each in _types(one, found) if each not in taken)


def _types(search: Search, found: Iterable[Configuration]) -> dict[str, None]:
    return {_type(each): None for each in found if search.legal(each)}


def _type(configuration: Configuration) -> str:
    types = [form.data_type for form in configuration.forms]
    return "/".join(types[:1] if len(set(types)) == 1 else types)
