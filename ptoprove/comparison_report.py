"""The JSON report of `diff`, schema `ptoprove.diff.v1` (docs/json.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from proofs.equivalence.answers import Behaviour, Comparison, Difference, Relation
from ptoprove import __version__
from ptoprove.comparing import Chosen
from ptoprove.report import plain, span_values, stack_values, tile_values

SCHEMA = "ptoprove.diff.v1"


def document(chosen: Chosen, comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """The report of some comparisons as JSON values."""
    counts = Counter(each.relation for each in comparisons)
    return {
        "schema": SCHEMA,
        "version": __version__,
        "a": {"name": chosen.a.name, "digest": chosen.a.digest},
        "b": {"name": chosen.b.name, "digest": chosen.b.digest},
        "only_a": list(chosen.only_a),
        "only_b": list(chosen.only_b),
        "contracts": [_comparison(each) for each in comparisons],
        "summary": {relation.value.lower(): counts[relation] for relation in Relation},
    }


def _comparison(found: Comparison) -> dict[str, Any]:
    return {
        "contract": found.contract,
        "relation": found.relation.value,
        "scope": found.scope,
        "seconds": round(found.seconds, 6),
        "cases": list(found.cases),
        "types_only_a": list(found.types[0]),
        "types_only_b": list(found.types[1]),
        "differences": [_difference(each) for each in found.differences],
        "reason": found.reason,
        "lemmas": list(found.lemmas),
        "assumptions": list(found.assumptions),
    }


def _difference(found: Difference) -> dict[str, Any]:
    return {
        "kind": found.kind.value,
        "case": found.case,
        "elsewhere": list(found.elsewhere),
        "draws": [{"name": name, "value": plain(value)} for name, value in found.draws],
        "sources": [tile_values(tile) for tile in found.sources],
        "scalars": _named(dict(found.scalars)),
        "a": _behaviour(found.a),
        "b": _behaviour(found.b),
    }


def _behaviour(found: Behaviour) -> dict[str, Any]:
    failure = found.failure
    return {
        "end": found.end.value,
        "destinations": [tile_values(tile) for tile in found.tiles],
        "values": _named(dict(found.values)),
        "failure": None
        if failure is None
        else {
            "code": failure.code,
            "span": span_values(failure.span),
            "stack": stack_values(failure.stack),
        },
    }


def _named(values: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in values.items()]
