"""The report of `check` as SARIF 2.1.0, which code scanning and editors read (docs/ci.md).

What holds is no result: consumers take each result for something to look at. It is counted in
the properties of the run.
"""

from __future__ import annotations

from typing import Any, Final

from parser.source import NOWHERE
from proofs.properties import Property
from proofs.verdicts import HOLDS, Counterexample, Result, Summary, Verdict
from ptoprove import __version__
from ptoprove.findings import Found
from ptoprove.sarif_texts import Artifacts, formatted, message

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT: Final = "counterexample/v1"

# SARIF wants the level `none` of every kind but `fail`.
KINDS: Final = {
    Verdict.REFUTED: ("fail", "error"),
    Verdict.VACUOUS: ("fail", "warning"),
    Verdict.UNKNOWN: ("open", "none"),
    Verdict.UNSUPPORTED: ("open", "none"),
    Verdict.INTERNAL: ("open", "none"),
}


def document(found: Found) -> dict[str, Any]:
    """The report of a check as JSON values; nothing in it depends on time."""
    artifacts = Artifacts(found.root)
    numbers = {key: number for number, key in enumerate(found.properties)}
    shown = [each for each in found.results if each.verdict not in HOLDS]
    results = [
        _result(found, each, numbers[each.contract, each.property], artifacts) for each in shown
    ]
    counts = Summary.of(found.results).counts
    run = {
        "tool": {
            "driver": {
                "name": "ptoprove",
                "version": __version__,
                "rules": [_rule(found, each) for each in found.properties.values()],
            }
        },
        "invocations": [_invocation(found)],
        "originalUriBaseIds": artifacts.base,
        "artifacts": artifacts.values,
        "results": results,
        "columnKind": "unicodeCodePoints",
        "defaultEncoding": "utf-8",
        "properties": {
            "spec": {"name": found.spec.name, "digest": found.spec.digest},
            "verdicts": {verdict.value.lower(): counts[verdict] for verdict in Verdict},
            "undecided": len(found.undecided),
        },
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(found: Found, property: Property) -> dict[str, Any]:
    clauses = found.clause_texts(property.contract)
    said = [f"{key}: {clauses[key]}" if key in clauses else key for key in property.clauses]
    return {
        "id": _rule_id(property.contract, property.id),
        "shortDescription": message(property.title),
        "fullDescription": message(f"{property.contract}: {property.title}"),
        "help": message("\n\n".join([property.title, *said])),
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": [property.contract], "clauses": list(property.clauses)},
    }


def _rule_id(contract: str, property_id: str) -> str:
    return f"{contract}/{property_id}"


def _result(found: Found, result: Result, rule: int, artifacts: Artifacts) -> dict[str, Any]:
    kind, level = KINDS[result.verdict]
    place = found.place(result)
    related = [(key, span) for key, span in found.clause_places(result) if span != place]
    if result.counterexample is not None and result.counterexample.span not in (place, NOWHERE):
        failure = f"{result.counterexample.failure} fails here"
        related.insert(0, (failure, result.counterexample.span))
    values: dict[str, Any] = {
        "ruleId": _rule_id(result.contract, result.property),
        "ruleIndex": rule,
        "kind": kind,
        "level": level,
        "message": formatted(found.headline(result), found.text(result)),
        "locations": [artifacts.location(place)],
        "relatedLocations": [artifacts.location(span, said) for said, span in related],
        "properties": {
            "verdict": result.verdict.value,
            "case": dict(result.case),
            "profile": result.profile,
            "scope": result.scope,
        },
    }
    if result.counterexample is not None:
        values["partialFingerprints"] = {FINGERPRINT: result.counterexample_id}
        if result.counterexample.stack:
            values["codeFlows"] = [_calls(result.counterexample, artifacts)]
    return values


def _calls(found: Counterexample, artifacts: Artifacts) -> dict[str, Any]:
    """The calls that led to a failure, outermost first, and the failure last."""
    frames = list(enumerate(reversed(found.stack)))
    locations = []
    for level, (function, span) in frames:
        failure = f"{found.failure} in " if level == len(frames) - 1 else ""
        location = artifacts.location(span, f"{failure}{function or '(top)'}")
        locations.append({"location": location, "nestingLevel": level})
    return {"threadFlows": [{"locations": locations}]}


def _invocation(found: Found) -> dict[str, Any]:
    notes = [
        {"level": "error", "message": message(found.headline(each))}
        for each in found.results
        if each.verdict is Verdict.INTERNAL
    ]
    if found.interruption is not None:
        notes.append({"level": "warning", "message": message(found.interruption)})
    return {
        "executionSuccessful": not notes,
        "exitCode": found.exit_code,
        "toolExecutionNotifications": notes,
    }
