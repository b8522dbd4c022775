"""Verdicts kept between runs, keyed by everything they depend on.

The key is a digest of the text of all that the harness reaches, of the property and case, of the
solver, and of ptoprove itself; so a change anywhere asks again. Only verdicts that more time can't
change are kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from typing import Any

from parser.cache import Cache, code_digest, user_cache_directory
from parser.source import Span
from proofs.properties import Property
from proofs.verdicts import Counterexample, Result, TileView, Verdict

KEPT = frozenset({Verdict.PROVED, Verdict.BOUNDED, Verdict.REFUTED, Verdict.VACUOUS})
PACKAGES = ("parser", "semantics", "concrete", "proofs")


class VerdictCache:
    """The verdicts of one specification; `enabled` False keeps and finds nothing."""

    def __init__(self, spec_digest: str, enabled: bool = True) -> None:
        self.spec_digest = spec_digest
        self._cache = Cache(user_cache_directory() if enabled else None)

    def key(self, property: Property, case: Mapping[str, str]) -> str:
        """What the verdict on this case depends on, as a digest."""
        record: list[Any] = [property.id, property.contract, property.function, property.title]
        record += [property.coverage, property.bounds, property.assumes]
        record += [property.texts, property.clauses, dict(property.values)]
        record += [property.source, str(property.span), dict(case)]
        parts = [_code_digest(), self.spec_digest, json.dumps(record, sort_keys=True)]
        return "verdict-" + sha256("\0".join(parts).encode()).hexdigest()

    def get(self, property: Property, case: Mapping[str, str]) -> Result | None:
        """The verdict of an earlier run, if it was kept and is whole."""
        stored = self._cache.get(self.key(property, case))
        if stored is None:
            return None
        try:
            return result_of(json.loads(stored))
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, property: Property, result: Result) -> None:
        """Keep a verdict."""
        if result.verdict in KEPT:
            self._cache.put(self.key(property, result.case), result_text(result).encode())


class LemmaCache:
    """Which summaries hold of one specification."""

    def __init__(self, spec_digest: str, enabled: bool = True) -> None:
        self.spec_digest = spec_digest
        self._cache = Cache(user_cache_directory() if enabled else None)

    def _key(self, function: str) -> str:
        parts = [_code_digest(), self.spec_digest, function]
        return "lemma-" + sha256("\0".join(parts).encode()).hexdigest()

    def get(self, function: str) -> bool | None:
        """What an earlier run found; None where there was none."""
        stored = self._cache.get(self._key(function))
        return True if stored == b"holds" else None

    def put(self, function: str, holds: bool) -> None:
        """Keep an outcome. A failure is only one of the time allowed, and is asked again."""
        if holds:
            self._cache.put(self._key(function), b"holds")


@cache
def _code_digest() -> str:
    """A digest of ptoprove's own code and of the solver's version."""
    from importlib.metadata import PackageNotFoundError, version

    with suppress(PackageNotFoundError):
        return f"{code_digest(*PACKAGES).hex()} {version('z3-solver')}"
    return code_digest(*PACKAGES).hex()


def _span(data: Any) -> Span:
    return Span(**data)


def result_text(result: Result) -> str:
    """A result as JSON, of which `result_of` makes it again."""
    return json.dumps(asdict(result), sort_keys=True, default=str)


def result_of(data: dict[str, Any]) -> Result:
    """A result out of its JSON, as one from the cache; raises KeyError, TypeError or ValueError
    where it is none."""
    example = data["counterexample"]
    if example is not None:
        example = Counterexample(
            tuple((str(name), value) for name, value in example["draws"]),
            example["failure"],
            _span(example["span"]),
            tuple((name, _span(span)) for name, span in example["stack"]),
            tuple(_tile(tile) for tile in example["tiles"]),
            tuple((name, text) for name, text in example["values"]),
        )
    return Result(
        data["contract"],
        data["property"],
        tuple(data["clauses"]),
        dict(data["case"]),
        data["scope"],
        Verdict(data["verdict"]),
        float(data["seconds"]),
        data["solver"],
        example,
        data["reason"],
        cached=True,
        lemmas=tuple(data["lemmas"]),
        profile=data["profile"],
        assumptions=tuple(data["assumptions"]),
    )


def _tile(data: dict[str, Any]) -> TileView:
    words = tuple(tuple(row) for row in data.pop("words"))
    return TileView(**data, words=words)
