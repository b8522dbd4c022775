"""What a contract's metadata say that the templates of harnesses leave open, by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from semantics.clause_forms import data_types, statements
from semantics.clause_forms.statements import Computes, Condition, DataTypes, Demands, Value
from semantics.formats import FORMATS
from semantics.specification import Contract

FOLDER: Final = Path(__file__).parent
OPERANDS: Final = ({"destination0", "source0"}, {"destination0", "source0", "source1"})
"""The fields of the operands of operations that the families know."""

ELEMENTWISE: Final[Mapping[str, str]] = {
    "shape_rule": "A source that differs from the destination in its physical rows or columns or "
    "in its valid rows or columns is rejected with Fault_TileLegality and no effect.",
    "same_shapes": "0",
    "unless_indexed": "ARBITRARY: boolean",
    "any_size": "ARBITRARY: integer{0..15}",
    "any_source0": "ARBITRARY: integer{1..3}",
    "any_source1": "ARBITRARY: integer{1..3}",
    "certain": "",
    "bound_sources": "any of three tiles as sources",
}
INDEXED: Final[Mapping[str, str]] = {
    "shape_rule": "Sources of different valid shapes, or of other valid columns than the "
    "destination, are rejected with Fault_TileLegality and no effect; physical shapes may differ.",
    "same_shapes": "0, 3, 4",
    # An index from any of several tiles, into a tile of any size, may name too many elements.
    "unless_indexed": "TRUE",
    "any_size": "if ARBITRARY: boolean then PropertySizeCode else 0",
    "any_source0": "1",
    "any_source1": "2",
    "certain": ", LB2 and a B.IOT of its sources",
    "bound_sources": "LB2 and a B.IOT of the sources given, TSize right or zero",
}
PADDED: Final[Mapping[str, str]] = {
    "pad": "pad",
    "any_pad": "PadValue, ",
    "attribute": "PadValueOrByteId",
    "attributes_legal": "IsZero(layout)",
}
PLACED: Final[Mapping[str, str]] = {
    "pad": "'00'",
    "any_pad": "",
    "attribute": "an assigned Layout",
    "attributes_legal": "UInt(layout) <= 1 && IsZero(pad)",
}


def traits_of(contract: Contract) -> frozenset[str]:
    """What decides which families apply; nothing, where none is known to."""
    said = statements(contract)
    if "elementwise-tile-tile" in contract.classification:
        traits = {"elementwise"}
    elif any(isinstance(each, Computes) and each.value is Value.SCATTER for each in said):
        traits = {"indexed"}
    else:
        return frozenset()
    for form in contract.catalog:
        stated = form.get("datr_contract")
        fields = stated.get("allowed_nonzero_fields", ()) if isinstance(stated, Mapping) else ()
        traits |= {"pad-value"} if "PadValueOrByteId" in fields else set()
        traits |= {"layout"} if "Layout" in fields else set()
    if any(isinstance(each, Demands) and Condition.DIVISOR in each.conditions for each in said):
        traits.add("divides")
    return frozenset(traits)


def own_values(contract: Contract) -> Path | None:
    """The template about the results of this operation alone, if there is one."""
    own = FOLDER / f"values_{contract.name.lower()}.asl"
    return own if own.exists() and facts_of(contract) is not None else None


def facts_of(contract: Contract) -> tuple[frozenset[str], Mapping[str, str]] | None:
    """The traits, and what `$NAME` stands for; None where the metadata do not say enough."""
    types, selector = data_types(contract), contract.selector
    operands = {str(each.get("field")) for form in contract.catalog for each in _operands(form)}
    traits = traits_of(contract)
    if types is None or selector is None or operands not in OPERANDS or not traits:
        return None
    sources = len(operands) - 1
    mode, function = selector
    numbers = list(range(1, sources + 1))
    facts = {
        "X": contract.name,
        "mode": f"{mode:02b}",
        "function": f"{function:05b}",
        "mode_number": str(mode),
        "function_number": str(function),
        "sources": str(sources),
        "source_count": "one source" if sources == 1 else f"{sources} sources",
        "source_numbers": json.dumps(numbers),
        "tile_numbers": json.dumps([0, *numbers]),
        "source_list": ", ".join(map(str, numbers)),
        "second": "TRUE" if sources == 2 else "FALSE",
        "second_index": str(sources),
        "show": "\n".join(f'    Explain("{r}", _Tiles[[{n}]]);' for n, r in _roles(contract)),
        "blocked": _blocked(contract.name, traits, sources),
        "raises_status": "TileDataTypeIsFloating(data_type)" if "divides" in traits else "FALSE",
        "write_second": _second_element(traits, sources),
    }
    facts |= INDEXED if "indexed" in traits else ELEMENTWISE
    facts |= PADDED if "pad-value" in traits else PLACED
    return traits, facts | _types(types)


def _types(types: DataTypes) -> dict[str, str]:
    """The legal types in full, and fewer where more say nothing new."""
    listed = [FORMATS[name] for name in types.values]
    kinds = [[f.name for f in listed if f.is_float == floating][:1] for floating in (False, True)]
    one_of_each = [name for names in kinds for name in names]
    widths = {each.bits: each.name for each in reversed(listed)}
    few = dict.fromkeys([*(widths[bits] for bits in sorted(widths, reverse=True)), *one_of_each])
    first = one_of_each[0]
    index = f"TileDataType_{types.indices[0]}" if types.indices else ""
    return {
        "source_type": f"if source == 2 then {index} else data_type" if index else "data_type",
        "type_names": _enumerated(types.values),
        "type_labels": ", ".join(f"TileDataType_{name}" for name in types.values),
        "index_names": _enumerated(types.indices),
        "index_labels": ", ".join(f"TileDataType_{name}" for name in types.indices),
        "types": json.dumps(list(types.values)),
        "integers": json.dumps([each.name for each in listed if not each.is_float]),
        "few": json.dumps(list(few)),
        "two": json.dumps(one_of_each),
        "first": first,
        "other": next(name for name in ("U8", "S64") if name != first),
    }


def _operands(form: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [each for each in form.get("operands", ()) if isinstance(each, Mapping)]


def _roles(contract: Contract) -> list[tuple[int, str]]:
    """The sources by number, each with the last word but `source` of its role."""
    found = []
    for each in _operands(contract.catalog[0]):
        field, role = str(each["field"]), str(each.get("role", ""))
        if field.startswith("source"):
            words = [w for w in role.split() if w not in ("source", "ordered")]
            found.append((int(field[6:]) + 1, words[-1] if words else "source"))
    return found


def _blocked(name: str, traits: frozenset[str], sources: int) -> str:
    shape = "valid_rows, valid_columns"
    if "indexed" in traits:
        return f"PropertyScatterIllegal(2, SourceType_{name}(2, data_type), {shape}, valid_rows)"
    unused = [f"PropertyHasUnusedBits({n}, data_type, {shape})" for n in range(1, sources + 1)]
    if "divides" in traits:
        zero = f"PropertyHasZero(2, data_type, {shape})"
        unused.append(f"(TileDataTypeIsInteger(data_type) && {zero})")
    return "\n        || ".join(unused)


def _second_element(traits: frozenset[str], sources: int) -> str:
    """A legal element of the second source: integer divisor one, any other zero."""
    if sources < 2:
        return ""
    one = "if TileDataTypeIsInteger(data_type) then Zeros{64} + 1 else Zeros{64}"
    return f"    WriteTileElement(2, 0, 0, {one if 'divides' in traits else 'Zeros{64}'});"


def _enumerated(names: tuple[str, ...]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
