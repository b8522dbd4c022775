"""Which contracts differ between two versions of a specification, and in what.

A contract differs where its record or clauses do, or anything that its own file or its properties
reach: then what was found of it may no longer be so. Comments and layout make no difference, nor
does the file a declaration stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parser.loader import ParsedFile
from proofs.cache import reach_of
from proofs.properties import harness_files, properties_of
from semantics.declarations import shown_name
from semantics.reach import names_of
from semantics.specification import Specification


@dataclass(frozen=True, slots=True)
class Change:
    """How a contract differs: in its record or clauses, which one that is new does, and in which
    declarations; names of functions end in `()`."""

    contract: str
    record: bool
    declarations: tuple[str, ...]


def changes(old: Specification, new: Specification, contracts: Sequence[str]) -> list[Change]:
    """Those of the named contracts that differ, in that order; the properties are those of `new`.
    Raises PtoError for what is wrong with a specification."""
    known = [name for name in contracts if name in new.contracts]
    harnesses = harness_files(new, known) if known else ()
    made_of_records = {n for file in harnesses for each in file.outline for n in names_of(each)}
    before, after = _Version(old, harnesses), _Version(new, harnesses)
    found = []
    for name in contracts:
        record = before.record(name) != after.record(name)
        roots = before.roots(name) | after.roots(name)
        differing = {each for each in roots if before.meaning(each) != after.meaning(each)}
        if record or differing:
            reached = before.reach.names(differing) | after.reach.names(differing)
            reached -= made_of_records
            names = {_shown(each) for each in reached if before.own(each) != after.own(each)}
            found.append(Change(name, record, tuple(sorted(names))))
    return found


class _Version:
    """One of two versions of a specification."""

    def __init__(self, spec: Specification, harnesses: Sequence[ParsedFile]) -> None:
        self._contracts = spec.contracts
        self.reach = reach_of(spec, harnesses)
        self._in_file = {
            file.source.path: {name for each in file.outline for name in names_of(each)}
            for file in spec.files
        }
        self._properties: dict[str, set[str]] = {}
        for file in harnesses:
            for p in properties_of(file):
                names = {f"{function}()" for function in p.functions}
                self._properties.setdefault(p.contract, set()).update(names)

    def record(self, name: str) -> object:
        """What is said of a contract besides ASL; None where there is none of that name."""
        contract = self._contracts.get(name)
        return contract and (contract.record, contract.clauses, contract.reasons)

    def roots(self, name: str) -> set[str]:
        """The names that the file of a contract declares, and those of the properties."""
        contract = self._contracts.get(name)
        own = set() if contract is None else self._in_file[contract.span.path]
        return own | self._properties.get(name, set())

    def meaning(self, name: str) -> bytes:
        """The digest of all that a name reaches."""
        return self.reach.digest(name).meaning

    def own(self, name: str) -> bytes:
        """The digest of what is declared under a name."""
        return self.reach.own(name).meaning


def _shown(name: str) -> str:
    return f"{shown_name(name[:-2])}()" if name.endswith("()") else name
