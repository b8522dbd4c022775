"""What the templates of values leave open, of operations that are not elementwise.

Which template applies follows from the operation: of a reduction from the constants that its
catalog record fixes, of all others from the handler that the record names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Form
from proofs.properties.direct.operation import Operation
from proofs.properties.direct.telling import telling_forms
from semantics.formats import FORMATS, Format, Kind

MOST_TYPES: Final = 10
"""Cases of a property that differ in the type of elements."""

ORDERED: Final = ("FP32", "FP16", "BF16")
"""Floating types of which properties say the order of elements, in short time."""
MOST_NUMBER: Final = 2
"""The greatest rows and columns of an operation without tiles."""
REDUCTIONS: Final = {
    "TileReduction_MAX": "extremum",
    "TileReduction_MIN": "extremum",
    "TileReduction_ARGMAX": "index of extremum",
    "TileReduction_ARGMIN": "index of extremum",
    "TileReduction_SUM": "sum",
    "TileReduction_PRODUCT": "product",
}

MOVES: Final[Mapping[str, tuple[str, str]]] = {
    "TMOV": ("Copied", "It is the source's at the same place."),
    "GMOV": ("Copied", "It is the resolved fragment's at the same place."),
    "TTRANS": ("Transposed", "At [r, c] it is the source's at [c, r]."),
    "TEXTRACT": (
        "Extracted",
        "It is the source's that is as far below and to the right as the offsets say.",
    ),
    "TCONCAT": (
        "Concatenated",
        "Each row is that of the left source, followed by that of the right one.",
    ),
    "TINSERT": (
        "Inserted",
        "In the window at the offsets it is the inserted source's, elsewhere the old tile's.",
    ),
    "TGATHER": (
        "Gathered",
        "At [r, c] it is the source's in the row that the index at [r, c] names, in column c.",
    ),
}
"""Of operations that move elements, which function says where each element of the result is from,
and what it says."""

FIELDS: Final[Mapping[str, str]] = {
    "address": "Zeros{64}",
    "flag0": "FALSE",
    "scalar0": "Zeros{64}",
    "natural0": "0",
    "natural1": "0",
    "diagonal": "0",
    "sort_width": "1",
    "selected_byte": "0",
    "positive0": "1",
    "positive1": "1",
    "pad_value": "TilePad_Null",
}
"""Operands by their fields in the record, as ASL, and what stands where there is none."""


def irregular_traits(operation: Operation, configurations: Sequence[Configuration]) -> set[str]:
    """The handler's name, what a reduction computes, and whether elements are of either kind."""
    found = {operation.handler}
    found |= {"moves"} if operation.handler in MOVES else set()
    found |= {"matrix product"} if _multiplies(operation, configurations) else set()
    found |= {"gathers"} if operation.handler in ("MGATHER", "MGATHER_MASK") else set()
    found |= {"scatters"} if operation.handler in ("MSCATTER", "MSCATTER_MASK") else set()
    found |= {"orders"} if "sorting" in operation.contract.classification else set()
    found |= {REDUCTIONS[each] for each in operation.constants if each in REDUCTIONS}
    for trait, accepts in (("of integers", _whole_integer), ("of floats", _comparable)):
        found |= {trait} if _chosen(operation, configurations, accepts) else set()
    return found


def irregular_facts(
    operation: Operation, configurations: Sequence[Configuration], given: Sequence[str]
) -> dict[str, str]:
    """The cases, and what constants and operands say as ASL; `given` are the texts of operands that
    are no tiles."""

    def cases(accepts: Callable[[Format], bool], told: bool = True) -> str:
        chosen = _chosen(operation, configurations, accepts, told)
        return json.dumps([each.label for each in chosen])

    greatest = any(each.endswith("MAX") for each in operation.constants)
    by_row = "TileAxis_Row" in operation.constants
    origin, moved = MOVES.get(operation.handler, ("", ""))
    texts = {e.field: text for e, text in zip(operation.others, given, strict=True)}
    return {
        **{field: texts.get(field, text) for field, text in FIELDS.items()},
        **{role: str(_tile(operation, role)) for role in ("left", "right", "accumulator", "bias")},
        "added": _added(operation),
        "origin": origin,
        "moved": moved,
        "values_of_integers": cases(_whole_integer),
        "values_of_floats": cases(_comparable),
        "values_of_groups": json.dumps(
            [
                each.label
                for each in _chosen(operation, configurations, _comparable)
                if each.numbers[:1] > (1,) and _is_short(operation, each)
            ]
        ),
        "values_of_float_types": cases(_comparable, told=False),
        "values_of_halves": json.dumps(
            [e.label for e in configurations if _element(operation, e).bits == 16]
            if operation.tiles
            else []
        ),
        "values_of_bits": cases(lambda _: True),
        "values_of_lanes": json.dumps([e.label for e in _lanes(operation, configurations)]),
        "enabled": (
            "PropertyPredicate(mask, row, column)"
            if any(each.has_role("mask") for each in operation.tiles)
            else "TRUE"
        ),
        "by_row": "TRUE" if by_row else "FALSE",
        "line": "row" if by_row else "column",
        "greatest": "TRUE" if greatest else "FALSE",
        "extremum": "greatest" if greatest else "least",
    }


def _whole_integer(format: Format) -> bool:
    return format.kind is not Kind.FLOAT and format.bits >= 8


def _comparable(format: Format) -> bool:
    """Whether the properties say in which order elements are."""
    return format.name in ORDERED


def _chosen(
    operation: Operation,
    configurations: Sequence[Configuration],
    accepts: Callable[[Format], bool],
    told: bool = True,
) -> list[Configuration]:
    """One for each kind and width of elements, and if so told the other telling ones of the first
    types."""
    if not operation.tiles:
        return [each for each in configurations if max(each.numbers, default=0) <= MOST_NUMBER]
    found: dict[tuple[object, ...], Configuration] = {}
    accepted = [each for each in configurations if accepts(_element(operation, each))]
    for each in accepted:
        format = _element(operation, each)
        ordered = format.name if accepts is _comparable else ""
        found.setdefault((format.kind, format.bits, ordered), each)
    typed = list(found.values())[:MOST_TYPES]
    if not told:
        return typed
    first = configurations[0]
    telling = [
        (_shapes(forms), numbers)
        for forms, numbers in telling_forms(operation, first.forms, first.numbers)
    ]
    others = (each for each in accepted if (_shapes(each.forms), each.numbers) in telling[1:])
    return list(dict.fromkeys([*typed, *others]))


def _shapes(forms: Sequence[Form]) -> list[tuple[int, int, int]]:
    return [(form.valid_rows, form.valid_columns, form.columns) for form in forms]


def _multiplies(operation: Operation, configurations: Sequence[Configuration]) -> bool:
    """Whether matrices of integers are multiplied, without scales."""
    matrices = any("matrix" in each for each in operation.contract.classification)
    scaled = any(each.has_role("scale") for each in operation.tiles)
    return matrices and not scaled and bool(_chosen(operation, configurations, _whole_integer))


def _added(operation: Operation) -> str:
    for role in ("accumulator", "bias"):
        if _tile(operation, role):
            return f" and the {role}'s"
    return ""


def _tile(operation: Operation, role: str) -> int:
    """The number of the source with a role; 0, where there is none."""
    indices = operation.indices()
    sources = (each for each in operation.tiles if not each.is_destination)
    return next((indices[each.name] for each in sources if each.has_role(role)), 0)


def _lanes(operation: Operation, configurations: Sequence[Configuration]) -> list[Configuration]:
    """Several bytes, or one element of any type: where lanes take turns in any order, more is long
    to prove."""
    several = _chosen(operation, configurations, _is_byte, told=False)
    single = (each for each in configurations if all(form.size == 1 for form in each.forms))
    return list(dict.fromkeys([*several, *single]))[:MOST_TYPES]


def _is_short(operation: Operation, configuration: Configuration) -> bool:
    """Whether elements are few bits: of groups, the order of longer ones is long to prove."""
    return bool(operation.tiles) and _element(operation, configuration).bits <= 16


def _is_byte(format: Format) -> bool:
    return format.kind is Kind.UNSIGNED and format.bits == 8


def _element(operation: Operation, configuration: Configuration) -> Format:
    """The type of the first source with elements to work on, or of the destination without one."""
    pairs = list(zip(operation.tiles, configuration.forms, strict=True))
    sources = [
        form
        for tile, form in pairs
        if not (tile.is_destination or tile.is_index or tile.has_role("mask", "accumulator"))
    ]
    return FORMATS[(sources or list(configuration.forms))[0].data_type]
