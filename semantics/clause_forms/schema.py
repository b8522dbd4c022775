"""Forms about the commands of a bundle: operands, B.DATR fields, dimensions and padding."""

from __future__ import annotations

import re
from typing import Final

from semantics.clause_forms.data_type_words import listed
from semantics.clause_forms.form import BEFORE, SUBJECT, Form, Said, forms
from semantics.clause_forms.statements import (
    Computes,
    Condition,
    Demands,
    Dimension,
    IllegalAttributes,
    IllegalCommands,
    OnlyAttributes,
    Operands,
    PadCodes,
    PadDefault,
    Sentence,
    Value,
)
from semantics.formats import Kind

_SOURCES: Final = {
    r"one .*source": 1,
    r"two .*sources": 2,
    r"ordered [\w-]+ and [\w-]+ sources": 2,
    r"three .*sources": 3,
}


def _count(text: str) -> int | None:
    """How many sources a phrase names."""
    counts = [n for pattern, n in _SOURCES.items() if re.fullmatch(pattern, text)]
    if counts and ", " not in text:
        return counts[0]
    items = listed(text)
    return len(items) if all(re.fullmatch("one .*source", each) for each in items) else None


def _operands(match: re.Match[str], at: Sentence) -> Said:
    count = _count(match["sources"])
    return None if count is None else (Operands(count, 1, sentence=at),)


def _field_names(text: str) -> tuple[str, ...]:
    return tuple(each.removeprefix("secondary ") for each in listed(text))


def _dimension(match: re.Match[str], at: Sentence) -> Said:
    groups = match.groupdict()
    default = {"one": "1", "zero": "0"}.get(groups.get("default") or "", groups.get("default"))
    return (Dimension(match["name"].upper(), groups.get("quantity"), default, sentence=at),)


SCHEMA: Final[tuple[Form, ...]] = (
    *forms(
        "operands",
        _operands,
        r"exactly one terminating Local B\.IOT supplies (?P<sources>.+?),? (?:plus|and) "
        r"one (?:new|newly allocated)(?: Local)? destination",
    ),
    *forms(
        "illegal commands",
        lambda match, at: (IllegalCommands(listed(match["names"]), sentence=at),),
        r"(?P<names>B\.\w+(?:, B\.\w+)*(?:,? and B\.\w+)?) are illegal",
        SUBJECT + r"reject (?P<names>B\.\w+(?: and B\.\w+)?)",
    ),
    *forms(
        "applicable B.DATR fields",
        lambda match, at: (OnlyAttributes((match["field"],), sentence=at),),
        r"only B\.DATR (?P<field>\w+) is applicable",
        r"only (?P<field>\w+) (?:is applicable|may be nondefault) in B\.DATR",
        r"(?P<field>\w+) is the only applicable B\.DATR field",
    ),
    *forms(
        "illegal B.DATR fields",
        lambda match, at: (IllegalAttributes(_field_names(match["fields"]), sentence=at),),
        r"(?:explicit )?nondefault (?P<fields>\w+(?:, (?:or )?(?:secondary )?\w+)*) is illegal"
        + BEFORE,
    ),
    *forms(
        "zero padding code",
        lambda match, at: (
            IllegalAttributes(("PadValueOrByteId",), sentence=at),
            Computes(Value.ZERO_FILL, tuple(Kind), sentence=at),
        ),
        r"PadValueOrByteId is encoded zero and means typed positive or integer zero for this "
        r"operation",
    ),
    *forms(
        "required dimension",
        _dimension,
        r"(?P<name>LB[0-2]) is required(?: and nonzero)?",
        r"(?P<name>LB[0-2]) is required and supplies(?: nonzero)?(?: destination)? "
        r"(?P<quantity>ValidCol|ValidRow|Col)",
    ),
    *forms(
        "default of a dimension",
        _dimension,
        r"omitted (?P<name>LB[0-2]) (?:selects|defaults)(?: destination| physical)? "
        r"(?P<quantity>ValidCol|ValidRow|Col)(?:=| to | equal to | )(?P<default>one|1|ValidCol)",
    ),
    *forms(
        "nonzero dimensions",
        lambda match, at: (Demands((Condition.DIMENSIONS,), sentence=at),),
        r"every explicitly present dimension (?:is|be|must be) nonzero",
        r"explicit zero is illegal for every present dimension",
        r"destination ValidRow is nonzero",
    ),
    *forms(
        "default padding",
        lambda match, at: (PadDefault(match["value"], sentence=at),),
        r"omitted B\.DATR selects PadValue=(?P<value>Zero|Max|Min|Null)",
    ),
    *forms(
        "codes of paddings",
        lambda match, at: (PadCodes(listed(match["values"]), sentence=at),),
        r"explicit (?:PadValue )?00, 01, 10, and 11 select (?P<values>\w+, \w+, \w+, and \w+)",
    ),
)
