"""A specification: its units, its contracts with their clauses, and a digest of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from parser.diagnostics import Phase, fail
from parser.files import find_files
from parser.loader import ParsedFile, parse_files
from parser.metadata import Metadata, NdfClause
from parser.source import Span
from semantics.layers import Layer
from semantics.library import STDLIB, contract_files, model_files
from semantics.program import Program
from semantics.suggestions import did_you_mean

UNITS = "asl"
"""Where a checkout keeps its units."""

CLAUSE_KINDS = ("defaults", "exceptions", "legality", "memory_effects", "ordering", "state_effects")


@dataclass(frozen=True, slots=True)
class Contract:
    """One instruction: its PTO-INSTRUCTION record, its clauses by key, its normative regions.

    A key is a place in the record's `contract`, such as `exceptions[0]`, or the identity of an
    NDF region. `reasons` maps labels of the model's Rejection to keys (PTO-CLAUSES).
    """

    name: str
    record: Mapping[str, Any]
    clauses: Mapping[str, str]
    reasons: Mapping[str, str]
    normative: tuple[NdfClause, ...]
    span: Span

    @property
    def summary(self) -> str:
        return str(self.record.get("summary", ""))

    @property
    def classification(self) -> tuple[str, ...]:
        """Its classes, such as `elementwise-tile-tile`."""
        return tuple(map(str, _list(self.record.get("classification"))))

    @property
    def engine(self) -> str:
        return str(self.record.get("engine", ""))

    @property
    def bundle(self) -> tuple[str, ...]:
        """The commands of its bundle, as the record writes them."""
        return tuple(map(str, _list(self.record.get("block"))))

    @property
    def catalog(self) -> tuple[Mapping[str, Any], ...]:
        """Its catalog records: mode, function, operands and handlers of each form."""
        listed = _list(self.record.get("catalog_records"))
        return tuple(each for each in listed if isinstance(each, Mapping))

    @property
    def selector(self) -> tuple[int, int] | None:
        """Mode and Function of an operation, if BSTART.TEPL encodes it."""
        for record in self.catalog:
            mode, function = record.get("mode"), record.get("function")
            if isinstance(mode, int) and isinstance(function, int):
                if record.get("command_mnemonic", "BSTART.TEPL") == "BSTART.TEPL":
                    return mode, function
        return None


class Specification:
    """Parsed files seen as one specification. Nothing is lowered until a program is asked for.

    `conditions` name its overlays, as the scopes of verdicts do.
    """

    def __init__(
        self, name: str, files: Sequence[ParsedFile], conditions: Sequence[str] = ()
    ) -> None:
        self.name = name
        self.files = tuple(files)
        self.conditions = tuple(conditions)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the texts of all files, in hexadecimal."""
        total = sha256()
        for file in self.files:
            total.update(file.source.digest)
        return total.hexdigest()

    @cached_property
    def contracts(self) -> dict[str, Contract]:
        """All contracts by mnemonic."""
        return {contract.name: contract for contract in self._contracts()}

    def _contracts(self) -> Iterator[Contract]:
        for file in self.files:
            if "PTO-INSTRUCTION:" not in file.source.text:
                continue
            for record in file.metadata.records:
                if record.kind == "PTO-INSTRUCTION":
                    yield contract_of(record.data, record.span, file.metadata)

    def contract(self, name: str, span: Span | None = None) -> Contract:
        """The contract of that mnemonic, which stands at `span`; raises PtoError
        (CONTRACT-UNKNOWN)."""
        found = self.contracts.get(name.upper())
        if found is None:
            others = "`ptoprove list` names the contracts"
            hint = did_you_mean(name.upper(), self.contracts) or others
            message = f"{self.name} has no contract `{name}`"
            raise fail("CONTRACT-UNKNOWN", Phase.INPUT, message, span, hint)
        return found

    def program(self, extra: Sequence[ParsedFile] = (), intrinsics: bool = True) -> Program:
        """The program of all units, the standard library and `extra` files.

        Give it to a `concrete.machine.Machine` before anything is lowered.
        """
        (library,) = parse_files([STDLIB])
        files = [*self.files, *extra]
        digest = _digest([library, *files])
        return Program([file.outline for file in files], library.outline, intrinsics, digest)

    def layer(self, below: Program, files: Sequence[ParsedFile]) -> Layer:
        """Files on top of a program of this specification."""
        digest = None if below.digest is None else _digest(files, below.digest)
        return Layer(below, [file.outline for file in files], digest)


def _digest(files: Sequence[ParsedFile], below: bytes = b"") -> bytes:
    """Of what files declare (implementations may have been left out) and where they are."""
    total = sha256(below)
    for file in files:
        overrides = [d.heading.name for d in file.outline if d.heading.override is not None]
        total.update(file.source.digest + repr((file.source.path, overrides)).encode())
    return total.digest()


def contract_of(record: Mapping[str, Any], span: Span, metadata: Metadata) -> Contract:
    """The contract a PTO-INSTRUCTION record describes, with what its file says besides."""
    body = record.get("contract")
    body = body if isinstance(body, Mapping) else {}
    clauses = {
        f"{kind}[{i}]": str(text)
        for kind in CLAUSE_KINDS
        for i, text in enumerate(_list(body.get(kind)))
    }
    clauses |= {clause.id: re.sub(r"\s+", " ", clause.text) for clause in metadata.clauses}
    reasons: dict[str, str] = {}
    for other in metadata.records:
        if other.kind == "PTO-CLAUSES":
            reasons |= {name: str(key) for name, key in other.data.items()}
    name = str(record.get("mnemonic", ""))
    return Contract(name, record, clauses, reasons, metadata.clauses, span)


def _list(value: Any) -> list[Any]:
    """A list of a record; anything else counts as none."""
    return value if isinstance(value, list) else []


SHIPPED = "ieee754"
"""The numeric profile of the shipped model where none is asked for."""


def shipped() -> Specification:
    """The model and contracts that come with ptoprove, under their numeric profile."""
    from semantics.overlays import with_profile

    return with_profile(without_profile(), SHIPPED)


def without_profile() -> Specification:
    """The model and contracts that come with ptoprove, under no numeric profile."""
    return Specification("shipped", parse_files([*model_files(), *contract_files()]))


def unit_files(directory: Path) -> list[Path]:
    """The units of a checkout: all files under `asl/`. Raises PtoError (SPEC-MISSING)."""
    units = find_files(directory / UNITS, ".asl")
    if not units:
        message = f"`{directory}` holds no specification: there are no `.asl` files under `asl/`"
        hint = "give the top folder of a checkout of the specification"
        raise fail("SPEC-MISSING", Phase.INPUT, message, hint=hint)
    return units


def checkout(directory: Path, decoders: Sequence[Path] = ()) -> Specification:
    """A specification checkout: all its units, and generated decoders.

    Raises PtoError (SPEC-MISSING) where there are none.
    """
    return Specification(str(directory), parse_files([*unit_files(directory), *decoders]))
