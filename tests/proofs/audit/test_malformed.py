"""Records with values of wrong types: what can't be compared is left out, and nothing fails."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

from parser.metadata import Metadata
from parser.source import NOWHERE
from proofs.audit.examples import example_findings
from proofs.audit.prose import prose_findings
from proofs.audit.record import record_findings
from semantics.specification import contract_of
from tests.proofs.audit.contracts import TEXT

Path = tuple[str | int, ...]
WRONG: tuple[Any, ...] = (None, 3, "text", [], {}, [None], [[]], {"field": 1})


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """All places within a JSON value, but the whole."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, each in items:
        yield (*path, key)
        yield from paths(each, (*path, key))


def replaced(record: Any, path: Path, value: Any) -> Any:
    changed = copy.deepcopy(record)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def test_any_value_may_be_wrong() -> None:
    found = re.search("PTO-INSTRUCTION: (.*)", TEXT)
    assert found is not None
    record = json.loads(found[1])
    places = list(paths(record))
    assert len(places) > 80
    findings = 0
    for path in places:
        for value in WRONG:
            contract = contract_of(replaced(record, path, value), NOWHERE, Metadata())
            for check in (record_findings, prose_findings, example_findings):
                findings += len(list(check(contract)))
    assert findings > len(places)
