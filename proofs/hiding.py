"""Unknowns that the machine may move about, but not look into.

Much of what a program does with unknown values is to copy them: a record with an unknown payload is
passed on for its shape. `Hiding` puts an `Opaque` in the place of each unknown; code that asks
anything of one is stopped by `Opened`. What code does that never asks is the same for all values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from proofs.choices import sort_of
from proofs.families import Family
from semantics import terms as t
from semantics import types
from semantics.terms import Term
from semantics.types import Type
from semantics.values import Opened, Vec


class Opaque:
    """Some value, of which nothing can be asked."""

    __slots__ = ()


def _refuse(*_: object) -> NoReturn:
    raise Opened


_ASKING = (
    "bool int index float hash str format len iter contains getitem call "
    "getattr eq ne lt le gt ge neg pos abs invert round trunc "
    "add sub mul truediv floordiv mod divmod pow lshift rshift and or xor "
    "radd rsub rmul rtruediv rfloordiv rmod rdivmod rpow rlshift rrshift rand ror rxor"
)
for _name in _ASKING.split():
    setattr(Opaque, f"__{_name}__", _refuse)


class Hiding:
    """Hides unknowns, and shows them again. What values share is looked at once."""

    def __init__(self) -> None:
        # By identity; each entry keeps alive what it is about.
        self._hidden: dict[int, tuple[Any, Any]] = {}
        self._shown: dict[int, tuple[Any, Any]] = {}

    def hide(self, value: Any) -> Any:
        """The value with its unknowns hidden; itself, if there are none."""
        if not isinstance(value, (Term, Family, tuple, Vec, list)):
            return value
        found = self._hidden.get(id(value))
        if found is None:
            unknown = isinstance(value, (Term, Family))
            found = self._note(value, Opaque() if unknown else _mapped(value, self.hide))
        return found[1]

    def show(self, value: Any, type: Type) -> Any:
        """The value of a type with its unknowns as they are.

        Raises Opened where one has been turned into a value of another type: to read a word as a
        number, or to widen it, is nothing to be done for plain values.
        """
        if not isinstance(value, (Opaque, tuple, Vec, list)):
            return value
        found = self._shown.get(id(value))
        if isinstance(value, Opaque):
            assert found is not None
            if not _fits(found[0], type):
                raise Opened
            return found[0]
        if found is None:
            found = self._note(self._parts_shown(value, type), value)
        return found[0]

    def _parts_shown(self, value: Any, type: Type) -> Any:
        match type:
            case types.RecordType(fields=fields):
                inner = iter([each for _, each in fields])
            case types.TupleType(items=items):
                inner = iter(items)
            case types.ArrayType(element=element) if isinstance(value, Vec):
                return _mapped(value, lambda part: self._node_shown(part, element))
            case _:
                raise Opened
        return _mapped(value, lambda part: self.show(part, next(inner)))

    def _node_shown(self, part: Any, element: Type) -> Any:
        """The default or a node of an array."""
        if not isinstance(part, list):
            return self.show(part, element)
        found = self._shown.get(id(part))
        if found is None:
            shown = _mapped(part, lambda each: self._node_shown(each, element))
            found = self._note(shown, part)
        return found[0]

    def _note(self, shown: Any, hidden: Any) -> tuple[Any, Any]:
        self._hidden[id(shown)] = self._shown[id(hidden)] = pair = (shown, hidden)
        return pair


def _fits(unknown: Term | Family, type: Type) -> bool:
    """Whether an unknown is of a type."""
    match type:
        case types.BitsType(width=width) if isinstance(unknown, Family):
            return unknown.sort == t.bv_sort(1) and unknown.size == width
        case types.BitsType(width=int(width)):
            return unknown.sort == t.bv_sort(width)
        case types.ArrayType(element=element):
            sort = sort_of(element)
            return isinstance(unknown, Family) and sort is not None and unknown.sort == sort
    return isinstance(unknown, Term) and unknown.sort == sort_of(type)


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value, or a node of an array, with its parts changed; itself, if all stay."""
    if isinstance(value, Vec):
        default = change(value.default)
        root = None if value.root is None else change(value.root)
        if default is value.default and root is value.root:
            return value
        return Vec(value.size, default, root)
    parts = [change(each) for each in value]
    if all(new is old for new, old in zip(parts, value, strict=True)):
        return value
    return tuple(parts) if isinstance(value, tuple) else parts
