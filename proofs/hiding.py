"""Unknowns that the machine may move about, but not look into.

Much of what a program does with unknown values is to copy them: a record with an unknown payload is
passed on for its shape. `Hiding` puts an `Opaque` in the place of each unknown; code that asks
anything of one is stopped by `Opened`. What code does that never asks is the same for all values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from proofs.families import Family
from semantics.terms import Term
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

    def show(self, value: Any) -> Any:
        """The value with its unknowns as they are."""
        if not isinstance(value, (Opaque, tuple, Vec, list)):
            return value
        found = self._shown.get(id(value))
        if found is None:
            found = self._note(_mapped(value, self.show), value)
        return found[0]

    def _note(self, shown: Any, hidden: Any) -> tuple[Any, Any]:
        self._hidden[id(shown)] = self._shown[id(hidden)] = pair = (shown, hidden)
        return pair


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
