"""What a tile operand may look like: kind, element type and shape, as numbers and as ASL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from typing import Any, Final

from concrete.machine import Machine
from semantics.formats import FORMATS
from semantics.types import EnumType

CELL: Final = 128
"""Bytes of the smallest allocation; all are powers of two."""
MOST: Final = 65536
"""Bytes of the largest allocation that is tried."""


class Kind(StrEnum):
    """How a tile stores its elements."""

    NUMERIC = "numeric"
    MATRIX = "matrix"
    FEATURE_MAP = "feature map"
    PREDICATE = "predicate"
    CUBE_M16 = "CUBE_M16"
    CUBE_N8 = "CUBE_N8"

    @property
    def configure(self) -> str:
        """The function of the model that makes such a tile."""
        if self is Kind.PREDICATE:
            return "ConfigurePredicateTileForMask"
        return "ConfigureCubeTileForMask" if self.is_cube else "ConfigureTileForMask"

    @property
    def is_cube(self) -> bool:
        return self in (Kind.CUBE_M16, Kind.CUBE_N8)


class Fill(Enum):
    """What sources hold when an operation is tried: the place of an element, from 1 on; the number
    of its row; or the place, from another number on in each tile."""

    PLACE = auto()
    ROW = auto()
    APART = auto()

    def number(self, index: int, row: int, column: int, columns: int) -> int:
        """What an element of tile `index` holds."""
        if self is Fill.ROW:
            return row
        first = 1 if self is Fill.PLACE else 3 * index + 1
        return first + row * columns + column

    def truth(self, value: int) -> bool:
        """What a predicate holds in place of that number."""
        return value % 3 != 0 if self is Fill.APART else value != 0


@dataclass(frozen=True, slots=True)
class Form:
    """A tile before it has contents. `columns` are physical ones, which cubes derive; so do
    numeric tiles their `rows`, of which there may be more than are valid."""

    kind: Kind
    data_type: str
    valid_rows: int
    valid_columns: int
    columns: int
    rows: int = 0

    @classmethod
    def dense(cls, kind: Kind, data_type: str, shape: tuple[int, int]) -> Form:
        """One without padding to the right."""
        return cls(kind, data_type, *shape, shape[1])

    @property
    def size(self) -> int:
        """How many elements are valid."""
        return self.valid_rows * self.valid_columns

    @property
    def capacity(self) -> int:
        """Bytes allocated: a power of two, at least one cell."""
        bits = 1 if self.kind is Kind.PREDICATE else FORMATS[self.data_type].bits
        bytes = CELL
        while bytes * 8 < bits * max(self.valid_rows, self.rows) * self.columns:
            bytes *= 2
        return bytes

    @property
    def physical_rows(self) -> int:
        """The rows that the allocation has room for."""
        if self.rows:
            return self.rows
        return self.capacity * 8 // FORMATS[self.data_type].bits // self.columns

    def of(self, data_type: str) -> Form:
        """The same with elements of another type."""
        return replace(self, data_type=data_type)

    def predicate(self) -> Form:
        """A predicate tile of the same physical shape."""
        return replace(self, kind=Kind.PREDICATE, data_type="U8", rows=self.physical_rows)

    def __str__(self) -> str:
        what = {Kind.NUMERIC: "", Kind.PREDICATE: "predicate "}.get(self.kind, f"{self.kind} ")
        kind = "" if self.kind is Kind.PREDICATE else f"{self.data_type} "
        wide = f" of {self.columns}" if self.columns != self.valid_columns else ""
        return f"{what}{kind}{self.valid_rows}x{self.valid_columns}{wide}"

    def statements(self, index: int, name: str, mask: int = 1) -> list[str]:
        """ASL statements that configure tile `index` so, for the PEs of a mask."""
        bits = f"'{mask:04b}'"
        shape = f"{self.valid_rows}, {self.valid_columns}"
        kind = f"TileDataType_{self.data_type}"
        if self.kind is Kind.PREDICATE:
            return [
                f"{self.kind.configure}({index}, {self.capacity}, {self.physical_rows}, "
                f"{self.columns}, {shape}, {bits});"
            ]
        if self.kind.is_cube:
            call = f"{self.kind.configure}({index}, {self.cube_capacity}, {shape}, {kind}, "
            call += f"TileLayout_{self.kind}, TileLocation_Matrix, {bits})"
            return [f"let {name}_fits = {call};", f"assert {name}_fits;"]
        location = "Any" if self.kind is Kind.NUMERIC else "Matrix"
        rows = self.valid_rows
        lines = [
            f"{self.kind.configure}({index}, {self.capacity}, {rows}, {self.columns}, {shape}, "
            f"{kind}, TileLayout_RowMajor, TileLocation_{location}, {bits});"
        ]
        if self.kind is Kind.FEATURE_MAP:
            sizes = f"1, 1, 1, {self.valid_rows}, {self.valid_columns}, 1, 1, 1, 1, 1, 1, 1"
            lines.append(
                f"ConfigureTileFeatureMapDescriptor({index}, TileFeatureMapLayout_NC1HWC0, "
                f"{sizes}, 0, 0, 0, 0, 1, Zeros{{64}}, FALSE);"
            )
        return lines

    @property
    def cube_capacity(self) -> int:
        """Bytes that hold the whole cells of so small a cube."""
        return 16 * CELL


def resized(
    forms: Sequence[Form], shapes: Sequence[tuple[int, int]], wide: bool
) -> tuple[Form, ...]:
    """The same kinds and types in other shapes, with twice the columns if `wide`."""
    return tuple(
        Form(form.kind, form.data_type, rows, columns, columns * (2 if wide else 1))
        for form, (rows, columns) in zip(forms, shapes, strict=True)
    )


class Configurator:
    """Makes tiles of forms on a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        ((key, _),) = machine.program.functions[Kind.NUMERIC.configure]
        types = dict(machine.program.signature(key).arguments)
        self._types = _labels(types["data_type"])
        self._layouts = _labels(types["layout"])
        self._locations = _labels(types["location"])

    def knows(self, kind: Kind) -> bool:
        """Whether the specification has such tiles."""
        return kind.configure in self.machine.program.functions

    def configure(self, index: int, form: Form, mask: int = 1) -> bool:
        """Whether it could be done; raises DynamicError where the model asserts that."""
        call, kind = self.machine.call, self._types[f"TileDataType_{form.data_type}"]
        rows, columns = form.valid_rows, form.valid_columns
        function = form.kind.configure
        if form.kind is Kind.PREDICATE:
            physical = form.physical_rows, form.columns
            call(function, index, form.capacity, *physical, rows, columns, mask)
            return True
        if form.kind.is_cube:
            layout = self._layouts[f"TileLayout_{form.kind}"]
            place = self._locations["TileLocation_Matrix"]
            capacity = form.cube_capacity
            return bool(call(function, index, capacity, rows, columns, kind, layout, place, mask))
        layout = self._layouts["TileLayout_RowMajor"]
        any = form.kind is Kind.NUMERIC
        place = self._locations["TileLocation_Any" if any else "TileLocation_Matrix"]
        shape = rows, form.columns, rows, columns
        call(function, index, form.capacity, *shape, kind, layout, place, mask)
        if form.kind is Kind.FEATURE_MAP:
            sizes = (1, 1, 1, rows, columns, 1, 1, 1, 1, 1, 1, 1)
            rest = (*sizes, 0, 0, 0, 0, 1, 0, False)
            call("ConfigureTileFeatureMapDescriptor", index, 0, *rest)
        return True

    def fill(self, index: int, form: Form, fill: Fill, scale: int = 1) -> None:
        """Write every valid element, `scale` times what the fill says."""
        for row in range(form.valid_rows):
            for column in range(form.valid_columns):
                value = scale * fill.number(index, row, column, form.valid_columns)
                if form.kind is Kind.PREDICATE:
                    self.machine.call(
                        "WriteTilePredicateBit", index, row, column, fill.truth(value)
                    )
                else:
                    self.machine.call("WriteTileElement", index, row, column, value)


def _labels(type: Any) -> dict[str, int]:
    assert isinstance(type, EnumType)
    return {label: position for position, label in enumerate(type.labels)}
