"""Verdicts kept between runs, keyed by everything they depend on.

The key is a digest of all that the harness reaches, of the property and case, of the solver, and
of ptoprove itself; a change of anything else asks nothing again. A proof holds wherever the texts
stand; what shows places is keyed by these too. Verdicts that more time may change are kept for runs
that allow the same time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from typing import Any, TypeAlias

from parser.cache import Cache, code_digest, user_cache_directory
from parser.loader import ParsedFile
from parser.source import Span
from proofs.backends.installed import installed
from proofs.backends.protocol import DIED
from proofs.effort import Effort
from proofs.properties import AnyShape, Property
from proofs.summaries import lemmas, summary_files
from proofs.verdicts import (
    HOLDS,
    Counterexample,
    Result,
    TileView,
    Verdict,
    cut_short,
    unconfirmed,
)
from semantics.program import Program
from semantics.reach import Digest, Reach
from semantics.specification import Specification

NO_RESULT = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading a result raises where the text is none of ours."""
PACKAGES = ("parser", "semantics", "concrete", "proofs")


def reach_of(
    spec: Specification, harnesses: Sequence[ParsedFile], program: Program | None = None
) -> Reach:
    """What harnesses reach in the program of a specification: a function that has a summary also
    all that the proof of it reaches."""
    summaries = summary_files()
    needs = {
        f"{lemma.function}()": (f"{lemma.summary}()", f"{lemma.invariant}()")
        for lemma in lemmas(summaries)
    }
    apart = [*harnesses, *summaries]
    return Reach(program or spec.program(apart), spec.files, apart, needs)


DigestOf: TypeAlias = Callable[[str], Digest]
"""The digest of all that a name reaches, as `Reach.digest`."""


class VerdictCache:
    """The verdicts of one specification; nothing is kept or found without digests. Those that are
    cross-checked are kept apart from the others; `timeout` is the time that runs allow."""

    def __init__(
        self, digest_of: DigestOf | None, cross_checked: bool = False, timeout: float = 0.0
    ) -> None:
        self._digest_of = digest_of
        self.cross_checked = cross_checked
        self.timeout = timeout
        self._cache = Cache(user_cache_directory())

    def get(self, property: Property, case: Mapping[str, str]) -> Result | None:
        """The verdict of an earlier run, if it was kept and is whole."""
        for key in self.keys(property, case):
            stored = self._cache.get(key)
            if stored is not None:
                with suppress(*NO_RESULT):
                    found = result_of(json.loads(stored))
                    if (found.contract, found.property) == (property.contract, property.id):
                        if dict(found.case) == dict(case):
                            return found
        return None

    def put(self, property: Property, result: Result) -> None:
        """Keep a verdict."""
        keys = self.keys(property, result.case)
        ours = result.verdict is Verdict.INTERNAL or DIED in (result.reason or "")
        if keys and not ours and not unconfirmed(result):
            key = keys[2 if cut_short(result) else 0 if result.verdict in HOLDS else 1]
            self._cache.put(key, result_text(result).encode())

    def keys(self, property: Property, case: Mapping[str, str]) -> tuple[str, ...]:
        """Digests of what the verdict on this case depends on: one that holds, any other, and one
        that time has cut short. There are none without digests of what is reached, or where there
        is no harness."""
        if self._digest_of is None or property.unsupported is not None:
            return ()
        record: list[Any] = [property.id, property.contract, property.function, property.title]
        record += [property.coverage, property.bounds, property.assumes]
        record += [property.texts, property.clauses, dict(property.values)]
        record += [property.source, property.path, str(property.span), dict(case)]
        shape = property.any_shape
        record.append(asdict(shape) if isinstance(shape, AnyShape) else shape)
        digests = [self._digest_of(f"{function}()") for function in property.functions]
        parts = [code_and_solver(), json.dumps(record, sort_keys=True)]
        parts += [digest.meaning.hex() for digest in digests]
        parts += ["cross-checked"] if self.cross_checked else []
        places = [digest.places.hex() for digest in digests]
        limits = [f"within {self.timeout} s", *other_solvers()]
        found = parts, [*parts, *places], [*parts, *places, *limits]
        return tuple(_key("verdict", each) for each in found)


class LemmaCache:
    """Which summaries hold of one specification; nothing is kept or found without digests."""

    def __init__(self, digest_of: DigestOf | None) -> None:
        self._digest_of = digest_of
        self._cache = Cache(user_cache_directory())

    def get(self, function: str) -> bool | None:
        """What an earlier run found; None where there was none."""
        stored = [self._cache.get(key) for key in self._keys(function)]
        return True if stored == [b"holds"] else None

    def put(self, function: str, holds: bool) -> None:
        """Keep an outcome. A failure is only one of the time allowed, and is asked again."""
        if holds:
            for key in self._keys(function):
                self._cache.put(key, b"holds")

    def _keys(self, function: str) -> list[str]:
        if self._digest_of is None:
            return []
        meaning = self._digest_of(f"{function}()").meaning.hex()
        return [_key("lemma", [code_and_solver(), meaning, function])]


def _key(kind: str, parts: Sequence[str]) -> str:
    return f"{kind}-{sha256(chr(0).join(parts).encode()).hexdigest()}"


@cache
def code_and_solver() -> str:
    """A digest of ptoprove's own code and of the solver's version."""
    with suppress(PackageNotFoundError):
        return f"{code_digest(*PACKAGES).hex()} {version('z3-solver')}"
    return code_digest(*PACKAGES).hex()


@cache
def other_solvers() -> tuple[str, ...]:
    """Names and versions of the solvers that may decide what the first one does not."""
    return tuple(f"{each.name} {version(each.name)}" for each in installed()[1:])


def _span(data: Any) -> Span:
    return Span(**data)


def result_text(result: Result) -> str:
    """A result as JSON, of which `result_of` makes it again, but for its effort."""
    members = asdict(replace(result, effort=Effort()))
    del members["effort"]
    return json.dumps(members, sort_keys=True, default=str)


def result_of(data: dict[str, Any]) -> Result:
    """A result out of its JSON, as one from the cache; raises one of NO_RESULT where it is none."""
    lists = [data[name] for name in ("clauses", "lemmas", "assumptions")]
    names = ("contract", "property", "scope", "solver", "profile", "cross_checked")
    texts = [data[name] for name in names] + [data["reason"] or ""]
    texts += chain(*lists, data["case"].keys(), data["case"].values())
    if not all(isinstance(each, str) for each in texts) or not all(
        isinstance(each, list) for each in lists
    ):
        raise TypeError("a result has other members")
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
        cross_checked=data["cross_checked"],
    )


def _tile(data: dict[str, Any]) -> TileView:
    words = tuple(tuple(row) for row in data.pop("words"))
    return TileView(**data, words=words)
