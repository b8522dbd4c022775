"""What the shipped harnesses say of a specification, and changes that they must refute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parser.asl import parse
from parser.loader import ParsedFile
from parser.source import Source
from proofs.properties import harness_files, load_properties
from proofs.prove import Prover, Settings
from proofs.verdicts import Result, Verdict
from semantics.specification import Specification


@dataclass(frozen=True)
class Twin:
    """A text of an operation, and what shall stand there, so that the property must refute it."""

    contract: str
    property: str
    old: str
    new: str


def results(spec: Specification, contract: str, *ids: str) -> Iterator[Result]:
    """The results of these properties of a contract, case by case."""
    prover = Prover(spec, Settings(timeout=30), harness_files(spec, [contract]))
    for p in load_properties(spec, [contract]):
        if p.id in ids:
            for case in p.cases:
                yield prover.decide(p, case)


def is_refuted(spec: Specification, contract: str, id: str) -> bool:
    """Whether one of the cases is; those after it are not decided."""
    return any(each.verdict is Verdict.REFUTED for each in results(spec, contract, id))


def verdicts(spec: Specification, contract: str, *ids: str) -> dict[str, set[Verdict]]:
    """By property, the verdicts of all its cases."""
    found: dict[str, set[Verdict]] = {}
    for result in results(spec, contract, *ids):
        found.setdefault(result.property, set()).add(result.verdict)
    return found


def made(name: str, text: str) -> ParsedFile:
    """A text of a test, in no file."""
    source = Source.generated(f"<{name}>", text)
    return ParsedFile(source, parse(source))
