"""What clauses say, against the record they stand in and against each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from proofs.audit.block import Block, block_of
from proofs.audit.findings import (
    Finding,
    Place,
    body,
    conflict,
    either,
    in_record,
    kind_text,
    note,
    objects,
    stated,
    types_text,
)
from proofs.audit.record import attributes_of, carried
from semantics.clause_forms import statements
from semantics.clause_forms.data_type_words import of_kinds
from semantics.clause_forms.statements import (
    Computes,
    Condition,
    Covers,
    DataTypes,
    Demands,
    Dimension,
    Engine,
    IllegalAttributes,
    IllegalCommands,
    NoStandaloneOpcode,
    OnlyAttributes,
    Operands,
    PadCodes,
    PadDefault,
    Selector,
    Statement,
    Waives,
)
from semantics.formats import FORMATS
from semantics.specification import Contract

PADDINGS: Final = ("Zero", "Max", "Min", "Null")
"""What the codes 00, 01, 10 and 11 of PadValueOrByteId select."""

S = TypeVar("S")


def prose_findings(contract: Contract) -> Iterator[Finding]:
    """Statements that contradict the record, or each other."""
    said = statements(contract)
    yield from _among_themselves(contract, said)
    yield from _types_of_roles(contract, said)
    block = block_of(contract)
    for statement in said:
        yield from _in_block(contract, statement, block)
        yield from _in_catalog(contract, statement)


def _of(kind: type[S], said: Sequence[Statement]) -> list[S]:
    return [each for each in said if isinstance(each, kind)]


# ------------------------------------------------------------------------ each other


def _among_themselves(contract: Contract, said: Sequence[Statement]) -> Iterator[Finding]:
    agree: list[tuple[str, Sequence[Statement], Callable[[Statement], str]]] = [
        ("data-types-differ", _of(DataTypes, said), _types_text),
        ("selector-differs", _of(Selector, said), _selector_text),
        ("engine-differs", _of(Engine, said), lambda each: _field(each, "engine")),
        ("padding-differs", _of(PadDefault, said), lambda each: _field(each, "value")),
    ]
    for name in ("LB0", "LB1", "LB2"):
        same = [each for each in _of(Dimension, said) if each.name == name]
        agree.append(("dimension-differs", same, lambda each: _field(each, "default")))
    for code, group, text in agree:
        for one, other in pairwise(group):
            if text(one) != text(other):
                message = f"one clause says {text(one)}, another {text(other)}"
                places = [stated(one), stated(other)]
                yield conflict(code, contract, places, message, "say the same in both")
    yield from _kinds(contract, said)
    yield from _waived(contract, said)
    yield from _faults(contract, said)


def _types_text(statement: Statement) -> str:
    assert isinstance(statement, DataTypes)
    return types_text(statement.values, statement.indices)


def _selector_text(statement: Statement) -> str:
    assert isinstance(statement, Selector)
    return f"Mode {statement.mode} Function {statement.function}"


def _field(statement: Statement, name: str) -> str:
    return str(getattr(statement, name))


def _kinds(contract: Contract, said: Sequence[Statement]) -> Iterator[Finding]:
    """A clause that speaks of a kind of types speaks of some that the contract takes."""
    listed = _of(DataTypes, said)
    if not listed:
        return
    legal = {*listed[0].values}
    speaking: list[Covers | Computes] = [*_of(Covers, said), *_of(Computes, said)]
    for each in speaking:
        if not legal & {*of_kinds(each.kinds)}:
            kinds = " and ".join(map(kind_text, each.kinds))
            message = f"it speaks of {kinds} types, and none is among the legal types"
            places = [stated(each), stated(listed[0])]
            advice = f"add {kinds} types to the list, or do not speak of them"
            yield conflict("kind-outside-types", contract, places, message, advice)


def _waived(contract: Contract, said: Sequence[Statement]) -> Iterator[Finding]:
    for waiver in _of(Waives, said):
        for condition in waiver.conditions:
            demands = [each for each in _of(Demands, said) if condition in each.conditions]
            if demands:
                places = [*map(stated, demands), stated(waiver)]
                message = f"one clause demands {condition}, another takes operands without"
                advice = "say which operands the demand is about, or drop one of the two"
                yield conflict("demand-waived", contract, places, message, advice)


def _faults(contract: Contract, said: Sequence[Statement]) -> Iterator[Finding]:
    """One condition, one fault."""
    for condition in Condition:
        named = {
            each.fault: each
            for each in reversed(_of(Demands, said))
            if each.fault and condition in each.conditions
        }
        if len(named) > 1:
            places = [stated(each) for each in named.values()]
            message = f"for {condition} the fault is {' or '.join(named)}"
            advice = "call the fault by one name"
            yield note("fault-names-differ", contract, places, message, advice)


# ------------------------------------------------------------------------ the block


def _in_block(contract: Contract, statement: Statement, block: Block) -> Iterator[Finding]:
    places = [stated(statement), in_record(contract, "block")]
    match statement:
        case Operands(sources=sources, destinations=destinations) if block.bindings:
            bound = [(each.sources, each.destinations) for each in block.bindings]
            if bound != [(sources, destinations)]:
                message = (
                    f"the clause has one B.IOT of {sources} sources and {destinations} "
                    f"destination, the block has {_bindings_text(bound)}"
                )
                advice = "bind the same operands in both"
                yield conflict("operands-differ", contract, places, message, advice)
        case IllegalCommands(commands=commands):
            held = [each for each in commands if each in block.commands]
            if held:
                message = f"the block holds {either(held)}, which the clause forbids"
                yield conflict("command-illegal", contract, places, message, "drop one of the two")
        case Dimension(name=name, quantity=quantity, default=default) if block.dimensions:
            found = block.dimensions.get(name)
            optional = default is not None
            given = quantity or (found[0] if found else None)
            if found != (given, optional):
                message = f"{_dimension_text(given, optional)}, {_line_text(name, found)}"
                advice = "mark as optional what has a default, and nothing else"
                yield conflict("dimension-differs", contract, places, message, advice)
        case Engine(engine=engine) if block.engine not in (None, "TEPL", engine):
            message = f"the clause says {engine}, the block starts on {block.engine}"
            yield conflict("engine-differs", contract, places, message, "name one engine in both")


def _bindings_text(bound: Sequence[tuple[int, int]]) -> str:
    return " and ".join(f"one of {sources} and {targets}" for sources, targets in bound)


def _dimension_text(quantity: str | None, optional: bool) -> str:
    return f"the clause has {'an optional' if optional else 'a required'} {quantity}"


def _line_text(name: str, found: tuple[str, bool] | None) -> str:
    if found is None:
        return f"the block has no {name}"
    return f"the block has {'an optional' if found[1] else 'a required'} {name}={found[0]}"


# ------------------------------------------------------------------------ the catalog


def _in_catalog(contract: Contract, statement: Statement) -> Iterator[Finding]:
    match statement:
        case Engine(engine=engine) if contract.engine not in ("", engine):
            message = f"the clause says {engine}, the engine is {contract.engine}"
            places = [stated(statement), in_record(contract, "engine")]
            yield conflict("engine-differs", contract, places, message, "name one engine in both")
        case NoStandaloneOpcode() if body(contract).get("standalone_opcode", False) is not False:
            places = [stated(statement), in_record(contract, "contract.standalone_opcode")]
            message = "the clause denies a standalone opcode, the record has one"
            yield conflict("opcode-differs", contract, places, message, "say the same in both")
        case PadCodes(values=values) if values != PADDINGS:
            message = f"the codes 00 to 11 select {either(PADDINGS)}, not {either(values)}"
            advice = "list the paddings in the order of their codes"
            yield conflict("padding-differs", contract, [stated(statement)], message, advice)
    for path, form in carried(contract):
        allowed = attributes_of(form)
        places = [stated(statement), in_record(contract, f"{path}.datr_contract")]
        match statement:
            case Selector(mode=mode, function=function):
                if (form.get("mode"), form.get("function")) != (mode, function):
                    keys = ("mode", "function")
                    message = (
                        f"the clause says {_selector_text(statement)}, the catalog Mode "
                        f"{form.get('mode')} Function {form.get('function')}"
                    )
                    places = [
                        stated(statement),
                        *(in_record(contract, f"{path}.{key}") for key in keys),
                    ]
                    advice = "say the same in both"
                    yield conflict("selector-differs", contract, places, message, advice)
            case OnlyAttributes(fields=fields) if allowed is not None:
                if {*fields} != {*allowed}:
                    message = f"the clause allows {either(fields)}, datr_contract {either(allowed)}"
                    advice = "name the same fields in both"
                    yield conflict("attributes-differ", contract, places, message, advice)
            case IllegalAttributes(fields=fields) if allowed is not None:
                both = [each for each in fields if each in allowed]
                if both:
                    message = f"the clause forbids {either(both)}, datr_contract allows it"
                    advice = "name the same fields in both"
                    yield conflict("attributes-differ", contract, places, message, advice)


# ------------------------------------------------------------------------ roles


def _types_of_roles(contract: Contract, said: Sequence[Statement]) -> Iterator[Finding]:
    """Types that an operand's role names are those of the clause that lists value and index."""
    listed = next((each for each in _of(DataTypes, said) if each.indices), None)
    if listed is None:
        return
    for number, operand in enumerate(objects(body(contract).get("operands"))):
        named = [word for word in re.findall(r"\w+", str(operand.get("role"))) if word in FORMATS]
        if named and {*named} not in ({*listed.indices}, {*listed.values}):
            path = f"contract.operands[{number}]"
            places: list[Place] = [in_record(contract, path), stated(listed)]
            message = f"the role names {either(named)}, the clause {_types_text(listed)}"
            advice = "name the same types in both"
            yield conflict("data-types-differ", contract, places, message, advice)
