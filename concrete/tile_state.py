"""Tiles in the state of a machine: put there, and read back, by the model's own functions."""

from __future__ import annotations

from typing import Any

from concrete.bundle_names import reject
from concrete.machine import Machine
from concrete.tile import Tile
from parser.diagnostics import PtoError
from parser.source import NOWHERE, Span
from semantics import types
from semantics.diagnosis import diagnose
from semantics.formats import FORMATS, Format, Kind
from semantics.values import DynamicError


def stored_word(fmt: Format, raw: int) -> int:
    """The 64-bit word in which the model stores an element: integers extended by their sign."""
    if fmt.kind is Kind.SIGNED and raw >> (fmt.bits - 1):
        return raw | ((1 << 64) - 1) ^ fmt.mask
    return raw


class TileState:
    """The tiles of a machine that runs a PTO model."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of the model; raises PtoError where it fails or there is none."""
        program = self.machine.program
        if function not in program.functions:
            message = f"the specification has no function `{function}`"
            reject("MODEL", message, None, "a bundle runs on a complete PTO model")
        try:
            return self.machine.call(function, *arguments)
        except DynamicError as error:
            raise PtoError(diagnose(error)) from None

    def label(self, name: str, value: int) -> str:
        """The label of an enumeration's value, by the name of the type."""
        type = self.machine.program.named_type(name, NOWHERE)
        assert isinstance(type, types.EnumType)
        return type.labels[value]

    def position(self, label: str) -> int | None:
        """The value of an enumeration's label, if it is one."""
        program = self.machine.program
        return program.enumeration(label, NOWHERE)[1] if label in program.labels else None

    def load(self, tile: Tile, mask: int, span: Span) -> None:
        """Put a tile into its register; `span` is blamed where the model can't hold it."""
        data_type = self.position(f"TileDataType_{tile.data_type}")
        layout = self.position(f"TileLayout_{tile.layout}")
        if data_type is None or layout is None:
            what = tile.layout if layout is None else tile.data_type
            message = f"{tile.name} is {what}, which the model does not have"
            reject("LIMIT", message, span)
        self._check(tile, data_type, mask, span)
        self.call(
            "ConfigureTileForMask", tile.index, tile.capacity_bytes, tile.rows, tile.columns,
            tile.valid_rows, tile.valid_columns, data_type, layout,
            self.position("TileLocation_Vector"), mask,
        )  # fmt: skip
        fmt = tile.format
        for row, line in enumerate(tile.elements):
            for column, raw in enumerate(line):
                if raw is not None:
                    word = stored_word(fmt, raw)
                    self.call("WriteTileElement", tile.index, row, column, word)

    def _check(self, tile: Tile, data_type: int, mask: int, span: Span) -> None:
        """Refuse what ConfigureTileForMask would assert."""
        known = self.machine.program.functions
        if "TileShapeRejection" in known:
            shape = (tile.capacity_bytes, tile.columns, tile.valid_rows, tile.valid_columns)
            reason = self.call("TileShapeRejection", *shape, data_type)
            if reason != self.position("Rejection_None"):
                message = f"the model does not hold {tile.rows}x{tile.columns} elements"
                reject("LIMIT", f"{tile.name}: {message}", span, "give a smaller tile")
        if "TileAllocationFits" in known:
            if not self.call("TileAllocationFits", tile.index, tile.capacity_bytes, mask):
                message = f"{tile.name} of {tile.capacity_bytes} bytes exceeds the allocation limit"
                hint = "every selected processing element holds its own copy"
                reject("LIMIT", message, span, hint)

    def read(self, tile_index: int, name: str) -> Tile | None:
        """The tile in a register; None where none is allocated, or it is no numeric one."""
        value = self.machine["_Tiles"].get(tile_index)
        type = self.machine.program.named_type("TileInfo", NOWHERE)
        assert isinstance(type, types.RecordType)
        fields = dict(zip((field for field, _ in type.fields), value, strict=True))
        if not fields["allocated"]:
            return None
        data_type = self.label("TileDataType", fields["data_type"]).removeprefix("TileDataType_")
        mask = FORMATS[data_type].mask
        rows, columns = fields["rows"], fields["columns"]
        defined, read = "TileElementDefined", "ReadTileElement"
        elements = tuple(
            tuple(
                self.call(read, tile_index, row, column) & mask
                if self.call(defined, tile_index, row, column)
                else None
                for column in range(columns)
            )
            for row in range(rows)
        )
        layout = self.label("TileLayout", fields["layout"]).removeprefix("TileLayout_")
        return Tile(
            name, data_type, rows, columns, fields["valid_rows"], fields["valid_columns"],
            fields["capacity_bytes"], elements, layout,
        )  # fmt: skip
