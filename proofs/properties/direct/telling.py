"""Shapes and numbers in which an operation shows what it does.

The smallest legal operands of a reduction reduce one element, those of a sort have nothing to
order. What stands here is tried first; the specification still says whether it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from proofs.properties.direct.forms import Form, Kind
from proofs.properties.direct.operation import Operation

Shape = tuple[int, int, int]
"""Valid rows, valid columns, physical columns."""
Telling = tuple[tuple[Shape, ...], tuple[int, ...]]
"""The shape of each tile, destinations first; a number for each integer operand."""

BY_CLASS: Final[Mapping[str, tuple[Telling, ...]]] = {
    "row-reduction": (
        (((1, 1, 1), (1, 2, 4)), ()),
        (((2, 1, 1), (2, 3, 4)), ()),
    ),
    "column-reduction": (
        (((1, 1, 2), (2, 1, 2)), ()),
        (((1, 2, 4), (3, 2, 4)), ()),
    ),
}
BY_HANDLER: Final[Mapping[str, tuple[Telling, ...]]] = {
    "TCI": ((((1, 3, 4),), ()),),
    "TTRI": tuple((((2, 3, 4),), (diagonal,)) for diagonal in (0, -1, 1, -65535, 65535)),
    "TFILLPAD": (
        (((1, 2, 2), (1, 1, 2)), ()),
        (((2, 2, 4), (2, 1, 2)), ()),
    ),
    # Groups of several elements take long to execute on unknown ones, so they do not come first.
    "TSORT": (
        (((2, 2, 4),) * 3, (1,)),
        (((1, 2, 2),) * 3, (2,)),
        (((1, 3, 4),) * 3, (2,)),
    ),
    "TMRGSORT": (
        (((1, 2, 2), (1, 1, 1), (1, 1, 1)), ()),
        (((1, 3, 4), (1, 2, 2), (1, 1, 1)), ()),
        (((1, 3, 4), (1, 1, 1), (1, 2, 2)), ()),
    ),
    "TGATHER": (
        (((1, 2, 2), (2, 2, 2), (1, 2, 2)), ()),
        (((2, 1, 2), (3, 2, 2), (2, 1, 2)), ()),
    ),
    "TTRANS": (
        (((2, 1, 2), (1, 2, 2)), ()),
        (((3, 2, 2), (2, 3, 4)), ()),
    ),
    "TCONCAT": (
        (((1, 2, 2), (1, 1, 2), (1, 1, 1)), ()),
        (((2, 3, 4), (2, 1, 2), (2, 2, 2)), ()),
    ),
    "TMOV": ((((2, 2, 4),) * 2, ()),),
    "GMOV": ((((2, 2, 4),) * 2, ()),),
    "TEXTRACT": (
        (((1, 1, 2), (2, 2, 4)), (1, 0)),
        (((1, 1, 2), (2, 2, 4)), (0, 1)),
        (((2, 2, 4), (3, 3, 4)), (1, 1)),
    ),
    "TINSERT": (
        (((2, 1, 2), (2, 1, 2), (1, 1, 1)), (1, 0)),
        (((1, 2, 4), (1, 2, 4), (1, 1, 2)), (0, 1)),
        (((2, 3, 4), (2, 3, 4), (1, 2, 2)), (1, 1)),
    ),
    "MSCATTER": ((((1, 2, 4),) * 2, ()), (((1, 1, 2),) * 2, ())),
    "MGATHER_CAS": ((((1, 1, 2),) * 4, ()),),
    "TMATMUL": (
        (((1, 1, 1), (1, 2, 2), (2, 1, 1)), ()),
        (((2, 1, 1), (2, 2, 2), (2, 1, 1)), ()),
        (((1, 2, 2), (1, 2, 2), (2, 2, 2)), ()),
    ),
    "TMATMUL_ACC": ((((1, 1, 1), (1, 1, 1), (1, 2, 2), (2, 1, 1)), ()),),
    "TMATMUL_BIAS": ((((1, 2, 2), (1, 1, 1), (1, 2, 2), (1, 2, 2)), ()),),
    "TGEMV": ((((1, 2, 2), (1, 2, 2), (2, 2, 2)), ()),),
    "TGEMV_ACC": ((((1, 1, 1), (1, 1, 1), (1, 2, 2), (2, 1, 1)), ()),),
    "TGEMV_BIAS": ((((1, 2, 2), (1, 1, 1), (1, 2, 2), (1, 2, 2)), ()),),
}


def telling_shapes(operation: Operation) -> Iterator[tuple[tuple[int, int], ...]]:
    """Valid rows and columns of such forms."""
    for shapes, _ in _listed(operation):
        if len(shapes) == len(operation.tiles):
            yield tuple((rows, columns) for rows, columns, _ in shapes)


def telling_forms(
    operation: Operation, forms: Sequence[Form], numbers: Sequence[int]
) -> Iterator[tuple[tuple[Form, ...], tuple[int, ...]]]:
    """Such forms of the kinds and types of those given, and such numbers; most are legal."""
    for shapes, chosen in _listed(operation):
        if len(shapes) == len(forms) and len(chosen) in (0, len(numbers)):
            shaped = tuple(
                replace(form, valid_rows=rows, valid_columns=valid, columns=columns)
                for form, (rows, valid, columns) in zip(forms, shapes, strict=True)
            )
            yield shaped, tuple(chosen or numbers)


def _listed(operation: Operation) -> tuple[Telling, ...]:
    listed = BY_HANDLER.get(operation.handler, ())
    for each in operation.contract.classification:
        listed += BY_CLASS.get(each, ())
    return listed


def levelled(forms: Sequence[Form]) -> tuple[Form, ...]:
    """The same with as many physical rows in each tile of numbers as in the tallest."""
    numeric = {form.physical_rows for form in forms if form.kind is Kind.NUMERIC}
    if len(numeric) < 2:
        return tuple(forms)
    return tuple(
        replace(form, rows=max(numeric)) if form.kind is Kind.NUMERIC else form for form in forms
    )
