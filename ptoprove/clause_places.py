"""Where the clauses of a contract stand in its file."""

from __future__ import annotations

import json

from parser.source import Source, Span
from semantics.specification import Contract, Specification


class ClausePlaces:
    """The places of the clauses of a specification."""

    def __init__(self, spec: Specification) -> None:
        self._contracts = spec.contracts
        self._sources = {file.source.path: file.source for file in spec.files}

    def contract(self, name: str) -> Span | None:
        """The record of a contract; None where there is no such contract."""
        contract = self._contracts.get(name)
        return None if contract is None else contract.span

    def clause(self, name: str, key: str) -> Span | None:
        """A clause of a contract: its region, or its text in the record, else the record; None
        where there is no such clause."""
        contract = self._contracts.get(name)
        if contract is None or key not in contract.clauses:
            return None
        regions = (each.span for each in contract.normative if each.id == key)
        return next(regions, None) or self._in_record(contract, key)

    def _in_record(self, contract: Contract, key: str) -> Span:
        source = self._sources.get(contract.span.path)
        found = source and _only(source, contract.span, contract.clauses[key])
        return found or contract.span


def _only(source: Source, within: Span, text: str) -> Span | None:
    """Where a text of JSON stands within a span, if it is in one place and on one line."""
    found = []
    for number in range(within.line, within.end_line + 1):
        line = source.line(number)
        for quoted in {json.dumps(text), json.dumps(text, ensure_ascii=False)}:
            first = within.column - 1 if number == within.line else 0
            while (first := line.find(quoted, first)) >= 0:
                last = first + len(quoted)
                found.append(Span(source.path, number, first + 1, number, last + 1))
                first = last
    return found[0] if len(found) == 1 else None
