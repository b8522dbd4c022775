"""The values of a counterexample in ASL: what stands in the place of each `ARBITRARY`.

Values are drawn one after the other, as often as the program comes by. So a counter says which
number is next, and each type makes its value of one number, or of several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from concrete.choosers import Draw
from proofs.export.equality import INDENT, type_slug
from semantics import types
from semantics.types import Type
from semantics.values import Unsupported


class Draws:
    """Texts of expressions that give the values drawn, and the functions that these call."""

    def __init__(self, name: str, drawn: Sequence[Draw]) -> None:
        self.name = name
        self._drawn = drawn
        self._numbers = [number for _, value in drawn for number in _numbers(value)]
        self._functions: dict[str, list[str]] = {}

    def expression(self, type: Type, written: str) -> str:
        """The next value of a type, which the program writes so."""
        match type:
            case types.BoolType():
                return f"({self.name}() == 1)"
            case types.IntType(ranges=None):
                return f"{self.name}()"
            case types.IntType():
                return f"({self.name}() as {written})"
            case types.BitsType(width=int(width)) if width > 0:
                return f"{self.name}()[{width - 1}:0]"
            case types.RealType():
                return f"(Real({self.name}()) / Real({self.name}()))"
            case types.StringType():
                return '""'
            case types.EnumType():
                return self._function(written, self._label(type))
            case types.TupleType(items=items) if not any(map(_has_parts, items)):
                return f"({', '.join(self.expression(t, str(t)) for t in items)})"
            case types.RecordType() | types.ArrayType():
                return self._function(written, self._filled(written, type))
        raise Unsupported(f"an ARBITRARY of the type `{written}`")

    def lines(self) -> Iterator[str]:
        """The counter, the numbers, and the functions for types."""
        whens = [f"when {n} => return {_text(x)};" for n, x in enumerate(self._numbers, 1) if x]
        choice = [f"case _{self.name}s of", *(INDENT + when for when in whens)]
        choice += [f"{INDENT}otherwise => return 0;", "end;"]
        yield from ("", f"var _{self.name}s: integer = 0;", "")
        yield f"func {self.name}() => integer"
        yield "begin"
        yield f"{INDENT}_{self.name}s = _{self.name}s + 1;"
        yield from (INDENT + line for line in (choice if whens else ["return 0;"]))
        yield "end;"
        for function in self._functions.values():
            yield from ("", *function)

    def _function(self, written: str, body: list[str]) -> str:
        name = f"{self.name}_{type_slug(written)}"
        lines = [f"func {name}() => {written}", "begin", *(INDENT + line for line in body), "end;"]
        self._functions[name] = lines
        return f"{name}()"

    def _label(self, type: types.EnumType) -> list[str]:
        """The labels that are drawn, each by its position."""
        met = sorted({value for each, value in self._drawn if each == type})
        whens = [f"{INDENT}when {number} => return {type.labels[number]};" for number in met]
        return [f"case {self.name}() of", *whens, "end;"]

    def _filled(self, written: str, type: Type) -> list[str]:
        return [f"var value: {written};", *self._fill("value", type, 0), "return value;"]

    def _fill(self, place: str, type: Type, depth: int) -> Iterator[str]:
        match type:
            case types.RecordType(fields=parts):
                for name, part in parts:
                    yield from self._fill(f"{place}.{name}", part, depth)
            case types.ArrayType(size=int(size), element=element):
                index = f"i{depth}"
                yield f"for {index} = 0 to {size - 1} looplimit {size} do"
                for line in self._fill(f"{place}[[{index}]]", element, depth + 1):
                    yield INDENT + line
                yield "end;"
            case _:
                yield f"{place} = {self.expression(type, str(type))};"


def _numbers(value: Any) -> tuple[int, ...]:
    match value:
        case str():
            return ()
        case Fraction():
            return value.numerator, value.denominator
        case _:
            return (int(value),)


def _text(number: int) -> str:
    return str(number) if abs(number) < 1 << 16 else f"{'-' * (number < 0)}0x{abs(number):x}"


def _has_parts(type: Type) -> bool:
    return isinstance(type, types.RecordType | types.ArrayType | types.TupleType)
