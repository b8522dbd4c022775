"""Properties of operations without a bundle: the contract's own legality, then its execution.

`operation` reads what an operation takes from the record and the declarations, `forms` says what
tiles may look like, `search` finds forms that are legal, and `facts` completes the templates.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any

from concrete.limits import Stopped, processor_time
from concrete.machine import Machine
from concrete.pool import FORKS, InTurn, Lost, Reply, Work, run
from parser.cache import Cache, code_digest, user_cache_directory
from proofs.properties.bundles.commands import commands, start_command
from proofs.properties.bundles.facts import BundleFacts
from proofs.properties.bundles.search import BundleSearch
from proofs.properties.direct.elementwise_facts import Elementwise
from proofs.properties.direct.facts import Facts
from proofs.properties.direct.irregular_facts import irregular_facts, irregular_traits
from proofs.properties.direct.operation import operation_of
from proofs.properties.direct.search import Search
from proofs.properties.direct.siblings import Siblings
from semantics.specification import Contract, Specification

PACKAGES = ("parser", "semantics", "concrete", "proofs")

SEARCH_SECONDS = 600.0
"""Processor time for one contract: its own functions are run, whatever they do."""

Known = tuple[frozenset[str], Mapping[str, str]]
"""Traits, and what `$NAME` stands for."""


def direct_facts(spec: Specification, contract: Contract) -> Known | None:
    """The traits and facts of an operation; None where it is none.

    What was searched and not found has a trait too, `no operands` or `no bundle`, and a fact that
    says why. What the search finds is kept between runs.
    """
    if contract.record.get("surface", "tile") != "tile":
        return None
    key = _key(spec, contract)
    if not _is_kept(key):
        try:
            with processor_time(SEARCH_SECONDS, Stopped):
                found = _searched(spec, contract)
        except Stopped as stopped:
            _machine.cache_clear()  # it may have been at work on what others would use
            _kept[key] = _without_operands(spec, contract, f"the search was {stopped}")
        else:
            _keep(key, found)
    return _kept[key]


def search_together(spec: Specification, contracts: Sequence[Contract], jobs: int) -> None:
    """Let so many processes search what `direct_facts` will be asked of contracts."""
    new = [each for each in contracts if not _is_kept(_key(spec, each))]
    if min(jobs, len(new)) < 2 or not FORKS:
        return
    _machine(spec)
    for number, found in run(InTurn(len(new)), partial(_begin, spec, new), _lost, jobs=jobs):
        if not isinstance(found, Lost):
            _keep(_key(spec, new[number]), found)


def _begin(spec: Specification, contracts: Sequence[Contract]) -> Work[Known | Lost | None]:
    return lambda number: Reply(direct_facts(spec, contracts[number]))


def _lost(_: int, loss: Lost) -> Lost:
    return loss  # whoever needs the facts searches them


_kept: dict[str, Known | None] = {}


def _key(spec: Specification, contract: Contract) -> str:
    record = json.dumps([dict(contract.record), dict(contract.clauses)], sort_keys=True)
    parts = [code_digest(*PACKAGES).hex(), spec.digest, contract.name, record]
    return "operands-" + sha256("\0".join(parts).encode()).hexdigest()


def _is_kept(key: str) -> bool:
    """Whether it is known what a search finds; then it is among those kept."""
    if key not in _kept:
        stored = Cache(user_cache_directory()).get(key)
        if stored is not None:
            with suppress(ValueError, TypeError, RecursionError):  # it is none of ours
                _kept[key] = _read(json.loads(stored))
    return key in _kept


def _read(document: Any) -> Known | None:
    """What was kept; raises ValueError or TypeError where it is something else."""
    if document is None:
        return None
    traits, texts = document
    if not isinstance(texts, dict):
        raise TypeError("no facts")
    if not all(isinstance(each, str) for each in (*traits, *texts, *texts.values())):
        raise TypeError("facts are texts")
    return frozenset(traits), texts


def _keep(key: str, found: Known | None) -> None:
    _kept[key] = found
    document = found and [sorted(found[0]), dict(found[1])]
    Cache(user_cache_directory()).put(key, json.dumps(document, sort_keys=True).encode())


def _searched(spec: Specification, contract: Contract) -> Known | None:
    machine = _machine(spec)
    operation = operation_of(contract, machine.program)
    if operation is None:
        return _without_operands(spec, contract, "the specification has no functions for it")
    search = Search(machine, operation, start_command(spec, contract))
    configurations = search.found()
    if not configurations:
        why = f"none of the operands tried is legal, in {search.runs} runs of {operation.legal}"
        return _without_operands(spec, contract, why)
    facts = Facts(search, configurations)
    traits, texts = facts.traits(), facts.facts()
    given = [facts.given(each) for each in operation.others]
    traits |= irregular_traits(operation, configurations)
    texts |= irregular_facts(operation, configurations, given)
    elementwise = Elementwise(facts)
    siblings = Siblings(spec, elementwise)
    traits |= elementwise.traits() | siblings.traits()
    texts |= elementwise.facts() | siblings.facts()
    bundles = BundleSearch(spec, search)
    if bundles.possible:
        found = BundleFacts(spec, facts, bundles)
        if found.bundles:
            variants = found.variants()
            traits |= found.traits() | variants.traits()
            return traits, texts | found.facts_of() | variants.facts_of()
    if _encodes(spec) and _is_expected(contract):
        return traits | {"no bundle"}, texts | {"no_bundle": quoted(bundles.why_none())}
    return traits, texts


def _without_operands(spec: Specification, contract: Contract, why: str) -> Known | None:
    """What says so of the properties of the operation alone, and of those of bundles, if there
    should be any."""
    if not _is_expected(contract):
        return None
    texts = {"X": contract.name, "no_operands": quoted(why)}
    if not _encodes(spec):
        return frozenset({"no operands"}), texts
    texts["no_bundle"] = quoted(f"there are no legal operands to put into bundles: {why}")
    return frozenset({"no operands", "no bundle"}), texts


def _is_expected(contract: Contract) -> bool:
    """Whether a contract is that of a tile operation in full, with a catalog record."""
    return contract.record.get("surface") == "tile" and bool(contract.catalog)


def _encodes(spec: Specification) -> bool:
    return bool(commands(spec, "B.IOT") and commands(spec, "B.DIM"))


def quoted(text: str) -> str:
    """A text as part of one in JSON."""
    return json.dumps(text)[1:-1]


@lru_cache(maxsize=1)
def _machine(spec: Specification) -> Machine:
    """Runs what the specification says of itself."""
    cache = Cache(user_cache_directory())
    return Machine(spec.program(), output=lambda _: None, cache=cache)
