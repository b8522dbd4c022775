"""The verdict on a sentence and on a clause: what establishes it, and how well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from proofs.audit.findings import Finding, Severity, kind_text, stated
from proofs.audit.model import Answers
from proofs.properties import Property
from proofs.properties.establish import properties_for
from proofs.verdicts import Result
from semantics.clause_forms.statements import (
    Computes,
    Covers,
    DataTypes,
    Demands,
    Engine,
    Keeps,
    NoStandaloneOpcode,
    ProfileOwned,
    Sentence,
    Statement,
    Waives,
)
from semantics.formats import FORMATS, Kind


class Standing(StrEnum):
    """The verdicts of properties, worst first, and four that only an audit gives.

    CONFLICT and CONSISTENT are about what only the record can confirm; UNCHECKED says that
    properties state it and were not asked.
    """

    REFUTED = "REFUTED"
    CONFLICT = "CONFLICT"
    VACUOUS = "VACUOUS"
    INTERNAL = "INTERNAL"
    UNKNOWN = "UNKNOWN"
    UNSUPPORTED = "UNSUPPORTED"
    UNCHECKED = "UNCHECKED"
    BOUNDED = "BOUNDED"
    CONSISTENT = "CONSISTENT"
    PROVED = "PROVED"
    NOT_FORMALISED = "NOT FORMALISED"


QUIET: Final = frozenset(
    {Standing.UNCHECKED, Standing.BOUNDED, Standing.CONSISTENT, Standing.PROVED}
)
"""Those that say that nothing is wrong."""


def worst(standings: Iterable[Standing]) -> Standing:
    """The one that matters most; NOT FORMALISED where there is none."""
    order = list(Standing)
    return min(standings, key=order.index, default=Standing.NOT_FORMALISED)


@dataclass(frozen=True, slots=True)
class Basis:
    """What a sentence rests on: a property, functions that were run, or the record."""

    name: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class SentenceAudit:
    """A sentence, its statements, and all that it rests on, or the reason why that is nothing."""

    sentence: Sentence
    statements: tuple[Statement, ...]
    bases: tuple[Basis, ...] = ()
    reason: str | None = None

    @property
    def standing(self) -> Standing:
        return worst(each.standing for each in self.bases)


@dataclass(frozen=True, slots=True)
class ClauseAudit:
    """A clause by its key: the worst standing of its sentences that have one."""

    key: str
    sentences: tuple[SentenceAudit, ...]

    @property
    def formalised(self) -> tuple[SentenceAudit, ...]:
        """The sentences that something establishes or refutes."""
        return tuple(s for s in self.sentences if s.standing is not Standing.NOT_FORMALISED)

    @property
    def standing(self) -> Standing:
        return worst(each.standing for each in self.formalised)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one contract: the kinds of types that it takes, its properties, their
    results (None: they were not asked), what its functions settle, and the findings."""

    kinds: frozenset[Kind]
    properties: Sequence[Property]
    results: Sequence[Result] | None
    answers: Answers
    findings: Sequence[Finding]

    def sentence(self, sentence: Sentence, statements: tuple[Statement, ...]) -> SentenceAudit:
        """The audit of a sentence that says this: all of it must be known."""
        if not statements:
            return SentenceAudit(sentence, (), reason="no form reads it")
        known: dict[str, list[Standing]] = {}
        for part in (part for each in statements for part in self._parts(each)):
            found = list(self._known(part))
            if not found:
                return SentenceAudit(sentence, statements, reason=_reason(part))
            for basis in found:
                known.setdefault(basis.name, []).append(basis.standing)
        bases = tuple(Basis(name, worst(standings)) for name, standings in known.items())
        return SentenceAudit(sentence, statements, bases)

    def _parts(self, statement: Statement) -> list[Statement]:
        """A statement of several conditions, rules, or kinds that matter, as one of each."""
        match statement:
            case Demands(conditions=conditions) | Waives(conditions=conditions):
                return [replace(statement, conditions=(each,)) for each in conditions]
            case Keeps(rules=rules):
                return [replace(statement, rules=(each,)) for each in rules]
            case Computes(kinds=kinds):
                taken = [each for each in kinds if each in self.kinds]
                return [replace(statement, kinds=(each,)) for each in taken or kinds]
            case _:
                return [statement]

    def _known(self, part: Statement) -> Iterator[Basis]:
        """What a statement rests on."""
        if isinstance(part, _OF_THE_RECORD):
            wrong = self._contradicted(part)
            yield Basis("record", Standing.CONFLICT if wrong else Standing.CONSISTENT)
        if part in self.answers:
            what = "data types" if isinstance(part, DataTypes) else "selectors"
            right = self.answers[part]
            yield Basis(f"run on all {what}", Standing.PROVED if right else Standing.REFUTED)
        for name in properties_for(part):
            about = list(self._verdicts(name, part))
            if about:
                yield Basis(name, worst(about))

    def _verdicts(self, name: str, part: Statement) -> Iterator[Standing]:
        """Those of the cases of a property that are about a statement; one that cites no clause
        says more than the clauses do."""
        if self.results is None:
            citing = [p for p in self.properties if p.id == name and p.clauses]
            cases = (case for each in citing for case in each.cases)
            yield from (Standing.UNCHECKED for case in cases if _concerns(part, case))
        else:
            for each in self.results:
                if each.property == name and each.clauses and _concerns(part, each.case):
                    yield Standing(each.verdict.value)

    def _contradicted(self, part: Statement) -> bool:
        place = stated(part)
        return any(
            place in each.places and each.severity is Severity.CONFLICT for each in self.findings
        )


_OF_THE_RECORD: Final = (Engine, NoStandaloneOpcode, Covers)
"""Statements that no function of the ASL is about."""


def _concerns(part: Statement, case: Mapping[str, str]) -> bool:
    """Whether a case is about the kinds of types that a statement speaks of."""
    found = FORMATS.get(case.get("data_type", ""))
    return not isinstance(part, Computes) or found is None or found.kind in part.kinds


def _reason(part: Statement) -> str:
    match part:
        case ProfileOwned(topic=topic):
            return f"left to the numeric profile: {topic}"
        case Demands(conditions=(what,)) | Waives(conditions=(what,)) | Keeps(rules=(what,)):
            return f"no property states it yet: {what}"
        case Computes(value=value, kinds=kinds):
            spoken = " and ".join(map(kind_text, kinds))
            return f"no property states it yet: {value} of {spoken} types"
        case _:
            return f"no property states it yet: {type(part).__name__}"
