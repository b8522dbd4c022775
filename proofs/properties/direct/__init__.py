"""Properties of operations without a bundle: the contract's own legality, then its execution.

`operation` reads what an operation takes from the record and the declarations, `forms` says what
tiles may look like, `search` finds forms that are legal, and `facts` completes the templates.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from concrete.machine import Machine
from parser.cache import Cache, code_digest, user_cache_directory
from proofs.properties.bundles.commands import start_command
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

Known = tuple[frozenset[str], Mapping[str, str]]
"""Traits, and what `$NAME` stands for."""


def direct_facts(spec: Specification, contract: Contract) -> Known | None:
    """The traits and facts of an operation; None where it is none, or no legal operands are found.

    What the search finds is kept between runs.
    """
    if contract.record.get("surface", "tile") != "tile":
        return None
    cache = Cache(user_cache_directory())
    record = json.dumps([dict(contract.record), dict(contract.clauses)], sort_keys=True)
    parts = [code_digest(*PACKAGES).hex(), spec.digest, contract.name, record]
    key = "operands-" + sha256("\0".join(parts).encode()).hexdigest()
    stored = cache.get(key)
    if stored is None:
        found = _searched(spec, contract)
        document = found and [sorted(found[0]), dict(found[1])]
        cache.put(key, json.dumps(document, sort_keys=True).encode())
        return found
    document = json.loads(stored)
    return document and (frozenset(document[0]), document[1])


def _searched(spec: Specification, contract: Contract) -> Known | None:
    machine = _machine(spec)
    operation = operation_of(contract, machine.program)
    if operation is None:
        return None
    search = Search(machine, operation, start_command(spec, contract))
    configurations = search.found()
    if not configurations:
        return None
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
            return traits | found.traits(), texts | found.facts_of()
    return traits, texts


@lru_cache(maxsize=1)
def _machine(spec: Specification) -> Machine:
    """Runs what the specification says of itself."""
    cache = Cache(user_cache_directory())
    return Machine(spec.program(), output=lambda _: None, cache=cache)
