"""The examples of a record: each is a bundle that its own contract must find legal.

Placeholders such as `LB0=ValidCol` stand for a legal value.
"""

from __future__ import annotations

from collections.abc import Iterator

from parser.bundle import parse_bundle
from parser.bundle_syntax import (
    BDatr,
    BDim,
    BIot,
    BStart,
    BStop,
    Bundle,
    Field,
    Name,
    Number,
    RawCommand,
    Value,
)
from parser.diagnostics import PtoError
from parser.source import Source
from proofs.audit.block import FIELDS
from proofs.audit.findings import (
    Finding,
    Place,
    body,
    conflict,
    either,
    in_record,
    note,
    stated,
    texts,
)
from proofs.audit.record import attributes_of, carried
from semantics.clause_forms import statements
from semantics.clause_forms.statements import (
    DataTypes,
    Dimension,
    IllegalCommands,
    Operands,
    Statement,
)
from semantics.formats import BY_CODE, FORMATS
from semantics.specification import Contract

ADVICE = "correct the example, or what forbids it"


def example_findings(contract: Contract) -> Iterator[Finding]:
    """What is wrong with the examples of a tile operation, under its own contract."""
    if not carried(contract):
        return
    for number, text in enumerate(texts(body(contract).get("examples"))):
        path = f"contract.examples[{number}]"
        place = in_record(contract, path)
        try:
            bundle = parse_bundle(Source(path, text))
        except PtoError as error:
            message = f"it can't be read as a bundle: {error.diagnostics[0].message}"
            yield note("example-unread", contract, [place], message, "write one bundle")
            continue
        if isinstance(bundle, Bundle):
            for other, message, code in _problems(contract, bundle):
                yield conflict(code, contract, [place, other], message, ADVICE)


Problem = tuple[Place, str, str]
"""Where it is forbidden, what is wrong, and the code of the finding."""


def _problems(contract: Contract, bundle: Bundle) -> Iterator[Problem]:
    for command in bundle.commands:
        match command:
            case BStart():
                yield from _start(contract, command)
            case BDatr(fields=fields):
                yield from _attributes(contract, fields)
    for statement in statements(contract):
        for message, code in _against(statement, bundle):
            yield stated(statement), message, code
    if not isinstance(bundle.commands[-1], BStop):
        yield in_record(contract, "block"), "it does not end in BSTOP", "example-command"


def _start(contract: Contract, start: BStart) -> Iterator[Problem]:
    name = start.operation.text if start.operation else contract.name
    if name != contract.name:
        message = f"it starts {name}, not {contract.name}"
        yield in_record(contract, "mnemonic"), message, "example-operation"
    if contract.engine and start.engine not in (contract.engine, "TEPL"):
        message = f"it starts on {start.engine}, the engine is {contract.engine}"
        yield in_record(contract, "engine"), message, "example-operation"


def _attributes(contract: Contract, fields: tuple[Field, ...]) -> Iterator[Problem]:
    for path, form in carried(contract):
        allowed = attributes_of(form)
        names = [FIELDS[each.name] for each in fields if not _is_encoded_zero(each.value)]
        surplus = [name for name in names if allowed is not None and name not in allowed]
        if surplus:
            message = f"its B.DATR gives {either(surplus)}, which must be zero"
            yield in_record(contract, f"{path}.datr_contract"), message, "example-command"


def _is_zero(value: Value) -> bool:
    return isinstance(value, Number) and value.value == 0


def _is_encoded_zero(value: Value) -> bool:
    """Whether a field of B.DATR is zero: the pad value Zero is, too."""
    return _is_zero(value) or (isinstance(value, Name) and value.text.upper() in ("ZERO", "FALSE"))


def _data_type(value: Value) -> str | None:
    """The element type that a BSTART names, or gives by its code; None for a placeholder."""
    if isinstance(value, Name):
        return value.text if value.text in FORMATS else None
    known = BY_CODE.get(value.value)
    return known.name if known else None


def _against(statement: Statement, bundle: Bundle) -> Iterator[tuple[str, str]]:
    commands = bundle.commands
    match statement:
        case DataTypes(values=values):
            for each in commands:
                if isinstance(each, BStart):
                    name = _data_type(each.data_type)
                    if name is not None and name not in values:
                        message = f"it uses {name}, and the legal types are {either(values)}"
                        yield message, "example-data-type"
        case IllegalCommands(commands=illegal):
            held = {each.mnemonic for each in commands if isinstance(each, RawCommand)}
            for name in illegal:
                if name in held:
                    yield f"it holds {name}, which is illegal", "example-command"
        case Operands(sources=sources, destinations=destinations):
            bound = [each for each in commands if isinstance(each, BIot)]
            wrong = len(bound) != 1 or not bound[0].last
            if wrong or (len(bound[0].sources), int(bound[0].destination is not None)) != (
                sources,
                destinations,
            ):
                message = (
                    f"it does not bind {sources} sources and {destinations} destination in one "
                    "terminating B.IOT"
                )
                yield message, "example-command"
        case Dimension(name=name, default=default):
            given = [
                field.value
                for each in commands
                if isinstance(each, BDim)
                for field in each.fields
                if field.name == name
            ]
            if default is None and not given:
                yield f"it has no {name}, which is required", "example-command"
            elif any(map(_is_zero, given)):
                yield f"its {name} is zero", "example-command"
