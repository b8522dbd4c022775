"""Commands of a bundle as calls of the model's functions."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from concrete.bundle_names import Names, reject
from parser.bundle_syntax import (
    BDatr,
    BDim,
    BIot,
    BStart,
    BStop,
    Command,
    Field,
    Name,
    RawCommand,
)
from parser.source import Span
from semantics.specification import Contract, Specification

# BSTART.TEPL: DataType in bits 31:27, Mode in 26:25, Function in 24:20, and this below.
BSTART_TEPL: Final = 0b00011001000110000001
DTYPE_NONE: Final = 31
_PAD_VALUES: Final = {"Zero": 0, "Max": 1, "Min": 2, "Null": 3}
_BITS: Final[Mapping[str, int]] = {"Layout": 5, "CMode": 3, "RMode": 3}
_TRUTH: Final[Mapping[str, bool]] = {"TRUE": True, "FALSE": False}


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A function of the model and its arguments."""

    function: str
    arguments: tuple[Any, ...] = ()


def bstart_word(mode: int, function: int, data_type: int) -> int:
    """The 32-bit BSTART.TEPL."""
    return BSTART_TEPL | function << 20 | mode << 25 | data_type << 27


def find_contract(spec: Specification, name: str, span: Span) -> Contract:
    """The contract of a tile operation that BSTART.TEPL starts; raises PtoError."""
    found = spec.contracts.get(name.upper())
    if found is None or found.selector is None:
        known = sorted(each for each, contract in spec.contracts.items() if contract.selector)
        near = difflib.get_close_matches(name.upper(), known, 1)
        some = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
        hint = f"did you mean {near[0]}?" if near else f"the operations are {some}"
        what = "is no operation that a BSTART starts" if found else "is unknown"
        reject("OPERATION", f"`{name}` {what} in the {spec.name} specification", span, hint)
    return found


def contract_started(spec: Specification, start: BStart, names: Names) -> Contract | None:
    """The contract of the operation that a BSTART starts, if it is one; raises PtoError."""
    if start.operation is not None:
        return find_contract(spec, start.operation.text, start.operation.span)
    selector = _selector(start, names)
    return next((c for c in spec.contracts.values() if c.selector == selector), None)


def calls_of(
    command: Command, spec: Specification, names: Names, contract: Contract | None
) -> list[ModelCall]:
    """What a command does, in order, within a bundle of the operation with that contract.

    Raises PtoError where the command can't be encoded.
    """
    match command:
        case BStart():
            return [_start(command, spec, names)]
        case BDim(fields=fields):
            return [_dimension(field, names) for field in fields]
        case BDatr(fields=fields):
            return [_attributes(fields, names, contract)]
        case BIot():
            return [_binding(command, names)]
        case RawCommand(mnemonic=mnemonic):
            scalar = mnemonic == "B.IOR"
            return [ModelCall("AddBundleScalarBinding" if scalar else "AddBundleSharedBinding")]
        case BStop():
            return [ModelCall("ExecuteBundleTileOperation")]


def _start(start: BStart, spec: Specification, names: Names) -> ModelCall:
    if start.operation is not None:
        contract = find_contract(spec, start.operation.text, start.operation.span)
        if contract.engine and contract.engine != start.engine:
            message = f"{contract.name} runs on {contract.engine}, not on {start.engine}"
            hint = f"write BSTART.{contract.engine} {contract.name}"
            reject("ENGINE", message, start.span, hint)
        selector = contract.selector
        assert selector is not None
    else:
        selector = _selector(start, names)
    word = bstart_word(*selector, names.data_type(start.data_type))
    return ModelCall("ExecuteCommandInstruction", (word, 32))


def _selector(start: BStart, names: Names) -> tuple[int, int]:
    assert start.mode is not None and start.function is not None
    mode = names.number(start.mode, 3, "a mode of 0 to 3")
    return mode, names.number(start.function, 31, "a function of 0 to 31")


def _dimension(field: Field, names: Names) -> ModelCall:
    value = names.number(field.value, (1 << 64) - 1, "a number of elements")
    return ModelCall("SetBundleDimension", (int(field.name[-1]), value))


def _attributes(fields: tuple[Field, ...], names: Names, contract: Contract | None) -> ModelCall:
    """A field that is left out is zero, but for DataType, which is then DTYPE_NONE unless the
    operation has none."""
    given: dict[str, Any] = {}
    for field in fields:
        name = "PadValue" if field.name == "PadValueOrByteId" else field.name
        if name in given:
            reject("VALUE", f"a second {name}", field.span, "a B.DATR has each field once")
        given[name] = _attribute(name, field, names)
    return ModelCall(
        "SetBundleDataAttributeState",
        (
            given.get("DataType", DTYPE_NONE if _takes_data_type(contract) else 0),
            given.get("Layout", 0),
            given.get("PadValue", 0),
            given.get("CMode", 0),
            given.get("RMode", 0),
            given.get("Sat", False),
            given.get("Canonicalize", False),
        ),
    )


def _takes_data_type(contract: Contract | None) -> bool:
    """Whether the DataType field of B.DATR may be other than zero, as far as is known."""
    records = contract.catalog if contract else ()
    stated = [each.get("datr_contract") for each in records]
    fields = [
        each.get("allowed_nonzero_fields", ()) for each in stated if isinstance(each, Mapping)
    ]
    return not fields or any("DataType" in each for each in fields)


def _attribute(name: str, field: Field, names: Names) -> int | bool:
    value = field.value
    if name == "PadValue":
        assert isinstance(value, Name)
        return _PAD_VALUES[value.text]
    if name == "DataType":
        none = isinstance(value, Name) and value.text.upper() == "DTYPE_NONE"
        return DTYPE_NONE if none else names.data_type(value)
    if name in _BITS:
        limit = (1 << _BITS[name]) - 1
        return names.number(value, limit, f"a number up to {limit}")
    if isinstance(value, Name) and value.text.upper() in _TRUTH:
        return _TRUTH[value.text.upper()]
    return bool(names.number(value, 1, "0 or 1"))


def _binding(iot: BIot, names: Names) -> ModelCall:
    if len(iot.sources) > 2:
        hint = "give the third to another B.IOT"
        reject("OPERANDS", "a B.IOT binds two sources at most", iot.sources[2].span, hint)
    if iot.mask is None:
        reject("OPERANDS", "the B.IOT has no mask", iot.span, "write mask=1111")
    sources = [names.index(each) for each in iot.sources]
    destination, size = 0, 0
    if iot.destination is not None:
        destination = names.index(iot.destination.tile)
        size = names.number(iot.destination.size_code, 15, "a code of 1 to 10, or 128B")
    return ModelCall(
        "AddBundleTileBinding",
        (
            iot.destination is not None,
            destination,
            size,
            mask_of(iot, names),
            len(sources) > 0,
            len(sources) > 1,
            *[*sources, 0, 0][:2],
            iot.last,
        ),
    )


def mask_of(iot: BIot, names: Names) -> int:
    """The PE mask; zero where there is none."""
    return 0 if iot.mask is None else names.number(iot.mask, 15, "four digits such as 1111")
