"""`SameValue` in ASL, which compares no records and no arrays: a function for each type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from semantics import types
from semantics.types import Type
from semantics.values import Vec

WHOLE = 256
"""Arrays of up to so many elements are compared whole, longer ones as far as they are in use."""
INDENT = " " * 4


class Equality:
    """The functions for the types that were asked for; their names start with `prefix`.

    `in_use` says how many elements of long arrays can differ, by their size; the reference
    interpreter takes 0.2 ms for each element, and whole states have two million. Without it all
    are compared.
    """

    def __init__(self, prefix: str, in_use: Mapping[int, int] | None = None) -> None:
        self.prefix = prefix
        self.in_use = in_use
        self._functions: dict[str, list[str]] = {}

    def of(self, type: Type, written: str | None = None) -> str:
        """The name of the function for a type, which the text of the program writes so."""
        text = written or str(type)
        name = f"{self.prefix}_{type_slug(text)}"
        if name not in self._functions:
            self._functions[name] = []
            self._functions[name] += [
                f"readonly func {name}(a: {text}, b: {text}) => boolean",
                "begin",
                *(INDENT + line for line in self._differ("a", "b", type, 0, top=True)),
                f"{INDENT}return TRUE;",
                "end;",
            ]
        return name

    def lines(self) -> Iterator[str]:
        """All functions."""
        for function in self._functions.values():
            yield from ("", *function)

    def _differ(self, a: str, b: str, type: Type, depth: int, top: bool = False) -> list[str]:
        """Statements that return FALSE where two values differ."""
        match type:
            case types.RecordType(fields=parts) if top:
                return self._parts([(f".{name}", part) for name, part in parts], a, b, depth)
            case types.TupleType(items=items):
                return self._parts([(f".item{i}", t) for i, t in enumerate(items)], a, b, depth)
            case types.ArrayType(size=int(size), element=element):
                count = self._compared(size)
                if count == 0:
                    return [f"// None of the {size} elements of {a} was written in this run."]
                index = f"i{depth}" if depth else "i"
                at = f"[[{index}]]"
                inner = self._differ(f"{a}{at}", f"{b}{at}", element, depth + 1)
                said = f"// No others of the {size} elements of {a} were written in this run."
                return [
                    *([said] if count < size else []),
                    f"for {index} = 0 to {count - 1} looplimit {count} do",
                    *(INDENT + line for line in inner),
                    "end;",
                ]
        return [f"if {self._unequal(a, b, type)} then return FALSE; end;"]

    def _compared(self, size: int) -> int:
        return size if self.in_use is None or size <= WHOLE else self.in_use.get(size, 0)

    def _parts(self, parts: list[tuple[str, Type]], a: str, b: str, depth: int) -> list[str]:
        """All simple parts first: these cost least."""
        simple = [(a + p, b + p, t) for p, t in parts if not _is_long(t)]
        lines: list[str] = []
        for number, (x, y, part) in enumerate(simple):
            lines.append(f"{'if ' if number == 0 else '|| '}{self._unequal(x, y, part)}")
        if lines:
            lines[1:] = [INDENT + line for line in lines[1:]]
            lines += ["then", f"{INDENT}return FALSE;", "end;"]
        for path, part in parts:
            if _is_long(part):
                lines += self._differ(a + path, b + path, part, depth)
        return lines

    def _unequal(self, a: str, b: str, type: Type) -> str:
        if isinstance(type, types.RecordType):
            return f"!{self.of(type)}({a}, {b})"
        return f"({a} != {b})"


def _is_long(type: Type) -> bool:
    return isinstance(type, types.ArrayType | types.TupleType)


def type_slug(text: str) -> str:
    """A type's text as part of a name."""
    return re.sub(r"\W+", "_", text).strip("_")


def in_use(value: object, found: dict[int, int]) -> None:
    """Note how many elements of the arrays in a value are in use, by their size."""
    pending, seen = [value], set()
    while pending:
        each = pending.pop()
        if id(each) in seen or not isinstance(each, tuple | Vec):
            continue
        seen.add(id(each))
        if isinstance(each, Vec):
            stored = [(i, v) for i, v in each.items() if v != each.default]
            last = max((i for i, _ in stored), default=-1)
            found[each.size] = max(found.get(each.size, 0), last + 1)
            pending += [each.default, *(v for _, v in stored)]
        else:
            pending += each
