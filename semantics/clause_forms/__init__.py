"""Reads the clauses of a contract, sentence by sentence, by forms.

A clause is sentences, which end at a full stop or a semicolon. A sentence is one phrase, or
phrases joined by a comma, `and`, `but`, `so` or `while`; it is read when each phrase has a form.
What no form matches has no meaning here: it is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from semantics.clause_forms.execution import EXECUTION
from semantics.clause_forms.form import Form
from semantics.clause_forms.record import RECORD
from semantics.clause_forms.rejection import REJECTION
from semantics.clause_forms.schema import SCHEMA
from semantics.clause_forms.statements import DataTypes, Selector, Sentence, Statement
from semantics.clause_forms.values import VALUES
from semantics.specification import Contract

FORMS: Final[tuple[Form, ...]] = (*RECORD, *SCHEMA, *REJECTION, *EXECUTION, *VALUES)

_END: Final = re.compile(r"(?<=[.;])\s+")
_JOINT: Final = re.compile(r",? (?:and|but|so|while) |, ")
_NAME: Final = "@"
"""What forms call the operation, whatever its mnemonic."""

Reading = tuple[Sentence, tuple[Statement, ...]]
"""A sentence and what it says; nothing, where no form reads it."""


def sentences(contract: Contract) -> Iterator[Sentence]:
    """The sentences of all clauses, in order."""
    regions = {region.id: region.span for region in contract.normative}
    for clause, text in contract.clauses.items():
        span = regions.get(clause, contract.span)
        for part in _END.split(text.strip()):
            if part:
                yield Sentence(clause, part.rstrip(".;"), span)


@lru_cache(maxsize=1024)
def _read(name: str, sentence: Sentence) -> tuple[Statement, ...]:
    text = re.sub(rf"\b{re.escape(name)}\b", _NAME, sentence.text)
    text = re.sub(r"\bMUST (?!NOT\b)", "", text)
    return _phrases(text, sentence) or ()


def _phrases(text: str, sentence: Sentence) -> tuple[Statement, ...] | None:
    """What a text says as one phrase, or as a phrase and the rest behind a joint."""
    for form in FORMS:
        found = form.read(text, sentence)
        if found is not None:
            return found
    for joint in _JOINT.finditer(text):
        for form in FORMS:
            first = form.read(text[: joint.start()], sentence)
            if first is not None:
                rest = _phrases(text[joint.end() :], sentence)
                if rest is not None:
                    return first + rest
    return None


def readings(contract: Contract) -> tuple[Reading, ...]:
    """All sentences of a contract with what they say."""
    return tuple((each, _read(contract.name, each)) for each in sentences(contract))


def statements(contract: Contract) -> tuple[Statement, ...]:
    """All that the clauses of a contract say, as far as forms read it."""
    return tuple(each for _, said in readings(contract) for each in said)


def data_types(contract: Contract) -> DataTypes | None:
    """The legal element types, by the first clause that lists them."""
    return next((each for each in statements(contract) if isinstance(each, DataTypes)), None)


def selector(contract: Contract) -> Selector | None:
    """Mode and Function, by the first clause that states them."""
    return next((each for each in statements(contract) if isinstance(each, Selector)), None)
