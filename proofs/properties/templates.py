"""The shipped harnesses: ASL texts that are completed from the metadata of a contract.

A template holds blocks, each a PTO-PROPERTY record with its functions; what stands above the
first is shared by all. `$NAME` stands for a fact of the contract. A block whose record `applies`
to traits that the contract lacks is left out. The clauses that a record cites come from
`establish`, unless it says itself which.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import Any, Final

from parser.asl import parse
from parser.loader import ParsedFile
from parser.source import Source
from parser.syntax import Unit
from proofs.properties.direct import direct_facts
from proofs.properties.establish import clauses_for
from proofs.properties.facts import FOLDER, facts_of, own_values
from semantics.specification import Contract, Specification

FAMILIES: Final = FOLDER / "families"
DIRECT: Final = FOLDER / "direct"
BUNDLES: Final = FOLDER / "bundles"
UNSUPPORTED: Final = FOLDER / "unsupported.asl"
MISSING: Final = frozenset({"no operands", "no bundle", "no idle"})
"""The traits of contracts of which something cannot be asked."""
SUPPORT: Final = (
    FOLDER / "support.asl",
    DIRECT / "support.asl",
    DIRECT / "meanings.asl",
    DIRECT / "values_support.asl",
    DIRECT / "moves_support.asl",
    DIRECT / "memory_support.asl",
)
"""What the harnesses of all contracts share."""
RECORD: Final = re.compile(r"^// PTO-PROPERTY: (.*)$", re.MULTILINE)


@lru_cache(maxsize=256)
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def harness_file(spec: Specification, contract: Contract) -> ParsedFile | None:
    """The shipped harnesses of a contract as one file; None where there are none.

    The families are about bundles made by calls of the model's functions. They apply to tile
    operations whose types and selector the record states in a form that is read; `values_NAME.asl`
    holds what is true of the results of one operation alone. The direct properties apply wherever
    legal operands are found, and those of command words in place of the families where the
    specification encodes its commands. Where operands or bundles should be found and are not, a
    record says so.
    """
    texts: list[str] = []
    known, direct = facts_of(contract), direct_facts(spec, contract)
    encoded = direct is not None and "bundled" in direct[0]
    if known is not None:
        templates = _in(FAMILIES, "support.asl")
        own = own_values(contract)
        templates += [own] if own else []
        traits = known[0] if encoded else known[0] | {"calls"}
        legal = {} if direct is None else direct[1]
        facts = {**known[1], "legal_integers": legal.get("legal_integers", known[1]["integers"])}
        texts += [_completed(_text(path), contract, traits, facts) for path in templates]
    if direct is not None and "direct" in direct[0]:
        templates = [path for path in _in(DIRECT, "operands.asl") if path not in SUPPORT]
        templates += _in(BUNDLES, "words.asl") if encoded else []
        texts += [_completed(_text(path), contract, *direct) for path in templates]
    if direct is not None and direct[0] & MISSING:
        facts = dict.fromkeys(("no_operands", "no_bundle", "no_idle"), "")
        texts.append(_completed(_text(UNSUPPORTED), contract, direct[0], {**facts, **direct[1]}))
    return _parsed(f"<properties of {contract.name}>", "\n".join(texts)) if texts else None


def _in(folder: Path, first: str) -> list[Path]:
    """The templates of a folder; what the properties share comes first, for a reader."""
    return sorted(folder.glob("*.asl"), key=lambda path: (path.name != first, path))


def _parsed(path: str, text: str) -> ParsedFile:
    # Named each time: the contract of another specification has harnesses of the same name.
    source = Source.generated(path, text)
    return ParsedFile(source, _tree(path, text))


@lru_cache(maxsize=1024)
def _tree(path: str, text: str) -> Unit:
    return parse(Source(path, text))


def _completed(
    template: str, contract: Contract, traits: frozenset[str], facts: Mapping[str, str]
) -> str:
    starts = [match.start() for match in RECORD.finditer(template)] + [len(template)]
    kept = [template[: starts[0]]]
    for start, end in pairwise(starts):
        block = Template(template[start:end]).substitute(facts)
        match = RECORD.match(block)
        assert match is not None
        record: dict[str, Any] = json.loads(match[1])
        if traits.issuperset(record.pop("applies", ())):
            record.setdefault("clauses", clauses_for(contract, record["id"]))
            line = f"// PTO-PROPERTY: {json.dumps(record, separators=(',', ':'))}"
            kept.append(line + block[match.end() :])
    if len(starts) > 1 and len(kept) == 1:
        return ""
    return Template(kept[0]).substitute(facts) + "".join(kept[1:])
