"""The words that clauses use for element types: names, widths and kinds, as sets of types."""

from __future__ import annotations

import re
from typing import Final

from semantics.formats import FORMATS, Kind

_WIDTH: Final = re.compile(r"B(8-NP|16|32|64)")
_KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "signed": (Kind.SIGNED,),
    "unsigned": (Kind.UNSIGNED,),
    "integer": (Kind.SIGNED, Kind.UNSIGNED),
    "floating": (Kind.FLOAT,),
}
_COMMA: Final = re.compile(r",\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+")


def listed(text: str) -> tuple[str, ...]:
    """The items of `A`, `A or B`, `A, B, or C`, and of the same with `and`."""
    return tuple(_COMMA.split(text.strip()))


def kinds_of(word: str) -> tuple[Kind, ...] | None:
    """What `signed`, `unsigned`, `integer` or `floating` means; None for another word."""
    return _KINDS.get(word.lower())


def of_kinds(kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    """All types of some kinds, in the order of their codes."""
    return tuple(name for name, each in FORMATS.items() if each.kind in kinds)


def data_types_of(text: str) -> tuple[str, ...] | None:
    """The types that a list of words means, each once, in the order of the list.

    A word is a type (`BF16`), a width (`B16`: all types that are stored in 16 bits; `B8-NP`: all
    that are stored in 8, and not two to a byte) or a kind (`unsigned types`, `signed integer
    types`). `non-packed` may precede a width. None where a word is none of these.
    """
    found: dict[str, None] = {}
    for word in listed(text):
        types = _word(word)
        if types is None:
            return None
        found |= dict.fromkeys(types)
    return tuple(found)


def _word(word: str) -> tuple[str, ...] | None:
    if word in FORMATS:
        return (word,)
    width = _WIDTH.fullmatch(word.removeprefix("non-packed "))
    if width:
        bits = int(width[1].removesuffix("-NP"))
        return tuple(name for name, each in FORMATS.items() if each.bits == bits)
    kind = re.fullmatch(r"(\w+?)(?: integer)? types", word)
    kinds = kinds_of(kind[1]) if kind else None
    return None if kinds is None else of_kinds(kinds)
