"""What clauses and records say, against the ASL: its functions are run on every value there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from concrete.bundle_calls import BSTART_TEPL
from concrete.legality import Legality, pair_function, type_function
from parser.diagnostics import PtoError
from proofs.audit.findings import (
    Finding,
    Place,
    conflict,
    either,
    in_record,
    note,
    stated,
    types_text,
)
from proofs.audit.record import carried
from semantics.clause_forms import statements
from semantics.clause_forms.statements import DataTypes, Selector, Statement
from semantics.specification import Contract, Specification
from semantics.types import BitsType

SELECTOR_BITS: Final = 7
"""Two of Mode over five of Function."""
CONSTANT: Final = "BSTART_TEPL"
USUAL: Final = ("Operation", "Handler", "Execute", "OperandsLegal")
"""Functions that contracts of tile operations have, named InstructionContract…_NAME."""


class Model:
    """The functions of a specification, run on all that they can be given."""

    def __init__(self, spec: Specification) -> None:
        self.legality = Legality(spec)
        self.machine = self.legality.machine

    def has(self, function: str) -> bool:
        """Whether the specification has a function of this name."""
        return function in self.machine.program.functions

    def place(self, function: str) -> Place:
        """Where a function stands."""
        return Place(function, self.machine.program.declaration(function).span)

    def handler(self, contract: Contract) -> str:
        """The label of the handler that a contract returns."""
        position = self.legality.state.call(f"InstructionContractHandler_{contract.name}")
        return self.legality.state.label("TileSemanticHandler", position)

    def selectors(self, contract: Contract) -> tuple[int, ...] | None:
        """The selectors that start an operation; None where there is no function that tells."""
        name, own = "DecodeTileOperation", f"InstructionContractOperation_{contract.name}"
        if not (self.has(name) and self.has(own)):
            return None
        arguments = [type for _, type in self.machine.program.signature(name).arguments]
        if arguments != [BitsType(SELECTOR_BITS)]:
            return None
        call = self.legality.state.call
        wanted = (True, call(own))
        return tuple(code for code in range(1 << SELECTOR_BITS) if call(name, code) == wanted)

    def taken(self, contract: Contract, pairs: bool) -> set[tuple[str, ...]] | None:
        """The element types that a contract takes, or the pairs of value and index; None where
        there is no function that tells."""
        found = self.legality.type_pairs(contract) if pairs else self.legality.data_types(contract)
        if found is None:
            return None
        chosen = [each for each, legal in found.items() if legal]
        return {(each,) if isinstance(each, str) else each for each in chosen}

    def answer(self, contract: Contract, statement: Statement) -> bool | None:
        """Whether a statement about all element types, or all selectors, is true.

        None where it is about something else, or the specification has no function that tells.
        Raises PtoError where that function can't be run.
        """
        match statement:
            case DataTypes(values=values, indices=indices):
                taken = self.taken(contract, bool(indices))
                listed = set(product(values, indices) if indices else zip(values, strict=True))
                return None if taken is None else taken == listed
            case Selector(mode=mode, function=function):
                decoded = self.selectors(contract)
                return None if decoded is None else decoded == (mode << 5 | function,)
            case _:
                return None


Answers = Mapping[Statement, bool]
"""Statements that the functions of a specification settle, and whether they are true."""


def model_answers(contract: Contract, model: Model) -> tuple[Answers, list[Finding]]:
    """What the ASL settles, and what it does otherwise than clauses and record say."""
    answers: dict[Statement, bool] = {}
    findings: list[Finding] = []
    forms = carried(contract)
    if not forms:
        return answers, findings
    try:
        for statement in statements(contract):
            answer = model.answer(contract, statement)
            if answer is not None:
                answers[statement] = answer
            if answer is False:
                findings.append(_otherwise(contract, statement, model))
        findings += _missing(contract, forms, model)
        findings += _constant(contract, model)
        for path, form in forms:
            findings += _handler(contract, form, path, model)
    except PtoError as error:
        message = f"its functions can't be run: {error}"
        places = [in_record(contract, "mnemonic")]
        advice = "give the specification whole, with its generated decoder (--decoders)"
        findings.append(note("asl-unread", contract, places, message, advice))
    return answers, findings


def _otherwise(contract: Contract, statement: Statement, model: Model) -> Finding:
    advice = "correct the clause or the function"
    if isinstance(statement, DataTypes):
        taken = model.taken(contract, bool(statement.indices)) or set()
        ours = types_text(statement.values, statement.indices)
        theirs = types_text({each[0] for each in taken}, {each[-1] for each in taken if each[1:]})
        message = f"the clause lists {ours}; the function takes {theirs}"
        function = (pair_function if statement.indices else type_function)(contract.name)
        places = [stated(statement), model.place(function)]
        return conflict("data-types-differ", contract, places, message, advice)
    codes = [f"0x{code:03x}" for code in model.selectors(contract) or ()]
    message = f"the selectors that are decoded to {contract.name} are {either(codes)}"
    places = [stated(statement), model.place("DecodeTileOperation")]
    return conflict("selector-differs", contract, places, message, advice)


def _missing(
    contract: Contract, forms: Sequence[tuple[str, Mapping[str, Any]]], model: Model
) -> Iterator[Finding]:
    """Functions that are not declared: those that the catalog names, and those that others have."""
    for path, form in forms:
        for key in ("semantic_handler", "legality_handler"):
            name = form.get(key)
            if isinstance(name, str) and not model.has(name):
                message = f"the specification has no function {name}"
                places = [in_record(contract, f"{path}.{key}")]
                advice = "name a function that is there"
                yield conflict("function-missing", contract, places, message, advice)
    for part in USUAL:
        name = f"InstructionContract{part}_{contract.name}"
        if not model.has(name):
            message = f"the specification has no function {name}"
            places = [in_record(contract, "mnemonic")]
            yield note("function-missing", contract, places, message, "declare the function")


def _handler(
    contract: Contract, form: Mapping[str, Any], path: str, model: Model
) -> Iterator[Finding]:
    """The handler that a catalog record names is the one that the contract returns."""
    handler, own = form.get("semantic_handler"), f"InstructionContractHandler_{contract.name}"
    if isinstance(handler, str) and model.has(own):
        label = model.handler(contract)
        if label != f"TileHandler_{handler}":
            message = f"the record's handler is {handler}, the function returns {label}"
            places = [in_record(contract, f"{path}.semantic_handler"), model.place(own)]
            yield conflict("handler-differs", contract, places, message, "name one handler in both")


def _constant(contract: Contract, model: Model) -> Iterator[Finding]:
    """The lower 20 bits of BSTART.TEPL are those by which the command is decoded."""
    declared = model.machine.program.globals.get(CONSTANT)
    if declared is not None and model.machine[CONSTANT] != BSTART_TEPL:
        message = f"{CONSTANT} is not {BSTART_TEPL:020b}"
        places = [Place(CONSTANT, declared.span)]
        yield conflict("encoding-differs", contract, places, message, "correct the constant")
