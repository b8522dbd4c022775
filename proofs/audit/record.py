"""A record against itself: what it says twice, it must say alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from proofs.audit.block import Block, block_of
from proofs.audit.findings import (
    Finding,
    body,
    conflict,
    either,
    in_record,
    note,
    objects,
    texts,
)
from semantics.specification import Contract

CARRIER: Final = "BSTART.TEPL"
"""The command that starts the operations whose records are compared in full."""


def record_findings(contract: Contract) -> Iterator[Finding]:
    """What the record of a tile operation says in two places, and not alike."""
    forms = carried(contract)
    if not forms:
        return
    yield from _copies(contract)
    block = block_of(contract)
    for path, form in forms:
        yield from _selector(contract, form, path)
        yield from _names(contract, form, path)
        yield from _handlers(contract, form, path)
        yield from _operands(contract, form, path)
        yield from _bindings(contract, form, path, block)
        yield from _attributes(contract, form, path, block)
    if block.engine and contract.engine and block.engine not in (contract.engine, "TEPL"):
        message = f"the block starts on {block.engine}, the engine is {contract.engine}"
        places = [in_record(contract, "block"), in_record(contract, "engine")]
        yield conflict("engine-differs", contract, places, message, "name one engine in both")


def carried(contract: Contract) -> list[tuple[str, Mapping[str, Any]]]:
    """The catalog records of forms that BSTART.TEPL starts, each with its path."""
    return [
        (f"catalog_records[{number}]", form)
        for number, form in enumerate(contract.catalog)
        if form.get("command_mnemonic") == CARRIER
    ]


def _copies(contract: Contract) -> Iterator[Finding]:
    for code, ours, theirs in (
        ("block-differs", "block", "block_composition"),
        ("assembly-differs", "assembly", "canonical_assembly"),
    ):
        one, other = contract.record.get(ours), body(contract).get(theirs)
        if one is not None and other is not None and one != other:
            places = [in_record(contract, ours), in_record(contract, f"contract.{theirs}")]
            lines = [each for each in texts(one) if each not in texts(other)]
            lines += [each for each in texts(other) if each not in texts(one)]
            message = f"not in both: {'; '.join(lines)}" if lines else "the order differs"
            yield conflict(code, contract, places, message, "copy the one that is right")


def _selector(contract: Contract, form: Mapping[str, Any], path: str) -> Iterator[Finding]:
    mode, function, given = form.get("mode"), form.get("function"), form.get("selector")
    if isinstance(mode, int) and isinstance(function, int) and isinstance(given, str):
        expected = mode << 5 | function
        if given.lower() != f"0x{expected:03x}":
            places = [in_record(contract, f"{path}.{key}") for key in ("selector", "function")]
            message = f"selector is {given}, Mode {mode} Function {function} are 0x{expected:03x}"
            advice = "write Mode over five bits of Function as the selector"
            yield conflict("selector-differs", contract, places, message, advice)


def _names(contract: Contract, form: Mapping[str, Any], path: str) -> Iterator[Finding]:
    name = form.get("name")
    if isinstance(name, str) and name != contract.name:
        places = [in_record(contract, f"{path}.name"), in_record(contract, "mnemonic")]
        message = f"the catalog calls it {name}, the mnemonic is {contract.name}"
        yield conflict("name-differs", contract, places, message, "use the mnemonic in both")


def _handlers(contract: Contract, form: Mapping[str, Any], path: str) -> Iterator[Finding]:
    for key in ("restart_contract", "fault_contract"):
        if not isinstance(form.get(key), str) or not form[key]:
            places = [in_record(contract, f"{path}.{key}")]
            message = f"{key} is missing"
            yield conflict("contract-missing", contract, places, message, f"state {key}")
    effect, handler = form.get("effect_contract"), form.get("semantic_handler")
    if effect is not None and handler is not None and effect != handler:
        keys = ("effect_contract", "semantic_handler")
        places = [in_record(contract, f"{path}.{key}") for key in keys]
        message = f"the effect is that of {effect}, the handler is {handler}"
        yield conflict("handler-differs", contract, places, message, "name one function in both")


# ------------------------------------------------------------------------ operands


def _operands(contract: Contract, form: Mapping[str, Any], path: str) -> Iterator[Finding]:
    catalog = {
        str(each.get("field")): str(each.get("role")) for each in objects(form.get("operands"))
    }
    listed = {
        str(each.get("field")): str(each.get("role"))
        for each in objects(body(contract).get("operands"))
    }
    places = [in_record(contract, f"{path}.operands"), in_record(contract, "contract.operands")]
    advice = "list the same operands in both"
    if listed and list(catalog) != list(listed):
        message = f"the catalog has {either(catalog)}, the contract {either(listed)}"
        yield conflict("operands-differ", contract, places, message, advice)
    for field, role in catalog.items():
        other = listed.get(field, role)
        if not _words(role) <= _words(other):
            message = f"{field} is `{role}` in the catalog, `{other}` in the contract"
            yield note("roles-differ", contract, places, message, "give it one role")
    for key, named in (("arguments", _arguments(form)), ("state_effects", _effects(form))):
        if named is not None and {*named} != {*catalog}:
            message = f"the operands are {either(catalog)}, {key} names {either(named)}"
            places = [in_record(contract, f"{path}.{each}") for each in ("operands", key)]
            yield conflict("operands-differ", contract, places, message, advice)


def _roles(record: Mapping[str, Any]) -> dict[str, str]:
    """The operands of a record by field."""
    return {str(e.get("field")): str(e.get("role")) for e in objects(record.get("operands"))}


def _words(role: str) -> set[str]:
    return {*re.findall(r"\w+", role.lower())}


def _arguments(form: Mapping[str, Any]) -> list[str] | None:
    """The operands among the arguments of the handler."""
    if "arguments" not in form:
        return None
    return [str(each["operand"]) for each in objects(form["arguments"]) if "operand" in each]


def _effects(form: Mapping[str, Any]) -> list[str] | None:
    """The operands that state effects name, as `operand:FIELD:…`."""
    if "state_effects" not in form:
        return None
    parts = [each.split(":") for each in texts(form["state_effects"])]
    return [each[1] for each in parts if each[0] == "operand" and len(each) > 1]


def _bindings(
    contract: Contract, form: Mapping[str, Any], path: str, block: Block
) -> Iterator[Finding]:
    """The tiles that the B.IOT lines of the block bind are the operands of the catalog."""
    if not block.bindings:
        return
    fields = [str(each.get("field")) for each in objects(form.get("operands"))]
    for kind, bound in (
        ("source", sum(each.sources for each in block.bindings)),
        ("destination", sum(each.destinations for each in block.bindings)),
    ):
        count = sum(each.startswith(kind) for each in fields)
        if bound != count:
            message = f"the block binds {bound} {kind} tiles, the catalog has {count} {kind}s"
            places = [in_record(contract, "block"), in_record(contract, f"{path}.operands")]
            advice = "bind each operand once"
            yield conflict("operands-differ", contract, places, message, advice)


def _attributes(
    contract: Contract, form: Mapping[str, Any], path: str, block: Block
) -> Iterator[Finding]:
    """The B.DATR line of the block gives the fields that may be other than zero."""
    allowed = attributes_of(form)
    if block.attributes is None or allowed is None or {*allowed} == {*block.attributes}:
        return
    message = (
        f"the block's B.DATR has {either(block.attributes)}, datr_contract allows {either(allowed)}"
    )
    names = ("block", f"{path}.datr_contract")
    places = [in_record(contract, name) for name in names]
    yield conflict("attributes-differ", contract, places, message, "name the same fields in both")


def attributes_of(form: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The fields of B.DATR that a catalog record lets be other than zero."""
    stated = form.get("datr_contract")
    if not isinstance(stated, Mapping) or "allowed_nonzero_fields" not in stated:
        return None
    return texts(stated["allowed_nonzero_fields"])
