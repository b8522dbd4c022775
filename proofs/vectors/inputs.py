"""Inputs to try: boundary values, what may be illegal, and drawn ones, around a legal input."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

from concrete.values import FormatError, encode
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Form, Kind
from proofs.properties.direct.operation import Parameter
from proofs.vectors.bench import Bench, Input, Words
from proofs.vectors.boundaries import boundaries
from semantics.formats import FORMATS
from semantics.types import BitsType, BoolType, EnumType


@dataclass(frozen=True, slots=True)
class Trial:
    """An input, and what it is."""

    label: str
    input: Input
    kept: bool = False
    """Whether it is a vector whatever comes of it."""


class Inputs:
    """Makes inputs of one configuration."""

    def __init__(self, bench: Bench, configuration: Configuration) -> None:
        found = bench.plain(configuration)
        self.bench, self._forms = bench, bench.forms(found, bench.sources)
        self.plain = replace(found, words=tuple(map(_numbers, self._forms, found.words)))
        self._type = FORMATS[bench.search.primary(configuration.forms)]

    def boundary(self) -> Iterator[Trial]:
        """The plain input; each operand at each boundary; two operands at two at once; sources
        with an element that is not defined."""
        yield Trial("plain", self.plain, kept=True)
        operands = self._operands()
        for operand, values in operands.items():
            for name, value in values.items():
                yield Trial(f"{operand} {name}", self._with({operand: value}), kept=True)
        for operand, values in operands.items():
            for name, value in values.items():
                if any(form.size > 1 for form in self._forms):
                    label = f"{operand} {name} first"
                    yield Trial(label, self._with({operand: value}, first=True))
        for place, source in enumerate(self.bench.sources):
            words = (None, *self.plain.words[place][1:])
            yield Trial(f"{source.name} undefined first", self._with_words(place, words))
        names = list(operands)
        for at, a in enumerate(names):
            for b in names[at + 1 :]:
                for (m, x), (n, y) in product(operands[a].items(), operands[b].items()):
                    yield Trial(f"{a} {m}, {b} {n}", self._with({a: x, b: y}))

    def variants(self) -> Iterator[Trial]:
        """The plain input in types and shapes that legality may look at, and that no other
        configuration has."""
        known = {tuple(f.data_type for f in each.forms) for each in self.bench.configurations}
        own = tuple(form.data_type for form in self.plain.forms)
        for label, forms in self._variants():
            types = tuple(form.data_type for form in forms)
            if types == own or types not in known:
                yield Trial(label, self._in_forms(forms))

    def _variants(self) -> Iterator[tuple[str, tuple[Form, ...]]]:
        """Other forms, one tile changed at a time, and then the types of all."""
        for place, tile in enumerate(self.bench.operation.tiles):
            form = self.plain.forms[place]
            for other in _others(form):
                forms = self.plain.forms
                yield f"{tile.name} {other}", (*forms[:place], other, *forms[place + 1 :])
        for name in FORMATS:
            alike = tuple(
                form if form.kind is Kind.PREDICATE else form.of(name) for form in self.plain.forms
            )
            yield f"all {name}", alike

    def drawn(self, random: Random) -> Input:
        """An input with elements and words drawn at random, boundaries often."""
        words = tuple(tuple(_draw(random, form) for _ in range(form.size)) for form in self._forms)
        scalars = tuple(
            random.choice(list(values.values())) if (values := self._values(each)) else scalar
            for each, scalar in zip(self.bench.operation.others, self.plain.scalars, strict=True)
        )
        return replace(self.plain, words=words, scalars=scalars)

    # ------------------------------------------------------------ operands

    def _operands(self) -> dict[str, dict[str, Any]]:
        """The values that each operand is tried with, by their names."""
        found: dict[str, dict[str, Any]] = {}
        for source, form in zip(self.bench.sources, self._forms, strict=True):
            if form.kind is Kind.PREDICATE:
                found[source.name] = {"true": 1, "false": 0}
            else:
                found[source.name] = dict(boundaries(FORMATS[form.data_type]))
        for each in self.bench.operation.others:
            if values := self._values(each):
                found[each.name] = values
        return found

    def _values(self, each: Parameter) -> dict[str, Any]:
        """The values of an operand that is no tile; none, where it stays as it is."""
        match each.type:
            case EnumType(labels=labels):
                return {label: place for place, label in enumerate(labels)}
            case BoolType():
                return {"TRUE": True, "FALSE": False}
            case BitsType(width=int(width)) if not each.has_role("address", "stride", "tid"):
                if width >= self._type.bits:
                    return dict(boundaries(self._type))
        return {}

    def _with(self, values: dict[str, Any], first: bool = False) -> Input:
        """The plain input with other values: of a tile all elements, or the first alone."""
        words = tuple(
            (value, *(known[1:] if first else (value,) * (len(known) - 1)))
            if (value := values.get(source.name)) is not None
            else known
            for source, known in zip(self.bench.sources, self.plain.words, strict=True)
        )
        scalars = tuple(
            values.get(each.name, known)
            for each, known in zip(self.bench.operation.others, self.plain.scalars, strict=True)
        )
        return replace(self.plain, words=words, scalars=scalars)

    def _with_words(self, place: int, words: Words) -> Input:
        changed = (*self.plain.words[:place], words, *self.plain.words[place + 1 :])
        return replace(self.plain, words=changed)

    def _in_forms(self, forms: tuple[Form, ...]) -> Input:
        """The plain input in other forms, each element what it was as far as there is room."""
        changed = replace(self.plain, forms=forms)
        sources = self.bench.forms(changed, self.bench.sources)
        words = tuple(
            tuple(_fitting(known[place % len(known)], form) for place in range(form.size))
            for known, form in zip(self.plain.words, sources, strict=True)
        )
        return replace(changed, words=words)


def _others(form: Form) -> Iterator[Form]:
    """Forms that differ in the type, or in the shape."""
    if form.kind is Kind.PREDICATE:
        return
    for name in FORMATS:
        if name != form.data_type:
            yield form.of(name)
    rows, columns = form.valid_rows, form.valid_columns
    for shape in ((rows + 1, columns), (rows, columns + 1), (rows + 1, columns + 1)):
        yield Form.dense(form.kind, form.data_type, shape)
    yield replace(form, columns=2 * form.columns)


def _numbers(form: Form, words: Words) -> Words:
    """Of floating elements the numbers that the words are, so that they are not all subnormal."""
    fmt = FORMATS[form.data_type]
    if form.kind is Kind.PREDICATE or not fmt.is_float:
        return words
    try:
        return tuple(None if word is None else encode(fmt, word) for word in words)
    except FormatError:
        return words


def _fitting(word: int | None, form: Form) -> int | None:
    """The part of a word that an element of the form holds."""
    mask = 1 if form.kind is Kind.PREDICATE else FORMATS[form.data_type].mask
    return None if word is None else word & mask


def _draw(random: Random, form: Form) -> int:
    if form.kind is Kind.PREDICATE:
        return random.randrange(2)
    fmt = FORMATS[form.data_type]
    known = list(boundaries(fmt).values())
    match random.randrange(3):
        case 0:
            return random.choice(known)
        case 1:
            return (random.choice(known) + random.randrange(-2, 3)) & fmt.mask
        case _:
            return random.randrange(fmt.mask + 1)
