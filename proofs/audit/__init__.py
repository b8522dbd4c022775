"""Audits the record of a contract: each clause's verdict, and the places that do not agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from proofs.audit.examples import example_findings
from proofs.audit.findings import Finding, Severity
from proofs.audit.model import Model, model_answers
from proofs.audit.prose import prose_findings
from proofs.audit.record import record_findings
from proofs.audit.siblings import TILE_LIBRARY, profile_findings, sibling_findings
from proofs.audit.standing import ClauseAudit, Evidence, SentenceAudit, Standing
from proofs.properties import Property, load_properties
from proofs.properties.establish import properties_for
from proofs.verdicts import FAILS, Result
from semantics.clause_forms import data_types, readings, statements
from semantics.formats import FORMATS, Kind
from semantics.specification import Contract, Specification


@dataclass(frozen=True, slots=True)
class Audit:
    """What is found of one contract."""

    contract: Contract
    clauses: tuple[ClauseAudit, ...]
    findings: tuple[Finding, ...]

    @property
    def sentences(self) -> tuple[SentenceAudit, ...]:
        """The sentences of all clauses, in order."""
        return tuple(sentence for clause in self.clauses for sentence in clause.sentences)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of how many sentences a form reads how many, and how many have a verdict."""

    sentences: int
    read: int
    formalised: int

    @classmethod
    def of(cls, audits: Iterable[Audit]) -> Coverage:
        found = [sentence for audit in audits for sentence in audit.sentences]
        formalised = sum(each.standing is not Standing.NOT_FORMALISED for each in found)
        return cls(len(found), sum(bool(each.statements) for each in found), formalised)


def cited(spec: Specification, contracts: Sequence[str]) -> list[str]:
    """The properties that clauses of the named contracts (of all, without names) rest on."""
    named = [spec.contract(name) for name in contracts] or list(spec.contracts.values())
    wanted = {id for each in named for said in statements(each) for id in properties_for(said)}
    return sorted(wanted & {each.id for each in load_properties(spec, [c.name for c in named])})


def audit(
    spec: Specification, contracts: Sequence[str], results: Iterable[Result] | None
) -> Iterator[Audit]:
    """The audits of the named contracts (of all, without names), in order.

    `results` are those of their properties; without any (None) nothing but records, siblings and
    functions over small domains is compared. Raises PtoError (CONTRACT-UNKNOWN).
    """
    chosen = [spec.contract(name).name for name in contracts]
    names = list(dict.fromkeys(chosen)) or sorted(spec.contracts)
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results or ():
        found[result.contract].append(result)
    properties: dict[str, list[Property]] = defaultdict(list)
    for each in load_properties(spec, names):
        properties[each.contract].append(each)
    model = Model(spec)
    for name in names:
        contract = spec.contract(name)
        answers, findings = model_answers(contract, model)
        for check in (record_findings, prose_findings, example_findings, sibling_findings):
            findings += check(contract)
        findings += profile_findings(contract, found[name])
        own = [each for each in found[name] if each.profile != TILE_LIBRARY]
        asked = None if results is None else own
        evidence = Evidence(_kinds(contract), properties[name], asked, answers, findings)
        sentences = [evidence.sentence(*reading) for reading in readings(contract)]
        clauses = [
            ClauseAudit(key, tuple(some))
            for key, some in groupby(sentences, lambda each: each.sentence.clause)
        ]
        yield Audit(contract, tuple(clauses), tuple(_sorted(findings)))


def _kinds(contract: Contract) -> frozenset[Kind]:
    """The kinds of types that a contract takes; all, where it lists none."""
    listed = data_types(contract)
    return frozenset(Kind if listed is None else (FORMATS[name].kind for name in listed.values))


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    """Conflicts before notes."""
    return sorted(findings, key=lambda each: list(Severity).index(each.severity))


def exit_code(audits: Sequence[Audit]) -> int:
    """0; 1 where there is a conflict, or something is REFUTED or VACUOUS; else 3 where something
    is UNKNOWN, UNSUPPORTED or INTERNAL."""
    standings = {sentence.standing for each in audits for sentence in each.sentences}
    conflicts = any(f.severity is Severity.CONFLICT for each in audits for f in each.findings)
    if conflicts or standings & {Standing.CONFLICT, *(Standing(each.value) for each in FAILS)}:
        return 1
    open_ones = {Standing.UNKNOWN, Standing.UNSUPPORTED, Standing.INTERNAL}
    return 3 if standings & open_ones else 0
