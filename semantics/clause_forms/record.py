"""Forms about the encoding of an operation, its engine and its element types."""

from __future__ import annotations

import re
from typing import Final

from semantics.clause_forms.data_type_words import data_types_of, kinds_of
from semantics.clause_forms.form import SUBJECT, Form, Said, forms
from semantics.clause_forms.statements import (
    Covers,
    DataTypes,
    Engine,
    NoStandaloneOpcode,
    Selector,
    Sentence,
)


def _data_types(match: re.Match[str], at: Sentence) -> Said:
    groups = match.groupdict()
    values = data_types_of(groups["values"])
    indices = data_types_of(groups["indices"]) if "indices" in groups else ()
    if values is None or indices is None:
        return None
    return (DataTypes(values, indices, sentence=at),)


def _selector(match: re.Match[str], at: Sentence) -> Said:
    chosen = Selector(int(match["mode"]), int(match["function"]), sentence=at)
    return (chosen, Engine(match["engine"], sentence=at)) if match["engine"] else (chosen,)


def _covers(match: re.Match[str], at: Sentence) -> Said:
    kinds = kinds_of(match["kind"])
    return None if kinds is None else (Covers(kinds, sentence=at),)


RECORD: Final[tuple[Form, ...]] = (
    *forms(
        "data types",
        _data_types,
        r"(?:the )?(?:(?:selected|source|source and destination) )?DataType is "
        r"(?:exactly|one of|exactly one of) (?P<values>.+)",
        r"the exact legal DataTypes are (?P<values>.+)",
    ),
    *forms(
        "value and index types",
        _data_types,
        r"every (?P<values>.+) value pairs with every (?P<indices>.+) index",
        SUBJECT + r"accept every (?P<values>.+) value type with every (?P<indices>.+) index type",
    ),
    *forms("kinds covered", _covers, r"including (?P<kind>\w+)(?: integer)? types"),
    *forms(
        "selector",
        _selector,
        SUBJECT
        + r"(?:is|retains?|uses?|select|is selected(?: only)? by)(?: the)? "
        + r"(?:TEPL(?: raw)?(?: encoding)?(?: carrier)?|(?:BSTART\.)?(?P<engine>SFU|VEC)) "
        + r"Mode (?P<mode>[0-3]) Function (?P<function>[0-9]+)",
    ),
    *forms(
        "engine",
        lambda match, at: (Engine(match["engine"], sentence=at),),
        SUBJECT + r"is canonically classified as (?P<engine>SFU|VEC)",
        SUBJECT + r"(?:is )?canonically assembled with BSTART\.(?P<engine>SFU|VEC)",
        SUBJECT + r"canonically assembles with BSTART\.(?P<engine>SFU|VEC)",
        r"canonical execution-engine assembly is BSTART\.(?P<engine>SFU|VEC)(?: @, DataType)?",
        SUBJECT + r"execut(?:es|ing)(?: canonically)? on (?:the )?(?P<engine>SFU|VEC)(?: engine)?",
    ),
    *forms(
        "no standalone opcode",
        lambda match, at: (NoStandaloneOpcode(sentence=at),),
        rf"(?:there is|{SUBJECT}has) no standalone opcode",
    ),
)
