"""One of two versions: a specification, and what is known of its operations."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from concrete.machine import Machine
from parser.loader import parse_files
from proofs.cache import LemmaCache, reach_of
from proofs.counterexample import silent
from proofs.properties.bundles.commands import start_command
from proofs.properties.direct.operation import Operation, operation_of
from proofs.properties.direct.search import Search
from proofs.properties.templates import SUPPORT
from proofs.summaries import Summaries, summary_files
from semantics.specification import Specification

READING: Final = Path(__file__).parent / "reading.asl"


class Version:
    """One specification with all that its contracts share here: functions are lowered and compiled
    once. Raises PtoError where it is wrong."""

    def __init__(self, spec: Specification, cache: bool) -> None:
        shared = parse_files([*SUPPORT, READING])
        self.spec = spec
        self.paths = frozenset(file.source.path for file in shared)
        self.program = spec.program([*shared, *summary_files()])
        self.machine = Machine(self.program, output=silent)
        self.reach = reach_of(spec, shared, self.program)
        kept = LemmaCache(self.reach.digest if cache else None)
        self.summaries = Summaries(self.program, self.machine, kept.get, kept.put)

    def operation(self, name: str) -> Operation | None:
        """What a contract takes, and its functions; None where it is no operation on tiles."""
        contract = self.spec.contract(name)
        if contract.record.get("surface", "tile") != "tile":
            return None
        return operation_of(contract, self.program)

    def search(self, operation: Operation) -> Search:
        """What finds the legal operands of an operation."""
        return Search(self.machine, operation, start_command(self.spec, operation.contract))

    def text(self, names: Collection[str]) -> tuple[bytes, ...]:
        """Digests of all that some functions reach, whatever its comments and layout."""
        return tuple(self.reach.digest(f"{name}()").meaning for name in sorted(names))

    def declared(self, name: str) -> tuple[str, ...]:
        """The functions in the file of a contract."""
        path = self.spec.contract(name).span.path
        files = (file for file in self.spec.files if file.source.path == path)
        headings = (each.heading for file in files for each in file.outline)
        return tuple(each.name for each in headings if each.kind == "function")
