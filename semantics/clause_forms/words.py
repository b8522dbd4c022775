"""The vocabulary of clause forms: phrases of contracts and what each of them means.

A phrase that is not here is not understood, and then no form reads its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from semantics.clause_forms.data_type_words import listed
from semantics.clause_forms.statements import Condition, Rule

T = TypeVar("T")

# What is rejected, and the conditions that it breaks.
CAUSES: Final[Mapping[str, tuple[Condition, ...]]] = {
    r"malformed (Local )?bindings?": (Condition.BINDINGS,),
    r"a malformed (Local )?binding stream": (Condition.BINDINGS,),
    r"B\.IO[RS]( presence)?": (Condition.BINDINGS,),
    r"missing|zero dimensions?": (Condition.DIMENSIONS,),
    r"unsupported (DataTypes?|types|value/index pair)": (Condition.DATA_TYPE,),
    r"undefined( inputs?| sources?| source elements?)?": (Condition.DEFINED,),
    r"mismatched (sources?|source (state|geometry))": (Condition.SHAPE,),
    r"mismatched (descriptors?)|descriptor mismatch": (
        Condition.SHAPE,
        Condition.LAYOUT,
        Condition.SAME_TYPE,
    ),
    r"(a )?non-row-major (layout|sources?)": (Condition.LAYOUT,),
    r"invalid( consumed| floating)?( source)? encodings?": (Condition.ENCODING,),
    r"floating source encodings invalid for the selected DataType": (Condition.ENCODING,),
    r"zero|mismatched source shape|destination-column mismatch": (Condition.SHAPE,),
    r"(negative|out-of-range)( index)?": (Condition.INDEX_RANGE,),
    r"duplicate destination coordinates?": (Condition.DISTINCT,),
    r"reserved Layout": (Condition.ATTRIBUTES,),
    r"(invalid|insufficient)( destination| TSize)? capacity": (Condition.CAPACITY,),
    r"insufficient TSize": (Condition.CAPACITY,),
    r"an unrepresentable (destination|result) shape": (Condition.CAPACITY,),
}

# What tiles of one bundle have in common.
ASPECTS: Final[Mapping[str, tuple[Condition, ...]]] = {
    r"(physical|valid) shape": (Condition.SHAPE,),
    r"row-major layout": (Condition.LAYOUT,),
    r"DataType": (Condition.SAME_TYPE,),
    r"PE_MASK|the selected mask": (Condition.MASK,),
}

# What a family of contracts settles for each of its members.
TOPICS: Final[Mapping[str, tuple[Rule | Condition, ...]]] = {
    r"shape defaults": (Rule.SHAPE_DEFAULTS,),
    r"PadValue( behavior)?": (Rule.PADDING,),
    r"(source )?snapshots?": (Rule.SNAPSHOT,),
    r"(atomic )?(destination )?publication": (Rule.ATOMIC,),
    r"complete preflight": (Rule.CHECKS_FIRST,),
    r"supported types": (Condition.DATA_TYPE,),
    r"(the )?closed (unary|binary)( Tile)? schema": (Condition.BINDINGS,),
}

# What checks come before.
EFFECTS: Final = (
    r"(all |any |the |every |both |first |architectural |source |destination |descriptor |operand "
    r"|payload |numeric |Tile |GPR )*"
    r"(effects?|snapshots?|reads?|writes?|publication|allocation|allocation publication|faults?"
    r"|status|padding|zero initialization|scatter evaluation|index|duplicate checks)"
)

# What becomes visible.
PUBLISHED: Final = (
    r"(the |all |complete |valid |selected |destination |physical |renamed )*"
    r"(results?|\w+ result|quotient|payload|definedness|padding|padding definedness|descriptor"
    r"|destination descriptor|numeric status|scattered writes)"
)


def meanings_of(text: str, vocabulary: Mapping[str, Sequence[T]]) -> tuple[T, ...] | None:
    """What the items of a list mean, each once; None where one is not in the vocabulary."""
    found: dict[T, None] = {}
    for item in listed(text):
        known = [v for p, v in vocabulary.items() if re.fullmatch(p, item, re.IGNORECASE)]
        if not known:
            return None
        for each in known:
            found |= dict.fromkeys(each)
    return tuple(found)


def all_match(text: str, pattern: str) -> bool:
    """Whether all items of a list match."""
    return all(re.fullmatch(pattern, item, re.IGNORECASE) for item in listed(text))
