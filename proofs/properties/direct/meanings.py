"""What the operations of elementwise contracts give: which function of `meanings.asl` says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from semantics.specification import Contract


@dataclass(frozen=True, slots=True)
class Meaning:
    """`function` gives an element of the result, and `says` what it is, in words. For floating
    elements it has a meaning if `floats`, and for integers if `integers`. `flags` says which of the
    elements raise a numeric status."""

    function: str
    says: str
    integers: bool = True
    floats: bool = False
    flags: str = "and none is raised"


_SIGNALLING = "invalid by a signalling NaN, and no other"
_SPECIALS = "+0 is greater than -0, a number is taken before a NaN, two NaNs give the default NaN"

MEANINGS: Final[Mapping[str, Meaning]] = {
    "ADD": Meaning("PropertySum", "the sum modulo the width of an element"),
    "SUB": Meaning("PropertyDifference", "the difference modulo the width of an element"),
    "MUL": Meaning("PropertyProduct", "the product modulo the width of an element"),
    "DIV": Meaning(
        "PropertyQuotient",
        "the quotient truncated toward zero, modulo the width of an element",
    ),
    "REM": Meaning("PropertyModulo", "the dividend less the floor quotient times the divisor"),
    "SHL": Meaning(
        "PropertyShiftedLeft",
        "the value times two to the amount, both modulo the width of an element",
    ),
    "SHR": Meaning(
        "PropertyShiftedRight",
        "the floor of the value over two to the amount, which is taken modulo the width",
    ),
    "AND": Meaning("PropertyConjunction", "the bitwise AND", floats=True),
    "OR": Meaning("PropertyDisjunction", "the bitwise OR", floats=True),
    "XOR": Meaning("PropertyExclusive", "the bitwise XOR", floats=True),
    "MAX": Meaning("PropertyMaximum", f"the greater: {_SPECIALS}", floats=True, flags=_SIGNALLING),
    "MIN": Meaning("PropertyMinimum", f"the lesser: {_SPECIALS}", floats=True, flags=_SIGNALLING),
    "NOT": Meaning("PropertyComplement", "the bitwise complement"),
    "NEG": Meaning(
        "PropertyNegation",
        "zero minus the source modulo the width, or the source with the other sign bit",
        floats=True,
    ),
    "ABS": Meaning(
        "PropertyAbsolute",
        "the magnitude modulo the width, or the source with a clear sign bit",
        floats=True,
    ),
    "RELU": Meaning(
        "PropertyRectified",
        "the source, or zero if that is greater; of a NaN the default NaN",
        floats=True,
        flags=_SIGNALLING,
    ),
    "COPY": Meaning("PropertyCopy", "the source", floats=True),
}  # fmt: skip
"""By the last part of the constant of a catalog record that names an operation on elements."""

FUSED: Final = Meaning("PropertyProductSum", "product plus addend modulo the width of an element")
RELATION: Final = Meaning(
    "PropertyRelation",
    "whether the relation holds: -0 equals +0, and to a NaN everything is unequal alone",
    floats=True,
    flags=_SIGNALLING,
)
SELECTION: Final = Meaning(
    "PropertySelection",
    "the element of the first source where the predicate is set, else of the other",
    floats=True,
)


def operation_named(contract: Contract) -> str | None:
    """The operation on elements that the record names, such as `ADD` by `TileBinary_ADD`."""
    for kind in ("Binary", "Unary", "Expand", "Partial"):
        name = constant_after(f"Tile{kind}_", contract)
        if name is not None:
            return name
    return None


def constant_after(prefix: str, contract: Contract) -> str | None:
    """What follows the prefix in a constant of the contract's catalog record."""
    for record in contract.catalog[:1]:
        arguments = record.get("arguments")
        for each in arguments if isinstance(arguments, list) else ():
            constant = str(each.get("constant", "")) if isinstance(each, Mapping) else ""
            if constant.startswith(prefix):
                return constant.removeprefix(prefix)
    return None
