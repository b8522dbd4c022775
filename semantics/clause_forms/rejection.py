"""Forms about what is rejected."""

from __future__ import annotations

import re
from typing import Final

from semantics.clause_forms.form import BEFORE, SUBJECT, TILES, Form, Make, Said, forms
from semantics.clause_forms.statements import (
    Computes,
    Condition,
    Demands,
    Sentence,
    Value,
    Waives,
)
from semantics.clause_forms.words import (
    ASPECTS,
    CAUSES,
    meanings_of,
)
from semantics.formats import Kind


def _demands(*conditions: Condition) -> Make:
    return lambda match, at: (Demands(conditions, match.groupdict().get("fault"), sentence=at),)


def _rejects(match: re.Match[str], at: Sentence) -> Said:
    conditions = meanings_of(match["causes"], CAUSES)
    return None if conditions is None else (Demands(conditions, match["fault"], sentence=at),)


def _match(match: re.Match[str], at: Sentence) -> Said:
    conditions = meanings_of(match["aspects"], ASPECTS)
    return None if conditions is None else (Demands(conditions, sentence=at),)


REJECTION: Final[tuple[Form, ...]] = (
    *forms(
        "integer zero divisor",
        _demands(Condition.DIVISOR),
        r"(?:an )?integer zero in the valid \w+ rectangle "
        r"(?:rejects?|raises? (?P<fault>Fault_\w+|Illegal Block Exception))" + BEFORE,
    ),
    *forms(
        "rejected causes",
        _rejects,
        r"(?P<causes>.+?) (?:rejects?|raises? (?:the applicable Tile fault|(?P<fault>Fault_\w+)))"
        + BEFORE,
    ),
    *forms(
        "defined sources",
        _demands(Condition.DEFINED),
        rf"(?:{TILES} )?sources? valid (?:rectangles?|regions?) (?:is|are) (?:fully )?defined",
        r"sources are fully defined|every valid source element is defined",
    ),
    *forms(
        "valid encodings",
        _demands(Condition.ENCODING),
        r"validly encoded|has a valid encoding|(?:every constrained )?floating encodings? "
        r"(?:is|are) valid",
    ),
    *forms(
        "encodings not checked",
        lambda match, at: (
            Computes(Value.BITS_KEPT, tuple(Kind), sentence=at),
            Waives((Condition.ENCODING,), sentence=at),
        ),
        SUBJECT + r"move raw value carrier bits without numeric-validity rejection",
    ),
    *forms(
        "matching tiles",
        _match,
        rf"(?:{TILES} Tiles|source and destination) match (?P<aspects>.+)",
        rf"(?:{TILES} (?:bindings|Tiles|operands)|source and destination) "
        r"(?:use|share) (?:the same|one) (?P<aspects>PE_MASK)",
    ),
    *forms(
        "matching shapes",
        _demands(Condition.SHAPE),
        r"the two sources have the same nonzero valid shape",
        r"destination (?P<aspect>\w+) equals source (?P=aspect)",
    ),
    *forms(
        "index range",
        _demands(Condition.INDEX_RANGE),
        r"every signed index is nonnegative|every index is less than destination ValidRow",
    ),
    *forms(
        "distinct coordinates",
        _demands(Condition.DISTINCT),
        r"no two source coordinates may select the same destination coordinate \[index\[r,c\],c\]",
    ),
    *forms(
        "rejected coordinates",
        _demands(Condition.INDEX_RANGE, Condition.DISTINCT),
        SUBJECT + r"reject negative, out-of-range, or duplicate destination coordinates" + BEFORE,
    ),
)
