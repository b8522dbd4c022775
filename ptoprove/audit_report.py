"""The JSON report of `audit`, schema `ptoprove.audit.v1` (docs/json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs.audit import Audit, Coverage
from proofs.audit.findings import Finding, Place, Severity
from proofs.audit.standing import ClauseAudit, SentenceAudit
from ptoprove import __version__
from ptoprove.report import span_values
from semantics.specification import Specification

SCHEMA = "ptoprove.audit.v1"


def document(spec: Specification, audits: Sequence[Audit]) -> dict[str, Any]:
    """The report of some audits as JSON values."""
    found = [finding.severity for audit in audits for finding in audit.findings]
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": {"name": spec.name, "digest": spec.digest},
        "contracts": [_audit(each) for each in audits],
        "summary": {
            **_coverage(audits),
            "conflicts": found.count(Severity.CONFLICT),
            "notes": found.count(Severity.NOTE),
        },
    }


def _coverage(audits: Sequence[Audit]) -> dict[str, int]:
    coverage = Coverage.of(audits)
    return {
        "sentences": coverage.sentences,
        "read": coverage.read,
        "formalised": coverage.formalised,
    }


def _audit(audit: Audit) -> dict[str, Any]:
    return {
        "contract": audit.contract.name,
        "coverage": _coverage([audit]),
        "clauses": [_clause(each) for each in audit.clauses],
        "findings": [_finding(each) for each in audit.findings],
    }


def _clause(clause: ClauseAudit) -> dict[str, Any]:
    return {
        "clause": clause.key,
        "verdict": clause.standing.value,
        "sentences": [_sentence(each) for each in clause.sentences],
    }


def _sentence(audit: SentenceAudit) -> dict[str, Any]:
    return {
        "text": audit.sentence.text,
        "statements": [type(each).__name__ for each in audit.statements],
        "verdict": audit.standing.value,
        "bases": [{"name": each.name, "verdict": each.standing.value} for each in audit.bases],
        "reason": audit.reason,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "places": [_place(each) for each in finding.places],
        "advice": finding.advice,
    }


def _place(place: Place) -> dict[str, Any]:
    return {
        "name": place.name,
        "span": None if place.span is None else span_values(place.span),
        "text": place.text or None,
    }
